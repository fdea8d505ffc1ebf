import { Button } from '@mantine/core'
import { type MouseEvent, useEffect, useRef } from 'react'
import { Dialog, DialogActions } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly opened: boolean
  readonly title: string
  readonly text: string
  /** Label of the confirming button. */
  readonly confirm: string
  readonly cancel?: string
  /** True if the action cannot be undone: the other button then has initial focus. */
  readonly isFinal?: boolean
  readonly onConfirm: (event: MouseEvent) => void
  readonly onCancel: () => void
}

/** Dialog for a yes-or-no question. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, text, confirm, cancel = 'Cancel', isFinal = false, onConfirm, onCancel } = props
  // The buttons still work while the dialog fades out.
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
      <p>{text}</p>
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
