import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { readMarketSource } from '../../src/config.ts'
import { collectFacts } from '../../src/facts/facts.ts'
import { cboe, openCboe } from '../../src/providers/cboe/cboe-provider.ts'
import { createLocalFiles } from '../../src/providers/http/vendor-files.ts'
import { openSimulatedMarket } from '../../src/providers/simulated/simulated-provider.ts'
import { openRecordingSource } from '../../src/recorder/open-source.ts'
import { createOpener, MINUTE } from '../composition/support.ts'
import { toWireMarket } from '../fake-provider/wire-market.ts'
import { renderAsCboe } from '../fake-vendors/cboe-wire.ts'
import { startVendorServer } from '../fake-vendors/vendor-server.ts'
import { buildDeps } from './provider-deps.ts'
import { failureOf, type StubServer, startStubServer } from './stub-server.ts'

const contract = (option: string, change: object = {}) => ({
  option,
  bid: 1.15,
  ask: 1.25,
  iv: 0.2512,
  open_interest: 1_234.0,
  volume: 56.0,
  delta: 0.31,
  gamma: 0.02,
  theta: -0.01,
  vega: 0.1,
  rho: 0.05,
  last_trade_price: 1.2,
  ...change,
})
/** An invented file, made at 16:05 in New York, when the stock's last trade was at 15:59. */
const file = (
  change: object = {},
  options: readonly object[] = [contract('DEMO261218C00105000')],
  symbol = 'DEMO',
) => ({
  timestamp: '2026-10-02 20:05:11',
  symbol,
  data: {
    current_price: 101.25,
    price_change: -0.4,
    bid: 101.2,
    ask: 101.3,
    close: 101.25,
    prev_day_close: 101.65,
    open: 101.5,
    high: 102,
    low: 100.5,
    volume: 1_000,
    iv30: 24.8,
    last_trade_time: '2026-10-02T15:59:58',
    ...change,
    options,
  },
})
const at = (time: string) => Date.parse(`2026-10-${time}-04:00`)

