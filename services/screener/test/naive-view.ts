import type { ScreenerRow } from '@callwright/contracts'

export type QueryTexts = Readonly<Record<string, string>>

const wireNames: Readonly<Record<string, keyof ScreenerRow>> = {
  market_cap: 'market_cap_value',
  best_call_oi: 'open_interest',
  options_available: 'display_in_app',
}
const named: Readonly<Record<string, string>> = {
  min_score: 'cc_score_min',
  min_yield: 'best_ann_yield_min',
  max_rsi: 'rsi_max',
  min_iv_rank: 'iv_rank_min',
}
const bands: Readonly<Record<string, readonly [number, number]>> = {
  mega: [1_000_000_000_000, Number.POSITIVE_INFINITY],
  large: [10_000_000_000, 1_000_000_000_000],
  mid: [2_000_000_000, 10_000_000_000],
  small: [300_000_000, 2_000_000_000],
}
const sectors: Readonly<Record<string, string>> = {
  technology: 'Information Technology',
  financial: 'Financials',
  healthcare: 'Health Care',
}
const paging = new Set(['limit', 'offset', 'sort_by', 'sort_order', 'fields', 'force_refresh'])

/** Whether a date falls on or before the best call's expiration, as 1 or 0; null if unknown. */
function readBefore(date: string | null, { best_expiration: expiration }: ScreenerRow) {
  if (date === null || expiration === null) return null
  return Date.parse(date) > Date.parse(expiration) ? 0 : 1
}

const derived: Readonly<Record<string, (row: ScreenerRow) => number | null>> = {
  best_breakeven: ({ current_price: price, best_bid: bid }) => (price === null || bid === null ? null : price - bid),
  best_spread_pct: ({ best_bid: bid, bid_ask_spread: spread }) =>
    bid === null || spread === null || bid + spread / 2 <= 0 ? null : (100 * spread) / (bid + spread / 2),
  best_is_liquid: ({ best_liquidity }) => (best_liquidity === null ? null : best_liquidity === 'liquid' ? 1 : 0),
  earnings_before_expiration: (row) => readBefore(row.earnings_date, row),
  ex_dividend_before_expiration: (row) =>
    row.ex_dividend_date === null && row.dividend_yield === 0 && row.best_expiration !== null
      ? 0
      : readBefore(row.ex_dividend_date, row),
}

const readColumn = (row: ScreenerRow, column: string) =>
  derived[column]?.(row) ?? (column in derived ? null : row[wireNames[column] ?? (column as keyof ScreenerRow)])

const toFixed = (places: number): Intl.NumberFormatOptions => ({ maximumFractionDigits: places })
const toPlaces = (text: string) => String(Number(text)).split('.')[1]?.length ?? 0
const toDigits = (text: string) =>
  String(Number(text))
    .replace('.', '')
    .replace(/^0+|0+$/g, '').length
const placesOf: Readonly<Record<string, number>> = {
  current_price: 2,
  ma_20: 2,
  bid_ask_spread: 2,
  dividend_yield: 2,
  debt_to_equity: 2,
  best_bid: 2,
  best_breakeven: 2,
  best_delta: 3,
  best_if_called_return_pct: 2,
  best_spread_pct: 1,
  best_strike: 4,
  best_ann_yield: 1,
  rsi: 1,
  stochastic_k: 1,
  price_vs_ma: 1,
  net_margin: 1,
}
const cutColumns = ['cc_score', 'iv_percentile', 'iv_rank', 'rsi', 'stochastic_k']

