import type { RejectReason } from '../../src/providers/guards/rejections.ts'
import { openMassive } from '../../src/providers/massive/massive-provider.ts'
import type { Capabilities, UniverseMember } from '../../src/providers/provider-definition.ts'
import { buildDeps } from './provider-deps.ts'
import type { StubServer } from './stub-server.ts'

export const KEY = 'massive-key-of-a-test'

interface Options {
  readonly universe?: readonly UniverseMember[]
  readonly timeoutMs?: number
  /** Clock that advances. */
  readonly now?: () => number
}

type Has<K extends keyof Capabilities> = { readonly [P in K]-?: NonNullable<Capabilities[P]> }

/** Opens the provider on a stub with a clock pinned to an instant; returns its capabilities. */
export function openForTest(stub: Pick<StubServer, 'url'>, at: string, options: Options = {}) {
  const nowMs = Date.parse(at)
  const { universe = [], timeoutMs = 30_000, now = () => nowMs } = options
  const rejected: Partial<Record<RejectReason, number>> = {}
  const provider = openMassive(
    { apiKey: KEY, baseUrl: stub.url },
    buildDeps({
      now,
      universe,
      timeoutMs,
      reject: (reason, count = 1) => {
        rejected[reason] = (rejected[reason] ?? 0) + count
      },
    }),
  )
  const has = provider.capabilities as Has<Exclude<keyof Capabilities, 'earnings' | 'ivHistory'>>
  return {
    ...has,
    provider,
    rejected,
    ping: provider.ping,
    questions: (symbol: string): readonly (() => Promise<unknown>)[] => [
      () => has.bars.listDailyBars(symbol),
      () =>
        has.intradayBars.listIntradayBars(symbol, {
          unit: 'hour',
          multiplier: 1,
          from: '2026-07-06',
          to: '2026-07-09',
        }),
      () => has.quotes.findQuote(symbol),
      () => has.expirations.listExpirations(symbol),
      () => has.chains.findChain(symbol),
      () => has.search.searchSymbols({ text: symbol, limit: 5 }),
      () => has.reference.findSymbol(symbol),
      () => has.fundamentals.findFundamentals(symbol),
      () => has.dividends.listDividends(symbol),
      () => has.splits.listSplits(symbol),
      () => has.rates.findRate(30),
      () => has.clock.findStatus?.() ?? Promise.resolve(),
      () => has.clock.listSpecialDays?.() ?? Promise.resolve(),
    ],
  }
}

/** A time during the session that the chains are from. */
export const NOW = '2026-07-10T14:00:00-04:00'
export const CHAIN = '/v3/snapshot/options/KO'
export const NS = 1_000_000
export const quotedNs = Date.parse('2026-07-10T13:59:30-04:00') * NS
export const todayNs = Date.parse('2026-07-10T00:00:00-04:00') * NS

export type Wire = Readonly<Record<string, unknown>>

export const details = (change: Wire = {}): Wire => ({
  ticker: 'O:KO260821C00080000',
  contract_type: 'call',
  expiration_date: '2026-08-21',
  strike_price: 80,
  shares_per_contract: 100,
  ...change,
})
export const row = (change: Wire = {}): Wire => ({
  details: details(),
  day: { close: 1.5, vwap: 1.55, volume: 12, last_updated: todayNs },
  last_quote: { bid: 1.4, ask: 1.6, last_updated: quotedNs, timeframe: 'REAL-TIME' },
  last_trade: { price: 1.45, timeframe: 'REAL-TIME' },
  greeks: { delta: 0.4, gamma: 0.05, theta: -0.02, vega: 0.1 },
  open_interest: 900,
  underlying_asset: { ticker: 'KO', price: 78, timeframe: 'REAL-TIME' },
  ...change,
})
/** A row as a plan without quotes returns it: without the quote blocks. */
export const indicative = (day: Wire, change: Wire = {}): Wire => {
  const {
    last_quote: _quote,
    last_trade: _trade,
    ...rest
  } = row({ day, underlying_asset: { ticker: 'KO' }, ...change })
  return rest
}
export const page = (results: unknown, next?: string): Wire => ({
  status: 'OK',
  results,
  ...(next ? { next_url: next } : {}),
})

export const ok = (results: unknown): Wire => ({ status: 'OK', results })
/** The response to a request for data that the plan does not include. */
export const REFUSED = {
  status: 403,
  body: '{"status":"NOT_AUTHORIZED","message":"You are not entitled to this data."}',
}
