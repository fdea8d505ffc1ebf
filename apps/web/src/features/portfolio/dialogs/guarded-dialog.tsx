import { type ReactNode, type RefObject, useState } from 'react'
import { ConfirmDialog, Dialog } from '../../../shared/ui/dialog.tsx'

interface GuardedDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly width?: number
  /** Whether there is unsaved input, updated on every keystroke. */
  readonly dirty: RefObject<boolean>
  readonly children: ReactNode
}

/** Dialog that asks for confirmation before discarding unsaved input. */
export function GuardedDialog({ opened, onClose, title, width = 520, dirty, children }: GuardedDialogProps) {
  const [asking, setAsking] = useState(false)
  const close = () => {
    // The key press that closes the confirmation reaches this dialog too: ignore it.
    if (asking) return
    if (!dirty.current) return onClose()
    // Deferred: if the confirmation opened now, it would receive the same key press and close at once.
    setTimeout(() => setAsking(true))
  }
  return (
    <>
      <Dialog opened={opened} onClose={close} title={title} width={width}>
        {children}
      </Dialog>
      <ConfirmDialog
        opened={opened && asking}
        title="Discard your changes?"
        text="They have not been saved."
        confirm="Discard"
        isFinal
        cancel="Keep editing"
        onConfirm={() => {
          setAsking(false)
          onClose()
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

/** Returns the last non-null value, which a dialog keeps showing while it closes. */
export function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
