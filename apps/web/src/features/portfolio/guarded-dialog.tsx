import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { useBlocker } from '../../shared/routing.ts'
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'

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
        <BackGuard dirty={dirty} onBack={() => setAsking(true)} />
        {children}
      </Dialog>
      <ConfirmDialog
        opened={opened && asking}
        title="Discard what you wrote?"
        text="Nothing of it has been saved."
        confirm="Discard"
        isFinal
        cancel="Keep writing"
        onConfirm={() => {
          setAsking(false)
          onClose()
        }}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

/** The browser's Back leaves no page on which something written would be lost. */
function BackGuard({ dirty, onBack }: Pick<GuardedDialogProps, 'dirty'> & { readonly onBack: () => void }) {
  const { state, reset } = useBlocker(({ historyAction }) => dirty.current && historyAction === 'POP')
  const ask = useEffectEvent(() => {
    reset?.()
    onBack()
  })
  useEffect(() => {
    if (state === 'blocked') ask()
  }, [state])
  return null
}
