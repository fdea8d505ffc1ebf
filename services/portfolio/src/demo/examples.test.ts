import type { SymbolFacts } from '@callwright/contracts'
import { addDays } from '@callwright/scoring'
import { type Logger, unavailable } from '@callwright/service'
import { expect, test } from '@jest/globals'
import { createExamples } from './examples.ts'

const TODAY = '2026-07-10'
const MINUTE_MS = 60_000
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined } as unknown as Logger

/**
 * A stock that closed at 100 on each of a hundred days and now trades at `price`. Its strikes run from 101 to 108 and
 * expire in 28 days.
 */
function buildFacts(symbol: string, price: number): SymbolFacts {
  const dates = Array.from({ length: 100 }, (_, index) => addDays(TODAY, index - 100))
  const strikes = Array.from({ length: 8 }, (_, index) => 101 + index)
  const each = <T>(value: T) => strikes.map(() => value)
  const closes = dates.map(() => 100)
  return {
    symbol,
    price,
    market_time: `${TODAY}T20:00:00.000Z`,
    rate: 0.04,
    dividends: [],
    bars: { date: dates, high: closes, low: closes, close: closes, volume: closes },
    vendor_iv_rank: null,
    iv_history: dates.map((date) => ({ date, implied_volatility: 0.25 })),
    chain: {
      expiration_date: each(addDays(TODAY, 28)),
      type: each('call'),
      strike: strikes,
      contract_symbol: each(''),
      bid: each(1),
      ask: each(1.1),
      volume: each(1),
      open_interest: each(1),
    },
  } as unknown as SymbolFacts
}

/** Opens a search for examples in a market with two stocks. `pnlUsd` is the P&L of every position on each stock. */
function open(pnlUsd: Readonly<Record<string, number>> = { UP: 400, DOWN: -500 }) {
  const facts = [buildFacts('UP', 106), buildFacts('DOWN', 93)]
  const state = { nowMs: 0, away: '', asked: [] as string[] }
  const call = async (id: string, { params }: { params?: { symbol: string } }) => {
    if (id === 'marketData.universe') return { symbols: facts.map(({ symbol }) => ({ symbol })) }
    const of = facts.find(({ symbol }) => symbol === params?.symbol)
    state.asked.push(of?.symbol ?? 'unknown')
    if (of?.symbol === state.away) throw unavailable('away', 'Away.')
    return of
  }
  const value = async (stored: readonly { symbol: string }[]) => ({
    assessed: stored.map(({ symbol }) => {
      const coveredCallPnlUsd = pnlUsd[symbol] ?? null
      return { valued: { metrics: { coveredCallPnlUsd, coveredCallPnlPct: (coveredCallPnlUsd ?? 0) / 100 } } }
    }),
  })
  const market = { source: 'test', data_class: 'recorded', as_of: null }
  const clock = { ask: async () => ({ asOfMs: Date.parse(`${TODAY}T20:00:00Z`), market }) }
  const deps = { marketData: { call }, value, clock, log, now: () => state.nowMs }
  const read = createExamples(deps as unknown as Parameters<typeof createExamples>[0])
  return { state, list: async () => (await read('request')).map(({ role, terms }) => `${role} ${terms.symbol}`) }
}

test('an incomplete search is repeated and keeps the examples already found', async () => {
  const { state, list } = open()
  state.away = 'DOWN'
  expect(await list()).toEqual(['winner UP'])
  state.asked.length = 0
  expect(await list()).toEqual(['winner UP'])
  expect(state.asked).toEqual([])

  state.nowMs += MINUTE_MS
  state.away = 'UP'
  expect(await list()).toEqual(['winner UP', 'loser DOWN'])
  expect(new Set(state.asked)).toEqual(new Set(['DOWN']))
  state.nowMs += 10 * MINUTE_MS
  state.asked.length = 0
  expect(await list()).toHaveLength(2)
  expect(state.asked).toEqual([])
})

test.each([
  [{ UP: 1_500, DOWN: -300 }, ['winner UP', 'loser DOWN']],
  [{ UP: 19_065, DOWN: -500 }, ['loser DOWN']],
  [{ UP: 299, DOWN: -1_501 }, []],
])('shows only examples whose P&L is neither too small nor too large: %j', async (pnlUsd, shown) => {
  expect(await open(pnlUsd).list()).toEqual(shown)
})
