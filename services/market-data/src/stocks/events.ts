import { setTimeout } from 'node:timers/promises'
import type { stockEventKinds } from '@callwright/contracts'
import type { Answer, IsoDate, MarketData } from '../providers/provider.ts'
import { type Fact, findOrUnknown, listLacks, notLoaded } from '../side-facts.ts'
import { mergeMissing } from '../wire.ts'

export interface StockEvent {
  readonly date: IsoDate
  readonly kind: (typeof stockEventKinds)[number]
  /** Amount of a dividend, in dollars per current share. */
  readonly cashUsd: number | null
  /** New shares for each old share in a split. */
  readonly splitRatio: number | null
}

/** How long loaded bars wait for their events, in ms. */
const EVENT_GRACE_MS = 250

/**
 * Lists all known events for a stock, oldest first, loading them in parallel with its bars. Events that fail, or that
 * arrive too long after the bars, are left out and reported in `missing`. Rejects if loading the bars fails.
 */
export async function listEventsBeside(
  { earnings, dividends, splits }: MarketData,
  symbol: string,
  bars: Promise<unknown>,
): Promise<Fact<readonly StockEvent[]>> {
  const waited = bars.then(() => setTimeout(EVENT_GRACE_MS))
  const inTime = <T>(pending: Promise<Answer<T>>, unknown: T, field: string, what: string): Promise<Fact<T>> =>
    Promise.race([
      findOrUnknown(pending, unknown, [notLoaded(field, what)]),
      waited.then(() => ({ value: unknown, missing: [{ field, reason: `Could not load ${what} in time` }] })),
    ])
  const [past, next, paid, split] = await Promise.all([
    // A source without past earnings contributes only the next report.
    earnings.listPastEarnings === undefined
      ? { value: [], missing: [] }
      : inTime(earnings.listPastEarnings(symbol), [], 'earnings_date', 'earnings dates'),
    inTime(earnings.findNextEarnings(symbol), null, 'earnings_date', 'earnings dates'),
    inTime(dividends.listDividends(symbol), null, 'dividends', 'dividends'),
    inTime(splits.listSplits(symbol), null, 'splits', 'splits'),
  ])
  const reports = next.value === null ? past.value : [...past.value, next.value]
  const events: StockEvent[] = [
    ...reports.map(({ date }) => toEvent(date, { kind: 'earnings' })),
    ...(paid.value ?? []).map(({ exDate, cashUsd }) => toEvent(exDate, { kind: 'dividend', cashUsd })),
    // A spin-off changes the price but not the number of shares.
    ...(split.value ?? [])
      .filter(({ kind }) => kind === 'split')
      .map(({ executionDate, ratio }) => toEvent(executionDate, { kind: 'split', splitRatio: ratio })),
  ]
  return {
    value: events.sort((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date))),
    missing: mergeMissing(
      past.missing,
      listLacks(next.value !== null, next.missing),
      listLacks(paid.value !== null, paid.missing),
      listLacks(split.value !== null, split.missing),
    ),
  }
}

function toEvent(date: IsoDate, what: Pick<StockEvent, 'kind'> & Partial<StockEvent>): StockEvent {
  return { date, cashUsd: null, splitRatio: null, ...what }
}
