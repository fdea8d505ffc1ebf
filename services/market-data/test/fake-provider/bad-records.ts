import { newYorkMidnightMs } from '@callwright/scoring'
import { isObject, readObject, readObjects } from '../../src/providers/http/json-values.ts'
import { type Fault, spoil } from './faults.ts'
import type { Wire } from './massive-page.ts'

export interface BadRecord {
  readonly name: string
  /** Paths whose responses contain it. */
  readonly only: RegExp
  readonly fault: Fault
}

const SNAPSHOT = /\/v2\/snapshot\/.*\/tickers\//
const CHAIN = /\/v3\/snapshot\/options\//
const BARS = /\/v2\/aggs\/ticker\//
const DIVIDENDS = /\/dividends$/
const SPLITS = /\/splits$/
const RATIOS = /\/ratios$|\/reference\/tickers\/[^/]+$/
const RATES = /\/treasury-yields$/

/** Index of a bar that is within the three years shown but too old to affect any figure. */
const OLD_BAR = 300
/** Whether a contract is a call or put far from the money, whose quotes affect no other figure. */
const isFarOutOfTheMoney = (place: number, count: number) => Math.floor(place / 2) === Math.floor(count / 8)

const ofQuote = (name: string, change: (ticker: Wire) => Wire): BadRecord => ({
  name: `quote: ${name}`,
  only: SNAPSHOT,
  fault: spoil((body) => ({ ...body, ticker: change({ ...readObject(body.ticker) }) })),
})

/** Changes the price and all its fallbacks. */
const priced = (name: string, change: (price: number) => unknown) =>
  ofQuote(name, (ticker) => {
    const last = readObject(ticker.lastTrade)
    const price = change(Number(last.p))
    return { ...ticker, lastTrade: { ...last, p: price }, day: { ...readObject(ticker.day), c: price } }
  })

const withRows = (body: Wire, isChanged: (place: number, count: number) => boolean, change: (row: Wire) => unknown) => {
  const rows = readObjects(body.results)
  return {
    ...body,
    results: rows.flatMap((row, place) => (isChanged(place, rows.length) ? change({ ...row }) : row)),
  }
}

const ofChain = (name: string, change: (row: Wire) => unknown): BadRecord => ({
  name: `chain: ${name}`,
  only: CHAIN,
  fault: spoil((body) => withRows(body, isFarOutOfTheMoney, change)),
})
const inBlock = (block: string, change: Wire) => (row: Wire) => ({
  ...row,
  [block]: { ...readObject(row[block]), ...change },
})
const quoted = (change: (quote: { bid: number; ask: number }) => Wire) => (row: Wire) => {
  const { bid, ask } = readObject(row.last_quote)
  return inBlock('last_quote', change({ bid: Number(bid), ask: Number(ask) }))(row)
}

const ofBars = (name: string, change: (row: Wire) => unknown): BadRecord => ({
  name: `bars: ${name}`,
  only: BARS,
  fault: spoil((body) => withRows(body, (place) => place === OLD_BAR, change)),
})

const ofList = (name: string, only: RegExp, row: Wire): BadRecord => ({
  name,
  only,
  fault: spoil((body) => ({ ...body, results: [row, ...readObjects(body.results)] })),
})

/** Invalid stock prices, which must reach neither a cache nor a screen (F25). */
export const badQuotes: readonly BadRecord[] = [
  priced('a price of 0', () => 0),
  priced('a negative price', (price) => -price),
  priced('"NaN" for a price', () => 'NaN'),
  priced('"Infinity" for a price', () => 'Infinity'),
  priced('an object for a price', () => ({})),
  priced('ten times the price', (price) => price * 10),
  priced('ten times the price, which has fallen a little', (price) => price * 9.9),
  priced('a tenth of the price', (price) => price / 10),
  ofQuote('a bid above the ask', (ticker) => {
    const { p, P, ...rest } = readObject(ticker.lastQuote)
    return { ...ticker, lastQuote: { ...rest, p: Number(P) * 1.01, P: Number(p) * 0.99 } }
  }),
  ofQuote('a negative bid and an ask of 0', (ticker) => ({
    ...ticker,
    lastQuote: { ...readObject(ticker.lastQuote), p: -1, P: 0 },
  })),
  ofQuote('a bid and an ask far from the price', (ticker) => ({
    ...ticker,
    lastQuote: { ...readObject(ticker.lastQuote), p: 90_000, P: 90_001 },
  })),
  ofQuote('a close before of less than nothing', (ticker) => ({ ...ticker, prevDay: { c: -5 } })),
  ofQuote('a volume of less than nothing', (ticker) => ({ ...ticker, day: { ...readObject(ticker.day), v: -3 } })),
  ofQuote('another symbol than was asked for', (ticker) => {
    const other = Number(readObject(ticker.lastTrade).p) * 1.3
    const day = { ...readObject(ticker.day), c: other }
    return { ...ticker, ticker: 'OTHER', lastTrade: { ...readObject(ticker.lastTrade), p: other }, day }
  }),
]

