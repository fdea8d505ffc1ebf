import {
  type CompanyEvents,
  daysBetween,
  daysToExpiration,
  type ExpirationKind,
  expirationKind,
  findEventsInTerm,
  isCalendarDay,
  isThirdFriday,
  newYorkDate,
  spreadPctOfMid,
} from '@callwright/scoring'
import { invalidDate, unlistedExpiration } from '../errors.ts'
import type { MarketCache } from '../open-local-market.ts'
import type { IsoDate, MarketData, Missing, OptionQuote } from '../providers/provider.ts'
import { findEvents } from '../side-facts.ts'
import { getListedSymbol } from '../symbols.ts'
import { type AnswerStamp, mergeMissing } from '../wire.ts'

export interface ListedExpiration {
  readonly date: IsoDate
  /** Days to expiration, counted from now (D4). */
  readonly days: number
  readonly kind: ExpirationKind
  /** Null if unknown. */
  readonly earningsBefore: boolean | null
  readonly exDividendBefore: boolean | null
  readonly note: string | null
}

export interface ExpirationList extends AnswerStamp {
  readonly symbol: string
  readonly expirations: readonly ListedExpiration[]
  readonly missing: readonly Missing[]
}

export interface OptionDeps {
  readonly market: MarketData
  readonly cache: MarketCache
  readonly listExpirations: (symbol: string) => Promise<ExpirationList>
}

const NEAREST_SHOWN = 4

/**
 * Lists the expirations that the source lists; they are never computed from the calendar (D20). Throws
 * `unknown_symbol`.
 */
export function createExpirations({ market, cache }: Omit<OptionDeps, 'listExpirations'>) {
  return async (requested: string): Promise<ExpirationList> => {
    const { symbol } = await getListedSymbol(market.reference, requested)
    return cache('expirations', symbol, async () => {
      const [listed, events] = await Promise.all([
        market.expirations.listExpirations(symbol),
        findEvents(market, symbol),
      ])
      const { value: dates, missing, ...stamp } = listed
      const nowMs = market.clock.now()
      return {
        ...stamp,
        symbol,
        expirations: dates.map((date) => describeExpiration(date, nowMs, events.value)),
        missing: dates.length === 0 ? explainNone(missing) : mergeMissing(missing, events.missing),
      }
    })
  }
}

function explainNone(lacks: readonly Missing[]): readonly Missing[] {
  const isExplained = lacks.some(({ field }) => field === 'chain')
  return isExplained ? lacks : [...lacks, { field: 'chain', reason: 'No options are listed' }]
}

export function describeExpiration(date: IsoDate, nowMs: number, events: CompanyEvents): ListedExpiration {
  const today = newYorkDate(nowMs)
  const kind = expirationKind(date, today)
  const isSubstitute = (kind === 'monthly' || kind === 'leaps') && !isThirdFriday(date)
  const { earningsBeforeExpiration, exDividendBeforeExpiration } = findEventsInTerm(events, date, today)
  return {
    date,
    days: daysToExpiration(date, nowMs),
    kind,
    earningsBefore: earningsBeforeExpiration,
    exDividendBefore: exDividendBeforeExpiration,
    note: isSubstitute ? 'Monthly expiration, listed a day early: the third Friday is a holiday' : null,
  }
}

/** Throws `invalid_date` if the date does not exist. */
export function requireExpirationDay(date: IsoDate | null): void {
  if (date !== null && !isCalendarDay(date)) throw invalidDate('expiration_date', date)
}

/**
 * Finds the requested expiration. If it is not listed, throws `unlisted_expiration`, which names the nearest listed
 * ones.
 */
export function getExpiration({ symbol, expirations }: ExpirationList, wanted: IsoDate): ListedExpiration {
  const found = expirations.find(({ date }) => date === wanted)
  if (found !== undefined) return found
  const distance = ({ date }: ListedExpiration) => Math.abs(daysBetween(wanted, date))
  const nearest = expirations.toSorted((a, b) => distance(a) - distance(b) || (a.date < b.date ? -1 : 1))
  const shown = nearest.slice(0, NEAREST_SHOWN).map(({ date }) => date)
  throw unlistedExpiration(symbol, wanted, shown.sort())
}

/** Expirations within a range of days, both ends inclusive; null means no bound. */
export function listWithin(
  { expirations }: ExpirationList,
  { minDays, maxDays }: { readonly minDays: number | null; readonly maxDays: number | null },
): readonly ListedExpiration[] {
  return expirations.filter(
    ({ days }) => (minDays === null || days >= minDays) && (maxDays === null || days <= maxDays),
  )
}

/** How the calls at one expiration trade. It tells a thin expiration from one that trades. */
export interface ExpirationLiquidity {
  readonly date: IsoDate
  /** Sums over all strikes, in contracts; null if the source reports none of them. */
  readonly openInterest: number | null
  readonly volume: number | null
  /** Median spread near the money, as a percent of the mid; null if most of these strikes have no quote. */
  readonly spreadPct: number | null
}

/** How many strikes count as near the money: those nearest to the price. */
const NEAR_STRIKES = 10

/** Sums up calls by expiration, soonest first, as sorted in `contracts`. */
export function measureLiquidity({
  contracts,
  priceUsd,
}: {
  readonly contracts: readonly OptionQuote[]
  readonly priceUsd: number | null
}): readonly ExpirationLiquidity[] {
  const byDate = Map.groupBy(contracts, ({ expiration }) => expiration)
  return [...byDate].map(([date, calls]) => ({
    date,
    openInterest: sumKnown(calls.map(({ openInterest }) => openInterest)),
    volume: sumKnown(calls.map(({ volume }) => volume)),
    spreadPct: priceUsd === null ? null : findMedianSpread(calls, priceUsd),
  }))
}

function sumKnown(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null)
  return known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0)
}

function findMedianSpread(calls: readonly OptionQuote[], priceUsd: number): number | null {
  const distance = ({ strike }: OptionQuote) => Math.abs(strike - priceUsd)
  const near = calls.toSorted((a, b) => distance(a) - distance(b)).slice(0, NEAR_STRIKES)
  // A strike without a quote is harder to trade than any quoted one.
  const spreads = near.map(readSpread).toSorted((a, b) => a - b)
  const [low = Number.NaN, high = low] = [spreads[(spreads.length - 1) >> 1], spreads[spreads.length >> 1]]
  const median = (low + high) / 2
  return Number.isFinite(median) ? median : null
}

function readSpread({ bid, ask }: OptionQuote): number {
  const isQuoted = bid !== null && ask !== null && ask > 0 && ask >= bid
  return isQuoted ? spreadPctOfMid(bid, ask) : Number.POSITIVE_INFINITY
}
