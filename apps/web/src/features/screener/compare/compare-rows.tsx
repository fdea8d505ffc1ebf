import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { type Curve, evaluateCurve, RATING_CURVES, RATING_PARTS } from '@callwright/scoring'
import type { ReactNode } from 'react'
import type { ScreenStock } from '../../../api/screen.ts'
import { describeFigure } from '../../../shared/figure-facts.ts'
import { bestCallWords } from '../../../shared/figures/best-call-words.ts'
import {
  formatDelta,
  formatInteger,
  formatPoints,
  formatPrice,
  formatRating,
  formatYieldPct,
} from '../../../shared/format/numbers.ts'
import { RatingGlyph } from '../../../shared/rating/rating-glyph.tsx'
import { describeNoRating, explainNoCall, findBand } from '../../../shared/rating/rating-view.ts'
import { ratingWords } from '../../../shared/rating/rating-words.ts'
import { Unknown } from '../../../shared/ui/unknown.tsx'
import { columnFacts, columnGroups, describeColumn } from '../columns/column-facts.ts'
import { drawYield, stockFigures } from '../table/stock-figures.tsx'
import classes from './compare-dialog.module.css'
import { compareWords as words } from './compare-words.ts'

/** One row in the comparison: one figure, for each of the stocks. */
export interface CompareRow {
  readonly key: string
  readonly name: string
  readonly unit: string | undefined
  /** Explains the figure; null if its name is enough. */
  readonly hint: string | null
  readonly draw: (stock: ScreenStock) => ReactNode
  /** Scores the figure: higher is better, null is unknown. Absent if the rating doesn't score this figure. */
  readonly judge?: Judge
}

export interface CompareGroup {
  readonly name: string
  readonly rows: readonly CompareRow[]
}

type Judge = (stock: ScreenStock) => number | null

/** Columns that the table header and the first group already show. */
const columnsShownAbove: readonly ScreenColumn[] = ['symbol', 'company_name', 'cc_score']

const byCurve =
  (curve: Curve, read: Judge): Judge =>
  (stock) => {
    const value = read(stock)
    return value === null ? null : evaluateCurve(curve, value)
  }

/** Scores negative equity as 0, because it doesn't mean low debt. */
const judgeDebt: Judge = ({ debtToEquity: debt }) =>
  debt === null ? null : debt < 0 ? 0 : evaluateCurve(RATING_CURVES.debtToEquity, debt)

/** Scoring functions for the columns whose displayed figure counts toward the rating. */
const judges: Readonly<Partial<Record<ScreenColumn, Judge>>> = {
  best_ann_yield: byCurve(RATING_CURVES.income, ({ bestAnnYieldPct }) => bestAnnYieldPct),
  rsi: byCurve(RATING_CURVES.rsi, ({ rsi }) => rsi),
  market_cap: byCurve(RATING_CURVES.marketCap, ({ marketCapUsd }) => marketCapUsd),
  stochastic_k: byCurve(RATING_CURVES.stochastic, ({ stochasticK }) => stochasticK),
  price_vs_ma: byCurve(RATING_CURVES.priceAgainstAverage, ({ priceVsMaPct }) => priceVsMaPct),
  net_margin: byCurve(RATING_CURVES.netMargin, ({ netMarginPct }) => netMarginPct),
  debt_to_equity: judgeDebt,
  iv_rank: byCurve(RATING_CURVES.ivRank, ({ ivRank }) => ivRank),
}

function buildColumnRow(column: ScreenColumn): CompareRow {
  const { name, unit } = columnFacts[column]
  const judge = judges[column]
  return {
    key: column,
    name,
    unit,
    hint: describeColumn(column),
    draw: column === 'best_ann_yield' ? drawYield : stockFigures[column],
    ...(judge !== undefined && { judge }),
  }
}

/** Rows about the best call that have no matching column. */
const callRows: readonly CompareRow[] = [
  buildCallRow('delta', words.delta, ({ bestDelta }) => bestDelta, formatDelta),
  buildCallRow('bid', words.bid, ({ bestBidUsd }) => bestBidUsd, formatPrice, '$'),
  buildCallRow('if_called_return', words.ifCalled, (stock) => stock.bestIfCalledReturnPct, formatYieldPct, '%'),
  {
    key: 'liquidity',
    name: words.liquidity,
    unit: undefined,
    hint: describeFigure({ term: 'best_call', source: 'option chain' }),
    draw: (stock) => {
      const { bestLiquidity } = stock
      if (bestLiquidity === null) return <Unknown reason={explainNoCall(stock)} />
      return bestLiquidity === 'thin' ? bestCallWords.thinMeaning : bestCallWords.liquid
    },
  },
]

function buildCallRow(
  key: string,
  name: string,
  read: Judge,
  format: (value: number) => string,
  unit?: string,
): CompareRow {
  return {
    key,
    name,
    unit,
    hint: describeFigure({ term: key, meaning: words.ofBestCall, source: 'option chain' }),
    draw: (stock) => {
      const value = read(stock)
      return value === null ? <Unknown reason={explainNoCall(stock)} /> : format(value)
    },
  }
}

function buildPartRow({ key, label, max }: (typeof RATING_PARTS)[number], place: number, own: boolean): CompareRow {
  const judge: Judge = ({ rating }) => rating.points[place] ?? null
  return {
    key,
    name: label,
    // Custom weights change each part's maximum.
    unit: own ? undefined : words.outOf(formatInteger(max)),
    hint: null,
    draw: (stock) => {
      const points = judge(stock)
      return points === null ? <Unknown reason={ratingWords.unknownPoints} /> : formatPoints(points)
    },
    judge,
  }
}

/** Lists the rating (out of `max` points) and its parts, then the figures by column group. */
export function listCompareGroups(max: number, ownWeights: boolean): readonly CompareGroup[] {
  const rating: CompareRow = {
    ...buildColumnRow('cc_score'),
    unit: words.outOf(formatInteger(max)),
    draw: drawRating,
    judge: ({ rating: { score } }) => score,
  }
  const parts = RATING_PARTS.map((part, place) => buildPartRow(part, place, ownWeights))
  const figures = columnGroups.map(({ name, columns }) => ({
    name,
    rows: columns
      .filter((column) => !columnsShownAbove.includes(column))
      .flatMap((column) => {
        const row = buildColumnRow(column)
        return column === 'best_strike' ? [row, ...callRows] : [row]
      }),
  }))
  return [{ name: words.rating, rows: [rating, ...parts] }, ...figures]
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
