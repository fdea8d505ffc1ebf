import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { CapabilityStatus, DoctorReport } from '../src/doctor/report.ts'
import type { Env } from '../src/env.ts'
import type { CapabilityName } from '../src/providers/provider-definition.ts'
import {
  API_KEY,
  createClock,
  examine,
  IN_SESSION_MS,
  MASSIVE_PATHS,
  openFewCompanies,
  settingsOf,
} from './command-support.ts'
import { type FakeProvider, startFakeProvider } from './fake-provider/fake-provider.ts'
import {
  type Fault,
  hang,
  html,
  notEntitled,
  okNotEntitled,
  quota,
  shiftInstants,
  status,
  tooMany,
  unknownKey,
} from './fake-provider/faults.ts'

const market = openFewCompanies(IN_SESSION_MS)
const LONGEST_MS = 4 * 60_000
const MINUTE_MS = 60_000
const CHAIN = /snapshot\/options/
/** Paths that a free plan does not include. */
const NOT_FREE = /\/v2\/snapshot|\/v3\/snapshot|\/ratios|\/vX\/reference\/financials/

let fake: FakeProvider
beforeAll(async () => {
  fake = await startFakeProvider({ market })
})
afterEach(() => {
  fake.heal()
  fake.forgetCalls()
})
afterAll(() => fake.close())

/** Runs the doctor; checks that its report does not contain the key. */
async function examineLive(change: Env = {}, clock = createClock(IN_SESSION_MS), server = fake) {
  const env = { ...settingsOf(server), ...change }
  const { isHealthy, text, said } = await examine(['--json', '--symbol', 'KO'], env, clock)
  expect(`${text}${said}`).not.toContain(API_KEY)
  const report: DoctorReport = JSON.parse(text)
  expect(report.healthy).toBe(isHealthy)
  return { report, said, massive: report.sources.find(({ name }) => name === 'massive') }
}

async function readText(change: Env = {}): Promise<string> {
  const { text } = await examine(['--symbol', 'KO'], { ...settingsOf(fake), ...change }, createClock(IN_SESSION_MS))
  expect(text).not.toContain(API_KEY)
  return text
}

type Source = DoctorReport['sources'][number]
function statusesOf({ capabilities }: Source): Partial<Record<CapabilityName, CapabilityStatus>> {
  return Object.fromEntries(capabilities.map(({ capability, status }) => [capability, status]))
}
const listFaulty = (source: Source | undefined) =>
  source?.capabilities.filter(({ status }) => status !== 'works').map(({ capability }) => capability)

/** Sources of this set-up that are not configured; the other vendors are not part of it. */
const listOwn = ({ notConfigured }: DoctorReport) =>
  notConfigured.map(({ name }) => name).filter((name) => ['massive', 'sec', 'treasury'].includes(name))

describe('plans', () => {
  test('on a full plan, everything works; the report shows provider order and refresh time', async () => {
    const { report, massive } = await examineLive()
    expect(report).toMatchObject({
      healthy: true,
      problems: [],
      market: 'real providers (MARKET_DATA_PROVIDER=massive)',
    })
    expect(report.sources.map(({ name }) => name)).toEqual(['massive', 'sec', 'treasury'])
    expect(report.sources.flatMap((source) => listFaulty(source))).toEqual([])
    expect(report.order).toMatchObject({ fundamentals: ['sec', 'massive'], rates: ['treasury', 'massive'] })
    expect(listOwn(report)).toEqual([])
    expect(massive?.settings).toEqual({
      found: ['MASSIVE_API_KEY', 'MASSIVE_BASE_URL'],
      notSet: ['MASSIVE_CALLS_PER_MINUTE'],
    })
    expect(massive?.quota).toMatchObject({
      callsPerMinute: 300,
      variable: 'MASSIVE_CALLS_PER_MINUTE',
      screenerRefresh: { symbols: 503, calls: 1_510, capabilities: ['quotes', 'chains', 'bars'] },
    })
    expect(massive?.advice).toEqual([])
  })

  test('prints the report on a full plan as text', async () => {
    const text = await readText()
    expect(text).toMatch(/stock prices +\$[\d.]+, delayed, up to date, with bid and ask/)
    expect(text).toMatch(/option chains +(\d+) calls 25 to 50 days out, delayed, .*, \1 with bid and ask/)
    expect(text).toMatch(/screener refresh +about 1,510 calls for 503 symbols .*, about 5 minutes at that quota/)
    expect(text).toMatch(
      /Provider order\n(?: .*\n)* +fundamentals +sec, then massive\n +interest rates +treasury, then massive/,
    )
    expect(text).toMatch(/terms +Individual plans are for personal, non-commercial use/)
  })

  test('shows a custom provider order', async () => {
    const { report } = await examineLive({ MARKET_DATA_ORDER_RATES: 'massive' })
    expect(report.order.rates).toEqual(['massive'])
  })

  test('says that prices are indicative on a plan without option quotes', async () => {
    const starter = await startFakeProvider({ market, plan: { optionQuotes: false } })
    const { report, massive } = await examineLive({}, createClock(IN_SESSION_MS), starter)
    await starter.close()
    expect(report.healthy).toBe(true)
    const chain = massive?.capabilities.find(({ capability }) => capability === 'chains')
    expect(chain?.detail).toMatch(/none with bid and ask/)
    expect(chain?.missing.join()).toMatch(/Indicative prices/)
  })

  test.each([
    ['403', notEntitled],
    ['200 with an error message', okNotEntitled],
  ])('a free plan that responds with %s has no chains and therefore no screener', async (_name, refusal) => {
    fake.fail(refusal, NOT_FREE)
    const { report, massive } = await examineLive()
    expect(report.healthy).toBe(false)
    expect(massive && statusesOf(massive)).toMatchObject({ chains: 'not_in_plan', quotes: 'works', bars: 'works' })
    expect(report.problems).toEqual(['No provider has option chains for KO, so the screener cannot rate it'])
    expect(massive?.advice).toEqual([expect.stringMatching(/upgrade the plan or add another provider/)])
  })
})