/** Rounds a figure as shown in the table, or to the decimals of a bound. */
function readShown(figure: number, column: string, bound: string): number {
  const write = (options: Intl.NumberFormatOptions) =>
    Number(new Intl.NumberFormat('en-US', { useGrouping: false, ...options }).format(figure))
  if (column === 'market_cap') {
    return Number(bound) > 0 ? write({ maximumSignificantDigits: Math.max(3, toDigits(bound)) }) : figure
  }
  const places = Math.max(placesOf[column] ?? 0, toPlaces(bound))
  if (!cutColumns.includes(column)) return write(toFixed(places))
  const cut = write({ ...toFixed(places), roundingMode: 'floor' })
  return column === 'rsi' && figure > 30 ? Math.max(cut, Number((30 + 10 ** -places).toFixed(places))) : cut
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .join(' ')

/** Whether the text contains the wanted text at the start of one of its words. */
function hasBeginning(text: string, wanted: string): boolean {
  return Array.from(text).some((_, index, all) => {
    const before = all[index - 1]
    const starts = before === undefined || !/[\p{L}\p{N}]/u.test(before)
    return starts && all.slice(index).join('').startsWith(wanted)
  })
}

/**
 * Whether a text is a spelling of this symbol. The check ignores dots, because no two invented symbols differ only in a
 * dot.
 */
function isTyped(symbol: string, text: string): boolean {
  const typed = text
    .trim()
    .toUpperCase()
    .replace(/^\$/, '')
    .replace(/ +|[-/]/, '.')
  return typed === symbol || (typed.length > 2 && !typed.includes('.') && typed === symbol.replace('.', ''))
}

function passes(row: ScreenerRow, parameter: string, value: string): boolean {
  if (parameter === 'q') {
    const spellings = [plain(row.symbol), plain(row.symbol).replace('.', '-')]
    const isSymbol = spellings.some((symbol) => symbol.startsWith(plain(value)))
    return isSymbol || isTyped(row.symbol, value) || hasBeginning(plain(row.company_name), plain(value))
  }
  if (parameter === 'symbols') return value.split(',').some((typed) => isTyped(row.symbol, typed))
  if (parameter === 'sector') {
    if (value === 'known_sectors') return row.sector !== null && row.sector !== ''
    return row.sector === (sectors[value] ?? value)
  }
  if (parameter === 'market_cap') {
    const [from, to] = bands[value] ?? [Number.NaN, Number.NaN]
    return row.market_cap_value !== null && row.market_cap_value >= from && row.market_cap_value < to
  }
  const bound = named[parameter] ?? parameter
  const column = bound.slice(0, -4)
  const figure = readColumn(row, column)
  if (typeof figure !== 'number') return false
  const shown = readShown(figure, column, value)
  return bound.endsWith('_min') ? shown >= Number(value) : shown <= Number(value)
}

function compareTexts(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => Array.from(text, (character) => character.codePointAt(0) ?? 0))
  for (const [index, point] of (left ?? []).entries()) {
    const other = right?.[index]
    if (other === undefined) return 1
    if (point !== other) return point - other
  }
  return (left?.length ?? 0) - (right?.length ?? 0)
}

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a.toLowerCase(), b.toLowerCase())
  return Number(a) - Number(b)
}

function sortNaively(rows: readonly ScreenerRow[], column: string, order: string): ScreenerRow[] {
  return [...rows].sort((a, b) => {
    const [left, right] = [readColumn(a, column), readColumn(b, column)]
    const missing = Number(left === null) - Number(right === null)
    const byValue = left === null || right === null ? 0 : compareValues(left, right)
    return missing || (order === 'asc' ? byValue : -byValue) || compareTexts(a.symbol, b.symbol)
  })
}

/** Whether the query has an empty range or a blank search. */
export function contradictsItself(query: QueryTexts): boolean {
  const bounds = Object.entries(query)
    .map(([name, value]) => ({ name: named[name] ?? name, value: Number(value) }))
    .filter(({ name }) => /_(min|max)$/.test(name))
    .map(({ name, value }) => ({
      column: wireNames[name.slice(0, -4)] ?? name.slice(0, -4),
      side: name.slice(-3),
      value,
    }))
  const isEmpty = bounds.some(({ column, side, value }) =>
    bounds.some((other) => side === 'min' && other.side === 'max' && other.column === column && value > other.value),
  )
  return isEmpty || query.q?.trim() === ''
}

const keepPassing = (rows: readonly ScreenerRow[], filters: readonly (readonly [string, string])[]) =>
  rows.filter((row) => filters.every(([name, value]) => passes(row, name, value)))

/** Answers a query by scanning all rows; shares no code with the view. */
export function answerNaively(rows: readonly ScreenerRow[], query: QueryTexts) {
  const filters = Object.entries(query).filter(([name, value]) => !paging.has(name) && value !== 'all')
  const passing = keepPassing(rows, filters)
  const inOrder = sortNaively(passing, query.sort_by ?? 'cc_score', query.sort_order ?? 'desc')
  const isNamed = ({ symbol }: ScreenerRow) => query.q !== undefined && isTyped(symbol, query.q)
  const sorted = [...inOrder.filter(isNamed), ...inOrder.filter((row) => !isNamed(row))]
  const [limit, offset] = [Number(query.limit ?? 50), Number(query.offset ?? 0)]
  const without = (parameter: string) => filters.filter(([name]) => name !== parameter)
  const relaxations = passing.length > 0 ? [] : filters.map(([parameter]) => parameter)
  return {
    stocks: sorted.slice(offset, offset + limit),
    total: passing.length,
    relaxations: relaxations
      .map((parameter) => ({ parameter, total: keepPassing(rows, without(parameter)).length }))
      .filter(({ total }) => total > 0)
      .sort((a, b) => b.total - a.total),
  }
}
