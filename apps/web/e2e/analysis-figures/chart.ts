import { join } from 'node:path'
import {
  plainBollinger,
  plainRsi,
  plainSma,
  plainStochastic,
} from '../../../../services/market-data/test/plain-indicators.ts'
import { recordedFolder } from '../../../../services/market-data/test/plain-pack.ts'
import { readCsvFile } from '../../../../services/market-data/test/providers/raw-pack.ts'
import { at, column, type Expected, floored, said } from './expected-text.ts'
import { EXPIRATION, type Facts, knownOf, nameDay, nameDayLong, SYMBOL } from './facts.ts'
import type { PlainRating } from './rating.ts'

const CHART = 'Price chart'
export const BARS_TABLE = `Price of ${SYMBOL}, six months`
const BARS = `${BARS_TABLE}, Price of ${SYMBOL}`
/** First day of the six months that end on the recorded day. */
const SINCE = '2026-01-11'

const last = <T>(values: readonly T[]): T => {
  const value = values.at(-1)
  if (value === undefined) throw new Error('There is none')
  return value
}

/** All bars in the chart with their indicators, oldest first. */
function listBars({ pack: { bars } }: Facts) {
  const closes = bars.map(({ close }) => close)
  const [sma20, sma50, rsi] = [plainSma(closes, 20), plainSma(closes, 50), plainRsi(closes, 14)]
  const [bands, stochastic] = [plainBollinger(closes, 20), plainStochastic(bars, 14)]
  return bars
    .flatMap((bar, index) => ({
      ...bar,
      sma20: knownOf(sma20[index]),
      sma50: knownOf(sma50[index]),
      rsi: knownOf(rsi[index]),
      upper: knownOf(bands[index]?.upper),
      middle: knownOf(bands[index]?.middle),
      lower: knownOf(bands[index]?.lower),
      k: knownOf(stochastic[index]?.k),
      d: knownOf(stochastic[index]?.d),
    }))
    .filter(({ date }) => date >= SINCE)
}

type ShownBar = ReturnType<typeof listBars>[number]

/** Chart lines in order, keyed by the name that the legend and the table show. */
const lines = {
  'SMA 20': ({ sma20 }: ShownBar) => sma20,
  'SMA 50': ({ sma50 }: ShownBar) => sma50,
  'Bollinger upper': ({ upper }: ShownBar) => upper,
  'Bollinger middle': ({ middle }: ShownBar) => middle,
  'Bollinger lower': ({ lower }: ShownBar) => lower,
  'RSI 14': ({ rsi }: ShownBar) => floored(rsi),
  'Stochastic %K': ({ k }: ShownBar) => floored(k),
  'Stochastic %D': ({ d }: ShownBar) => floored(d),
} as const

