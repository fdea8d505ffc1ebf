import type { Query, ScreenerRow } from '@callwright/contracts'
import { buildFilters } from '../src/row-index/filters.ts'
import type { Weighting } from '../src/row-index/projections.ts'
import { createRowIndex, type RowIndex } from '../src/row-index/row-index.ts'
import { prepareRow } from '../src/row-index/rows.ts'
import type { QueryTexts } from './naive-view.ts'

/** Weights that give each rating part 10 of the 60 points. */
export const EQUAL_WEIGHTS: Weighting = { key: 'equal', maxima: [10, 10, 10, 10, 10, 10] }

const textParameters = new Set(['q', 'symbols', 'sector', 'market_cap', 'sort_by', 'sort_order', 'fields'])

export function openRowIndex(rows: readonly ScreenerRow[]): RowIndex {
  const rowIndex = createRowIndex()
  rowIndex.put(rows.map(prepareRow))
  return rowIndex
}

/** Runs a query in the form that the service's validation produces. */
export function queryRows(rowIndex: RowIndex, texts: QueryTexts, weighting: Weighting | null = null) {
  const query = Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [name, textParameters.has(name) ? value : Number(value)]),
  ) as Query<'screener.view'>
  const { limit = 50, offset = 0, sort_by = 'cc_score', sort_order = 'desc', fields } = query
  const { rows, ...answer } = rowIndex.query({
    filters: buildFilters(query, null),
    column: sort_by,
    order: sort_order,
    limit,
    offset,
    fields: fields?.split(','),
    weighting,
  })
  return { ...answer, stocks: rows.map((row) => JSON.parse(row.toString()) as ScreenerRow) }
}

export const listSymbols = (answer: { readonly stocks: readonly ScreenerRow[] }): string =>
  answer.stocks.map(({ symbol }) => symbol).join(' ')

/** Applies equal weights to a row, computed independently of the service. */
export function applyEqualWeights(row: ScreenerRow): ScreenerRow {
  const scale = (points: number, max: number) => Math.floor((points * 1_000) / max + 0.5 + 1e-9) / 100
  const parts = row.score_parts.map((part) => ({ ...part, points: scale(part.points, part.max), max: 10 }))
  const sum = Math.round(parts.reduce((total, { points }) => total + points, 0) * 100) / 100
  return {
    ...row,
    cc_score: row.cc_score === null ? null : sum,
    score_parts: parts,
    score_points: parts.map(({ points, unknown }) => (unknown ? null : points)),
    cc_score_previous: null,
    cc_score_previous_date: null,
    cc_score_change: null,
    score_history: [],
  }
}
