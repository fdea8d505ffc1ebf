import type { PositionTerms } from '../../api/position.ts'
import type { Portfolio } from './data/portfolio.ts'
import { AddPositionDialog } from './position-form/add-position-dialog.tsx'
import { EditPositionDialog } from './position-form/edit-position-dialog.tsx'
import { RecommendationDialog } from './recommendation/recommendation-dialog.tsx'
import { RemoveDialog } from './removal/remove-dialog.tsx'
import { ImportDialog } from './transfer/import-dialog.tsx'

/** The dialog that is open, with its arguments. */
export type OpenDialog =
  | { readonly kind: 'add'; readonly prefill: Partial<PositionTerms> | null }
  | { readonly kind: 'import' }
  | { readonly kind: 'edit' | 'why' | 'remove'; readonly id: string }

interface PortfolioDialogsProps {
  readonly portfolio: Portfolio
  readonly open: OpenDialog | null
  readonly onClose: () => void
  readonly onRemoved: (id: string) => void
  /** Moves focus to the page when the focused element has been removed. */
  readonly returnFocus: () => void
}

export function PortfolioDialogs({ portfolio, open, onClose, onRemoved, returnFocus }: PortfolioDialogsProps) {
  const { rows, marketTimeMs, add, edit, remove, restore, refresh } = portfolio
  const findRow = (kind: OpenDialog['kind']) =>
    open !== null && 'id' in open && open.kind === kind
      ? (rows.find(({ position }) => position.id === open.id) ?? null)
      : null
  return (
    <>
      <AddPositionDialog
        opened={open?.kind === 'add'}
        prefill={open?.kind === 'add' ? open.prefill : null}
        marketTimeMs={marketTimeMs}
        others={rows.map(({ position }) => position)}
        onAdd={add}
        onClose={onClose}
      />
      <EditPositionDialog
        opened={open?.kind === 'edit'}
        row={findRow('edit')}
        marketTimeMs={marketTimeMs}
        onEdit={edit}
        onClose={onClose}
      />
      <RecommendationDialog row={findRow('why')} onClose={onClose} />
      <RemoveDialog
        position={findRow('remove')?.position ?? null}
        onRemove={remove}
        onRestore={restore}
        onRemoved={({ id }) => onRemoved(id)}
        onClose={onClose}
        returnFocus={returnFocus}
      />
      <ImportDialog opened={open?.kind === 'import'} onImported={refresh} onClose={onClose} />
    </>
  )
}
