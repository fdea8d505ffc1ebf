/**
 * Columns and filter choices of the screener as plain data. This file imports nothing, so the browser can load it
 * without schema code.
 */

/** Sortable columns: SPEC's 21, `iv_rank` (D12) and facts about the best call. Two of them also have aliases. */
export const screenColumns = [
  'symbol',
  'company_name',
  'cc_score',
  'current_price',
  'best_ann_yield',
  'iv_percentile',
  'rsi',
  'sector',
  'market_cap',
  'stochastic_k',
  'ma_20',
  'price_vs_ma',
  'volume',
  'best_dte',
  'avg_call_volume',
  'best_call_oi',
  'bid_ask_spread',
  'dividend_yield',
  'net_margin',
  'debt_to_equity',
  'options_available',
  'iv_rank',
  'best_strike',
  'best_bid',
  'best_breakeven',
  'best_delta',
  'best_if_called_return_pct',
  'best_spread_pct',
  'best_is_liquid',
  'days_to_earnings',
  'earnings_before_expiration',
  'ex_dividend_before_expiration',
] as const
export type ScreenColumn = (typeof screenColumns)[number]

/** Aliases and the columns that they name (D16). */
export const columnAliases = { open_interest: 'best_call_oi', display_in_app: 'options_available' } as const
export type ColumnAlias = keyof typeof columnAliases

export const sortColumns = [...screenColumns, 'open_interest', 'display_in_app'] as const
export type SortColumn = (typeof sortColumns)[number]

/** Resolves an alias to its column. Other names are returned unchanged. */
export function resolveColumn<Name extends SortColumn>(name: Name) {
  const columns: Readonly<Partial<Record<SortColumn, ScreenColumn>>> = columnAliases
  return (columns[name] ?? name) as Exclude<Name, ColumnAlias> | (typeof columnAliases)[Name & ColumnAlias]
}

/** Text columns; the others are numeric. */
export const textColumns = ['symbol', 'company_name', 'sector'] as const
export type TextColumn = (typeof textColumns)[number]
export type NumericColumn = Exclude<ScreenColumn, TextColumn>

const isText = (column: SortColumn): column is TextColumn => textColumns.some((text) => text === column)

/** Columns with `<column>_min` and `<column>_max` parameters. */
export const numericColumns = screenColumns.filter((column): column is NumericColumn => !isText(column))
export const boundNames = sortColumns.filter((column): column is NumericColumn | ColumnAlias => !isText(column))

/** Columns that are 1 for yes, 0 for no, and unknown otherwise. */
export const yesNoColumns = [
  'options_available',
  'best_is_liquid',
  'earnings_before_expiration',
  'ex_dividend_before_expiration',
] as const satisfies readonly NumericColumn[]
export type YesNoColumn = (typeof yesNoColumns)[number]

/** Display precision of a column. Bounds are compared with the displayed value. */
export interface ShownFigure {
  readonly decimals?: number
  /** Number of significant digits, instead of decimals. */
  readonly digits?: number
  /** True if values are truncated, not rounded, so that none displays as a threshold that it has not reached. */
  readonly isCut?: true
  /**
   * Threshold that a value meets by being at or below it. A value that misses it by less than one display step is shown
   * one full step above it.
   */
  readonly endsAt?: number
}

export const shownFigures: Readonly<Record<NumericColumn, ShownFigure>> = {
  cc_score: { decimals: 0, isCut: true },
  current_price: { decimals: 2 },
  best_ann_yield: { decimals: 1 },
  iv_percentile: { decimals: 0, isCut: true },
  rsi: { decimals: 1, isCut: true, endsAt: 30 },
  market_cap: { digits: 3 },
  stochastic_k: { decimals: 1, isCut: true },
  ma_20: { decimals: 2 },
  price_vs_ma: { decimals: 1 },
  volume: { decimals: 0 },
  best_dte: { decimals: 0 },
  avg_call_volume: { decimals: 0 },
  best_call_oi: { decimals: 0 },
  bid_ask_spread: { decimals: 2 },
  dividend_yield: { decimals: 2 },
  net_margin: { decimals: 1 },
  debt_to_equity: { decimals: 2 },
  options_available: { decimals: 0 },
  iv_rank: { decimals: 0, isCut: true },
  best_strike: { decimals: 4 },
  best_bid: { decimals: 2 },
  best_breakeven: { decimals: 2 },
  best_delta: { decimals: 3 },
  best_if_called_return_pct: { decimals: 2 },
  best_spread_pct: { decimals: 1 },
  best_is_liquid: { decimals: 0 },
  days_to_earnings: { decimals: 0 },
  earnings_before_expiration: { decimals: 0 },
  ex_dividend_before_expiration: { decimals: 0 },
}

/** Terms of the best call, its return and its liquidity. */
const callFields = [
  'best_contract',
  'best_strike',
  'best_expiration',
  'best_delta',
  'best_bid',
  'best_if_called_return_pct',
  'best_liquidity',
  'best_window',
] as const

/** Fields that explain why there is no IV rank. */
const ivRankFields = ['implied_volatility', 'iv_history_sessions'] as const

