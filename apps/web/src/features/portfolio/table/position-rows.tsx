import type { KnownSum, PortfolioTotals } from '@callwright/scoring'
import { IconInfoCircle, IconTrash } from '@tabler/icons-react'
import { memo } from 'react'
import { commonWords } from '../../../shared/common-words.ts'
import { nameCall } from '../../../shared/format/name-call.ts'
import { formatFinePct } from '../../../shared/format/numbers.ts'
import { nameGaps } from '../../../shared/format/pnl-gaps.ts'
import { gridParts } from '../../../shared/grid/grid-parts.ts'
import { OwnUsd } from '../../../shared/ui/own-usd.tsx'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import type { PositionRow } from '../data/position.ts'
import { RecommendationBadge } from '../recommendation/recommendation-badge.tsx'
import { positionColumns } from './position-columns.ts'
import { positionFigures } from './position-figures.tsx'
import classes from './positions-table.module.css'
import { SyncMark } from './sync-mark.tsx'
import { tableWords as words } from './table-words.ts'

interface PositionTableRowProps {
  readonly row: PositionRow
  readonly rowIndex: number
  readonly isSelected: boolean
}

/** Table row. The table handles clicks and keys for all rows. */
export const PositionTableRow = memo(function PositionTableRow({ row, rowIndex, isSelected }: PositionTableRowProps) {
  const { position, recommendation } = row
  return (
    <tr {...gridParts.row} aria-rowindex={rowIndex} aria-selected={isSelected} data-id={position.id}>
      {positionColumns.map(({ id, align }) => {
        if (id === 'ticker') {
          return (
            <th key={id} {...gridParts.rowHeader} className={classes.ticker}>
              {position.ticker} <SyncMark row={row} />
            </th>
          )
        }
        if (id === 'recommendation') {
          return (
            <td key={id} {...gridParts.cell} className={classes.recommendation}>
              <RecommendationBadge action={recommendation.action} />
              <button
                type="button"
                className={classes.act}
                data-action="why"
                data-hint={recommendation.explanation}
                aria-label={words.whyOf(recommendation.label, nameCall(position))}
              >
                <IconInfoCircle size={14} stroke={1.6} aria-hidden="true" />
              </button>
            </td>
          )
        }
        return (
          <td key={id} {...gridParts.cell} className={classes[id] ?? classes[align]}>
            {positionFigures[id](row)}
          </td>
        )
      })}
      <td {...gridParts.cell} className={classes.remove}>
        <button
          type="button"
          className={classes.act}
          data-action="remove"
          aria-label={words.deleteOf(nameCall(position))}
        >
          <IconTrash size={14} stroke={1.6} aria-hidden="true" />
        </button>
      </td>
    </tr>
  )
})

const sums = { stock_pnl: 'stockPnl', option_pnl: 'optionPnl', cc_pnl: 'coveredCallPnl' } as const
const isSum = (id: string): id is keyof typeof sums => Object.hasOwn(sums, id)

interface TotalsRowProps {
  readonly rows: readonly PositionRow[]
  readonly totals: PortfolioTotals
  readonly rowIndex: number
}

const readPnl: Readonly<Record<keyof typeof sums, (row: PositionRow) => number | null>> = {
  stock_pnl: ({ metrics }) => metrics.stockPnlUsd,
  option_pnl: ({ metrics }) => metrics.optionPnlUsd,
  cc_pnl: ({ metrics }) => metrics.coveredCallPnlUsd,
}

/** Names the positions that have no value in a column. */
const nameLeftOut = (rows: readonly PositionRow[], column: keyof typeof sums): string =>
  nameGaps(
    rows
      .filter((row) => readPnl[column](row) === null)
      .map(({ position, metrics }) => ({ position, pnlGap: metrics.pnlGap })),
  )

/** Last row: totals of the known values. */
export function TotalsRow({ rows, totals, rowIndex }: TotalsRowProps) {
  return (
    <tr {...gridParts.row} className={classes.totals} aria-rowindex={rowIndex}>
      {positionColumns.map(({ id, align }) =>
        id === 'ticker' ? (
          <th key={id} {...gridParts.rowHeader} className={classes.ticker}>
            {words.positions(totals.positions)}
          </th>
        ) : (
          <td key={id} {...gridParts.cell} className={classes[align]}>
            {isSum(id) && <Sum sum={totals[sums[id]]} leftOut={nameLeftOut(rows, id)} />}
          </td>
        ),
      )}
      <td {...gridParts.cell} className={classes.remove} />
    </tr>
  )
}

interface SumProps {
  readonly sum: Pick<KnownSum, 'usd' | 'pct' | 'leftOut'>
  /** Text that lists the positions excluded from the sum, with reasons; empty if none are. */
  readonly leftOut?: string
}

/** The sum of the known values, and how many positions it excludes. */
export function Sum({ sum: { usd, pct, leftOut: count }, leftOut = '' }: SumProps) {
  const without = leftOut === '' ? '' : words.leftOut(leftOut)
  if (usd === null)
    return <Unknown sign={commonWords.notAvailable} reason={without === '' ? words.noFigure : without} />
  const hint = [pct === null ? '' : words.ofCost(formatFinePct(pct)), without].filter((part) => part !== '').join('. ')
  return (
    <>
      <OwnUsd signed usd={usd} hint={hint === '' ? undefined : hint} />
      {count > 0 && (
        <small className={classes.leftOut} data-hint={without === '' ? undefined : without}>
          {words.leftOutCount(count)}
        </small>
      )}
    </>
  )
}
