import { marketCapChoices, nullable, type Query, type ScreenerRowPart, sectorChoices } from '@callwright/contracts'
import { daysBetween, RATING_MAX } from '@callwright/scoring'
import Type, { type Static } from 'typebox'
import { type Ask, inOrder, maybeDays, maybeNumber, maybePercent, maybePrice, symbol } from '../tool.ts'
import { averageOf, listStocks, sectorName } from './screened-stocks.ts'

const maybeSectors = (description?: string) =>
  nullable(
    Type.Array(Type.Enum(sectorChoices), { maxItems: sectorChoices.length, ...(description && { description }) }),
  )
const maybeSymbols = (description: string) => nullable(Type.Array(symbol, { maxItems: 400, description }))
const maybeYes = (description: string) => Type.Union([Type.Boolean(), Type.Null()], { description })
const maybeRating = () => maybeNumber({ minimum: 0, maximum: RATING_MAX, description: 'Rating, out of 60' })
const maybeDistance = () =>
  maybeNumber({ minimum: -100, maximum: 1_000, description: 'Price above the 20-day average, percent' })

/** Conditions on a stock, the same in a search for stocks and for calls. */
export const stockArgs = {
  sector: Type.Union([Type.Enum(sectorChoices), Type.Null()]),
  or_sectors: maybeSectors('Beside `sector`'),
  without_sectors: maybeSectors(),
  only_symbols: maybeSymbols('Only these stocks'),
  without_symbols: maybeSymbols('Without these stocks'),
  market_cap: Type.Union([Type.Enum(marketCapChoices), Type.Null()]),
  min_price: maybePrice('Of the stock'),
  max_price: maybePrice('Of the stock'),
  min_score: maybeRating(),
  max_score: maybeRating(),
  above_average: maybeYes('Rating above the average of all stocks'),
  iv_rank_min: maybePercent('0-100', 100),
  iv_rank_max: maybePercent('0-100', 100),
  iv_min: maybePercent('Implied volatility a year'),
  iv_max: maybePercent('Implied volatility a year'),
  rsi_min: maybePercent('0-100', 100),
  rsi_max: maybePercent('0-100', 100),
  min_price_vs_ma: maybeDistance(),
  max_price_vs_ma: maybeDistance(),
  min_dividend_yield: maybePercent('Annual'),
  max_dividend_yield: maybePercent('Annual'),
  earnings_after_days: maybeDays('No earnings for at least this many days'),
  earnings_within_days: maybeDays('Earnings within this many days'),
  ex_dividend_after_days: maybeDays('Ex-dividend date in at least this many days'),
  ex_dividend_within_days: maybeDays('Ex-dividend date within this many days'),
}
export type StockConditions = Static<Type.TObject<typeof stockArgs>>

/** Maps each condition that the screener can filter by to its parameter. */
const parameters = {
  sector: 'sector',
  market_cap: 'market_cap',
  min_score: 'min_score',
  max_score: 'cc_score_max',
  min_price: 'current_price_min',
  max_price: 'current_price_max',
  iv_rank_min: 'min_iv_rank',
  iv_rank_max: 'iv_rank_max',
  rsi_min: 'rsi_min',
  rsi_max: 'max_rsi',
  min_price_vs_ma: 'price_vs_ma_min',
  max_price_vs_ma: 'price_vs_ma_max',
  min_dividend_yield: 'dividend_yield_min',
  max_dividend_yield: 'dividend_yield_max',
} as const satisfies Partial<Record<keyof StockConditions, keyof Query<'screener.view'>>>

/** With several sectors, none is a filter of the screener. */
const settle = (asked: StockConditions): StockConditions => {
  const [min_price, max_price] = inOrder(asked.min_price, asked.max_price)
  return { ...asked, min_price, max_price, sector: asked.or_sectors === null ? asked.sector : null }
}

/** The conditions that are set, by name, without lists of stocks and sectors. */
export function listConditions(asked: StockConditions): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(settle(asked)).flatMap(([name, value]) =>
      (typeof value === 'string' || typeof value === 'number') && Object.hasOwn(stockArgs, name) && value !== 'all'
        ? [[name, value]]
        : [],
    ),
  )
}

export const toStockQuery = (asked: StockConditions): Query<'screener.view'> =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, parameter]) => {
      const value = settle(asked)[name as keyof typeof parameters]
      return value === null || value === 'all' ? [] : [[parameter, value]]
    }),
  )

type Tested = Partial<
  Pick<
    ScreenerRowPart,
    'symbol' | 'sector' | 'cc_score' | 'implied_volatility' | 'days_to_earnings' | 'ex_dividend_date'
  >
>
type Test = (stock: Tested) => boolean

/** Columns that the tests of `listTests` need. */
export const testedFields = 'sector,cc_score,implied_volatility,earnings_date,days_to_earnings,ex_dividend_date'

/** Tests for the conditions that the screener has no filter for. An unknown figure or date passes none. */
export function listTests(asked: StockConditions, today: string, average: number | null): readonly Test[] {
  const isWithin = (value: number | null | undefined, least: number | null, most: number | null) =>
    value != null && value >= (least ?? 0) && value <= (most ?? Number.POSITIVE_INFINITY)
  const isIn = (list: readonly string[], { sector }: Tested) => list.some((one) => sectorName(one) === sector)
  const {
    sector,
    or_sectors: others,
    without_sectors: without,
    only_symbols: only,
    without_symbols: leftOut,
    iv_min,
    iv_max,
    earnings_after_days: quiet,
    earnings_within_days: reports,
    ex_dividend_after_days: exAfter,
    ex_dividend_within_days: exWithin,
  } = asked
  const when = (isSet: boolean, test: Test): Test[] => (isSet ? [test] : [])
  return [
    ...when(others !== null, (stock) => isIn([...(sector === null ? [] : [sector]), ...(others ?? [])], stock)),
    ...when(without !== null, (stock) => !isIn(without ?? [], stock)),
    ...when(only !== null, ({ symbol: one }) => only?.includes(one ?? '') === true),
    ...when(leftOut !== null, ({ symbol: one }) => leftOut?.includes(one ?? '') === false),
    ...when(iv_min !== null || iv_max !== null, ({ implied_volatility: iv }) =>
      isWithin(iv == null ? null : iv * 100, iv_min, iv_max),
    ),
    ...when(quiet !== null || reports !== null, ({ days_to_earnings: days }) => isWithin(days, quiet, reports)),
    ...when(exAfter !== null || exWithin !== null, ({ ex_dividend_date: day }) =>
      isWithin(day == null ? null : daysBetween(today, day), exAfter, exWithin),
    ),
    ...when(average !== null, ({ cc_score: score }) => score != null && score > (average ?? 0)),
  ]
}

/** The average rating of all stocks, if it is a condition. */
export const readAverage = async ({ above_average }: StockConditions, ask: Ask): Promise<number | null> =>
  above_average === true
    ? averageOf((await listStocks({ fields: 'cc_score' }, ask)).stocks.map(({ cc_score }) => cc_score))
    : null