/** Fields of a row that each column shows, or needs to explain what it shows. */
export const columnFields = {
  symbol: [],
  company_name: [],
  cc_score: [],
  current_price: ['current_price'],
  best_ann_yield: ['best_ann_yield', ...callFields],
  iv_percentile: ['iv_percentile', ...ivRankFields],
  rsi: ['rsi'],
  sector: ['sector'],
  market_cap: ['market_cap_value', 'market_cap_shares_date'],
  stochastic_k: ['stochastic_k'],
  ma_20: ['ma_20'],
  price_vs_ma: ['price_vs_ma'],
  volume: ['volume'],
  best_dte: ['best_dte', 'best_window', 'best_liquidity'],
  avg_call_volume: ['avg_call_volume'],
  best_call_oi: ['open_interest'],
  bid_ask_spread: ['bid_ask_spread'],
  dividend_yield: ['dividend_yield'],
  net_margin: ['net_margin'],
  debt_to_equity: ['debt_to_equity'],
  options_available: ['display_in_app'],
  iv_rank: ['iv_rank', 'iv_rank_source', ...ivRankFields],
  best_strike: callFields,
  best_bid: callFields,
  best_breakeven: ['current_price', ...callFields],
  best_delta: callFields,
  best_if_called_return_pct: callFields,
  best_spread_pct: ['bid_ask_spread', ...callFields],
  best_is_liquid: callFields,
  days_to_earnings: ['days_to_earnings', 'earnings_date'],
  earnings_before_expiration: ['earnings_date', ...callFields],
  ex_dividend_before_expiration: ['ex_dividend_date', 'dividend_yield', ...callFields],
} as const satisfies Readonly<Record<ScreenColumn, readonly string[]>>

/** Spread of a quote as a percentage of its mid; null if the bid or the spread is unknown, or the mid is 0. */
export function toSpreadPct(bidUsd: number | null, spreadUsd: number | null): number | null {
  if (bidUsd === null || spreadUsd === null) return null
  const midUsd = bidUsd + spreadUsd / 2
  return midUsd > 0 ? (100 * spreadUsd) / midUsd : null
}

/** Price below which shares bought at this price lose money after the premium; null if either is unknown. */
export const toBreakeven = (priceUsd: number | null, bidUsd: number | null): number | null =>
  priceUsd === null || bidUsd === null ? null : priceUsd - bidUsd

/** 1 if the date is on or before the expiration, 0 if it is later, null if either is unknown. */
export const fallsByExpiration = (date: string | null, expiration: string | null): 0 | 1 | null =>
  date === null || expiration === null ? null : date <= expiration ? 1 : 0

/**
 * Whether the stock goes ex-dividend on or before the expiration, as `fallsByExpiration`. A stock known to pay no
 * dividend has no ex-dividend date, so the answer is 0.
 */
export function goesExBeforeExpiration(
  exDividendDate: string | null,
  dividendYieldPct: number | null,
  expiration: string | null,
): 0 | 1 | null {
  if (expiration === null) return null
  if (exDividendDate === null) return dividendYieldPct === 0 ? 0 : null
  return fallsByExpiration(exDividendDate, expiration)
}

/** Named bounds (D14), each a shorthand for a bound on a column. */
export const namedBounds = {
  min_score: { column: 'cc_score', side: 'min' },
  min_yield: { column: 'best_ann_yield', side: 'min' },
  max_rsi: { column: 'rsi', side: 'max' },
  min_iv_rank: { column: 'iv_rank', side: 'min' },
} as const satisfies Record<string, { readonly column: NumericColumn; readonly side: 'min' | 'max' }>
export type NamedBound = keyof typeof namedBounds

/** The sectors of the Global Industry Classification Standard. */
export const gicsSectors = [
  'Communication Services',
  'Consumer Discretionary',
  'Consumer Staples',
  'Energy',
  'Financials',
  'Health Care',
  'Industrials',
  'Information Technology',
  'Materials',
  'Real Estate',
  'Utilities',
] as const
export type GicsSector = (typeof gicsSectors)[number]

/** Short names of sectors (SPEC). */
export const sectorAliases = {
  technology: 'Information Technology',
  financial: 'Financials',
  healthcare: 'Health Care',
} as const satisfies Record<string, GicsSector>

/** `known_sectors` matches any stock with a known sector. */
export const sectorChoices = ['all', 'known_sectors', 'technology', 'financial', 'healthcare', ...gicsSectors] as const
export type SectorChoice = (typeof sectorChoices)[number]

/** Market cap bands in dollars: at least `from`, below `to`. */
export const marketCapBands = {
  mega: { from: 1e12, to: Number.POSITIVE_INFINITY },
  large: { from: 10e9, to: 1e12 },
  mid: { from: 2e9, to: 10e9 },
  small: { from: 300e6, to: 2e9 },
} as const
export const marketCapChoices = ['all', 'mega', 'large', 'mid', 'small'] as const
export type MarketCapChoice = (typeof marketCapChoices)[number]

/** Parts of the rating in order: values of `score_parts[].key` and keys of a user's weights. */
export const ratingPartKeys = [
  'liquidity_volume',
  'liquidity_spread',
  'iv_rank',
  'technical',
  'quality',
  'income',
] as const

/** Maximum weight; only the proportions of weights matter. */
export const MAX_WEIGHT = 100
export const MAX_SCREENS = 50
export const MAX_LISTS = 50
export const MAX_LIST_SYMBOLS = 1_000
export const MAX_LIST_NAME = 60
/** Value of the `list` filter that selects the stocks in the user's portfolio. */
export const HOLDINGS_LIST = 'holdings'
export const screenTabs = ['stocks', 'calls'] as const
export type ScreenTab = (typeof screenTabs)[number]
export const MAX_SCREEN_NAME = 60
