import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { newYorkCloseMs } from '../libs/scoring/src/index.ts'
import { alpaca } from '../services/market-data/src/providers/alpaca/alpaca-provider.ts'
import { cboe } from '../services/market-data/src/providers/cboe/cboe-provider.ts'
import type { MarketData } from '../services/market-data/src/providers/provider.ts'
import type { ProviderDefinition } from '../services/market-data/src/providers/provider-definition.ts'
import { openRecordedMarket } from '../services/market-data/src/providers/recorded/recorded-provider.ts'
import { tastytrade } from '../services/market-data/src/providers/tastytrade/tastytrade-provider.ts'
import { tradier } from '../services/market-data/src/providers/tradier/tradier-provider.ts'
import type { WireMarket, WireRouter } from '../services/market-data/test/fake-provider/wire-market.ts'
import { refuseAsAlpaca, renderAsAlpaca } from '../services/market-data/test/fake-vendors/alpaca-wire.ts'
import { renderAsCboe } from '../services/market-data/test/fake-vendors/cboe-wire.ts'
import { renderAsTastytrade } from '../services/market-data/test/fake-vendors/tastytrade-wire.ts'
import { refuseAsTradier, renderAsTradier } from '../services/market-data/test/fake-vendors/tradier-wire.ts'
import { startVendorServer, type VendorServer } from '../services/market-data/test/fake-vendors/vendor-server.ts'
import { openRawPack } from '../services/market-data/test/providers/raw-pack.ts'
import { hasSharedData, sharedData } from './testing/one-best-call.ts'
import {
  listDifferences,
  openThroughVendor,
  readRow,
  type SimulatedClock,
  startClock,
} from './testing/vendor-market.ts'

const AS_OF_DATE = '2026-07-10'
const CLOSE_MS = newYorkCloseMs(AS_OF_DATE)
const FOLDER = join(sharedData, `us-${AS_OF_DATE}`)
const MINUTE_MS = 60_000

interface VendorCase {
  readonly definition: ProviderDefinition
  readonly render: (market: WireMarket & Pick<MarketData, 'earnings'>) => WireRouter
  readonly refuse: typeof refuseAsAlpaca
  readonly callsPerMinute: number
  readonly settings: (url: string) => Readonly<Record<string, string>>
  readonly mostMinutes: number
  /** Figures that differ, by symbol. */
  readonly differences: Readonly<Record<string, readonly string[]>>
}

/**
 * Differences of every vendor that returns a part of a chain, by symbol. The pack has no bars for AVB and EA, and so no
 * price for a vendor's format. Contracts from before a change of their terms are recognized in a whole chain, but not
 * in the requested part of it.
 */
const VOLUME = ['score_parts', 'avg_call_volume']
const WHOLE_EXPIRATIONS = {
  AVB: ['current_price', ...VOLUME, 'implied_volatility', 'iv_history_sessions'],
  EA: ['current_price', ...VOLUME],
  APTV: VOLUME,
  HST: VOLUME,
}
/** Alpaca also returns no more than the near expirations. */
const FILTERED = { ...WHOLE_EXPIRATIONS, FDX: VOLUME, SPGI: VOLUME }
/** Sources of fundamentals are joined, which leaves out the ratio of a company with negative equity. */
const DEBT = ['score_parts', 'debt_to_equity']
/** tastytrade is asked for no contract that is not wanted. */
const NAMED = {
  ...FILTERED,
  AMCR: VOLUME,
  BKNG: VOLUME,
  CRWD: VOLUME,
  CVNA: VOLUME,
  DD: VOLUME,
  KLAC: VOLUME,
  NFLX: VOLUME,
  WRB: ['cc_score_core', 'score_parts', 'score_points', 'avg_call_volume'],
  CLX: DEBT,
  DVA: DEBT,
  LYV: DEBT,
  MAS: DEBT,
}

