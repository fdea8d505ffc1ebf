import type { ScreenStock } from '../../../api/screener.ts'
import { formatShown } from '../../../shared/format/numbers.ts'
import { commonFigures } from '../../../shared/glossary.ts'
import { NO_BARS, drawIvPercentile, drawIvRank, drawOptions, drawPriceVsMa, drawRating, drawRsi, drawSector, drawYield, drawYieldOfCall } from './cells.tsx'
import type { ColumnDeclarations } from './columns.tsx'
import { shownFigures } from '@callwright/contracts/screener-columns'
import { RATING_CURVES, evaluateCurve, type Curve } from '@callwright/scoring'

type ReadNumber = (stock: ScreenStock) => number | null

const byCurve =
  (curve: Curve, read: ReadNumber): ReadNumber =>
  (stock) => {
    const value = read(stock)
    return value === null ? null : evaluateCurve(curve, value)
  }

const noBars = ({ missingReason }: ScreenStock) => missingReason ?? NO_BARS
const noFact = () => 'Not available from the source of company data'

const LIST = 'list of stocks with options'
const COMPANY = 'company facts'

/** Columns about the stock, its rating and its best yield. */
export const stockFigureColumns = {
  symbol: {
    group: 'Core',
    label: 'Symbol',
    align: 'start',
    pinned: 'start',
    isRowHeader: true,
    width: 78,
    term: 'symbol',
    meaning: 'Click a symbol to open its analysis.',
    source: LIST,
    value: ({ symbol }) => symbol,
  },
  company_name: {
    group: 'Core',
    label: 'Company',
    align: 'start',
    tone: 'muted',
    width: 176,
    term: 'company_name',
    source: LIST,
    value: ({ companyName }) => companyName,
  },
  cc_score: {
    group: 'Core',
    label: 'Callwright Rating',
    align: 'start',
    width: 204,
    term: 'callwright_rating',
    meaning: 'Hover over a rating to see its parts and how it changed.',
    source: 'all columns of this table',
    filter: { label: 'Rating' },
    value: ({ rating }) => rating.score,
    judge: ({ rating }) => rating.score,
    cell: drawRating,
  },
  current_price: {
    group: 'Core',
    label: 'Price',
    unit: '$',
    width: 76,
    term: 'current_price',
    source: 'stock quote',
    value: ({ priceUsd }) => priceUsd,
    explain: ({ missingReason }) => missingReason ?? 'No price from the data source',
  },
  best_ann_yield: {
    group: 'Core',
    label: 'Best ann. yield',
    cardLabel: 'Ann. yield',
    unit: '%',
    tone: 'strong',
    width: 128,
    term: 'annualized_yield',
    meaning: 'For the best call, whose strike and expiration are below the yield.',
    source: 'option chain',
    filter: { label: 'Ann. yield' },
    value: ({ bestAnnYieldPct }) => bestAnnYieldPct,
    judge: byCurve(RATING_CURVES.income, ({ bestAnnYieldPct }) => bestAnnYieldPct),
    cell: drawYieldOfCall,
    plainCell: drawYield,
  },
  iv_percentile: {
    group: 'Core',
    label: 'IV percentile',
    cardLabel: 'IV pct',
    fileUnit: '0-100',
    width: 98,
    term: 'iv_percentile',
    source: 'option chain, one IV per session',
    value: ({ ivPercentile }) => ivPercentile,
    cell: drawIvPercentile,
  },
  rsi: {
    group: 'Core',
    label: 'RSI',
    fileUnit: '0-100',
    width: 74,
    ...commonFigures.rsi,
    value: ({ rsi }) => rsi,
    judge: byCurve(RATING_CURVES.rsi, ({ rsi }) => rsi),
    cell: drawRsi,
  },
  sector: {
    group: 'Core',
    label: 'Sector',
    align: 'start',
    tone: 'muted',
    width: 136,
    term: 'sector',
    source: COMPANY,
    value: ({ sector }) => sector,
    cell: drawSector,
  },
  market_cap: {
    group: 'Core',
    label: 'Market cap',
    fileUnit: '$',
    width: 90,
    term: 'market_cap',
    source: COMPANY,
    filter: { before: '$', sign: 'B', scale: 1e9, formUnit: '$ billion' },
    value: ({ marketCapUsd }) => marketCapUsd,
    judge: byCurve(RATING_CURVES.marketCap, ({ marketCapUsd }) => marketCapUsd),
    format: formatShown(shownFigures.market_cap, { style: 'currency', currency: 'USD', notation: 'compact' }),
    explain: noFact,
  },
  stochastic_k: {
    group: 'Technical',
    label: 'Stochastic %K',
    fileUnit: '0-100',
    width: 98,
    ...commonFigures.stochasticK,
    value: ({ stochasticK }) => stochasticK,
    judge: byCurve(RATING_CURVES.stochastic, ({ stochasticK }) => stochasticK),
    explain: noBars,
  },
  ma_20: {
    group: 'Technical',
    label: 'SMA 20',
    unit: '$',
    width: 84,
    ...commonFigures.sma20,
    value: ({ ma20Usd }) => ma20Usd,
    explain: noBars,
  },
  price_vs_ma: {
    group: 'Technical',
    label: 'Price vs SMA 20',
    unit: '%',
    width: 124,
    term: 'price_vs_ma',
    source: 'stock quote, daily closes',
    filter: { canBeNegative: true },
    value: ({ priceVsMaPct }) => priceVsMaPct,
    judge: byCurve(RATING_CURVES.priceAgainstAverage, ({ priceVsMaPct }) => priceVsMaPct),
    cell: drawPriceVsMa,
  },
  volume: {
    group: 'Technical',
    label: 'Volume',
    unit: 'shares',
    width: 112,
    term: 'volume',
    source: 'daily bars',
    value: ({ volume }) => volume,
    explain: noBars,
  },
  dividend_yield: {
    group: 'Fundamentals',
    label: 'Dividend yield',
    unit: '%',
    width: 112,
    term: 'dividend_yield',
    source: COMPANY,
    value: ({ dividendYieldPct }) => dividendYieldPct,
    explain: noFact,
  },
  net_margin: {
    group: 'Fundamentals',
    label: 'Net margin',
    unit: '%',
    width: 98,
    term: 'net_margin',
    source: COMPANY,
    filter: { canBeNegative: true },
    value: ({ netMarginPct }) => netMarginPct,
    judge: byCurve(RATING_CURVES.netMargin, ({ netMarginPct }) => netMarginPct),
    explain: noFact,
  },
  debt_to_equity: {
    group: 'Fundamentals',
    label: 'Debt / equity',
    width: 96,
    term: 'debt_to_equity',
    source: COMPANY,
    filter: { canBeNegative: true },
    value: ({ debtToEquity }) => debtToEquity,
    // Negative equity doesn't mean low debt.
    judge: ({ debtToEquity: debt }) =>
      debt === null ? null : debt < 0 ? 0 : evaluateCurve(RATING_CURVES.debtToEquity, debt),
    explain: noFact,
  },
  options_available: {
    group: 'Indicators',
    label: 'Options',
    align: 'start',
    width: 84,
    term: 'options_available',
    source: 'option chain',
    filter: { choices: { yes: 'available', no: 'none' } },
    value: ({ optionsAvailable }) => (optionsAvailable === null ? null : optionsAvailable ? 'yes' : 'no'),
    cell: drawOptions,
  },
  iv_rank: {
    group: 'Indicators',
    label: 'IV rank',
    fileUnit: '0-100',
    width: 80,
    ...commonFigures.ivRank,
    value: ({ ivRank }) => ivRank,
    judge: byCurve(RATING_CURVES.ivRank, ({ ivRank }) => ivRank),
    cell: drawIvRank,
  },
} as const satisfies Partial<ColumnDeclarations>