export const badContracts: readonly BadRecord[] = [
  ofChain('a delta of 7', inBlock('greeks', { delta: 7, gamma: 0.01, theta: -0.01, vega: 0.1 })),
  ofChain('"NaN" for a delta', inBlock('greeks', { delta: 'NaN' })),
  ofChain(
    'a negative bid',
    quoted(() => ({ bid: -1 })),
  ),
  ofChain(
    '"NaN" for an ask',
    quoted(() => ({ ask: 'NaN' })),
  ),
  ofChain(
    'a bid above the stock',
    quoted(() => ({ bid: 90_000, ask: 90_001 })),
  ),
  ofChain(
    'an offer without end',
    quoted(({ bid }) => ({ bid, ask: 1e12 })),
  ),
  ofChain('an open interest of less than nothing', (row) => ({ ...row, open_interest: -5 })),
  ofChain('a word for a volume', inBlock('day', { volume: 'many' })),
  ofChain('a strike that is not the ticker’s', (row) => {
    return inBlock('details', { strike_price: Number(readObject(row.details).strike_price) + 0.5 })(row)
  }),
  ofChain('a day that is not the ticker’s', inBlock('details', { expiration_date: '2027-01-15' })),
  ofChain('a side that is not the ticker’s', (row) => {
    const other = readObject(row.details).contract_type === 'call' ? 'put' : 'call'
    return inBlock('details', { contract_type: other })(row)
  }),
  ofChain('10 shares a contract', inBlock('details', { shares_per_contract: 10 })),
  ofChain('further underlyings', inBlock('details', { additional_underlyings: [{ underlying: 'USD', amount: 4 }] })),
  ofChain('a ticker that is none', inBlock('details', { ticker: 'O:???' })),
  ofChain('a contract of another company', inBlock('details', { ticker: 'O:ZZZZ270115C00000500' })),
  ofChain('a contract twice, the second time at another price', (row) => [
    row,
    quoted(() => ({ bid: 3_000, ask: 3_001 }))(row),
  ]),
  ofChain('null among the rows', () => [null]),
]

export const badBars: readonly BadRecord[] = [
  ofBars('ten times the price for a day', ({ c, o, h, l, ...row }) => ({
    ...row,
    ...Object.fromEntries(Object.entries({ c, o, h, l }).map(([name, price]) => [name, Number(price) * 10])),
  })),
  ofBars('a close of 0', (row) => ({ ...row, c: 0 })),
  ofBars('a high below the low', (row) => ({ ...row, h: Number(row.l) * 0.9 })),
  ofBars('"NaN" for a volume', (row) => ({ ...row, v: 'NaN' })),
  ofBars('a day twice', (row) => [row, { ...row, c: Number(row.c) * 1.2, h: Number(row.h) * 1.3 }]),
  ofBars('a day to come', (row) => [row, { ...row, t: newYorkMidnightMs('2027-03-01') }]),
]

/** Invalid records in data that is requested once a day. */
export const badFacts: readonly BadRecord[] = [
  ofList('dividends: a negative one', DIVIDENDS, { ex_dividend_date: '2026-08-03', cash_amount: -4, currency: 'USD' }),
  ofList('dividends: on a day that is none', DIVIDENDS, {
    ex_dividend_date: '2026-02-30',
    cash_amount: 3,
    currency: 'USD',
  }),
  ofList('splits: into nothing', SPLITS, { execution_date: '2026-07-01', split_from: 1, split_to: 0 }),
  {
    name: 'fundamentals: words and less than nothing',
    only: RATIOS,
    fault: spoil((body) => {
      const spoiled = { market_cap: -1, debt_to_equity: 'N/A', dividend_yield: 'NaN' }
      const { results } = body
      return { ...body, results: isObject(results) ? { ...results, ...spoiled } : [spoiled] }
    }),
  },
  {
    name: 'rates: 999 %',
    only: RATES,
    fault: spoil((body) =>
      withRows(
        body,
        () => true,
        (row) => ({ ...row, yield_1_month: 999, yield_3_month: 'NaN' }),
      ),
    ),
  },
]