const cases: readonly VendorCase[] = [
  {
    definition: alpaca,
    render: renderAsAlpaca,
    refuse: refuseAsAlpaca,
    callsPerMinute: 200,
    settings: (url) => ({
      ALPACA_KEY_ID: 'id-of-a-test',
      ALPACA_SECRET_KEY: 'secret-of-a-test',
      ALPACA_BASE_URL: url,
      ALPACA_TRADING_BASE_URL: url,
    }),
    mostMinutes: 10,
    differences: FILTERED,
  },
  {
    definition: cboe,
    render: renderAsCboe,
    refuse: () => ({ status: 429 }),
    // 40, and a burst of 5.
    callsPerMinute: 45,
    settings: (url) => ({ CBOE_PERMISSION: 'yes', CBOE_BASE_URL: url, CBOE_LIST_URL: url }),
    mostMinutes: 30,
    differences: WHOLE_EXPIRATIONS,
  },
  {
    definition: tastytrade,
    render: renderAsTastytrade,
    refuse: () => ({ status: 429 }),
    callsPerMinute: 132,
    settings: (url) => ({
      TASTYTRADE_CLIENT_SECRET: 'secret-of-a-test',
      TASTYTRADE_REFRESH_TOKEN: 'token-of-a-test',
      TASTYTRADE_BASE_URL: url,
    }),
    mostMinutes: 30,
    differences: NAMED,
  },
  {
    definition: tradier,
    render: renderAsTradier,
    refuse: refuseAsTradier,
    callsPerMinute: 120,
    settings: (url) => ({ TRADIER_TOKEN: 'token-of-a-test', TRADIER_BASE_URL: `${url}/v1` }),
    mostMinutes: 30,
    differences: WHOLE_EXPIRATIONS,
  },
]

const describeWhenShared = hasSharedData ? describe : describe.skip

describeWhenShared.each(cases)('the recorded market through $definition.name', (vendor) => {
  let server: VendorServer
  let recorded: MarketData
  let market: MarketData
  let clock: SimulatedClock
  let symbols: readonly string[]
  const startMs = CLOSE_MS + MINUTE_MS

  beforeAll(async () => {
    clock = startClock(startMs)
    recorded = await openRecordedMarket(FOLDER, () => undefined)
    server = await startVendorServer({
      now: clock.now,
      refuse: vendor.refuse,
      callsPerMinute: vendor.callsPerMinute,
      router: vendor.render({
        ...(await openRawPack(FOLDER, AS_OF_DATE)),
        earnings: recorded.earnings,
        clock: { now: clock.now },
      }),
    })
    const settings = vendor.definition.readSettings(vendor.settings(server.url))
    if (!settings.ok) throw new Error(settings.problems.join('; '))
    market = await openThroughVendor(settings.value, recorded, clock)
    symbols = (await recorded.reference.listUniverse()).value.map(({ symbol }) => symbol).sort()
  })
  afterAll(() => server.close())

  test('the first run ranks every stock as the recorded market does, within the rate limit', async () => {
    const differences: Record<string, string[]> = {}
    for (const symbol of symbols) {
      const rows = [await readRow(recorded, symbol), await readRow(market, symbol)] as const
      const names = listDifferences(...rows)
      if (names.length > 0) differences[symbol] = names
    }
    const minutes = (clock.now() - startMs) / MINUTE_MS
    const calls = server.requests.length
    process.stdout.write(`${JSON.stringify({ calls, minutes, kinds: server.countByKind(), differences })}\n`)
    expect(server.countRefusals()).toBe(0)
    expect(server.requests.filter(({ path }) => path.startsWith('/historical_data/'))).toEqual([])
    expect(minutes).toBeLessThan(vendor.mostMinutes)
    expect(differences).toEqual(vendor.differences)
  })

  test('the vendor’s IV ranks, if it has any, are complete within 45 minutes', async () => {
    const { ivRank } = market
    if (ivRank === undefined) return
    const callsBefore = server.requests.length
    for (const symbol of symbols) await ivRank.findIvRank(symbol)
    const minutes = (clock.now() - startMs) / MINUTE_MS
    process.stdout.write(`${JSON.stringify({ rankCalls: server.requests.length - callsBefore, minutes })}\n`)
    expect(server.countRefusals()).toBe(0)
    expect(minutes).toBeLessThan(45)
  })
})
