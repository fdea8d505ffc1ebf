import type { Position } from '../../../api/position.ts'
import { nameCall } from '../../../shared/format/name-call.ts'
import { notify } from '../../../shared/notify.ts'
import { notifyUndo } from '../../../shared/notify-undo.tsx'
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx'
import type { SaveOutcome } from '../data/position.ts'
import { removalWords as words } from '../portfolio-words.ts'

interface RemoveDialogProps {
  /** Position to delete; null if the dialog is closed. */
  readonly position: Position | null
  readonly onRemove: (position: Position) => Promise<SaveOutcome>
  readonly onRestore: (position: Position) => Promise<SaveOutcome>
  readonly onRemoved: (position: Position) => void
  readonly onClose: () => void
  /** For keyboard users, moves focus to the page when the Undo button disappears. */
  readonly returnFocus?: () => void
}

/** Asks for confirmation before deleting a position, and offers Undo for a while afterward. */
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
        // `detail` is 0 for clicks made with the keyboard.
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
