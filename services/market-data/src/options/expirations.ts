import {
  daysToExpiration,
  type ExpirationKind,
  expirationKind,
  isThirdFriday,
  newYorkDate,
  reportsByExpiration,
} from '@callwright/scoring'
import type { MarketCache } from '../market-cache.ts'
import type { CashDividend, EarningsReport, IsoDate, MarketData, Missing, Stamp } from '../providers/provider.ts'
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

/** What is known of a company's next events, as of the source's clock. */
export interface NextEvents {
  readonly earnings: EarningsReport | null
  readonly exDividendDate: IsoDate | null
  /** True where the company is known to pay none. */
  readonly paysNoDividend: boolean
}

/** Lists the expirations the source lists, never computed from the calendar (D20). Throws `unknown_symbol`. */
export function createExpirations({ market, cache }: { market: MarketData; cache: MarketCache }) {
  return async (requested: string): Promise<ExpirationList> => {
    const { symbol } = await getListedSymbol(market.reference, requested)
    return cache('expirations', symbol, async () => {
      const { value: dates, missing, ...stamp } = await market.expirations.listExpirations(symbol)
      const events = await findNextEvents(market, symbol)
      const asOfMs = market.clock.now()
      const expirations = dates.map((date) => describeExpiration(date, asOfMs, events))
      return { ...stamp, symbol, expirations, missing: missing.filter(({ field }) => field === 'chain') }
    })
  }
}

export async function findNextEvents(market: MarketData, symbol: string): Promise<NextEvents> {
  const [earnings, dividends, fundamentals] = await Promise.all([
    market.earnings.findNextEarnings(symbol),
    market.dividends.listDividends(symbol),
    market.fundamentals.findFundamentals(symbol),
  ])
  const next = findNextDividend(dividends.value ?? [], newYorkDate(market.clock.now()))
  return {
    earnings: earnings.value,
    exDividendDate: next?.exDate ?? null,
    paysNoDividend: next === null && fundamentals.value.dividendYieldPct === 0,
  }
}

function findNextDividend(dividends: readonly CashDividend[], today: IsoDate): CashDividend | null {
  return dividends.find(({ exDate }) => exDate > today) ?? null
}

export function describeExpiration(
  date: IsoDate,
  asOfMs: number,
  { earnings, exDividendDate, paysNoDividend }: NextEvents,
): ListedExpiration {
  const kind = expirationKind(date, newYorkDate(asOfMs))
  const standsIn = (kind === 'monthly' || kind === 'leaps') && !isThirdFriday(date)
  return {
    date,
    days: daysToExpiration(date, asOfMs),
    kind,
    earningsBefore: earnings === null ? null : reportsByExpiration(earnings, date),
    exDividendBefore: exDividendDate === null ? (paysNoDividend ? false : null) : exDividendDate <= date,
    note: standsIn ? 'Monthly expiration, listed a day early: the third Friday is a holiday' : null,
  }
}
