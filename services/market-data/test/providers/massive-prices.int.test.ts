import { newYorkMidnightMs } from '@callwright/scoring'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { NOW, NS, openForTest, type Wire } from './massive-support.ts'
import { failureOf, type StubServer, startStubServer } from './stub-server.ts'

const ms = Date.parse
const SNAPSHOT = '/v2/snapshot/locale/us/markets/stocks/tickers/KO'
const REFUSED: Wire = { status: 'NOT_AUTHORIZED', message: 'You are not entitled to this data.' }
const TODAY: Wire = { status: 'NOT_AUTHORIZED', message: "Attempted to request today's data before end of day." }
const HISTORY: Wire = { status: 'NOT_AUTHORIZED', message: "Your plan doesn't include this data timeframe." }

let stub: StubServer
beforeAll(async () => {
  stub = await startStubServer()
})
beforeEach(() => stub.reset())
afterAll(() => stub.close())

const bar = (date: string, change: Wire = {}): Wire => ({
  t: newYorkMidnightMs(date),
  o: 70,
  h: 71,
  l: 69,
  c: 70.5,
  v: 1_000,
  ...change,
})
const aggs = (...results: readonly Wire[]): Wire => ({ ticker: 'KO', status: 'OK', results })

function onRange(answer: (from: string, to: string) => Wire): void {
  stub.route(({ path }) => {
    const [, from = '', to = ''] = /\/range\/\d+\/\w+\/([^/]+)\/([^/]+)$/.exec(path) ?? []
    const body = answer(from, to)
    return { status: body.status === 'NOT_AUTHORIZED' ? 403 : 200, body: JSON.stringify(body) }
  })
}
const askedRanges = () => stub.requests.map(({ path }) => path.split('/').slice(-2).join(' '))

describe('daily bars', () => {
  async function read(...results: readonly Wire[]) {
    onRange(() => aggs(...results))
    const { bars, rejected } = openForTest(stub, NOW)
    return { ...(await bars.listDailyBars('KO')), rejected }
  }

  test.each([
    ['milliseconds', (date: string) => newYorkMidnightMs(date)],
    ['seconds', (date: string) => newYorkMidnightMs(date) / 1_000],
    ['nanoseconds', (date: string) => newYorkMidnightMs(date) * NS],
    ['a string', (date: string) => String(newYorkMidnightMs(date))],
  ])('reads New York days from %s on both sides of a clock change', async (_name, timeOf) => {
    const dates = ['2026-03-06', '2026-03-09', '2025-10-31', '2025-11-03']
    const { value } = await read(...dates.map((date) => bar(date, { t: timeOf(date) })))
    expect(value?.map(({ date }) => date)).toEqual(dates.toSorted())
  })

  test('reads numbers as strings, fractional volume, and a volume of zero', async () => {
    const strings = { o: '70.0', h: '71', l: '69', c: '70.50', v: '1000.5' }
    const { value, rejected } = await read(bar('2026-07-09', strings), bar('2026-07-10', { v: 0 }))
    expect(value).toEqual([
      { date: '2026-07-09', open: 70, high: 71, low: 69, close: 70.5, volume: 1_000.5 },
      { date: '2026-07-10', open: 70, high: 71, low: 69, close: 70.5, volume: 0 },
    ])
    expect(rejected).toEqual({})
  })

  test.each([
    ['no time', { t: null }, 'malformed'],
    ['a time of zero', { t: 0 }, 'malformed'],
    ['no close', { c: null }, 'not_a_number'],
    ['{} for a close', { c: {} }, 'not_a_number'],
    ['N/A for a close', { c: 'N/A' }, 'not_a_number'],
    ['no volume', { v: null }, 'not_a_number'],
    ['an invalid volume', { v: 'many' }, 'not_a_number'],
    ['a close of zero', { c: 0 }, 'price_not_positive'],
    ['a negative low', { l: -1 }, 'price_not_positive'],
  ])('a row with %s is left out and counted', async (_name, change, reason) => {
    const { value, rejected } = await read(bar('2026-07-09', change), bar('2026-07-10'))
    expect(value?.map(({ date }) => date)).toEqual(['2026-07-10'])
    expect(rejected).toEqual({ [reason]: 1 })
  })

  test.each([
    ['no results', { ticker: 'KO', status: 'OK', resultsCount: 0 }],
    ['null', { ticker: 'KO', status: 'OK', results: null }],
    ['an empty list', aggs()],
    ['nothing usable', aggs(bar('2026-07-10', { c: 0 }))],
  ])('%s means no series, with a reason', async (_name, body) => {
    onRange(() => body)
    const { bars } = openForTest(stub, NOW)
    const missing = [{ field: 'bars', reason: 'Massive has no daily bars for KO' }]
    expect(await bars.listDailyBars('KO')).toMatchObject({ value: null, missing })
  })

  test('rejects bars of another symbol', async () => {
    onRange(() => ({ ...aggs(bar('2026-07-10')), ticker: 'PEP' }))
    expect(await failureOf(openForTest(stub, NOW).bars.listDailyBars('KO'))).toMatchObject({ kind: 'unreadable' })
  })

  test.each([
    ['live during the session', NOW, aggs(bar('2026-07-10')), 'live', NOW],
    ['delayed by its status', NOW, { ...aggs(bar('2026-07-10')), status: 'DELAYED' }, 'delayed', NOW],
    ['delayed without the status', NOW, aggs(bar('2026-07-09')), 'delayed', '2026-07-09T16:00-04:00'],
    ['live before the open', '2026-07-13T08:00-04:00', aggs(bar('2026-07-10')), 'live', '2026-07-10T16:00-04:00'],
    ['live on the weekend', '2026-07-12T12:00-04:00', aggs(bar('2026-07-10')), 'live', '2026-07-10T16:00-04:00'],
    ['live after an early close', '2026-11-28T12:00-05:00', aggs(bar('2026-11-27')), 'live', '2026-11-27T13:00-05:00'],
  ])('%s', async (_name, now, body, dataClass, asOf) => {
    onRange(() => body)
    const answer = await openForTest(stub, now).bars.listDailyBars('KO')
    expect([answer.dataClass, answer.asOfMs]).toEqual([dataClass, ms(asOf)])
  })
})

