import { TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import type { EventAnswer, Import } from '../import/use-import.ts'

interface AccountChoiceProps {
  readonly detected: EventAnswer['detected']
  readonly choose: Import['choose']
  readonly busy: boolean
}

/** The account that a file belongs to: one of the portfolio or a new name. A file of several accounts names them itself. */
export function AccountChoice({ detected, choose, busy }: AccountChoiceProps) {
  const [account = ''] = detected.accounts
  const [name, setName] = useState(account)
  const list = useId()
  if (detected.accounts.length !== 1) return null
  const use = () => {
    const chosen = name.trim()
    if (chosen === '') setName(account)
    else if (chosen !== account && !busy) void choose({ account: chosen })
  }
  return (
    <>
      <TextInput
        label="Account"
        description="If you have imported files of this account before, choose the same one."
        list={list}
        maxLength={60}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onBlur={use}
        onKeyDown={({ key }) => {
          if (key === 'Enter') use()
        }}
      />
      <datalist id={list}>
        {detected.known_accounts.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
    </>
  )
}
