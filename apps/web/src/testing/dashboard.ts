import { buildBars } from './bar-builders.ts'
import { buildStocks, buildViewPage } from './builders.ts'
import { type FakeNetwork, type Handler, reply } from './fake-network.ts'
import { buildAttention, buildListed, buildPositionList, buildStored } from './portfolio-server.ts'
import { screen, within } from './queries.ts'
import { createHealthyNetwork, renderApp } from './render-app.tsx'

/** A position as the server would list it, given its P&L in dollars and percent. */
export const buildOwn = (symbol: string, pnl: number | null, pct: number | null, days = 21) =>
  buildListed(buildStored({ id: symbol, ticker: symbol }), {
    cc_pnl: pnl,
    cc_pnl_percent: pct,
    days_to_expiration: days,
    ...(pnl === null && { stock_pnl: null, option_pnl: null, headroom_em: null, pnl_gap: 'premium' }),
  })

export const buildSum = (usd: number | null, pct: number | null, counted: number, left_out = 0, cost = 61_000) => ({
  usd,
  pct,
  cost,
  counted,
  left_out,
})

export const ownPositions = [
  buildOwn('QWIN', 1_900, 6.3),
  buildOwn('QTOP', 900, 12.1, 7),
  buildOwn('QLOW', -1_542, -6.3, 42),
  buildOwn('QFLAT', 0, 0),
]

/** Totals of `ownPositions`. */
export const ownTotals = {
  positions: 4,
  contracts: 4,
  cost: 61_000,
  premium: 1_200,
  stock_pnl: buildSum(800, 1.3, 4),
  uncovered_stock_pnl: buildSum(null, null, 0, 0, 0),
  chains_pnl: buildSum(1_258, 2.06, 4),
  option_pnl: buildSum(458, 0.75, 4),
  cc_pnl: buildSum(1_258, 2.06, 4),
  cc_pnl_parts: { stock_pnl: 800, option_pnl: 458 },
}

const attention = buildAttention({
  counts: { actions: 1, others: 0 },
  items: [
    {
      id: 'QTOP',
      ticker: 'QTOP',
      strike_price: 130,
      expiry_date: '2026-07-17',
      contracts: 1,
      days_to_expiration: 7,
      cc_pnl: 900,
      cc_pnl_percent: 12.1,
      level: 2,
      reasons: [{ id: 'days_left', group: 'action', sentence: 'At most 7 days to expiration.' }],
      unknown: [],
      dividend: null,
      earnings_date: null,
    },
  ],
})

/** A fake server on which every request succeeds. */
export function createDashboardNetwork(
  positions = ownPositions,
  changes: Parameters<typeof buildPositionList>[1] = {},
): FakeNetwork {
  const network = createHealthyNetwork()
  const list = { totals: ownTotals, attention: { actions: 1, others: 0 }, ...changes }
  network.answer('portfolio.list', () => reply('portfolio.list', buildPositionList(positions, list)))
  network.answer('portfolio.attention', () => reply('portfolio.attention', attention))
  network.answer('stocks.data', () => reply('stocks.data', buildBars({ symbol: 'QAA' })))
  return network
}

export const openDashboard = (network = createDashboardNetwork()) => renderApp('/dashboard', { network })
export const findCard = async (name: string) => within(await screen.findByRole('region', { name }))
/** Answers some screener queries with `handler`; all others get the usual stocks. */
export const answerSome = (isAsked: (query: URLSearchParams) => boolean, handler: Handler, network: FakeNetwork) => {
  const stocks = buildStocks(4)
  network.answer('screener.view', (call) =>
    isAsked(call.query) ? handler(call) : reply('screener.view', buildViewPage(stocks, call.query)),
  )
}
export const isTop = (query: URLSearchParams) => query.get('limit') === '50'
export const isPremium = (query: URLSearchParams) => query.has('min_yield')
export const isRatings = (query: URLSearchParams) => query.get('limit') === '500'
