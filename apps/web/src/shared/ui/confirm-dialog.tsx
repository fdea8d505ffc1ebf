import { Button } from '@mantine/core'
import type { MouseEvent } from 'react'
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
  return (
    <Dialog opened={opened} onClose={onCancel} title={title} width={400}>
      <p>{text}</p>
      <DialogActions>
        <Button data-autofocus={isFinal || undefined} onClick={onCancel}>
          {cancel}
        </Button>
        <Button variant="filled" data-autofocus={!isFinal || undefined} onClick={onConfirm}>
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