describe('cboe', () => {
  let stub: StubServer
  beforeAll(async () => {
    stub = await startStubServer()
  })
  beforeEach(() => stub.reset())
  afterAll(() => stub.close())

  function open(nowMs = at('02T16:05')) {
    const rejected: [string, number][] = []
    const universe = [{ symbol: 'DEMO', name: 'Demo Corp', sector: null }]
    const reject = (reason: string, count = 1) => void rejected.push([reason, count])
    const deps = buildDeps({ now: () => nowMs, reject, universe, files: createLocalFiles('cboe') })
    const { quotes, chains, bars, ivRank } = openCboe({ baseUrl: stub.url, listUrl: stub.url }, deps).capabilities
    if (!quotes || !chains || !bars?.findLatestBar || !ivRank) throw new Error('a capability is missing')
    return { quotes, chains, ivRank, findLatestBar: bars.findLatestBar, rejected }
  }

  describe('the price is', () => {
    test.each([
      ['the last one in a session', {}, '19:05:11', '02T14:50:11', 101.25],
      [
        'the close after the bell, whatever trades later',
        { current_price: 99, price_change: -2.65 },
        '23:00:00',
        '02T16:00',
        101.25,
      ],
    ] as const)('%s', async (_name, change, made, quotedAt, price) => {
      stub.onJson('/options/DEMO.json', { ...file(change), timestamp: `2026-10-02 ${made}` })
      const { quotes, findLatestBar } = open(at('02T19:00'))
      expect(await quotes.findQuote('DEMO')).toMatchObject({
        value: { lastPrice: price, previousClose: 101.65 },
        asOfMs: at(quotedAt),
        dataClass: 'delayed',
      })
      expect((await findLatestBar('DEMO')).value).toMatchObject({ date: '2026-10-02', open: 101.5, close: price })
    })

    test('the last close before the open, in a file that was made at night', async () => {
      const night = { current_price: 101.3, prev_day_close: 101.25, close: 101.25 }
      stub.onJson('/options/DEMO.json', { ...file(night), timestamp: '2026-10-05 10:00:00' })
      const { quotes, findLatestBar } = open(at('05T06:00'))
      expect(await quotes.findQuote('DEMO')).toMatchObject({
        value: { lastPrice: 101.25, previousClose: null, bid: null, ask: null },
        asOfMs: at('02T16:00'),
      })
      expect((await findLatestBar('DEMO')).value).toBeNull()
    })

    test('of the last session with a trade if the file is frozen', async () => {
      stub.onJson('/options/DEMO.json', { ...file(), timestamp: '2026-10-06 15:00:00' })
      const { quotes, findLatestBar } = open(at('06T11:00'))
      expect((await quotes.findQuote('DEMO')).asOfMs).toBe(at('02T16:00'))
      expect((await findLatestBar('DEMO')).value).toBeNull()
    })

    test('final 13:00 on a day with an early close', async () => {
      const early = file({ last_trade_time: '2026-11-27T12:59:59' })
      stub.onJson('/options/DEMO.json', { ...early, timestamp: '2026-11-27 19:00:00' })
      const { quotes } = open(Date.parse('2026-11-27T14:00:00-05:00'))
      expect((await quotes.findQuote('DEMO')).asOfMs).toBe(Date.parse('2026-11-27T13:00:00-05:00'))
    })
  })

  test('a chain has standard contracts that have not expired; zeros mean no quote, no trade and no greeks', async () => {
    const rows = [
      contract('DEMO261218C00105000'),
      contract('DEMO261218P00105000', { bid: 0, ask: 0, iv: 0, last_trade_price: 0, volume: 'NaN' }),
      contract('DEMO261218C00110000', { bid: 0, ask: 0.05 }),
      contract('DEMO261001C00105000'),
      contract('DEMO1261218C00105000'),
      contract('not an option'),
    ]
    stub.onJson('/options/DEMO.json', file({}, rows))
    const { chains, rejected } = open()
    const { value } = await chains.findChain('DEMO')
    const [first, put, cheap] = value?.contracts ?? []
    expect(value?.contracts).toHaveLength(3)
    expect(value).toMatchObject({ quotedAtMs: at('02T15:50:11'), underlyingPriceUsd: 101.25 })
    expect(first).toMatchObject({ bid: 1.15, openInterest: 1_234, vendorGreeks: { delta: 0.31, vega: 0.1 } })
    expect(put).toMatchObject({ bid: null, ask: null, last: null, volume: null, vendorGreeks: null })
    expect(cheap).toMatchObject({ bid: 0, ask: 0.05 })
    await chains.findChain('DEMO', { type: 'put' })
    expect(rejected).toEqual([
      ['adjusted_root', 1],
      ['malformed', 1],
    ])
    expect(stub.requests).toHaveLength(1)
  })

  test('a class share has its own path and the root of its class', async () => {
    stub.onJson('/options/BRK.B.json', file({}, [contract('BRKB261218C00500000')], 'BRK.B'))
    expect((await open().chains.findChain('BRK.B')).value?.contracts).toHaveLength(1)
  })

  test.each([
    [{ iv30_annual_low: 20, iv30_annual_high: 40 }, 24],
    [{ iv30_annual_low: 25, iv30_annual_high: 40 }, 0],
    [{ iv30_annual_low: 24, iv30_annual_high: 24 }, null],
    [{ iv30_annual_high: 40 }, null],
  ])('the IV rank within %j is %p', async (range, expected) => {
    stub.onJson('/options/DEMO.json', file())
    stub.onJson('/historical_data/DEMO.json', { data: range })
    const { value } = await open().ivRank.findIvRank('DEMO')
    if (expected === null) expect(value).toBeNull()
    else expect(value?.rank).toBeCloseTo(expected, 6)
  })

  test('a refusal of a symbol that exists pauses the calls, longer each time; others are unknown', async () => {
    stub.on('/options/DEMO.json', { status: 403, body: '<Error>AccessDenied</Error>' })
    const { quotes } = open()
    const pauses = [15_000, 60_000, 300_000, 300_000]
    for (const retryAfterMs of pauses) {
      expect(await failureOf(quotes.findQuote('DEMO'))).toMatchObject({ kind: 'rate_limited', retryAfterMs })
    }
    expect(await failureOf(quotes.findQuote('GONE'))).toMatchObject({ kind: 'not_found' })
    stub.onJson('/options/DEMO.json', file())
    await quotes.findQuote('DEMO')
  })
})

