import { useRef } from 'react'
import type { Position, PositionTerms } from '../../../api/position.ts'
import type { Attempt } from '../data/attempt.ts'
import type { PositionRow, SaveOutcome } from '../data/position.ts'
import { GuardedDialog } from '../guarded-dialog.tsx'
import { useLast } from '../use-last.ts'
import { formWords } from './form-words.ts'
import { PositionForm } from './position-form.tsx'

interface EditPositionDialogProps {
  readonly opened: boolean
  /** Position to edit; null once it has been deleted, although the form keeps the user's input. */
  readonly row: PositionRow | null
  /** Market time in ms; null if unknown. */
  readonly marketTimeMs: number | null
  readonly onEdit: (position: Position, terms: PositionTerms, attempt: Attempt) => Promise<SaveOutcome>
  readonly onClose: () => void
}

/** Editing does not check for duplicates. */
const none: readonly Position[] = []

export function EditPositionDialog({ opened, row, marketTimeMs, onEdit, onClose }: EditPositionDialogProps) {
  const dirty = useRef(false)
  const position = useLast(row)?.position
  return (
    <GuardedDialog
      opened={opened && position !== undefined}
      onClose={onClose}
      title={formWords.edit.title}
      dirty={dirty}
    >
      {position && (
        <PositionForm
          kind="edit"
          begin={position}
          marketTimeMs={marketTimeMs}
          others={none}
          onSave={(terms, attempt) => onEdit(position, terms, attempt)}
          dirty={dirty}
          onClose={onClose}
        />
      )}
    </GuardedDialog>
  )
}
