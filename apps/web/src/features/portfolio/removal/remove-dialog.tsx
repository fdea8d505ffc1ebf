import type { Position } from '../../../api/position.ts'
import { nameCall } from '../../../shared/format/name-call.ts'
import { notify } from '../../../shared/notify.ts'
import { notifyUndo } from '../../../shared/notify-undo.tsx'
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx'
import type { SaveOutcome } from '../data/position.ts'

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

const NOT_REMOVED = 'Failed to delete position. Please try again.'

/** Asks once before a position is deleted, and offers a way back for a while after. */
export function RemoveDialog({ position, onClose, ...acts }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      opened={position !== null}
      title="Delete position"
      text="Are you sure you want to delete this position?"
      confirm="Delete"
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
  if (!(await isDone(() => acts.onRemove(position)))) return notify(NOT_REMOVED, { stays: true })
  acts.onRemoved(position)
  notifyUndo({
    message: `Deleted ${nameCall(position)}.`,
    undo: () => restore(position, acts),
    returnFocus: byKey ? acts.returnFocus : undefined,
  })
}

async function restore(position: Position, { onRestore }: Acts): Promise<void> {
  if (await isDone(() => onRestore(position))) return
  notify(`${nameCall(position)} could not be restored. Please add it anew.`, { stays: true })
}

async function isDone(act: () => Promise<SaveOutcome>): Promise<boolean> {
  try {
    const { kind } = await act()
    return kind === 'saved' || kind === 'unsynced'
  } catch {
    return false
  }
}
