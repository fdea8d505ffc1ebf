import { daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { newYorkDate, yearsUntilCloseFrom } from '../calendar/new-york.ts'
import type { DividendKind } from '../dividends/dividend-kind.ts'
import { requireFinite, requirePositive } from '../guards.ts'
import type { OptionType } from './contract.ts'
import type { TimedDividend } from './dividends.ts'

/** One listed contract as quoted; unknown is null. Prices per share, volume and open interest in contracts. */
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

/** A dividend by its ex-date, dollars per share. */
export interface ScheduledDividend {
  readonly exDate: IsoDate
  readonly cash: number
  readonly kind?: DividendKind | null
  /** True if it is not declared: it prices options (D60), but does not count as income. */
  readonly estimated?: boolean
}

/** What a chain is valued with: spot, one continuous rate, the dividends to come and the instant of the quotes. */
export interface MarketTerms {
  readonly price: number
  readonly rate: number
  readonly dividends: readonly ScheduledDividend[]
  readonly asOfMs: number
  /** From when days to expiration are counted (D4), where that is later than the quotes: on Monday those of Friday's close. */
  readonly nowMs?: number
}

export interface ExpirationTerms {
  readonly expiration: IsoDate
  /** Calendar days, not floored: negative once past. */
  readonly days: number
  /** `yearsUntilClose`: from one regular close to another exactly days / 365. */
  readonly years: number
}

/** The part of a chain's valuation that does not depend on the contract, computed once per symbol. */
export interface ChainClock {
  readonly dividends: readonly TimedDividend[]
  readonly termsOf: (expiration: IsoDate) => ExpirationTerms
}

/**
 * Turns ex-dates and expirations into years from `asOfMs`, each expiration once, and expirations into days from `nowMs`.
 * A dividend whose ex-date is the day of the quotes or earlier is gone from the price already and is left out.
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
