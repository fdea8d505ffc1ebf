import { MAX_SCREEN_NAME } from '@callwright/contracts/screener-columns'
import { Button, TextInput } from '@mantine/core'
import { nanoid } from '@reduxjs/toolkit'
import { useRef, useState } from 'react'
import { asApiError, describeFailure } from '../../../api/http.ts'
import { type SavedScreen, useListScreensQuery, usePutScreenMutation } from '../../../api/screener.ts'
import { commonWords } from '../../../shared/common-words.ts'
import { useSingleSubmit } from '../../../shared/hooks.ts'
import { notify } from '../../../shared/notifications.tsx'
import { Dialog, DialogActions } from '../../../shared/ui/dialog.tsx'
import { checkName } from './describe-screen.ts'
import type { ScreenMemory } from './screen-memory.ts'

interface NameFormProps {
  /** Screen to rename; null to save the current view as a new one. */
  readonly saved: SavedScreen | null
  readonly memory: ScreenMemory
  readonly onClose: () => void
}

interface ScreenNameDialogProps extends NameFormProps {
  readonly opened: boolean
}

/** Saves a new screen under a name, or renames a saved one. */
export function ScreenNameDialog({ opened, ...props }: ScreenNameDialogProps) {
  const title = props.saved === null ? 'Save screen' : 'Rename screen'
  return (
    <Dialog opened={opened} onClose={props.onClose} title={title}>
      <NameForm {...props} />
    </Dialog>
  )
}

function NameForm({ saved, memory, onClose }: NameFormProps) {
  const [screen] = useState(() => saved ?? { id: nanoid(), name: '', query: memory.query, tab: memory.tab })
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(screen.name)
  const [touched, setTouched] = useState(false)
  const { data: others = [] } = useListScreensQuery()
  const [put, { isLoading, error }] = usePutScreenMutation()
  const fault = checkName(
    name,
    others.filter(({ id }) => id !== screen.id),
  )
  const failure = isLoading ? null : asApiError(error)

  const submit = useSingleSubmit(async () => {
    setTouched(true)
    if (fault !== null) return input.current?.focus()
    const { data } = await put({ ...screen, name: name.trim() })
    if (data === undefined) return
    notify(`Saved “${name.trim()}”.`)
    onClose()
  })
  return (
    <form noValidate onSubmit={submit}>
      <TextInput
        ref={input}
        label="Name"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={memory.describe(screen.query)}
        data-autofocus
        maxLength={MAX_SCREEN_NAME}
        autoComplete="off"
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        onBlur={() => setTouched(name !== screen.name)}
        error={
          (touched ? fault : null) ??
          (failure && (describeFailure(failure) ?? 'Could not save the screen. Please try again.'))
        }
      />
      <DialogActions>
        <Button onClick={onClose}>{commonWords.cancel}</Button>
        <Button type="submit" variant="filled" aria-disabled={isLoading}>
          {isLoading ? 'Saving…' : 'Save'}
        </Button>
      </DialogActions>
    </form>
  )
}
