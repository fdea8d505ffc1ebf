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
} from '@callwright/scoring'
import { invalidDate, unlistedExpiration } from '../errors.ts'
import type { MarketCache } from '../market-cache.ts'
import type { IsoDate, MarketData, Missing } from '../providers/provider.ts'
import { findEvents } from '../side-facts.ts'
import { type AnswerStamp, mergeMissing } from '../stamps.ts'
import { getListedSymbol } from '../symbols.ts'

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
