import { setTimeout } from 'node:timers/promises'
import type { stockEventKinds } from '@callwright/contracts'
import type { Answer, IsoDate, MarketData } from '../providers/provider.ts'
import { away, type Fact, findOrUnknown, listLacks } from '../side-facts.ts'
import { mergeMissing } from '../stamps.ts'

/** What happened to a stock on a day, or is known to be coming. */
export interface StockEvent {
  readonly date: IsoDate
  readonly kind: (typeof stockEventKinds)[number]
  /** Of a dividend, dollars per share of today. */
  readonly cashUsd: number | null
  /** Of a split, new shares for each old one. */
  readonly splitRatio: number | null
}

/** So long bars that are there wait for what is only marked on them. */
const GRACE_MS = 250

/**
 * All known events of a stock, ascending, asked for beside its bars. What cannot be read, or comes later than the bars, is
 * left out and said to be. Rejects where the bars do.
 */
export async function listEventsBeside(
  { earnings, dividends, splits }: MarketData,
  symbol: string,
  bars: Promise<unknown>,
): Promise<Fact<readonly StockEvent[]>> {
  const waited = bars.then(() => setTimeout(GRACE_MS))
  const inTime = <T>(question: Promise<Answer<T>>, unknown: T, field: string, what: string): Promise<Fact<T>> =>
    Promise.race([
      findOrUnknown(question, unknown, [away(field, what)]),
      waited.then(() => ({ value: unknown, missing: [{ field, reason: `The ${what} did not come in time` }] })),
    ])
  const [past, next, paid, split] = await Promise.all([
    // Where only the next report is known, that is all there is to tell.
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
    // What a spin-off takes from the price is no number of shares.
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
