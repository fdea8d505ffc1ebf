import { daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { newYorkDate, yearsUntilCloseFrom } from '../calendar/new-york.ts'
import type { DividendKind } from '../dividends/dividend-kind.ts'
import { requireFinite, requirePositive } from '../guards.ts'
import type { OptionType } from './contract.ts'
import type { TimedDividend } from './dividends.ts'

/** Quote for one listed contract; unknown values are null. Prices per share, volume and open interest in contracts. */
export interface QuotedOption {
  readonly contractSymbol: string
  readonly type: OptionType
  readonly expiration: IsoDate
  readonly strike: number
  readonly bid: number | null
  readonly ask: number | null
  readonly volume: number | null
  readonly openInterest: number | null
}

/** A dividend with its ex-date, dollars per share. */
export interface ScheduledDividend {
  readonly exDate: IsoDate
  readonly cash: number
  readonly kind?: DividendKind | null
  /** True if the dividend is not declared: option pricing uses it (D60), but it is not counted as income. */
  readonly estimated?: boolean
}

/** Market data for valuing a chain: spot, one continuous rate, future dividends and the time of the quotes. */
export interface MarketTerms {
  readonly price: number
  readonly rate: number
  readonly dividends: readonly ScheduledDividend[]
  readonly asOfMs: number
  /**
   * Time from which days to expiration count (D4), if later than the quotes: on a Monday, for example, with quotes from
   * Friday's close.
   */
  readonly nowMs?: number
}

export interface ExpirationTerms {
  readonly expiration: IsoDate
  /** Calendar days; negative after expiration. */
  readonly days: number
  /** From `yearsUntilClose`: exactly days / 365 between two regular closes. */
  readonly years: number
}

/** The part of valuing a chain that is the same for all contracts, computed once per symbol. */
export interface ChainClock {
  readonly dividends: readonly TimedDividend[]
  readonly termsOf: (expiration: IsoDate) => ExpirationTerms
}

/**
 * Converts ex-dates and expirations to years from `asOfMs`, each expiration once, and expirations to days from `nowMs`.
 * Omits dividends with an ex-date on or before the day of the quotes, since the price already reflects them.
 * Throws RangeError on a price that is not positive or a rate that is not finite.
 */
export function openChainClock({ price, rate, dividends, asOfMs, nowMs = asOfMs }: MarketTerms): ChainClock {
  requirePositive('price', price)
  requireFinite('rate', rate)
  const today = newYorkDate(nowMs)
  const quoted = newYorkDate(asOfMs)
  const yearsUntil = yearsUntilCloseFrom(asOfMs)
  const known = new Map<IsoDate, ExpirationTerms>()
  const termsOf = (expiration: IsoDate): ExpirationTerms => {
    let terms = known.get(expiration)
    if (terms === undefined) {
      terms = { expiration, days: daysBetween(today, expiration), years: yearsUntil(expiration) }
      known.set(expiration, terms)
    }
    return terms
  }
  const future = dividends.filter(({ exDate }) => exDate > quoted)
  const timed = future.map(({ exDate, cash, estimated = false }) => ({
    years: termsOf(exDate).years,
    cash,
    ...(estimated ? { estimated } : {}),
  }))
  return { dividends: timed, termsOf }
}