describe('faults', () => {
  const onlyMassive = (fault: Fault) => fake.fail(fault, MASSIVE_PATHS)

  test('makes one call with a wrong key, names the setting to check, and tests the other providers', async () => {
    onlyMassive(unknownKey)
    const { report, massive } = await examineLive()
    expect(massive).toMatchObject({ answers: { status: 'key_refused' }, capabilities: [] })
    expect(massive?.advice).toEqual([expect.stringMatching(/into MASSIVE_API_KEY again/)])
    expect(fake.countCalls(MASSIVE_PATHS)).toBe(1)
    expect(report.sources.filter(({ answers }) => answers.status === 'works').map(({ name }) => name)).toEqual([
      'sec',
      'treasury',
    ])
    expect(report.problems.join()).toMatch(/No provider has stock prices, option chains.* for KO/)
  })

  test('does not report a key that the provider echoes', async () => {
    onlyMassive(({ request }) => ({
      status: 400,
      body: JSON.stringify({ status: 'ERROR', error: `what is ${request.headers.authorization}?` }),
    }))
    expect((await examineLive()).massive?.answers.status).toBe('unusable')
    expect(await readText()).toMatch(/massive does not respond/)
  })

  test('waits out a short rate limit and names the setting', async () => {
    const clock = createClock(IN_SESSION_MS)
    fake.fail(tooMany(20), CHAIN)
    const wait = async (ms: number) => {
      fake.heal()
      await clock.wait(ms)
    }
    const { report, said, massive } = await examineLive({}, { ...clock, wait })
    expect(report.healthy).toBe(true)
    expect(clock.waits).toEqual([20_000])
    expect(said).toContain('massive: rate limit reached, waiting 20 s')
    expect(massive).toMatchObject({ refusals: 1, advice: [expect.stringMatching(/Set MASSIVE_CALLS_PER_MINUTE/)] })
  })

  test('retries once after a minute, then gives up, under a permanent rate limit', async () => {
    const clock = createClock(IN_SESSION_MS)
    onlyMassive(quota(3))
    const { report, massive } = await examineLive({}, clock)
    expect(report.healthy).toBe(false)
    expect(clock.waits).toEqual([MINUTE_MS])
    expect(fake.countCalls(MASSIVE_PATHS)).toBe(5)
    expect(massive && Object.values(statusesOf(massive))).toEqual([
      'works',
      'works',
      'too_many_calls',
      ...Array.from({ length: 9 }, () => 'not_asked'),
    ])
  })

  test('stays within a limit of 5 calls a minute and says that it takes longer', async () => {
    const clock = createClock(IN_SESSION_MS)
    const { report, said, massive } = await examineLive({ MASSIVE_CALLS_PER_MINUTE: '5' }, clock)
    expect(report.healthy).toBe(true)
    expect(said).toBe('massive: limited to 5 calls per minute, so this takes a while\n')
    const calls = fake.countCalls(MASSIVE_PATHS)
    // The first minute's calls need no wait; each later one waits for the quota to refill.
    expect(clock.waits.filter((ms) => ms > 0)).toEqual(Array.from({ length: calls - 5 }, () => 12_000))
    expect(clock.now() - IN_SESSION_MS).toBeLessThan(LONGEST_MS)
    expect(massive?.quota?.screenerRefresh?.minutes).toBeGreaterThan(300)
  })

  test('reports an unreachable server for every source', async () => {
    await fake.goDown()
    const { report } = await examineLive()
    await fake.comeBack()
    expect(report.healthy).toBe(false)
    expect(report.sources.map(({ answers }) => answers.status)).toEqual(['no_answer', 'no_answer', 'no_answer'])
    expect(report.sources.flatMap(({ advice }) => advice)).toHaveLength(3)
  })

  test.each([
    ['HTML', html, 'unusable'],
    ['500', status(500), 'no_answer'],
  ])('reports %s in place of data', async (_name, fault, expected) => {
    onlyMassive(fault)
    expect((await examineLive()).massive?.answers.status).toBe(expected)
    fake.heal()
    fake.fail(fault, CHAIN)
    const { massive } = await examineLive()
    expect(listFaulty(massive)).toEqual(['chains'])
    expect(massive && statusesOf(massive).chains).toBe(expected)
  })

  test('times out on a response that never arrives, without affecting the others', async () => {
    fake.fail(hang, CHAIN)
    const { report, massive } = await examineLive({}, createExpiringClock())
    expect(report.healthy).toBe(false)
    expect(listFaulty(massive)).toEqual(['chains'])
    expect(massive?.capabilities.find(({ capability }) => capability === 'chains')).toMatchObject({
      status: 'no_answer',
      detail: 'no response within the time limit',
    })
  })

  test('reports the age of figures from an hour ago', async () => {
    fake.fail(shiftInstants(-60 * MINUTE_MS), CHAIN)
    expect(await readText()).toMatch(/option chains +.*, 60 minutes behind the market/)
  })

  test('reports a wrong clock', async () => {
    fake.fail(
      () => ({
        body: JSON.stringify({ market: 'open', exchanges: {}, serverTime: '2026-07-14T11:30:00-04:00' }),
      }),
      /marketstatus\/now/,
    )
    expect(await readText()).toMatch(
      /its clock says 2026-07-14 11:30 ET, this machine's says 2026-07-14 11:00 ET: set the time/,
    )
  })

  /** Creates a clock that uses up most of the time limit. */
  function createExpiringClock() {
    let asked = 0
    const now = () => {
      asked += 1
      return asked === 1 ? IN_SESSION_MS : IN_SESSION_MS + LONGEST_MS - 400
    }
    return { ...createClock(IN_SESSION_MS), now }
  }
})

