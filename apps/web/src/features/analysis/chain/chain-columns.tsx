import type { OptionSide } from '../../../api/early-requests.ts'
import { type DataColumn, drawCell } from '../../../shared/data-table/columns.tsx'
import { formatDecimal } from '../../../shared/format/numbers.ts'
import { capitalize } from '../../../shared/format/words.ts'
import { VisuallyHidden } from '../../../shared/ui/figures.tsx'
import { type ChainSide, MAX_COMPARED } from '../analysis-state.ts'
import classes from './chain.module.css'
import { CHAIN, type Figure, listFigures, QUOTES, sharedFigures } from './chain-figures.tsx'
import { type LadderRow, listNotes } from './contracts.ts'

export type ChainColumn = DataColumn<LadderRow>

const hasFigure = (rows: readonly LadderRow[], side: OptionSide, { read }: Figure) =>
  rows.some(({ [side]: contract }) => contract !== null && read(contract) !== null)

/** A figure of one side as a column. */
function toColumn(figure: Figure, side: OptionSide, maxInterest: number): ChainColumn {
  const { read, explain, draw, sideLabel: _sideLabel, ...others } = figure
  const column: ChainColumn = {
    ...others,
    className: [classes[side], figure.unit !== undefined && figure.unit.length > 1 && classes.unitBelow]
      .filter(Boolean)
      .join(' '),
    value: ({ [side]: contract }) => contract && read(contract),
    explain: ({ [side]: contract }) => (contract === null ? `No ${side} is listed at this strike` : explain(contract)),
  }
  if (draw === undefined) return column
  return {
    ...column,
    cell: (row, state) => {
      const value = row[side] && read(row[side])
      return value === null ? drawCell(column, row, state) : draw(value, maxInterest)
    },
  }
}

function toSharedColumn({ draw: _draw, ...figure }: Figure, side: OptionSide): ChainColumn {
  return {
    ...toColumn(figure, side, 0),
    id: `${side}-${figure.id}`,
    label: `${capitalize(side)} ${figure.sideLabel}`,
  }
}

const strikeColumn: ChainColumn = {
  id: 'strike',
  label: 'Strike',
  align: 'start',
  isRowHeader: true,
  className: classes.strike,
  term: 'strike',
  source: CHAIN,
  value: ({ strike }) => strike,
  format: formatDecimal,
}

const moneynessColumn = (side: OptionSide): ChainColumn => ({
  id: 'moneyness',
  label: 'Moneyness',
  isLabelHidden: true,
  align: 'start',
  term: 'moneyness',
  meaning: 'In range means a delta of 0.15 to 0.25.',
  source: QUOTES,
  className: classes.moneyness,
  cell: ({ [side]: contract }) =>
    contract?.inTarget ? (
      <>
        <span className={classes.tag}>In range</span>
        <VisuallyHidden> {contract.moneyness}</VisuallyHidden>
      </>
    ) : (
      contract?.moneyness
    ),
})

const notesColumn = (side: OptionSide): ChainColumn => ({
  id: 'notes',
  label: 'Notes',
  isLabelHidden: true,
  className: classes.narrow,
  meaning:
    'Warnings to check before you trade: a spread over 10% of the mid, open interest under 100, no bid, a crossed quote, no trade today, or no implied volatility.',
  source: CHAIN,
  cell: ({ [side]: contract }) => {
    const notes = contract && listNotes(contract)
    if (notes === null) return <VisuallyHidden>No notes</VisuallyHidden>
    return (
      <span className={classes.note} data-tone={notes.tone} data-hint={notes.lines.join('\n')}>
        <VisuallyHidden>{notes.lines.join('. ')}</VisuallyHidden>
      </span>
    )
  },
})

/** Column with the box that adds a call to the comparison. */
export function buildCompareColumn(compared: readonly number[]): ChainColumn {
  const isFull = compared.length + 1 >= MAX_COMPARED
  return {
    id: 'compare',
    label: 'Compare',
    isLabelHidden: true,
    isScreenOnly: true,
    className: classes.narrow,
    meaning: `Compares up to ${MAX_COMPARED} calls, including the selected one.`,
    cell: ({ strike }, { isSelected }) => {
      if (isSelected) return <VisuallyHidden>Selected</VisuallyHidden>
      const isCompared = compared.includes(strike)
      const isRefused = isFull && !isCompared
      return (
        <button
          type="button"
          className={classes.box}
          data-action="compare"
          aria-pressed={isCompared}
          aria-disabled={isRefused || undefined}
          aria-label={`Compare ${formatDecimal(strike)}`}
          data-hint={isRefused ? `Up to ${MAX_COMPARED} can be compared` : undefined}
        />
      )
    },
  }
}

/** Columns of the ladder, and the labels of those that are empty for every contract. */
interface SplitColumns {
  readonly columns: readonly ChainColumn[]
  readonly empty: readonly string[]
}

/** Columns for calls, for puts, or for both: calls on the left, the strike in the middle, puts on the right. */
export function splitColumns(rows: readonly LadderRow[], side: ChainSide): SplitColumns {
  if (side === 'both') {
    const [calls, puts] = [splitFigures(rows, 'call', sharedFigures), splitFigures(rows, 'put', sharedFigures)]
    return {
      columns: [
        ...calls.shown.map((figure) => toSharedColumn(figure, 'call')).toReversed(),
        { ...strikeColumn, className: classes.middle },
        ...puts.shown.map((figure) => toSharedColumn(figure, 'put')),
      ],
      empty: [
        ...calls.empty.map((figure) => toSharedColumn(figure, 'call').label),
        ...puts.empty.map((figure) => toSharedColumn(figure, 'put').label),
      ],
    }
  }
  const { shown, empty } = splitFigures(rows, side, listFigures(side))
  const maxInterest = Math.max(0, ...rows.map(({ [side]: contract }) => contract?.openInterest ?? 0))
  return {
    columns: [
      { ...strikeColumn, pinned: 'start' },
      moneynessColumn(side),
      ...shown.map((figure) => toColumn(figure, side, maxInterest)),
      notesColumn(side),
    ],
    empty: empty.map(({ label }) => label),
  }
}

function splitFigures(rows: readonly LadderRow[], side: OptionSide, figures: readonly Figure[]) {
  const [shown, empty] = [[] as Figure[], [] as Figure[]]
  for (const figure of figures) (hasFigure(rows, side, figure) ? shown : empty).push(figure)
  return { shown, empty }
}
