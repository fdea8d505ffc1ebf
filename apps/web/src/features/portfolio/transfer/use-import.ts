import type { Body } from '@callwright/contracts'
import { nanoid } from '@reduxjs/toolkit'
import { useRef, useState } from 'react'
import { asApiError, describeFailure } from '../../../api/api-error.ts'
import { useImportPositionsMutation } from '../../../api/portfolio-endpoints.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { useSingleRun } from '../../../shared/use-single-run.ts'
import { checkText, type ImportAnswer } from './import-view.ts'
import { importWords as words } from './transfer-words.ts'

/** How the text is to be read, and which of its rows are to be taken, where the text alone does not settle it. */
export type ImportChoices = Omit<Body<'portfolio.import'>, 'csv'>

export interface Import {
  readonly text: string
  /** What the server would do, or did; null: not asked, or the text is another one now. */
  readonly answer: ImportAnswer | null
  /** The choices behind the answer. */
  readonly choices: ImportChoices
  readonly busy: boolean
  /** Why it goes no further. */
  readonly trouble: string | null
  readonly write: (text: string) => void
  /** Asks what would become of each row. */
  readonly check: () => Promise<void>
  /** The same with other choices; they are dropped where the text cannot be read so. */
  readonly choose: (changes: ImportChoices) => Promise<void>
  readonly carryOut: () => Promise<void>
  /** Back to the text. */
  readonly reopen: () => void
}

/** Brings positions in from a text, in two steps: what would become of each row, and then the import itself. */
export function useImport(onImported: () => void): Import {
  const [send, { isLoading: busy }] = useImportPositionsMutation()
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<ImportAnswer | null>(null)
  const [choices, setChoices] = useState<ImportChoices>({})
  const [trouble, setTrouble] = useState<string | null>(null)
  // The same for every attempt at one text with the same choices: what was carried out without an answer is not done twice.
  const key = useRef(nanoid())

  const ask = useSingleRun(async (dryRun: boolean, chosen: ImportChoices) => {
    setTrouble(null)
    const idempotencyKey = dryRun ? nanoid() : key.current
    const { data, error } = await send({ body: { csv: text, ...chosen }, dryRun, idempotencyKey })
    if (data === undefined) return setTrouble(describeTrouble(error, dryRun))
    if (chosen !== choices) key.current = nanoid()
    setAnswer(data)
    setChoices(chosen)
    if (!dryRun) onImported()
  })

  return {
    text,
    answer,
    choices,
    busy,
    trouble,
    write: (written) => {
      key.current = nanoid()
      setText(written)
      setAnswer(null)
      setChoices({})
      setTrouble(null)
    },
    check: async () => {
      const fault = checkText(text)
      if (fault === null) await ask(true, choices)
      else setTrouble(fault)
    },
    choose: (changes) => ask(true, { ...choices, ...changes }),
    carryOut: () => ask(false, choices),
    reopen: () => setAnswer(null),
  }
}

function describeTrouble(error: unknown, dryRun: boolean): string {
  const why = describeFailure(asApiError(error)) ?? commonWords.unknownError
  const what = dryRun ? words.notChecked : words.notImported
  return commonWords.tryAgain(`${what}: ${why.replace(/\.$/, '')}`)
}
