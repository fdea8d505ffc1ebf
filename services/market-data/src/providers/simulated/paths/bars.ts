import type { DailyBar, IntradayBar, IntradayRange, IsoDate, StockQuote } from '../../provider.ts'
import type { Liquidity } from '../companies/liquidity.ts'
import type { MarketMoment } from '../moment.ts'
import { barBetween, priceAt, tradedUntil } from './intraday.ts'
import type { Share } from './share.ts'

/** How many years before the current one history begins. It begins with the first session of that year. */
export const HISTORY_YEARS = 3
const MS_PER_MINUTE = 60_000
const MINUTES_PER_HOUR = 60
const OPEN_MINUTE = 9 * 60 + 30
/** Half of the share's bid-ask spread, as a fraction of the last price. The full spread is at least a cent. */
const HALF_SPREAD: Readonly<Record<Liquidity, number>> = {
  daily: 0.00002,
  busy: 0.00005,
  active: 0.0001,
  quiet: 0.0002,
  thin: 0.001,
}

export function lastPrice(share: Share, { place, isOpen, elapsed }: MarketMoment): number {
  if (!isOpen) return share.yearOf(place.year).close[place.index] ?? 0
  return priceAt(share.sessionOf(place.year, place.index), elapsed)
}

/**
 * Lists sessions from a given day up to the moment, adjusted for past splits and including the session in progress.
 * Without a day, lists all of them.
 */
export function listBars(share: Share, moment: MarketMoment, from: IsoDate = ''): DailyBar[] {
  const bars: DailyBar[] = []
  const { place } = moment
  const splitsNow = share.yearOf(place.year).splits[place.index] ?? 0
  for (let year = firstYear(from, place.year); year <= place.year; year += 1) {
    const { dates } = share.calendar.sessionsOf(year)
    const columns = share.yearOf(year)
    const end = year === place.year ? place.index + (moment.isOpen ? 0 : 1) : dates.length
    for (let index = 0; index < end; index += 1) {
      if ((dates[index] ?? '') < from) continue
      const bar = {
        date: dates[index] ?? '',
        open: columns.open[index] ?? 0,
        high: columns.high[index] ?? 0,
        low: columns.low[index] ?? 0,
        close: columns.close[index] ?? 0,
        volume: columns.volume[index] ?? 0,
      }
      const splits = columns.splits[index] ?? 0
      bars.push(splits === splitsNow ? bar : adjustBar(bar, share.units.sharesFor(splits, splitsNow)))
    }
  }
  const running = moment.isOpen ? barBetween(share.sessionOf(place.year, place.index), 0, moment.elapsed) : null
  if (running !== null) bars.push({ date: moment.session.date, ...running })
  return bars
}

/**
 * Lists intraday bars, oldest first; the last one may be incomplete. A bar begins at a multiple of its length by New
 * York time, and a session's first bar begins at the open.
 */
export function listIntradayBars(share: Share, moment: MarketMoment, range: IntradayRange): IntradayBar[] {
  const { calendar } = share
  const minutes = range.multiplier * (range.unit === 'hour' ? MINUTES_PER_HOUR : 1)
  const splitsNow = share.yearOf(moment.place.year).splits[moment.place.index] ?? 0
  const bars: IntradayBar[] = []
  for (let year = firstYear(range.from, moment.place.year); year <= moment.place.year; year += 1) {
    const { dates } = calendar.sessionsOf(year)
    const splits = share.yearOf(year).splits
    for (const [index, date] of dates.entries()) {
      const isLater = year === moment.place.year && index > moment.place.index
      if (date < range.from || date > range.to || isLater) continue
      const until = date === moment.session.date ? moment.elapsed : Number.POSITIVE_INFINITY
      const shares = share.units.sharesFor(splits[index] ?? 0, splitsNow)
      for (const bar of cutSession(share, year, index, minutes, until)) bars.push(adjustBar(bar, shares))
    }
  }
  return bars
}

export function findStockQuote(share: Share, moment: MarketMoment): StockQuote {
  const { place } = moment
  const columns = share.yearOf(place.year)
  const price = lastPrice(share, moment)
  const half = Math.max(0.005, price * HALF_SPREAD[share.company.liquidity])
  const bid = Math.max(0.01, Math.floor((price - half) * 100 + 0.5) / 100)
  const splitsNow = columns.splits[place.index] ?? 0
  const before = share.calendar.placeOn(moment.day - 1)
  const splitsBefore = share.yearOf(before.year).splits[before.index] ?? 0
  const previousClose = (columns.previousClose[place.index] ?? 0) / share.units.sharesFor(splitsBefore, splitsNow)
  return {
    lastPrice: price,
    previousClose: roundPrice(previousClose),
    bid,
    ask: Math.max(roundPrice(bid + 0.01), Math.ceil((price + half) * 100 - 0.5) / 100),
    volume: moment.isOpen
      ? tradedUntil(share.sessionOf(place.year, place.index), moment.elapsed)
      : (columns.volume[place.index] ?? 0),
  }
}

function* cutSession(
  share: Share,
  year: number,
  index: number,
  minutes: number,
  until: number,
): Generator<IntradayBar> {
  const path = share.sessionOf(year, index)
  const session = share.calendar.sessionOn(share.calendar.sessionsOf(year).dates[index] ?? '')
  if (session === null) return
  const end = Math.min(path.minutes, until)
  let from = 0
  while (from < end) {
    const next = minutes - ((OPEN_MINUTE + from) % minutes)
    const bar = barBetween(path, from, Math.min(end, from + next))
    if (bar !== null) yield { startMs: session.openMs + from * MS_PER_MINUTE, ...bar }
    from += next
  }
}

/** First year of history that has sessions on or after a day. */
function firstYear(from: IsoDate, thisYear: number): number {
  return Math.max(Number(from.slice(0, 4)), thisYear - HISTORY_YEARS)
}

/** Restates a bar per current share, given that each share has since become `shares` shares. */
function adjustBar<B extends Omit<DailyBar, 'date'>>(bar: B, shares: number): B {
  if (shares === 1) return bar
  return {
    ...bar,
    open: roundPrice(bar.open / shares),
    high: roundPrice(bar.high / shares),
    low: roundPrice(bar.low / shares),
    close: roundPrice(bar.close / shares),
    volume: Math.round(bar.volume * shares),
  }
}

/** Rounds to a hundredth of a cent, which is the precision of adjusted prices. */
export function roundPrice(price: number): number {
  return Math.round(price * 10_000) / 10_000
}
