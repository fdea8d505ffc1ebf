import '@mantine/core/styles/Modal.layer.css'
import { Button, Group, Modal } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useBackCloses } from '../dialog-history.tsx'
import classes from './ui.module.css'

interface DialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  /** Width in px: 520 for a form, 640 for text. */
  readonly width?: number
  readonly children: ReactNode
}

/** Dialog over the page; on a phone, a sheet at the bottom. Its content starts afresh each time it opens. */
export function Dialog({ opened, onClose, title, width = 520, children }: DialogProps) {
  // Mantine restores focus only for a dialog that is mounted before it opens.
  const mounted = useMounted()
  useBackCloses(opened, onClose)
  return (
    <Modal
      opened={opened && mounted}
      onClose={onClose}
      title={title}
      size={width}
      // Mantine renders a <header>, which would otherwise be a second banner landmark.
      attributes={{ header: { role: 'none' } }}
    >
      {children}
    </Modal>
  )
}

/** A dialog's buttons, which stay visible. The one that confirms is last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <Group className={classes.dialogActions} justify="flex-end" gap="sm">
      {children}
    </Group>
  )
}

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
