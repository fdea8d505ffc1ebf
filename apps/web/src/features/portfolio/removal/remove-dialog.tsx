import type { Position } from '../../../api/position.ts'
import { nameCall } from '../../../shared/format/name-call.ts'
import { notify } from '../../../shared/notify.ts'
import { notifyUndo } from '../../../shared/notify-undo.tsx'
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx'
import type { SaveOutcome } from '../data/position.ts'
import { removalWords as words } from '../portfolio-words.ts'

interface RemoveDialogProps {
  /** The one in question; null: closed. */
  readonly position: Position | null
  readonly onRemove: (position: Position) => Promise<SaveOutcome>
  readonly onRestore: (position: Position) => Promise<SaveOutcome>
  readonly onRemoved: (position: Position) => void
  readonly onClose: () => void
  /** Where a reader without a pointer goes on when the way back is gone. */
  readonly returnFocus?: () => void
}

/** Asks once before a position is deleted, and offers a way back for a while after. */
export function RemoveDialog({ position, onClose, ...acts }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      opened={position !== null}
      title={words.title}
      text={words.text}
      confirm={words.confirm}
      onCancel={onClose}
      onConfirm={({ detail }) => {
        onClose()
        // A click by key comes without a pointer that pressed.
        if (position !== null) void remove(position, detail === 0, acts)
      }}
    />
  )
}

type Acts = Omit<RemoveDialogProps, 'position' | 'onClose'>

async function remove(position: Position, byKey: boolean, acts: Acts): Promise<void> {
  if (!(await isDone(() => acts.onRemove(position)))) return notify(words.failed, { stays: true })
  acts.onRemoved(position)
  notifyUndo({
    message: words.deleted(nameCall(position)),
    undo: () => restore(position, acts),
    returnFocus: byKey ? acts.returnFocus : undefined,
  })
}

async function restore(position: Position, { onRestore }: Acts): Promise<void> {
  if (await isDone(() => onRestore(position))) return
  notify(words.notRestored(nameCall(position)), { stays: true })
}

async function isDone(act: () => Promise<SaveOutcome>): Promise<boolean> {
  try {
    const { kind } = await act()
    return kind === 'saved' || kind === 'unsynced'
  } catch {
    return false
  }
}