describe('the law', () => {
  const live = { MARKET_DATA_PROVIDER: 'cboe' }
  test('without consent, the start is refused with the terms', () => {
    expect(() => readMarketSource(live)).toThrow(/CBOE_PERMISSION is not yes\. .*only if you have that consent/s)
    expect(() => readMarketSource({ ...live, CBOE_PERMISSION: 'true' })).toThrow(/CBOE_PERMISSION is not yes/)
  })

  test('with consent, it serves this machine only', () => {
    const consented = { ...live, CBOE_PERMISSION: 'yes' }
    for (const address of ['', '127.0.0.1', '::1', 'localhost']) {
      expect(readMarketSource({ ...consented, PUBLISH_ADDRESS: address })).toMatchObject({ unstorable: ['cboe'] })
    }
    expect(() => readMarketSource({ ...consented, PUBLISH_ADDRESS: '0.0.0.0' })).toThrow(
      'PUBLISH_ADDRESS=0.0.0.0 publishes the app beyond this machine, which the terms of cboe forbid',
    )
  })

  test('it is never recorded', async () => {
    const deps = { now: Date.now, wait: async () => undefined, startedAtMs: 0 }
    await expect(openRecordingSource({ ...live, CBOE_PERMISSION: 'yes' }, deps)).rejects.toThrow(
      'The terms of cboe forbid storing the data',
    )
  })
})

describe('a market from cboe alone', () => {
  const { open, close } = createOpener()
  afterEach(close)

  test('takes one call per symbol for prices and chain, and one each for its bars and its IV rank', async () => {
    const clock = { ms: Date.parse('2026-07-14T15:00:00Z') }
    const market = openSimulatedMarket({ seed: 'cboe', universe: 'large_cap', now: () => clock.ms })
    const symbols = ['KO', 'PEP']
    // The first prices of a simulated market take seconds, in which Redis would time out.
    for (const symbol of symbols) await market.bars.listDailyBars(symbol)
    const server = await startVendorServer({ router: renderAsCboe(toWireMarket(market)) })
    const env = { CBOE_PERMISSION: 'yes', CBOE_BASE_URL: server.url, CBOE_LIST_URL: server.url }
    const settings = cboe.readSettings({ ...env, CBOE_CALLS_PER_MINUTE: '60000' })
    if (!settings.ok) throw new Error(settings.problems.join())
    const provider = { ...settings.value, keyId: String(clock.ms), capabilities: cboe.capabilities }
    const { background, interactive } = await open({ providers: [provider], clock })
    for (const symbol of symbols) {
      const facts = await collectFacts(background, symbol, { withChain: true, withVendorIvRank: true })
      expect(facts.vendorIvRank).toEqual({ rank: 25, percentile: null })
      expect(facts.chain.contracts?.length).toBeGreaterThan(20)
      expect(facts.priceUsd).toBe((await market.quotes.findQuote(symbol)).value?.lastPrice)
      await interactive.quotes.findQuote(symbol)
      await interactive.chains.findChain(symbol, { expiration: '2026-07-17' })
    }
    const countFiles = (kind: string) => server.requests.filter(({ path }) => path.startsWith(`/${kind}/`)).length
    const kinds = ['options', 'charts', 'historical_data']
    expect(kinds.map(countFiles)).toEqual(kinds.map(() => symbols.length))
    server.forgetRequests()
    clock.ms += 11 * MINUTE
    for (const symbol of symbols) await collectFacts(background, symbol, { withChain: true, withVendorIvRank: true })
    expect(countFiles('options')).toBe(symbols.length)
    await server.close()
  })
})