/** Earnings reports and dividends on the days that the chart shows and from then to expiration. */
function listEvents({ pack: { dividends, reports } }: Facts) {
  return [
    ...dividends.map(({ date, cash }) => ({ date, words: said`Dividend of $${cash}, ex ${nameDayLong(date)}` })),
    ...reports.map((date) => ({ date, words: said`Earnings, ${nameDayLong(date)}` })),
  ]
    .filter(({ date }) => date >= SINCE && date <= EXPIRATION)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

/** Expected page header: the price, its change and the rating. */
export function expectHeader({ pack: { bars } }: Facts, { score }: PlainRating): Expected[] {
  const [before, today] = [last(bars.slice(0, -1)).close, last(bars).close]
  return [
    ...at(
      SYMBOL,
      said`${today}`,
      said`${today - before}`,
      said`(${(today / before - 1) * 100}%)`,
      said`${floored(score)}`,
    ),
    ...at(`${SYMBOL}, label`, said`${SYMBOL}, Callwright Rating ${floored(score)} of 60, Fair`),
  ]
}

const readFact = (file: string) =>
  readCsvFile(join(recordedFolder, 'tier-c', file)).find(({ symbol }) => symbol === SYMBOL) ?? {}

/** Expected facts below the header: ranges, market cap, dividend and earnings. */
export function expectStockFacts({ pack: { bars, exDate, nextReport, dividends } }: Facts): Expected[] {
  const today = last(bars)
  const year = bars.filter(({ date }) => date > '2025-07-10')
  const { market_cap: cap, dividend_yield: rate } = readFact('fundamentals.csv')
  const cash = dividends.find(({ date }) => date === exDate)?.cash ?? Number.NaN
  return [
    ...at('Day', said`${today.low} – ${today.high}`),
    ...at('', said`52 weeks`),
    ...at('52 weeks', said`${Math.min(...year.map(({ low }) => low))} – ${Math.max(...year.map(({ high }) => high))}`),
    ...at('Market cap', said`$${Number(cap) / 1e12}T`),
    ...at('Dividend', said`${Number(rate) * 100}% · $${cash} ex ${nameDay(exDate)}`),
    ...at('Next earnings', said`${nameDay(nextReport)}, after the close`),
  ]
}

/** Expected summary sentence above the chart. */
export function expectSentence(facts: Facts): Expected[] {
  const bars = listBars(facts)
  const [first, today] = [bars[0] ?? last(bars), last(bars)]
  const low = Math.min(...bars.map((bar) => bar.low))
  const high = Math.max(...bars.map((bar) => bar.high))
  const { nextReport, exDate } = facts.pack
  const cash = facts.chosen.dividends
  return at(
    CHART,
    said`${SYMBOL} is at ${today.close} on ${nameDayLong(today.date)}, ${(today.close / first.close - 1) * 100}% since ${nameDayLong(first.date)}, between ${low} and ${high}. Upcoming: Earnings, ${nameDayLong(nextReport)}; Dividend of $${cash}, ex ${nameDayLong(exDate)}.`,
  )
}

export function expectChart(facts: Facts): Expected[] {
  const bar = last(listBars(facts))
  const { open, high, low, close, volume, date } = bar
  const events = listEvents(facts)
  const price = Object.entries({ Open: open, High: high, Low: low, Close: close })
  const figures = Object.entries(lines).map(([name, read]) => [name, read(bar)] as const)
  return [
    ...[...price, ['Volume', volume] as const, ...figures].flatMap(([name, value]) =>
      at(`${CHART}, ${name}`, said`${value}`),
    ),
    ...at(
      `${CHART}, spoken`,
      said`${nameDay(date)}, Open ${open}, High ${high}, Low ${low}, Close ${close}, Volume ${volume}, SMA 20 ${bar.sma20}, SMA 50 ${bar.sma50}, Bollinger upper ${bar.upper}, Bollinger middle ${bar.middle}, Bollinger lower ${bar.lower}, RSI 14 ${floored(bar.rsi)}, Stochastic %K ${floored(bar.k)}, Stochastic %D ${floored(bar.d)}`,
    ),
    ...events.flatMap(({ words }) => [...at(`${CHART}, label`, words), ...at(`${CHART}, hint`, words)]),
    ...at(CHART, said`${close}`, said`${facts.chosen.strike}`),
  ]
}

export function expectSummary(facts: Facts, { vol, ivRank, parts, score }: PlainRating): Expected[] {
  const { sma20, sma50, rsi, k } = last(listBars(facts))
  return [
    ...at(`${CHART}, SMA 20`, said`${sma20}`),
    ...at(`${CHART}, SMA 50`, said`${sma50}`),
    ...at(`${CHART}, RSI`, said`${floored(rsi)} Neutral`),
    ...at(`${CHART}, Stochastic`, said`${floored(k)} High`),
    ...at(`${CHART}, Implied volatility`, said`${vol * 100}%`),
    ...at(`${CHART}, IV rank`, said`${floored(ivRank)}`),
    ...at(
      `${CHART}, CC Signal, hint`,
      said`Fair: the rating is ${floored(score)} of 60. Strong from 40, Good from 36, Fair from 26, Weak from 19, else Avoid. Trading volume: ${parts.volume} of 6 Option spread: ${parts.spread} of 4 IV rank: ${parts.ivRank} of 15 Technical setup: ${parts.technical} of 10 Stock quality: ${parts.quality} of 15 Income: ${parts.income} of 10`,
    ),
  ]
}

/** Expected table version of the chart, with every day. */
export function expectBarsTable(facts: Facts): Expected[] {
  const bars = listBars(facts).toReversed()
  const events = listEvents(facts)
  const prices = { 'Open $': 'open', 'High $': 'high', 'Low $': 'low', 'Close $': 'close', Volume: 'volume' } as const
  return [
    ...at(`${BARS}, Day`, ...bars.map(({ date }) => said`${nameDayLong(date)}`)),
    ...Object.entries(prices).flatMap(([name, key]) =>
      column(
        `${BARS}, ${name}`,
        bars.map((bar) => bar[key]),
      ),
    ),
    ...Object.entries(lines).flatMap(([name, read]) => {
      const unit = name.startsWith('SMA') || name.startsWith('Bollinger') ? ' $' : ''
      return column(
        `${BARS}, ${name}${unit}`,
        bars.map((bar) => read(bar)),
      )
    }),
    ...at(
      `${BARS}, Events`,
      ...events
        .filter(({ date }) => date <= last(facts.pack.bars).date)
        .toReversed()
        .map(({ words }) => words),
    ),
  ]
}
