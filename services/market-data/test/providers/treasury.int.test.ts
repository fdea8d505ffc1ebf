import { newYorkCloseMs, usDate } from '@callwright/scoring'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { openTreasury } from '../../src/providers/treasury/open-treasury.ts'
import { describeShared } from '../support.ts'
import { fixtureAnswer, listFixtures } from './fixtures.ts'
import { buildDeps } from './provider-deps.ts'
import { type StubServer, startStubServer } from './stub-server.ts'

const FILE = '/resource-center/data-chart-center/interest-rates/daily-treasury-rates.csv'
const HEADER = 'Date,"1 Mo","1.5 Month","2 Mo","3 Mo","4 Mo","6 Mo","1 Yr","2 Yr","3 Yr","5 Yr"'

let stub: StubServer
beforeAll(async () => {
  stub = await startStubServer()
})
afterEach(() => stub.reset())
afterAll(() => stub.close())

/** Opens the provider at noon on this New York day; `at` sets its clock. */
function openAt(date: string) {
  let nowMs = newYorkCloseMs(date) - 4 * 3_600_000
  const provider = openTreasury({ baseUrl: stub.url }, buildDeps({ now: () => nowMs }))
  const { rates } = provider.capabilities
  if (rates === undefined) throw new Error('no rates')
  const wait = (ms: number) => {
    nowMs += ms
  }
  return { provider, findRate: rates.findRate, wait }
}

const answer = (...bodies: readonly (string | Buffer)[]) =>
  stub.on(`${FILE}/2026/all`, ...bodies.map((body) => ({ body, headers: { 'content-type': 'text/csv' } })))
/** Matches the continuous rate for a bond-equivalent yield (PROVIDERS section 4). */
const continuous = (yieldPct: number) => expect.closeTo(2 * Math.log(1 + yieldPct / 200), 12)

describeShared('treasury: recorded files', () => {
  test('from a file with MM/DD/YYYY dates, newest first, uses the last day up to today and the nearest tenor', async () => {
    stub.on(`${FILE}/2026/all`, fixtureAnswer('rates/treasury-daily-rates-2026-excerpt.csv'))
    const { findRate } = openAt('2026-10-03')
    const month = await findRate(35)
    expect(month).toMatchObject({
      source: 'US Treasury',
      dataClass: 'delayed',
      asOfMs: newYorkCloseMs('2026-10-02'),
      value: { basis: '1M Treasury, Oct 2, 2026' },
      missing: [],
    })
    expect(month.value.rate).toEqual(continuous(4.04))
    expect((await findRate(90)).value).toEqual({ rate: continuous(4.19), basis: '3M Treasury, Oct 2, 2026' })
    expect((await findRate(1_000)).value.basis).toBe('3Y Treasury, Oct 2, 2026')
    const [request] = stub.requests
    expect(request?.query).toEqual({
      type: 'daily_treasury_yield_curve',
      field_tdr_date_value: '2026',
      page: '',
      _format: 'csv',
    })
    expect(stub.requests).toHaveLength(1)
  })

  test('on a past date, uses only rows up to that date', async () => {
    stub.on(`${FILE}/2026/all`, fixtureAnswer('rates/treasury-daily-rates-2026-excerpt.csv'))
    expect((await openAt('2026-10-01').findRate(30)).value.basis).toBe('1M Treasury, Oct 1, 2026')
  })

  test('reads another year’s columns with a blank cell', async () => {
    stub.on(`${FILE}/2025/all`, fixtureAnswer('rates/treasury-daily-rates-2025-excerpt.csv'))
    const { findRate } = openAt('2025-02-15')
    expect((await findRate(30)).value).toEqual({ rate: continuous(4.37), basis: '1M Treasury, Feb 14, 2025' })
  })

  test('gives the right rate for every day of the recorded XML month, converted to CSV', async () => {
    const xml = String(fixtureAnswer('rates/treasury-yield-curve-202609.xml').body)
    const days = [...xml.matchAll(/NEW_DATE[^>]*>(\d{4})-(\d\d)-(\d\d)[\s\S]*?<\/m:properties>/g)].map((match) => {
      const read = (name: string) => Number(new RegExp(`BC_${name} [^>]*>([^<]+)<`).exec(match[0])?.[1])
      return { date: match.slice(1, 4), month: read('1MONTH'), quarter: read('3MONTH') }
    })
    expect(days).toHaveLength(9)
    const rows = days.map(({ date: [year, month, day], ...pct }) => {
      return `${month}/${day}/${year},${pct.month},N/A,N/A,${pct.quarter}`
    })
    answer([HEADER, ...rows.reverse()].join('\r\n'))
    for (const { date, month, quarter } of days) {
      const { findRate } = openAt(date.join('-'))
      expect((await findRate(28)).value).toEqual({
        rate: continuous(month),
        basis: `1M Treasury, ${usDate(date.join('-'))}`,
      })
      expect((await findRate(80)).value.rate).toEqual(continuous(quarter))
    }
  })

  test.each(['rates/treasury-yield-curve-202609.xml', 'rates/fed-h15.csv', 'rates/fred-DGS3MO-shape.csv'])(
    '%s has another format and is unreadable',
    async (file) => {
      stub.on(`${FILE}/2026/all`, fixtureAnswer(file))
      await expect(openAt('2026-10-03').findRate(30)).rejects.toMatchObject({
        name: 'ProviderFailure',
        provider: 'treasury',
        kind: 'unreadable',
      })
    },
  )

  test('every recorded rates file is used', () => {
    expect(listFixtures('rates').map(({ file }) => file)).toEqual([
      'rates/treasury-yield-curve-202609.xml',
      'rates/treasury-daily-rates-2026-excerpt.csv',
      'rates/treasury-daily-rates-2025-excerpt.csv',
      'rates/fred-DGS3MO-shape.csv',
      'rates/fed-h15.csv',
    ])
  })
})

