import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { DoctorReport } from '../src/doctor/report.ts'
import type { Env } from '../src/env.ts'
import type { EarningsSource } from '../src/providers/provider.ts'
import { createClock, examine, IN_SESSION_MS, openFewCompanies } from './command-support.ts'
import { renderAsPublicSources } from './fake-provider/public-wire.ts'
import { toWireMarket, type WireMarket, type WireRouter } from './fake-provider/wire-market.ts'
import { refuseAsAlpaca, renderAsAlpaca } from './fake-vendors/alpaca-wire.ts'
import { renderAsCboe } from './fake-vendors/cboe-wire.ts'
import { renderAsNasdaq } from './fake-vendors/nasdaq-wire.ts'
import { renderAsTastytrade } from './fake-vendors/tastytrade-wire.ts'
import { refuseAsTradier, renderAsTradier } from './fake-vendors/tradier-wire.ts'
import { startVendorServer, type VendorServer } from './fake-vendors/vendor-server.ts'
import type { StubAnswer } from './providers/stub-server.ts'

const SECRET = 'canary-secret-8c2f7b1d'

interface Broken {
  readonly path: RegExp
  readonly answer: StubAnswer
}

interface VendorCase {
  readonly name: string
  /** Providers in use; `name` alone if absent. */
  readonly providers?: string
  readonly render: (market: InventedMarket) => WireRouter
  readonly settings: (url: string) => Env
  /** A refused key and the advice for it; null if the vendor has no keys. */
  readonly refusedKey: { readonly answer: StubAnswer; readonly advice: RegExp } | null
  /** A plan without options; null if the vendor has no plans. */
  readonly withoutOptions: Broken | null
  /** The response to a call over the limit, for calls to this path. */
  readonly limit: { readonly path: RegExp; readonly refuse: (waitMs: number, nowMs: number) => StubAnswer }
  /** Every path of the vendor, as opposed to other sources on the same server. */
  readonly paths: RegExp
  readonly texts: readonly RegExp[]
}

type InventedMarket = WireMarket & { readonly earnings: EarningsSource }

const json = (status: number, message: string): StubAnswer => ({ status, body: JSON.stringify({ message }) })
const tooMany = (waitMs: number): StubAnswer => ({
  status: 429,
  headers: { 'retry-after': String(Math.ceil(waitMs / 1_000)) },
})

/** The list of all stocks with as many rows as the vendor's, which a truncated list does not have. */
function renderAllOfNasdaq(market: InventedMarket): WireRouter {
  const regular = renderAsNasdaq(market)
  const filler = Array.from({ length: 3_000 }, (_, index) => ({ symbol: `ZZ${index}`, marketCap: '1000' }))
  return async (request) => {
    const answer = await regular(request)
    if (answer === null || request.path !== '/api/screener/stocks') return answer ?? { status: 404 }
    const { data, ...envelope } = JSON.parse(String(answer.body))
    return { ...answer, body: JSON.stringify({ ...envelope, data: { rows: [...data.rows, ...filler] } }) }
  }
}

const cboeSettings = (url: string): Env => ({ CBOE_PERMISSION: 'yes', CBOE_BASE_URL: url, CBOE_LIST_URL: url })

