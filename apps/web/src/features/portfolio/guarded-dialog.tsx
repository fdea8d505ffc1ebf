import { type ReactNode, type RefObject, useState } from 'react'
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { discardWords as words } from './portfolio-words.ts'

interface GuardedDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly width?: number
  /** Whether the reader has written something that would be lost, as of the last key. */
  readonly dirty: RefObject<boolean>
  readonly children: ReactNode
}

/** A dialog that asks before what was written in it is lost. */
export function GuardedDialog({ opened, onClose, title, width = 520, dirty, children }: GuardedDialogProps) {
  const [asking, setAsking] = useState(false)
  const close = () => {
    // Both dialogs hear of the key that closes the question.
    if (asking) return
    if (!dirty.current) return onClose()
    // In a turn of its own: the question would hear of the key that raised it, and close.
    setTimeout(() => setAsking(true))
  }
  return (
    <>
      <Dialog opened={opened} onClose={close} title={title} width={width}>
        {children}
      </Dialog>
      <ConfirmDialog
        opened={opened && asking}
        title={words.title}
        text={words.text}
        confirm={words.confirm}
        isFinal
        cancel={words.cancel}
        onConfirm={() => {
          setAsking(false)
          onClose()
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
