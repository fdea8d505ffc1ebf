import { Button } from '@mantine/core'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Dialog, DialogActions } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly opened: boolean
  readonly title: string
  readonly text: ReactNode
  /** Label of the button that confirms. */
  readonly confirm: string
  readonly cancel?: string
  /** Whether the action cannot be undone. If so, the other button has the initial focus. */
  readonly isFinal?: boolean
  readonly onConfirm: (event: MouseEvent) => void
  readonly onCancel: () => void
}

/** Dialog that asks a yes-or-no question. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, text, confirm, cancel = 'Cancel', isFinal = false, onConfirm, onCancel } = props
  // While the dialog fades out, its buttons still work.
  const isAnswered = useRef(false)
  useEffect(() => {
    if (opened) isAnswered.current = false
  }, [opened])
  const answer = (event: MouseEvent) => {
    if (isAnswered.current) return
    isAnswered.current = true
    onConfirm(event)
  }
  return (
    <Dialog opened={opened} onClose={onCancel} title={title} width={400}>
      <div>{text}</div>
      <DialogActions>
        <Button data-autofocus={isFinal || undefined} onClick={onCancel}>
          {cancel}
        </Button>
        <Button variant="filled" data-autofocus={!isFinal || undefined} onClick={answer}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