describe('a limited plan', () => {
  test('with only finished days, tries today once an hour until it is available', async () => {
    let isFinished = false
    onRange((_from, to) => (to === '2026-07-10' && !isFinished ? TODAY : aggs(bar(to))))
    let now = ms('2026-07-10T19:00-04:00')
    const { bars } = openForTest(stub, NOW, { now: () => now })
    const readLast = async () => (await bars.listDailyBars('KO')).value?.at(-1)?.date
    const [today, yesterday] = ['2023-07-10 2026-07-10', '2023-07-10 2026-07-09']
    expect([await readLast(), await readLast()]).toEqual(['2026-07-09', '2026-07-09'])
    expect(askedRanges()).toEqual([today, yesterday, yesterday])
    expect((await bars.listDailyBars('KO')).dataClass).toBe('delayed')
    now = ms('2026-07-10T20:01-04:00')
    expect(await readLast()).toBe('2026-07-09')
    isFinished = true
    now = ms('2026-07-10T21:02-04:00')
    expect(await readLast()).toBe('2026-07-10')
  })

  test('with only finished days, serves many concurrent symbols', async () => {
    onRange((from, to) =>
      to === '2026-07-10' ? TODAY : from < '2024-07-11' ? HISTORY : { ...aggs(bar(to)), ticker: null },
    )
    const { bars } = openForTest(stub, NOW)
    const answers = await Promise.all(['KO', 'PEP', 'KDP', 'MNST'].map((symbol) => bars.listDailyBars(symbol)))
    expect(answers.map(({ value }) => value?.length)).toEqual([1, 1, 1, 1])
  })

  test('with two years of history, tries three years once', async () => {
    onRange((from) => (from < '2024-07-11' ? HISTORY : aggs(bar('2026-07-10'))))
    const { bars } = openForTest(stub, NOW)
    await bars.listDailyBars('KO')
    await bars.listDailyBars('KO')
    const [three, two] = ['2023-07-10 2026-07-10', '2024-07-11 2026-07-10']
    expect(askedRanges()).toEqual([three, two, two])
  })

  test('may have both limits or neither', async () => {
    onRange((from, to) => (to === '2026-07-10' ? TODAY : from < '2024-07-11' ? HISTORY : aggs(bar(to))))
    expect((await openForTest(stub, NOW).bars.listDailyBars('KO')).value).toHaveLength(1)
    expect(askedRanges().at(-1)).toBe('2024-07-11 2026-07-09')
    stub.reset()
    onRange(() => HISTORY)
    expect(await failureOf(openForTest(stub, NOW).bars.listDailyBars('KO'))).toMatchObject({ kind: 'not_entitled' })
    expect(stub.requests).toHaveLength(2)
  })

  test('without snapshots, uses the last close and tries the snapshot once', async () => {
    stub.on(SNAPSHOT, { status: 403, body: JSON.stringify(REFUSED) })
    onRange((_from, to) => (to === '2026-07-10' ? TODAY : aggs(bar('2026-07-08', { c: 69 }), bar('2026-07-09'))))
    const { quotes, provider } = openForTest(stub, NOW)
    expect(await quotes.findQuote('KO')).toEqual({
      source: 'massive',
      dataClass: 'delayed',
      asOfMs: ms('2026-07-09T16:00-04:00'),
      value: { lastPrice: 70.5, previousClose: 69, bid: null, ask: null, volume: 1_000 },
      missing: [{ field: 'bid', reason: expect.stringMatching(/the price is the last close/) }],
    })
    await quotes.findQuote('KO')
    expect(stub.requests.filter(({ path }) => path === SNAPSHOT)).toHaveLength(1)
    expect(askedRanges().at(-1)).toBe('2026-06-30 2026-07-09')
    expect(provider.stamp().dataClass).toBe('delayed')
  })

  test('may reject requests with a status of 200', async () => {
    stub.onJson(SNAPSHOT, REFUSED)
    stub.onJson('/v3/snapshot/options/KO', REFUSED)
    onRange(() => aggs())
    const { quotes, chains } = openForTest(stub, NOW)
    expect((await quotes.findQuote('KO')).value).toBeNull()
    expect(await failureOf(chains.findChain('KO'))).toMatchObject({ kind: 'not_entitled', status: 200 })
  })
})