describe('settings', () => {
  test('a provider without its key is skipped, and the others are checked', async () => {
    const { report, massive } = await examineLive({ MASSIVE_API_KEY: '' })
    expect(massive).toBeUndefined()
    expect(report.problems[0]).toMatch(/MASSIVE_API_KEY is not set/)
    expect(report.sources.map(({ name }) => name)).toEqual(['sec', 'treasury'])
    expect(fake.countCalls(MASSIVE_PATHS)).toBe(0)
  })

  test.each<[Env, RegExp]>([
    [{ MASSIVE_CALLS_PER_MINUTE: 'many' }, /MASSIVE_CALLS_PER_MINUTE must be a whole number/],
    [{ SEC_USER_AGENT: 'nobody' }, /SEC_USER_AGENT is invalid/],
    [{ MARKET_DATA_PROVIDER: 'massive,nasdak' }, /MARKET_DATA_PROVIDER has unknown providers: nasdak; known: /],
    [
      { MARKET_DATA_ORDER_CHAINS: 'treasury' },
      /MARKET_DATA_ORDER_CHAINS has treasury, but must be one or more of: massive/,
    ],
  ])('reports every problem of %j and checks the rest', async (change, problem) => {
    const { report } = await examineLive(change)
    expect(report.healthy).toBe(false)
    expect(report.problems.join('\n')).toMatch(problem)
    expect(report.sources.map(({ name }) => name)).toContain('treasury')
  })

  test('skips the SEC without a User-Agent, and does not report a problem', async () => {
    const { report } = await examineLive({ SEC_USER_AGENT: '', SEC_FILES_URL: '', SEC_DATA_URL: '' })
    expect(report).toMatchObject({ healthy: true })
    expect(listOwn(report)).toEqual(['sec'])
    expect(report.order.fundamentals).toEqual(['massive'])
  })
})
