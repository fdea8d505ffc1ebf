import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { newYorkCloseMs } from '@callwright/scoring'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { readFrame } from '../../src/providers/sec/facts.ts'
import { openSec } from '../../src/providers/sec/open-sec.ts'
import { describeShared, sharedData } from '../support.ts'
import { fixtureAnswer, listFixtures } from './fixtures.ts'
import { buildDeps } from './provider-deps.ts'
import { type StubAnswer, type StubServer, startStubServer } from './stub-server.ts'

const USER_AGENT = 'Example Research ops@example.com'
const TICKERS = '/files/company_tickers.json'
const FACTS = { AAPL: '/api/xbrl/companyfacts/CIK0000320193.json', NVDA: '/api/xbrl/companyfacts/CIK0001045810.json' }
/** When each company's facts were recorded. */
const RECORDED = { AAPL: '2026-03-25', NVDA: '2026-07-09' } as const
type Company = keyof typeof FACTS
const companies = ['AAPL', 'NVDA'] as const

let stub: StubServer
beforeAll(async () => {
  stub = await startStubServer()
})
afterEach(() => stub.reset())
afterAll(() => stub.close())

/** Opens the provider at the close on this New York day; `wait` advances its clock. */
function openAt(date: string) {
  let nowMs = newYorkCloseMs(date)
  const urls = { filesUrl: stub.url, dataUrl: stub.url }
  const sec = openSec({ userAgent: USER_AGENT, ...urls }, buildDeps({ now: () => nowMs }))
  const { fundamentals } = sec.capabilities
  if (fundamentals?.listMarketFundamentals === undefined) throw new Error('no fundamentals')
  const wait = (ms: number) => {
    nowMs += ms
  }
  return { sec, find: fundamentals.findFundamentals, listMarket: fundamentals.listMarketFundamentals, wait }
}

test('the list of companies has any company by symbol or name, and says nothing about options', async () => {
  const rows = [
    [1, 'Demo Corp', 'DEMO', 'Nasdaq'],
    [2, 'Example Holdings', 'EXH-B', 'NYSE'],
    [3, 'No Ticker', null, null],
  ]
  stub.onJson('/files/company_tickers_exchange.json', { fields: ['cik', 'name', 'ticker', 'exchange'], data: rows })
  const { reference, search } = openAt('2026-07-10').sec.capabilities
  const listed = { symbol: 'EXH.B', name: 'Example Holdings', exchange: 'NYSE', optionable: false, hasChain: false }
  expect(await reference?.findSymbol('EXH.B')).toMatchObject(listed)
  expect((await search?.searchSymbols({ text: 'exh', limit: 5 }))?.value).toMatchObject([listed])
  expect(await reference?.findSymbol('GONE')).toBeNull()
  expect(callsTo('/files/company_tickers_exchange.json')).toBe(1)
})

const callsTo = (path: string) => stub.requests.filter((request) => request.path === path).length
const fieldsOf = ({ missing }: { missing: readonly { field: string }[] }) => missing.map(({ field }) => field)
const NEVER_KNOWN = ['market_cap', 'dividend_yield', 'credit_rating']

interface RecordedFact {
  readonly start?: string
  readonly end: string
  readonly val: number
  readonly frame?: string
}
interface RecordedFacts {
  readonly cik: number
  readonly facts: Readonly<Record<string, Readonly<Record<string, { units: { USD?: readonly RecordedFact[] } }>>>>
}