describe('treasury: cells', () => {
  test('treats blank, N/A, text and misprints as unknown, and uses the nearest known tenor', async () => {
    answer(`${HEADER}\n07/10/2026,N/A,3.7,3.7,,3.7, 3.90 ,417,--,null\n`)
    const { findRate } = openAt('2026-07-10')
    expect((await findRate(30)).value).toEqual({ rate: continuous(3.9), basis: '6M Treasury, Jul 10, 2026' })
    expect((await findRate(900)).value.basis).toBe('6M Treasury, Jul 10, 2026')
  })

  test('accepts yields of 0 and below', async () => {
    answer(`Date,1 Mo,3 Mo\n07/10/2026,0.00,-0.05\n`)
    const { findRate } = openAt('2026-07-10')
    expect((await findRate(30)).value.rate).toBe(0)
    expect((await findRate(90)).value.rate).toEqual(continuous(-0.05))
  })

  test('skips rows without a day or a yield, and accepts columns in any order or missing', async () => {
    answer(`3 Yr,Date,1 Mo\n4.1,13/45/2026,3.9\n4.1,2026-07-10,3.9\nN/A,07/09/2026,\n4.2,07/08/2026,3.8\n`)
    expect((await openAt('2026-07-10').findRate(200)).value.basis).toBe('1M Treasury, Jul 8, 2026')
  })
})

describe('treasury: the turn of the year', () => {
  const december = { body: `${HEADER}\n12/31/2025,3.7,3.7,3.7,3.65\n` }

  test.each([
    ['no file yet', { status: 404, body: '<html>not found</html>' }],
    ['a header alone', { body: HEADER }],
  ])('uses the last curve of the previous year: %s', async (_name, january) => {
    stub.on(`${FILE}/2026/all`, january)
    stub.on(`${FILE}/2025/all`, december)
    expect((await openAt('2026-01-02').findRate(30)).value.basis).toBe('1M Treasury, Dec 31, 2025')
  })

  test('later in the year, a file without rows is unreadable', async () => {
    answer(HEADER)
    stub.on(`${FILE}/2025/all`, december)
    await expect(openAt('2026-02-02').findRate(30)).rejects.toMatchObject({ kind: 'unreadable' })
    expect(stub.requests).toHaveLength(1)
  })
})

describe('treasury: a file is cached for ten minutes', () => {
  test('concurrent requests share it, and it is read again later', async () => {
    answer(`${HEADER}\n07/10/2026,3.7\n`, `${HEADER}\n07/10/2026,3.8\n`)
    const { findRate, wait } = openAt('2026-07-10')
    const rates = await Promise.all([10, 30, 45].map((days) => findRate(days)))
    expect(rates.map(({ value }) => value.rate)).toEqual(Array(3).fill(continuous(3.7)))
    wait(9 * 60_000)
    await findRate(30)
    expect(stub.requests).toHaveLength(1)
    wait(60_000)
    expect((await findRate(30)).value.rate).toEqual(continuous(3.8))
  })

  test('a failure is not cached', async () => {
    stub.on(`${FILE}/2026/all`, { status: 503 }, { body: `${HEADER}\n07/10/2026,3.7\n` })
    const { findRate } = openAt('2026-07-10')
    await expect(findRate(30)).rejects.toMatchObject({ kind: 'unavailable', status: 503 })
    expect((await findRate(30)).value.rate).toEqual(continuous(3.7))
  })
})

describe('treasury: failures', () => {
  test.each([
    ['JSON', { body: '{"error":"none"}' }, 'unreadable'],
    ['no tenor', { body: 'Date,"30 Yr"\n07/10/2026,5.1' }, 'unreadable'],
    ['no usable row', { body: `${HEADER}\nyesterday,3.7\n` }, 'unreadable'],
    ['only rows of the future', { body: `${HEADER}\n12/01/2026,3.7\n` }, 'unreadable'],
    ['more than a year of rows', { body: `${HEADER}\n${'07/10/2026,3.7\n'.repeat(80_000)}` }, 'unreadable'],
  ])('%s', async (_name, given, kind) => {
    stub.on(`${FILE}/2026/all`, given)
    const { provider, findRate } = openAt('2026-07-10')
    await expect(findRate(30)).rejects.toMatchObject({ name: 'ProviderFailure', kind })
    await expect(provider.ping()).rejects.toMatchObject({ kind })
  })

  test('a ping reads the file again, and the description contains what an operator needs', async () => {
    answer(`${HEADER}\n07/10/2026,3.7\n`)
    const { provider } = openAt('2026-07-10')
    await provider.ping()
    await provider.ping()
    expect(stub.requests).toHaveLength(2)
    expect(provider.stamp()).toMatchObject({ source: 'US Treasury', dataClass: 'delayed' })
    expect(provider.describe().terms.join(' ')).toContain('public domain')
    expect(Object.keys(provider.capabilities)).toEqual(['rates'])
  })
})
