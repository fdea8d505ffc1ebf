import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { DoctorReport } from '../src/doctor/report.ts'
import type { Env } from '../src/env.ts'
import { createClock, examine, IN_SESSION_MS, openFewCompanies } from './command-support.ts'
import { toWireMarket, type WireMarket, type WireRouter } from './fake-provider/wire-market.ts'
import { refuseAsAlpaca, renderAsAlpaca } from './fake-vendors/alpaca-wire.ts'
import { refuseAsTradier, renderAsTradier } from './fake-vendors/tradier-wire.ts'
import { startVendorServer, type VendorServer } from './fake-vendors/vendor-server.ts'
import type { StubAnswer } from './providers/stub-server.ts'

const SECRET = 'canary-secret-8c2f7b1d'

interface VendorCase {
  readonly name: string
  readonly render: (market: WireMarket) => WireRouter
  readonly settings: (url: string) => Env
  readonly refusedKey: StubAnswer
  /** Advice for a refused key. */
  readonly keyAdvice: RegExp
  readonly withoutOptions: { readonly path: RegExp; readonly answer: StubAnswer }
  readonly refuse: (waitMs: number, nowMs: number) => StubAnswer
  readonly chain: RegExp
  readonly refresh: RegExp
}

const json = (status: number, message: string): StubAnswer => ({ status, body: JSON.stringify({ message }) })

const cases: readonly VendorCase[] = [
  {
    name: 'alpaca',
    render: renderAsAlpaca,
    settings: (url) => ({
      ...{ ALPACA_KEY_ID: 'canary-id-of-a-test', ALPACA_SECRET_KEY: SECRET },
      ...{ ALPACA_BASE_URL: url, ALPACA_TRADING_BASE_URL: url },
    }),
    refusedKey: json(403, 'forbidden.'),
    keyAdvice: /into ALPACA_KEY_ID, ALPACA_SECRET_KEY again/,
    withoutOptions: { path: /options\/snapshots/, answer: json(403, 'subscription does not permit querying options') },
    refuse: refuseAsAlpaca,
    chain: /option chains +\d+ calls 25 to 50 days out, indicative/,
    refresh: /about 1,2\d\d calls for 503 symbols .*, about 7 minutes at that quota/,
  },
  {
    name: 'tradier',
    render: renderAsTradier,
    settings: (url) => ({ TRADIER_TOKEN: SECRET, TRADIER_BASE_URL: `${url}/v1` }),
    refusedKey: { status: 401, body: 'Invalid Access Token' },
    keyAdvice: /into TRADIER_TOKEN again/,
    withoutOptions: { path: /options\/chains/, answer: json(403, 'Market data for options is not enabled') },
    refuse: refuseAsTradier,
    chain: /option chains +\d+ calls 25 to 50 days out, live/,
    refresh: /about 2,\d\d\d calls for 503 symbols .*, about 2\d minutes at that quota/,
  },
]

describe.each(cases)('the doctor on $name', (vendor) => {
  let server: VendorServer
  let broken: { readonly path: RegExp; readonly answer: () => StubAnswer } | null = null
  beforeAll(async () => {
    const regular = vendor.render(toWireMarket(openFewCompanies(IN_SESSION_MS)))
    const router: WireRouter = (request) =>
      broken?.path.test(request.path) ? Promise.resolve(broken.answer()) : regular(request)
    server = await startVendorServer({ router })
  })
  afterEach(() => {
    broken = null
  })
  afterAll(() => server.close())

  async function readText(clock = createClock(IN_SESSION_MS), args: readonly string[] = []) {
    const env = { MARKET_DATA_PROVIDER: vendor.name, TREASURY_BASE_URL: server.url, ...vendor.settings(server.url) }
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
    expect(text).toMatch(vendor.chain)
    expect(text).toMatch(vendor.refresh)
  })

  test('a refused key: one call, and the settings to check', async () => {
    server.forgetRequests()
    broken = { path: /./, answer: () => vendor.refusedKey }
    const { source } = await examineVendor()
    expect(source).toMatchObject({ answers: { status: 'key_refused' }, capabilities: [] })
    expect(source.advice).toEqual([expect.stringMatching(vendor.keyAdvice)])
  })

  test('a plan without options: the screener cannot rate stocks, and another provider is the way', async () => {
    broken = { path: vendor.withoutOptions.path, answer: () => vendor.withoutOptions.answer }
    const { source, problems, faulty } = await examineVendor()
    expect(faulty).toEqual([['chains', 'not_in_plan']])
    expect(problems).toContain('No provider has option chains for KO, so the screener cannot rate it')
    expect(source.advice).toEqual([expect.stringMatching(/upgrade the plan or add another provider/)])
  })

  test('the limit: waits until the reset, then names the setting', async () => {
    const clock = createClock(IN_SESSION_MS)
    broken = { path: vendor.withoutOptions.path, answer: () => vendor.refuse(20_000, Date.now()) }
    const wait = async (ms: number) => {
      if (ms > 1_000) broken = null
      await clock.wait(ms)
    }
    const { source, faulty } = await examineVendor({ ...clock, wait })
    expect(faulty).toEqual([])
    expect(source).toMatchObject({
      refusals: 1,
      advice: [expect.stringMatching(/Set \w+_CALLS_PER_MINUTE to the limit/)],
    })
  })

  test('a vendor that is away: what to check', async () => {
    broken = { path: /./, answer: () => ({ status: 503, body: 'upstream connect error' }) }
    const { source } = await examineVendor()
    expect(source.answers.status).toBe('no_answer')
    expect(source.advice).toEqual([
      expect.stringMatching(/Check your network, the provider's status page, and \w+_BASE_URL/),
    ])
  })
})
