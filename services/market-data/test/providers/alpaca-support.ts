import { openAlpaca } from '../../src/providers/alpaca/alpaca-provider.ts'
import type { RejectReason } from '../../src/providers/guards/rejections.ts'
import type { Capabilities, UniverseMember } from '../../src/providers/provider-definition.ts'
import { buildDeps } from './provider-deps.ts'
import type { StubServer } from './stub-server.ts'

type Lacking = 'fundamentals' | 'earnings' | 'rates' | 'ivHistory'
type Has = { readonly [P in Exclude<keyof Capabilities, Lacking>]-?: NonNullable<Capabilities[P]> }

export type Wire = Readonly<Record<string, unknown>>

/** Friday during the session. */
export const NOW = '2026-07-10T14:00:00-04:00'
export const BARS = '/v2/stocks/bars'
export const SNAPSHOTS = '/v2/stocks/snapshots'
export const CHAIN = '/v1beta1/options/snapshots/KO'
export const CONTRACTS = '/v2/options/contracts'

/** Opens the provider with both hosts on one stub and a clock pinned to an instant. */
export function openForTest(stub: Pick<StubServer, 'url'>, at = NOW, universe: readonly UniverseMember[] = []) {
  const rejected: Partial<Record<RejectReason, number>> = {}
  const provider = openAlpaca(
    { keyId: 'alpaca-id-of-a-test', secretKey: 'alpaca-secret-of-a-test', dataUrl: stub.url, tradingUrl: stub.url },
    buildDeps({
      now: () => Date.parse(at),
      universe,
      reject: (reason, count = 1) => {
        rejected[reason] = (rejected[reason] ?? 0) + count
      },
    }),
  )
  return { ...(provider.capabilities as Has), provider, rejected }
}

/** A row of the chain, quoted at 13:59 of the test's day. */
export const row = (change: Wire = {}): Wire => ({
  latestQuote: { bp: 1.4, ap: 1.6, bs: 5, as: 7, t: '2026-07-10T17:59:30.123456789Z', c: ' ' },
  latestTrade: { p: 1.45, s: 1, t: '2026-07-10T17:41:00Z' },
  dailyBar: { c: 1.45, v: 12, t: '2026-07-10T04:00:00Z' },
  greeks: { delta: 0.4, gamma: 0.05, theta: -0.02, vega: 0.1, rho: 0.03 },
  impliedVolatility: 0.21,
  ...change,
})
export const chainPage = (snapshots: Wire, next: string | null = null): Wire => ({ snapshots, next_page_token: next })

export const contract = (symbol: string, change: Wire = {}): Wire => ({
  symbol,
  status: 'active',
  type: symbol.at(-9) === 'C' ? 'call' : 'put',
  size: '100',
  open_interest: '900',
  ...change,
})
export const contractPage = (rows: readonly Wire[], next: string | null = null): Wire => ({
  option_contracts: rows,
  next_page_token: next,
})

export const daily = (day: string, close: number, change: Wire = {}): Wire => ({
  t: `${day}T04:00:00Z`,
  o: close,
  h: close,
  l: close,
  c: close,
  v: 1_000,
  vw: close,
  ...change,
})
export const forbid = (message: string) => ({ status: 403, body: JSON.stringify({ message }) })
