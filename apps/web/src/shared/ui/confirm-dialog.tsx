import { Button } from '@mantine/core'
import { type MouseEvent, useEffect, useRef } from 'react'
import { Dialog, DialogActions } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly opened: boolean
  readonly title: string
  readonly text: string
  /** What the button says that does it. */
  readonly confirm: string
  readonly cancel?: string
  /** What cannot be taken back: the focus begins on the other button. */
  readonly isFinal?: boolean
  readonly onConfirm: (event: MouseEvent) => void
  readonly onCancel: () => void
}

/** A question that is answered with yes or no. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, text, confirm, cancel = 'Cancel', isFinal = false, onConfirm, onCancel } = props
  // The buttons can still be clicked while the dialog fades out.
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