describeShared('sec: recorded facts', () => {
  const readFixture = (name: string) => readFileSync(join(sharedData, 'fixtures/sec', name))
  const expected = (company: Company) => {
    const all = JSON.parse(String(readFixture('expected_ratios.json'))) as Record<string, Record<string, number>>
    return all[company] ?? {}
  }
  function serveRecordings(): void {
    stub.on(TICKERS, fixtureAnswer('sec/company_tickers.json.gz'))
    for (const company of companies) {
      stub.on(FACTS[company], fixtureAnswer(`sec/companyfacts-${company}.json.gz`))
    }
  }

  test.each(companies)('computes the net margin of %s for the trailing twelve months', async (company) => {
    serveRecordings()
    const answer = await openAt(RECORDED[company]).find(company)
    const { net_margin: netMargin = Number.NaN, ttm_end: end } = expected(company)
    expect(answer.value.netMarginPct).toBeCloseTo(netMargin * 100, 3)
    expect(answer).toMatchObject({
      source: 'SEC filings',
      dataClass: 'delayed',
      asOfMs: newYorkCloseMs(String(end)),
      value: { marketCapUsd: null, dividendYieldPct: null, creditRating: null, negativeEquity: false },
    })
    expect(fieldsOf(answer)).toEqual(NEVER_KNOWN)
    expect(stub.requests.map(({ headers }) => headers['user-agent'])).toEqual([USER_AGENT, USER_AGENT])
  })

  test('debt to equity includes operating leases', async () => {
    serveRecordings()
    const nvidia = await openAt(RECORDED.NVDA).find('NVDA')
    expect(nvidia.value.debtToEquity).toBeCloseTo(expected('NVDA').debt_to_equity_incl_leases ?? Number.NaN, 5)
    expect(nvidia.value.debtToEquity).toBeCloseTo(0.06555, 5)
    const apple = await openAt(RECORDED.AAPL).find('AAPL')
    // Apple reports its leases, 12,490 million dollars, only in the annual report.
    const { debt_ex_leases: debt = Number.NaN, equity = Number.NaN } = expected('AAPL')
    expect(apple.value.debtToEquity).toBeCloseTo((debt + 12_490e6) / equity, 12)
  })

  test('figures are unknown long after the recording, because they are too old', async () => {
    serveRecordings()
    const answer = await openAt('2028-01-03').find('NVDA')
    expect(answer.value).toMatchObject({ netMarginPct: null, debtToEquity: null, negativeEquity: false })
    expect(fieldsOf(answer)).toEqual([...NEVER_KNOWN, 'net_margin', 'debt_to_equity'])
  })

  test('share classes in any spelling map to one company; the list is read once a day', async () => {
    stub.on(TICKERS, fixtureAnswer('sec/company_tickers.json.gz'))
    const { find, wait } = openAt('2026-07-09')
    await Promise.all(['BRK.B', 'BRK-B', 'brk-a', 'GOOG', 'GOOGL'].map(find))
    expect(callsTo('/api/xbrl/companyfacts/CIK0001067983.json')).toBe(3)
    expect(callsTo('/api/xbrl/companyfacts/CIK0001652044.json')).toBe(2)
    wait(24 * 3_600_000 - 1)
    await find('GOOG')
    expect(callsTo(TICKERS)).toBe(1)
    wait(1)
    await find('GOOG')
    expect(callsTo(TICKERS)).toBe(2)
  })

  test('an unlisted symbol is not found; a company without facts has unknown figures', async () => {
    stub.on(TICKERS, fixtureAnswer('sec/company_tickers.json.gz'))
    stub.on('/api/xbrl/companyfacts/CIK0000884394.json', fixtureAnswer('sec/not-found.xml'))
    const { find } = openAt('2026-07-09')
    await expect(find('NOSUCH')).rejects.toMatchObject({ name: 'ProviderFailure', kind: 'not_found' })
    const fund = await find('SPY')
    expect(fund.value).toMatchObject({ netMarginPct: null, debtToEquity: null, negativeEquity: false })
    expect(fund.missing.at(-1)).toEqual({ field: 'fundamentals', reason: 'This source has no fundamentals for SPY' })
  })

  test('a recorded frame is read by company', () => {
    const rows: unknown[] = []
    readFrame(JSON.parse(String(readFixture('frames-assets-excerpt.json'))), (cik, { startDay, valueUsd }) =>
      rows.push([cik, startDay, valueUsd]),
    )
    expect(rows).toEqual([
      [1_750, null, 2_849_300_000],
      [1_800, null, 81_414_000_000],
      [2_488, null, 69_226_000_000],
    ])
  })

  test.each(companies)('market-wide frames give the same figures for %s as its own facts', async (company) => {
    serveRecordings()
    const recordings = companies.map((name) => {
      return JSON.parse(String(gunzipSync(readFixture(`companyfacts-${name}.json.gz`)))) as RecordedFacts
    })
    stub.route(({ path }) => {
      const [, tag = '', period] = /^\/api\/xbrl\/frames\/us-gaap\/(\w+)\/USD\/(\w+)\.json$/.exec(path) ?? []
      const data = recordings.flatMap(({ cik, facts }) =>
        (facts['us-gaap']?.[tag]?.units.USD ?? [])
          .filter(({ frame }) => frame === period)
          .map(({ start, end, val }) => ({ accn: '0', cik, entityName: 'X', loc: 'US-CA', start, end, val })),
      )
      return data.length === 0 ? fixtureAnswer('sec/not-found.xml') : { body: JSON.stringify({ tag, data }) }
    })
    const { find, listMarket } = openAt(RECORDED[company])
    const market = await listMarket()
    expect([...market.keys()].sort()).toEqual(['AAPL', 'NVDA'])
    expect(stub.requests.length - callsTo(TICKERS)).toBe(123)
    // Frames have no numbers of shares, which are as of the day of each company's report.
    const own = await find(company)
    expect(market.get(company)).toEqual({ ...own, value: { ...own.value, shares: null } })
    const shares = {
      AAPL: { count: 14_681_140_000, asOf: '2026-01-16' },
      NVDA: { count: 24_200_000_000, asOf: '2026-05-15' },
    }
    expect(own.value.shares).toEqual(shares[company])
  })

  test('every recorded response is used, except the lists of filings', () => {
    const lists = listFixtures('sec').filter(({ file }) => file.includes('submissions'))
    expect(listFixtures('sec').length - lists.length).toBe(6)
  })
})

