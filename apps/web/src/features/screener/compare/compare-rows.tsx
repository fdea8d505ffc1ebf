import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { RATING_PARTS } from '@callwright/scoring'
import type { ReactNode } from 'react'
import type { ScreenStock } from '../../../api/screener.ts'
import { describeColumn } from '../../../shared/data-table/columns.tsx'
import { formatInteger, formatPoints, formatRating } from '../../../shared/format/numbers.ts'
import { RatingGlyph } from '../../../shared/rating/rating-cell.tsx'
import { describeNoRating, findBand } from '../../../shared/rating/rating-view.ts'
import { Unknown } from '../../../shared/ui/figures.tsx'
import { columnGroups, drawPlainFigure, stockColumns } from '../columns/columns.tsx'
import classes from './compare-dialog.module.css'

type ReadNumber = (stock: ScreenStock) => number | null

/** One row in the comparison: one figure, for each of the stocks. */
export interface CompareRow {
  readonly key: string
  readonly label: string
  readonly unit?: string | undefined
  /** Explains the figure; absent if its name is enough. */
  readonly hint?: string | undefined
  readonly draw: (stock: ScreenStock) => ReactNode
  /** Scores the figure: higher is better, null is unknown. Absent if the rating doesn't score this figure. */
  readonly judge?: ReadNumber | undefined
}

export interface CompareGroup {
  readonly name: string
  readonly rows: readonly CompareRow[]
}

/** Columns that the table header and the first group already show. */
const columnsShownAbove: readonly ScreenColumn[] = ['symbol', 'company_name', 'cc_score']

function buildColumnRow(column: ScreenColumn): CompareRow {
  const { label, unit, judge, ...facts } = stockColumns[column]
  return {
    key: column,
    label,
    unit,
    hint: describeColumn(facts),
    draw: (stock) => drawPlainFigure(column, stock),
    judge,
  }
}

function buildPartRow({ key, label, max }: (typeof RATING_PARTS)[number], place: number, own: boolean): CompareRow {
  const judge: ReadNumber = ({ rating }) => rating.points[place] ?? null
  return {
    key,
    label,
    // Custom weights change each part's maximum.
    unit: own ? undefined : `of ${formatInteger(max)}`,
    draw: (stock) => {
      const points = judge(stock)
      return points === null ? <Unknown reason="unknown" /> : formatPoints(points)
    },
    judge,
  }
}

/** Lists the rating (out of `max` points) and its parts, then the figures by column group. */
export function listCompareGroups(max: number, ownWeights: boolean): readonly CompareGroup[] {
  const rating: CompareRow = {
    ...buildColumnRow('cc_score'),
    unit: `of ${formatInteger(max)}`,
    draw: drawRating,
    judge: ({ rating: { score } }) => score,
  }
  const parts = RATING_PARTS.map((part, place) => buildPartRow(part, place, ownWeights))
  const figures = columnGroups.map(({ name, columns }) => ({
    name,
    rows: columns.filter((column) => !columnsShownAbove.includes(column)).map(buildColumnRow),
  }))
  return [{ name: 'Rating', rows: [rating, ...parts] }, ...figures]
}

function drawRating(stock: ScreenStock): ReactNode {
  const { score } = stock.rating
  if (score === null) return <Unknown reason={describeNoRating(stock)} />
  const band = findBand(score)
  return (
    <span className={classes.rating}>
      <RatingGlyph band={band} />
      {formatRating(score)} <small>{band.word}</small>
    </span>
  )
}
