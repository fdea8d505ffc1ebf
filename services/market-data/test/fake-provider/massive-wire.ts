import { newYorkCloseMs, newYorkDate, newYorkMidnightMs } from '@callwright/scoring'
import type { DailyBar, IntradayRange } from '../../src/providers/provider.ts'
import type { StubAnswer } from '../providers/stub-server.ts'
import { createCompanyRoutes } from './massive-companies.ts'
import { createExchangeRoutes } from './massive-exchange.ts'
import { createOptionRoutes } from './massive-options.ts'
import { answer, type MassivePlan, NOT_FOUND, toNs, type Wire } from './massive-page.ts'
import { type Route, routeTo, type WireMarket, type WireRouter } from './wire-market.ts'

export const USUAL_PLAN: MassivePlan = { delayed: true, optionQuotes: true, events: 'new' }

/** Renders a market in Massive's format, which has no rho, spin-offs, sectors or earnings. */
export function renderAsMassive(
  market: WireMarket,
  plan: MassivePlan = USUAL_PLAN,
  now = market.clock.now,
): WireRouter {
  const options = createOptionRoutes(market, plan)
  const routes: readonly Route[] = [
    ...createPriceRoutes(market, plan),
    [/^\/v3\/snapshot\/options\/([^/]+)$/, options.renderChain],
    [/^\/v3\/reference\/options\/contracts$/, options.renderContracts],
    ...createCompanyRoutes(market, plan),
    ...createExchangeRoutes(market, now),
  ]
  return routeTo(routes)
}

function createPriceRoutes(market: WireMarket, { delayed }: MassivePlan): readonly Route[] {
  const status = delayed ? 'DELAYED' : 'OK'
  const answerBars = (results: readonly Wire[], about: Wire = {}) => {
    const counts = { queryCount: results.length, resultsCount: results.length, count: results.length }
    // The vendor omits an empty list.
    return answer({ ...about, adjusted: true, status, ...counts, ...(results.length === 0 ? {} : { results }) })
  }
  return [
    [
      /^\/v2\/aggs\/ticker\/([^/]+)\/range\/1\/day\/([^/]+)\/([^/]+)$/,
      async ([symbol = '', from = '', to = '']) => {
        const bars = (await market.bars.listDailyBars(symbol)).value ?? []
        const wanted = bars.filter(({ date }) => date >= from && date <= to)
        const rows = wanted.map((bar) => ({ ...renderBar(bar), t: newYorkMidnightMs(bar.date) }))
        return answerBars(rows, { ticker: symbol })
      },
    ],
    [
      /^\/v2\/aggs\/ticker\/([^/]+)\/range\/(\d+)\/(minute|hour)\/([^/]+)\/([^/]+)$/,
      async ([symbol = '', multiplier = '', unit = '', from = '', to = '']) => {
        const range = { unit, multiplier: Number(multiplier), from, to } as IntradayRange
        const bars = (await market.intradayBars?.listIntradayBars(symbol, range))?.value ?? []
        const rows = bars.map((bar) => ({ ...renderBar(bar), t: bar.startMs }))
        return answerBars(rows, { ticker: symbol })
      },
    ],
    [
      /^\/v2\/aggs\/grouped\/locale\/us\/market\/stocks\/([^/]+)$/,
      async ([date = '']) => {
        const listed = (await market.reference.listUniverse()).value
        const rows = listed.map(async ({ symbol }) => {
          const bar = (await market.bars.listDailyBars(symbol)).value?.find((candidate) => candidate.date === date)
          return bar === undefined ? [] : [{ T: symbol, ...renderBar(bar), t: newYorkCloseMs(date) }]
        })
        return answerBars((await Promise.all(rows)).flat())
      },
    ],
    [
      /^\/v2\/snapshot\/locale\/us\/markets\/stocks\/tickers\/([^/]+)$/,
      ([symbol = '']) => renderSnapshot(market, symbol, status),
    ],
  ]
}

function renderBar({ open, high, low, close, volume }: Omit<DailyBar, 'date'>): Wire {
  return { v: volume, o: open, c: close, h: high, l: low }
}

async function renderSnapshot(market: WireMarket, symbol: string, status: string): Promise<StubAnswer> {
  const [quote, bars] = await Promise.all([market.quotes.findQuote(symbol), market.bars.listDailyBars(symbol)])
  if (quote.value === null) return NOT_FOUND
  const { lastPrice, previousClose, bid, ask, volume } = quote.value
  const today = newYorkDate(quote.asOfMs)
  const bar = bars.value?.findLast(({ date }) => date === today)
  const before = bars.value?.findLast(({ date }) => date < today)
  const at = toNs(quote.asOfMs)
  return answer({
    status,
    ticker: {
      ticker: symbol,
      day: { ...(bar === undefined ? {} : renderBar(bar)), c: lastPrice, v: volume },
      prevDay: { ...(before === undefined ? {} : renderBar(before)), c: previousClose },
      min: {},
      lastTrade: { p: lastPrice, s: 100, t: at },
      ...(bid === null && ask === null ? {} : { lastQuote: { p: bid, P: ask, s: 1, S: 1, t: at } }),
      updated: at,
    },
  })
}