describe('intraday bars', () => {
  const range = { unit: 'minute', multiplier: 5, from: '2026-07-09', to: '2026-07-10' } as const
  const open = ms('2026-07-10T09:30-04:00')
  const path = '/v2/aggs/ticker/KO/range/5/minute'

  test('are read from all pages, each of which starts later', async () => {
    const next = `https://api.massive.com${path}/${open}/2026-07-10?cursor=b`
    stub.onJson(`${path}/2026-07-09/2026-07-10`, { ...aggs(bar('2026-07-10', { t: open - 300_000 })), next_url: next })
    stub.onJson(`${path}/${open}/2026-07-10`, {
      ...aggs(bar('2026-07-10', { t: open, c: 71, vw: 70.25 })),
      status: 'DELAYED',
    })
    const answer = await openForTest(stub, NOW).intradayBars.listIntradayBars('KO', range)
    expect(answer.value).toEqual([
      { startMs: open - 300_000, open: 70, high: 71, low: 69, close: 70.5, volume: 1_000 },
      { startMs: open, open: 70, high: 71, low: 69, close: 71, volume: 1_000, vwap: 70.25 },
    ])
    expect([answer.dataClass, answer.asOfMs]).toEqual(['delayed', open + 300_000])
  })

  test('are rejected if a page is missing', async () => {
    const next = `https://api.massive.com${path}/${open}/2026-07-10?cursor=b`
    stub.onJson(`${path}/2026-07-09/2026-07-10`, { ...aggs(bar('2026-07-10', { t: open })), next_url: next })
    stub.on(`${path}/${open}/2026-07-10`, { status: 502 })
    const asked = openForTest(stub, NOW).intradayBars.listIntradayBars('KO', range)
    expect(await failureOf(asked)).toMatchObject({ kind: 'unavailable', partial: null })
  })

  test('can be empty, and exclude today on a plan that has only finished days', async () => {
    onRange((_from, to) => (to === '2026-07-10' ? TODAY : aggs()))
    const { intradayBars } = openForTest(stub, NOW)
    const today = { unit: 'hour', multiplier: 1, from: '2026-07-10', to: '2026-07-10' } as const
    const answer = await intradayBars.listIntradayBars('KO', today)
    expect(answer).toMatchObject({ value: null, missing: [{ field: 'bars' }] })
    expect((await intradayBars.listIntradayBars('KO', range)).value).toBeNull()
    expect(askedRanges()).toEqual(['2026-07-10 2026-07-10', '2026-07-09 2026-07-09'])
  })
})