const cases: readonly VendorCase[] = [
  {
    name: 'alpaca',
    render: renderAsAlpaca,
    settings: (url) => ({
      ALPACA_KEY_ID: 'canary-id-of-a-test',
      ALPACA_SECRET_KEY: SECRET,
      ALPACA_BASE_URL: url,
      ALPACA_TRADING_BASE_URL: url,
    }),
    refusedKey: { answer: json(403, 'forbidden.'), advice: /into ALPACA_KEY_ID, ALPACA_SECRET_KEY again/ },
    withoutOptions: { path: /options\/snapshots/, answer: json(403, 'subscription does not permit querying options') },
    limit: { path: /options\/snapshots/, refuse: refuseAsAlpaca },
    paths: /^\/v/,
    texts: [
      /option chains +\d+ calls 25 to 50 days out, indicative/,
      /about 1,2\d\d calls for 503 symbols .*, about 7 minutes at that quota/,
    ],
  },
  {
    name: 'tradier',
    render: renderAsTradier,
    settings: (url) => ({ TRADIER_TOKEN: SECRET, TRADIER_BASE_URL: `${url}/v1` }),
    refusedKey: { answer: { status: 401, body: 'Invalid Access Token' }, advice: /into TRADIER_TOKEN again/ },
    withoutOptions: { path: /options\/chains/, answer: json(403, 'Market data for options is not enabled') },
    limit: { path: /options\/chains/, refuse: refuseAsTradier },
    paths: /^\/v1/,
    texts: [
      /option chains +\d+ calls 25 to 50 days out, live/,
      /about 2,\d\d\d calls for 503 symbols .*, about 2\d minutes at that quota/,
    ],
  },
  {
    name: 'tastytrade',
    render: renderAsTastytrade,
    settings: (url) => ({
      TASTYTRADE_CLIENT_SECRET: SECRET,
      TASTYTRADE_REFRESH_TOKEN: `${SECRET}-refresh`,
      TASTYTRADE_BASE_URL: url,
    }),
    refusedKey: {
      answer: { status: 401, body: '<html>Unauthorized</html>' },
      advice: /into TASTYTRADE_CLIENT_SECRET, TASTYTRADE_REFRESH_TOKEN again/,
    },
    withoutOptions: { path: /market-data\/by-type/, answer: json(403, 'not permitted') },
    limit: { path: /market-data\/by-type/, refuse: tooMany },
    paths: /^\/(oauth|market-|option-chains|symbols)/,
    texts: [/option chains +\d+ calls 25 to 50 days out, live/],
  },
  {
    name: 'cboe',
    render: renderAsCboe,
    settings: cboeSettings,
    refusedKey: null,
    withoutOptions: null,
    limit: { path: /^\/options\//, refuse: tooMany },
    paths: /^\/(options|charts|historical_data|quotes|us)\//,
    texts: [
      /option chains +\d+ calls 25 to 50 days out, delayed/,
      /about 503 calls for 503 symbols .*, about 13 minutes at that quota/,
    ],
  },
  {
    name: 'nasdaq',
    providers: 'cboe,nasdaq',
    render: (market) => combine(renderAsCboe(market), renderAllOfNasdaq(market)),
    settings: (url) => ({ ...cboeSettings(url), NASDAQ_PERMISSION: 'yes', NASDAQ_BASE_URL: url }),
    refusedKey: null,
    withoutOptions: null,
    limit: { path: /^\/api\/analyst/, refuse: tooMany },
    paths: /^\/api\//,
    texts: [/earnings dates? +\S/],
  },
  {
    name: 'sec',
    providers: 'cboe',
    render: (market) => combine(renderAsCboe(market), renderAsPublicSources(market)),
    settings: (url) => ({
      ...cboeSettings(url),
      SEC_USER_AGENT: 'Example Research ops@example.com',
      SEC_FILES_URL: url,
      SEC_DATA_URL: url,
    }),
    refusedKey: null,
    withoutOptions: null,
    limit: { path: /companyfacts/, refuse: tooMany },
    paths: /^\/(files|api\/xbrl)\//,
    texts: [/fundamentals +\S/],
  },
]

function combine(...routers: readonly WireRouter[]): WireRouter {
  return async (request) => {
    for (const router of routers) {
      const answer = await router(request)
      if (answer !== null && answer.status !== 404) return answer
    }
    return { status: 404 }
  }
}

describe.each(cases)('the doctor on $name', (vendor) => {
  let server: VendorServer
  let broken: { readonly path: RegExp; readonly answer: () => StubAnswer } | null = null
  beforeAll(async () => {
    const invented = openFewCompanies(IN_SESSION_MS)
    const regular = vendor.render({ ...toWireMarket(invented), earnings: invented.earnings })
    const router: WireRouter = (request) =>
      broken?.path.test(request.path) ? Promise.resolve(broken.answer()) : regular(request)
    server = await startVendorServer({ router })
  })
  afterEach(() => {
    broken = null
  })
  afterAll(() => server.close())

  async function readText(clock = createClock(IN_SESSION_MS), args: readonly string[] = []) {
    const env = {
      MARKET_DATA_PROVIDER: vendor.providers ?? vendor.name,
      TREASURY_BASE_URL: server.url,
      ...vendor.settings(server.url),
    }
    const { text, said } = await examine(['--symbol', 'KO', ...args], env, clock)
    expect(`${text}${said}`).not.toContain(SECRET)
    return text
  }
  async function examineVendor(clock = createClock(IN_SESSION_MS)) {
    const report: DoctorReport = JSON.parse(await readText(clock, ['--json']))
    const source = report.sources.find(({ name }) => name === vendor.name)
    if (source === undefined) throw new Error(JSON.stringify(report.problems))
    const faulty = source.capabilities.filter(({ status }) => status !== 'works')
    return { problems: report.problems, source, faulty: faulty.map(({ capability, status }) => [capability, status]) }
  }

  test('a good key: everything works, how late prices are, and what a refresh costs', async () => {
    expect((await examineVendor()).faulty).toEqual([])
    const text = await readText()
    for (const expected of vendor.texts) expect(text).toMatch(expected)
  })

  const { refusedKey, withoutOptions, paths } = vendor

  if (refusedKey === null) {
    test('a blocked address: to wait', async () => {
      broken = { path: paths, answer: () => ({ status: 403, body: '<Error/>' }) }
      const { source } = await examineVendor()
      expect(source).toMatchObject({ answers: { status: 'too_many_calls' }, capabilities: [] })
      expect(source.advice).toContainEqual(
        expect.stringMatching(/blocked your IP address for a while\. Wait ten minutes/),
      )
    })
  } else {
    test('a refused key: the settings to check', async () => {
      broken = { path: paths, answer: () => refusedKey.answer }
      const { source } = await examineVendor()
      expect(source).toMatchObject({ answers: { status: 'key_refused' }, capabilities: [] })
      expect(source.advice).toEqual([expect.stringMatching(refusedKey.advice)])
    })
  }

  if (withoutOptions !== null) {
    test('a plan without options: the screener cannot rate stocks, and another provider is the way', async () => {
      broken = { path: withoutOptions.path, answer: () => withoutOptions.answer }
      const { source, problems, faulty } = await examineVendor()
      expect(faulty).toContainEqual(['chains', 'not_in_plan'])
      expect(problems).toContainEqual(expect.stringMatching(/option chains.* for KO, so the screener cannot rate it/))
      expect(source.advice).toEqual([expect.stringMatching(/upgrade the plan or add another provider/)])
    })
  }

  test('the limit: waits until the reset, then names the setting', async () => {
    const clock = createClock(IN_SESSION_MS)
    broken = { path: vendor.limit.path, answer: () => vendor.limit.refuse(20_000, Date.now()) }
    const wait = async (ms: number) => {
      if (ms > 1_000) broken = null
      await clock.wait(ms)
    }
    const { source, faulty } = await examineVendor({ ...clock, wait })
    expect(faulty).toEqual([])
    expect(source.refusals).toBe(1)
    expect(source.advice).toContainEqual(
      expect.stringMatching(/Set \w+_CALLS_PER_MINUTE to the limit|blocked your IP address for a while/),
    )
  })

  test('a vendor that is away: what to check', async () => {
    broken = { path: paths, answer: () => ({ status: 503, body: 'upstream connect error' }) }
    const { source } = await examineVendor()
    expect(source.answers.status).toBe('no_answer')
    expect(source.advice).toEqual([
      expect.stringMatching(/Check your network, the provider's status page, and \w+_URL/),
    ])
  })
})
