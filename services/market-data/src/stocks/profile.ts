import { newYorkDate } from '@callwright/scoring'
import { UNKNOWN_FUNDAMENTALS } from '../providers/fundamentals.ts'
import type { CashDividend, EarningsReport, IsoDate, Missing } from '../providers/provider.ts'
import { yearsBefore } from '../sessions.ts'
import { findMarketCap, findOrUnknown, listLacks, type MarketCap, notLoaded } from '../side-facts.ts'
import { getListedSymbol } from '../symbols.ts'
import { type AnswerStamp, describeMissing, mergeMissing, toWireStamp, worstStamp } from '../wire.ts'
import type { StockDeps } from './bars.ts'

interface PriceRange {
  /** First and last session of the range. */
  readonly from: IsoDate
  readonly to: IsoDate
  readonly low: number
  readonly high: number
}

/** A stock beside its price: ranges, size, dividend and next report. Unknown values are null, with reasons in `missing`. */
interface StockProfile extends AnswerStamp {
  readonly symbol: string
  /** Range of the last session, or of the one in progress so far. */
  readonly day: PriceRange | null
  /** Range of the last 52 weeks; shorter if the source has less, as `from` tells. */
  readonly year: PriceRange | null
  readonly marketCap: MarketCap | null
  readonly dividendYieldPct: number | null
  readonly nextDividend: CashDividend | null
  readonly nextEarnings: EarningsReport | null
  readonly missing: readonly Missing[]
}

/** Creates the query for a stock's profile. Throws `unknown_symbol`. */
export function createProfiles({ market, cache }: StockDeps) {
  return async (requested: string): Promise<StockProfile> => {
    const { symbol } = await getListedSymbol(market.reference, requested)
    const [bars, quote, fundamentals, dividends, earnings] = await Promise.all([
      cache('bars', symbol, () => market.bars.listDailyBars(symbol)),
      cache('quote', symbol, () => market.quotes.findQuote(symbol)),
      findOrUnknown(market.fundamentals.findFundamentals(symbol), UNKNOWN_FUNDAMENTALS, [
        notLoaded('fundamentals', 'fundamentals'),
      ]),
      findOrUnknown(market.dividends.listDividends(symbol), null, [notLoaded('dividends', 'dividends')]),
      findOrUnknown(market.earnings.findNextEarnings(symbol), null, [notLoaded('earnings_date', 'earnings dates')]),
    ])
    const marketCap = await findMarketCap(market, symbol, { fundamentals: fundamentals.value, quote })
    const today = newYorkDate(market.clock.now())
    const days = bars.value ?? []
    const isOlder = (date: IsoDate) => date <= yearsBefore(days.at(-1)?.date ?? today, 1)
    return {
      ...worstStamp(bars),
      symbol,
      day: findRange(days.slice(-1)),
      year: findRange(days.slice(days.findLastIndex(({ date }) => isOlder(date)) + 1)),
      marketCap,
      dividendYieldPct: fundamentals.value.dividendYieldPct,
      nextDividend: (dividends.value ?? []).find(({ exDate }) => exDate > today) ?? null,
      nextEarnings: earnings.value,
      missing: mergeMissing(
        bars.missing,
        fundamentals.missing.filter(({ field }) => field !== 'market_cap' || marketCap === null),
        listLacks(dividends.value !== null, dividends.missing),
        listLacks(earnings.value !== null, earnings.missing),
      ),
    }
  }
}

function findRange(bars: readonly { readonly date: IsoDate; readonly low: number; readonly high: number }[]) {
  const [first] = bars
  const last = bars.at(-1)
  if (first === undefined || last === undefined) return null
  return {
    from: first.date,
    to: last.date,
    low: Math.min(...bars.map(({ low }) => low)),
    high: Math.max(...bars.map(({ high }) => high)),
  }
}

export function toWireProfile({ symbol, day, year, marketCap, nextDividend, nextEarnings, ...rest }: StockProfile) {
  const { dividendYieldPct, missing, ...stamp } = rest
  return {
    status: 'success' as const,
    symbol,
    day_range: toWireRange(day),
    year_range: toWireRange(year),
    market_cap: marketCap?.usd ?? null,
    market_cap_shares_date: marketCap?.sharesAsOf ?? null,
    dividend_yield: dividendYieldPct,
    next_ex_dividend_date: nextDividend?.exDate ?? null,
    next_dividend: nextDividend?.cashUsd ?? null,
    next_earnings_date: nextEarnings?.date ?? null,
    next_earnings_session: nextEarnings?.session ?? null,
    message: describeMissing(missing),
    ...toWireStamp(stamp),
  }
}

const toWireRange = (range: PriceRange | null) =>
  range === null ? null : { from_date: range.from, to_date: range.to, low: range.low, high: range.high }