describe('quotes', () => {
  const day = { o: 70, h: 72, l: 69, c: 71, v: 5_000 }
  const prevDay = { c: 70, v: 9_000 }
  const none = { o: 0, h: 0, l: 0, c: 0, v: 0 }
  const at = (time: string) => ms(time) * NS
  const trade = (time: string, p: unknown = 71.2) => ({ p, t: at(time) })
  const before = '2026-07-10T08:00-04:00'
  const evening = '2026-07-10T18:00-04:00'
  const close = '2026-07-10T16:00-04:00'

  test.each([
    [
      'uses the last trade of the session',
      NOW,
      { lastTrade: trade('2026-07-10T13:59-04:00') },
      71.2,
      70,
      '2026-07-10T13:59-04:00',
    ],
    ['ignores a trade after the close', evening, { lastTrade: trade('2026-07-10T17:30-04:00') }, 71, 70, close],
    [
      'ignores a trade before the open',
      before,
      { day: none, lastTrade: trade('2026-07-10T07:59-04:00') },
      70,
      null,
      '2026-07-09T16:00-04:00',
    ],
    ['zeros before the open', before, { day: none }, 70, null, '2026-07-09T16:00-04:00'],
    ['no day at all', before, { day: null }, 70, null, '2026-07-09T16:00-04:00'],
    ['no last trade on the plan', NOW, {}, 71, 70, '2026-07-10T13:58-04:00'],
    ['{} for the last trade', NOW, { lastTrade: {} }, 71, 70, '2026-07-10T13:58-04:00'],
    ['an invalid trade', NOW, { lastTrade: trade(NOW, 'N/A') }, 71, 70, '2026-07-10T13:58-04:00'],
    ['a clock that is ahead', NOW, { updated: at('2026-07-10T14:10-04:00') }, 71, 70, NOW],
  ])('%s', async (_name, now, change, lastPrice, previousClose, asOf) => {
    const updated = at(now === evening ? '2026-07-10T17:59-04:00' : '2026-07-10T13:58-04:00')
    stub.onJson(SNAPSHOT, { status: 'OK', ticker: { ticker: 'KO', day, prevDay, updated, ...change } })
    const { value, asOfMs, missing } = await openForTest(stub, now).quotes.findQuote('KO')
    expect([value?.lastPrice, value?.previousClose, asOfMs]).toEqual([lastPrice, previousClose, ms(asOf)])
    expect(missing.map(({ field }) => field)).toEqual(previousClose === null ? ['bid', 'previous_close'] : ['bid'])
  })

  test.each([
    ['both', { p: 70.9, P: 71.1 }, 70.9, 71.1, 0],
    ['strings', { p: '70.9', P: '71.1' }, 70.9, 71.1, 0],
    ['one side', { p: 70.9, P: 0 }, 70.9, null, 0],
    ['zeros', { p: 0, P: 0 }, null, null, 1],
    ['{}', {}, null, null, 1],
    ['not on the plan', undefined, null, null, 1],
  ])('bid and ask: %s', async (_name, lastQuote, bid, ask, missing) => {
    stub.onJson(SNAPSHOT, { status: 'DELAYED', ticker: { ticker: 'KO', day, prevDay, lastQuote } })
    const answer = await openForTest(stub, NOW).quotes.findQuote('KO')
    expect(answer.value).toMatchObject({ bid, ask, volume: 5_000 })
    expect([answer.dataClass, answer.missing.length]).toEqual(['delayed', missing])
  })

  test.each([
    [{ status: 'OK' }],
    [{ status: 'OK', ticker: null }],
    [{ status: 'OK', ticker: { day: none, prevDay: {} } }],
  ])('%j has no price', async (body) => {
    stub.onJson(SNAPSHOT, body)
    const missing = [{ field: 'price', reason: 'Massive has no price for KO' }]
    expect(await openForTest(stub, NOW).quotes.findQuote('KO')).toMatchObject({ value: null, missing })
  })

  test('class shares keep their dot; an invalid symbol stays a single path segment', async () => {
    const { quotes } = openForTest(stub, NOW)
    for (const symbol of ['BRK.B', 'A/B?c#d', 'KO%2F..']) await failureOf(quotes.findQuote(symbol))
    const prefix = SNAPSHOT.replace('KO', '')
    const paths = [`${prefix}BRK.B`, `${prefix}A%2FB%3Fc%23d`, `${prefix}KO%252F..`]
    expect(stub.requests.map(({ path }) => path)).toEqual(paths)
    await expect(quotes.findQuote('..')).rejects.toThrow(RangeError)
  })
})
