import { useRef } from 'react'
import type { Position, PositionTerms } from '../../../api/position.ts'
import type { Attempt } from '../data/attempt.ts'
import type { SaveOutcome } from '../data/position.ts'
import { GuardedDialog } from '../guarded-dialog.tsx'
import { formWords } from './form-words.ts'
import { PositionForm } from './position-form.tsx'

interface AddPositionDialogProps {
  readonly opened: boolean
  /** Initial values for the form. */
  readonly prefill: Partial<PositionTerms> | null
  /** Market time in ms; null if unknown. */
  readonly marketTimeMs: number | null
  /** Existing positions, to detect duplicates. */
  readonly others: readonly Position[]
  readonly onAdd: (terms: PositionTerms, attempt: Attempt) => Promise<SaveOutcome>
  readonly onClose: () => void
}

export function AddPositionDialog({ opened, prefill, marketTimeMs, others, onAdd, onClose }: AddPositionDialogProps) {
  const dirty = useRef(false)
  return (
    <GuardedDialog opened={opened} onClose={onClose} title={formWords.add.title} dirty={dirty}>
      <PositionForm
        kind="add"
        begin={prefill ?? {}}
        marketTimeMs={marketTimeMs}
        others={others}
        onSave={onAdd}
        dirty={dirty}
        onClose={onClose}
      />
    </GuardedDialog>
  )
}