const ONE = { 0: { cik_str: 320_193, ticker: 'AAPL', title: 'Apple Inc.' } }

describe('sec: failures', () => {
  test.each<[string, StubAnswer, string]>([
    ['null', { body: 'null' }, 'unreadable'],
    ['a list', { body: '[]' }, 'unreadable'],
    ['an error with status 200', { body: '{"error":"Internal"}' }, 'unreadable'],
  ])('%s', async (_name, given, kind) => {
    const { sec, find, listMarket } = openAt('2026-07-09')
    const failure = expect.objectContaining({ name: 'ProviderFailure', provider: 'sec', kind })
    stub.onJson(TICKERS, ONE)
    stub.on(FACTS.AAPL, given)
    await expect(find('AAPL')).rejects.toEqual(failure)
    stub.on('/api/xbrl/frames/us-gaap/NetIncomeLoss/USD/CY2026.json', given)
    await expect(listMarket()).rejects.toEqual(failure)
    stub.on(TICKERS, given)
    await expect(sec.ping()).rejects.toEqual(failure)
  })

  test('a rejection has a Retry-After and names the possible cause', async () => {
    stub.on(TICKERS, { status: 403, body: '<html>Undeclared Automated Tool</html>' })
    await expect(openAt('2026-07-09').find('AAPL')).rejects.toMatchObject({
      status: 403,
      retryAfterMs: 600_000,
      message: 'sec: rejected (HTTP 403): too many calls, or a User-Agent that is not "name address@domain"',
    })
  })

  test('an unreadable list of companies is read again', async () => {
    stub.on(TICKERS, { status: 500 }, { body: JSON.stringify(ONE) })
    stub.onJson(FACTS.AAPL, { facts: { 'ifrs-full': {} } })
    const { find } = openAt('2026-07-09')
    await expect(find('AAPL')).rejects.toMatchObject({ kind: 'unavailable' })
    expect(fieldsOf(await find('AAPL'))).toEqual([...NEVER_KNOWN, 'fundamentals'])
  })
})

describe('sec: the User-Agent', () => {
  const open = (userAgent: string) => openSec({ userAgent }, buildDeps())

  test.each([
    '',
    ' ',
    'Mozilla/5.0',
    'ops@example.com',
    'Research ops at example.com',
    'Research ops@example',
    'Research\r\nX: a@example.com',
    'Forschung Zürich a@example.com',
  ])('rejects %j', (userAgent) => {
    expect(() => open(userAgent)).toThrow('the SEC requires a name and an email address')
  })

  test.each(['Example Research ops@example.com', 'Example, Inc. (research) first.last+sec@mail.example.co.uk '])(
    'accepts %j',
    (userAgent) => {
      expect(open(userAgent).describe().limits.join(' ')).toContain('10 calls a second')
    },
  )
})
