import { newYorkDate } from '@callwright/scoring'
import { Text } from '@mantine/core'
import type { Position, Suggestion } from '../../../api/portfolio.ts'
import { nameCall } from '../../../shared/format/positions.ts'
import { notify, notifyUndo } from '../../../shared/notifications.tsx'
import { ConfirmDialog } from '../../../shared/ui/dialog.tsx'
import { type AskedOutcome, OutcomeDialog } from '../confirm/outcome-dialog.tsx'
import type { Portfolio, PositionRow, SaveOutcome } from '../data/position.ts'
import { ImportDialog } from '../import/import-dialog.tsx'
import { describePosition } from '../position-form/describe-position.ts'
import { AddPositionDialog, EditPositionDialog, type EntryPrefill } from '../position-form/position-dialogs.tsx'
import { RecordDialog } from '../record/record-dialogs.tsx'
import type { RollPrefill } from '../record/roll-form.tsx'
import type { LifeAct } from '../record/row-acts.ts'
import { useLast } from './guarded-dialog.tsx'
import { RecommendationDialog } from './recommendation-dialog.tsx'

/** The dialog that is open, with its arguments. */
export type OpenDialog =
  | { readonly kind: 'add'; readonly prefill: EntryPrefill | null }
  | { readonly kind: 'import' }
  | { readonly kind: 'edit' | 'why' | 'remove'; readonly id: string }
  | {
      readonly kind: 'record'
      readonly act: LifeAct
      readonly id: string
      /** The roll that the form starts with. */
      readonly roll?: RollPrefill
    }
  | { readonly kind: 'outcome'; readonly suggestion: Suggestion }

interface PortfolioDialogsProps {
  readonly portfolio: Portfolio
  readonly open: OpenDialog | null
  readonly onClose: () => void
  readonly onRemoved: (id: string) => void
  /** Shows the table of rolls of a position. */
  readonly onRolls: (id: string) => void
  /** Called with the id of the new call after a roll from the table is recorded. */
  readonly onRolled: (id: string) => void
  /** Moves focus to the page when the focused element has been removed. */
  readonly returnFocus: () => void
}

export function PortfolioDialogs({ portfolio, open, onClose, onRemoved, ...go }: PortfolioDialogsProps) {
  const { onRolls, onRolled, returnFocus } = go
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
        uncovered={portfolio.uncovered}
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
      <RecordDialog portfolio={portfolio} open={findRecord(open, rows)} onClose={onClose} onRolled={onRolled} />
      <OutcomeDialog
        asked={findOutcome(open, rows)}
        today={newYorkDate(marketTimeMs ?? Date.now())}
        onClose={onClose}
      />
      <RecommendationDialog
        row={findRow('why')}
        onClose={onClose}
        onRolls={(id) => {
          onClose()
          onRolls(id)
        }}
      />
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

function findRecord(open: OpenDialog | null, rows: readonly PositionRow[]) {
  if (open?.kind !== 'record') return null
  const row = rows.find(({ position }) => position.id === open.id)
  return row === undefined ? null : { act: open.act, row, ...(open.roll && { roll: open.roll }) }
}

function findOutcome(open: OpenDialog | null, rows: readonly PositionRow[]): AskedOutcome | null {
  if (open?.kind !== 'outcome') return null
  const { suggestion } = open
  const row = rows.find(({ position }) => position.id === suggestion.positionId)
  return { suggestion, contracts: row?.position.contracts ?? suggestion.event?.contracts ?? 1 }
}

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
  const shown = useLast(position)
  return (
    <ConfirmDialog
      opened={position !== null}
      title="Delete position"
      text={
        <>
          Are you sure you want to delete this position?
          {shown !== null && (
            <Text fw="var(--weight-strong)" mt="xs">
              {describePosition(shown)}
            </Text>
          )}
        </>
      }
      confirm="Delete"
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
  if (!(await isDone(() => acts.onRemove(position))))
    return notify('Failed to delete position. Please try again.', { stays: true })
  acts.onRemoved(position)
  notifyUndo({
    message: `Deleted ${nameCall(position)}.`,
    undo: () => restore(position, acts),
    returnFocus: byKey ? acts.returnFocus : undefined,
  })
}

async function restore(position: Position, { onRestore }: Acts): Promise<void> {
  if (await isDone(() => onRestore(position))) return
  notify(`Could not restore ${nameCall(position)}. Please add it again.`, { stays: true })
}

async function isDone(act: () => Promise<SaveOutcome>): Promise<boolean> {
  try {
    const { kind } = await act()
    return kind === 'saved' || kind === 'unsynced'
  } catch {
    return false
  }
}
