import {
  type CompanyEvents,
  daysToExpiration,
  type ExpirationKind,
  expirationKind,
  findEventsInTerm,
  isThirdFriday,
  newYorkDate,
} from '@callwright/scoring'
import type { MarketCache } from '../market-cache.ts'
import type { IsoDate, MarketData, Missing, Stamp } from '../providers/provider.ts'
import { getListedSymbol } from '../symbols.ts'

export interface ListedExpiration {
  readonly date: IsoDate
  readonly days: number
  readonly kind: ExpirationKind
  /** Null where it is not known. */
  readonly earningsBefore: boolean | null
  readonly exDividendBefore: boolean | null
  readonly note: string | null
}

export interface ExpirationList extends Stamp {
  readonly symbol: string
  readonly expirations: readonly ListedExpiration[]
  readonly missing: readonly Missing[]
}

/** Lists the expirations the source lists, never computed from the calendar (D20). Throws `unknown_symbol`. */
export function createExpirations({ market, cache }: { market: MarketData; cache: MarketCache }) {
  return async (requested: string): Promise<ExpirationList> => {
    const { symbol } = await getListedSymbol(market.reference, requested)
    return cache('expirations', symbol, async () => {
      const { value: dates, missing, ...stamp } = await market.expirations.listExpirations(symbol)
      const events = await findEvents(market, symbol)
      const asOfMs = market.clock.now()
      const expirations = dates.map((date) => describeExpiration(date, asOfMs, events))
      return { ...stamp, symbol, expirations, missing: missing.filter(({ field }) => field === 'chain') }
    })
  }
}

/** What the source knows of a company's events: its next report, and its dividends, past and declared. */
export async function findEvents(market: MarketData, symbol: string): Promise<CompanyEvents> {
  const [earnings, dividends, fundamentals] = await Promise.all([
    market.earnings.findNextEarnings(symbol),
    market.dividends.listDividends(symbol),
    market.fundamentals.findFundamentals(symbol),
  ])
  return {
    earnings: earnings.value,
    dividends: (dividends.value ?? []).map(({ exDate, cashUsd }) => ({ exDate, cash: cashUsd })),
    paysNoDividend: fundamentals.value.dividendYieldPct === 0,
  }
}

export function describeExpiration(date: IsoDate, asOfMs: number, events: CompanyEvents): ListedExpiration {
  const today = newYorkDate(asOfMs)
  const kind = expirationKind(date, today)
  const standsIn = (kind === 'monthly' || kind === 'leaps') && !isThirdFriday(date)
  const { earningsBeforeExpiration, exDividendBeforeExpiration } = findEventsInTerm(events, date, today)
  return {
    date,
    days: daysToExpiration(date, asOfMs),
    kind,
    earningsBefore: earningsBeforeExpiration,
    exDividendBefore: exDividendBeforeExpiration,
    note: standsIn ? 'Monthly expiration, listed a day early: the third Friday is a holiday' : null,
  }
}
