import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { inventedDefects } from '../src/providers/recorded/invented/companies.ts'
import { spyOnChains } from './spied-market.ts'
import { type MarketDataUnderTest, makeInventedFolder, openMarketDataService, openSimulatedAt } from './support.ts'

let service: MarketDataUnderTest

beforeAll(async () => {
  service = await openMarketDataService(await makeInventedFolder())
})
afterAll(() => service.close())

const params = { symbol: 'BRMZ' }
const ask = (contracts: readonly object[], symbol = 'BRMZ') =>
  service.ask('marketData.contractQuotes', { params: { symbol }, body: { contracts } })

async function listCalls(expiration_date: string) {
  const { options } = await service.ask('options.chain', { params, query: { expiration_date } })
  return options
}

async function listDates(): Promise<string[]> {
  const { expirations } = await service.ask('options.expirations', { params })
  return expirations.map(({ date }) => date)
}

describe('quotes of single contracts', () => {
  test('match the chain, in the requested order, for several expirations in one response', async () => {
    const dates = await listDates()
    const [near, far] = [dates[1] ?? '', dates[3] ?? '']
    const rows = (await Promise.all([far, near].map(listCalls))).flatMap((calls) => calls.slice(8, 11))
    const answer = await ask(rows.map(({ expiration_date, strike }) => ({ expiration_date, strike })))
    expect(answer).toMatchObject({ symbol: 'BRMZ', current_price: 398.75, message: null })
    expect(answer.contracts).toHaveLength(6)
    answer.contracts.forEach((quote, index) => {
      const row = rows[index]
      expect(quote).toMatchObject({
        listed: true,
        expiration_date: row?.expiration_date,
        strike: row?.strike,
        bid: row?.bid,
        ask: row?.ask,
        delta: row?.delta,
        implied_volatility: row?.implied_volatility,
        flags: row?.flags,
      })
      if (row?.mid != null) expect(quote).toMatchObject({ premium: row.mid, premium_is_quote: true })
    })
    const { implied_volatility } = await service.ask('options.iv', { params })
    expect(answer.atm_iv).toBe(implied_volatility)
  })

  test('include the mid of the put with the same strike', async () => {
    const [, date = ''] = await listDates()
    const { options } = await service.ask('options.chain', { params, query: { expiration_date: date, type: 'put' } })
    const put = options.find(({ mid }) => mid !== null)
    const answer = await ask([{ expiration_date: date, strike: put?.strike }])
    expect(answer.contracts[0]?.put_mid).toBe(put?.mid)
  })

  test('without a bid, use half of the ask as premium and the ask as a bound for delta', async () => {
    const rows = (await Promise.all((await listDates()).slice(0, 3).map(listCalls))).flat()
    const unbid = rows.find(({ bid, ask: offered }) => bid === 0 && offered !== null)
    if (unbid === undefined) throw new Error('the invented pack has a call without a bid')
    const { contracts } = await ask([{ expiration_date: unbid.expiration_date, strike: unbid.strike }])
    const half = { premium: (unbid.ask ?? 0) / 2, premium_source: 'half_ask', premium_is_quote: false }
    expect(contracts[0]).toMatchObject(half)
    if (contracts[0]?.delta === null) {
      expect(contracts[0].delta_at_most).toBeGreaterThan(0)
      expect(contracts[0].implied_volatility_at_most).toBeGreaterThan(0)
    }
  })

  test('are unknown for unlisted contracts, without affecting the others', async () => {
    const [, date = ''] = await listDates()
    const strike = (await listCalls(date))[8]?.strike ?? 0
    const { contracts } = await ask([
      { expiration_date: date, strike: strike + 0.01 },
      { expiration_date: '2020-01-17', strike },
      { expiration_date: date, strike },
    ])
    expect(contracts.map(({ listed }) => listed)).toEqual([false, false, true])
    expect(contracts[0]).toMatchObject({ premium: null, premium_is_quote: null, delta: null, ask: null, flags: [] })
  })

  test('include the close of the last session for expired calls only', async () => {
    const { data } = await service.ask('stocks.data', { params, query: { timespan: 'day' } })
    const last = data.at(-2)
    const day = new Date(last?.timestamp ?? 0).toISOString().slice(0, 10)
    const [, date = ''] = await listDates()
    const { closes, splits } = await ask([
      { expiration_date: day, strike: 400 },
      { expiration_date: date, strike: 400 },
      { expiration_date: '2009-07-17', strike: 400 },
    ])
    expect(closes).toEqual([
      { date: day, close: last?.close },
      { date: '2009-07-17', close: null },
    ])
    expect(splits).toEqual([])
  })

  test('include requested closes and past dividends, also without a contract', async () => {
    const { data } = await service.ask('stocks.data', { params, query: { timespan: 'day' } })
    const bar = data.at(-5)
    const day = new Date(bar?.timestamp ?? 0).toISOString().slice(0, 10)
    const body = { contracts: [], close_dates: [day], dividends_since: '2020-01-01' }
    const answer = await service.ask('marketData.contractQuotes', { params, body })
    expect(answer).toMatchObject({ contracts: [], closes: [{ date: day, close: bar?.close }] })
    const today = answer.market_time.slice(0, 10)
    expect(answer.past_dividends.every(({ ex_date }) => ex_date >= '2020-01-01' && ex_date <= today)).toBe(true)
    expect((await ask([])).past_dividends).toEqual([])
  })

  test('include requested opening prices, and the strikes of an expiration', async () => {
    const { data } = await service.ask('stocks.data', { params, query: { timespan: 'day' } })
    const bar = data.at(-5)
    const day = new Date(bar?.timestamp ?? 0).toISOString().slice(0, 10)
    const [, date = ''] = await listDates()
    const body = { contracts: [], open_dates: [day, '2009-07-17'], strikes_of: date }
    const answer = await service.ask('marketData.contractQuotes', { params, body })
    expect(answer).toMatchObject({
      closes: [],
      opens: [
        { date: day, open: bar?.open },
        { date: '2009-07-17', open: null },
      ],
      strikes: (await listCalls(date)).map(({ strike }) => strike),
    })
    const none = await service.ask('marketData.contractQuotes', { params, body: { ...body, strikes_of: '2026-07-12' } })
    expect(none.strikes).toEqual([])
    expect(await ask([])).not.toHaveProperty('opens')
  })

  test('include the price of a stock without options', async () => {
    const contracts = [{ expiration_date: '2026-08-21', strike: 100 }]
    const answer = await ask(contracts, inventedDefects.noChain)
    expect(answer.current_price).toBeGreaterThan(0)
    expect(answer.contracts[0]).toMatchObject({ listed: false, premium: null })
    expect(answer.message).toContain('no option chain')
  })

  test.each([
    [{ contracts: [], close_dates: ['2026-02-30'] }, 'close_dates'],
    [{ contracts: [{ expiration_date: '2026-08-21', strike: 0 }] }, 'contracts.0.strike'],
    [{ contracts: [{ expiration_date: '2026-8-21', strike: 1 }] }, 'contracts.0.expiration_date'],
    [{ contracts: [{ expiration_date: '2026-02-30', strike: 1 }] }, 'expiration_date'],
  ])('rejects %j because of %s', async (body, field) => {
    const problem = await service.fail('marketData.contractQuotes', { params, body, as: { kind: 'service' } })
    expect(problem.status).toBe(400)
    expect(problem.errors?.map((error) => error.field)).toContain(field)
  })

  test('are for services only, and return a 404 for an unknown symbol', async () => {
    const body = { contracts: [{ expiration_date: '2026-08-21', strike: 1 }] }
    expect(await service.fail('marketData.contractQuotes', { params, body })).toMatchObject({ status: 403 })
    const asked = { params: { symbol: 'XYZ' }, body, as: { kind: 'service' as const } }
    expect(await service.fail('marketData.contractQuotes', asked)).toMatchObject({ code: 'unknown_symbol' })
  })
})

test('include splits and spin-offs since the earliest entry, and the closes of entries before one', async () => {
  const market = openSimulatedAt('2026-07-09T17:00:00Z')
  const split = { executionDate: '2026-06-15', ratio: 10, kind: 'split' } as const
  const listSplits = async (symbol: string) => ({
    ...(await market.splits.listSplits(symbol)),
    value: [
      { ...split, executionDate: '2026-01-05', ratio: 2 },
      { ...split, executionDate: '2026-06-20', ratio: 1.25, kind: 'spin_off' as const },
      split,
      { ...split, executionDate: '2026-07-10' },
    ],
  })
  const opened = await openMarketDataService({ ...market, splits: { listSplits } })
  const body = {
    contracts: [{ expiration_date: '2026-08-21', strike: 560 }],
    entry_dates: ['2026-06-14', '2026-06-16', '2026-05-04'],
  }
  const { splits, closes } = await opened.ask('marketData.contractQuotes', { params: { symbol: 'KO' }, body })
  const problem = await opened.fail('marketData.contractQuotes', {
    params: { symbol: 'KO' },
    as: { kind: 'service' },
    body: { ...body, entry_dates: ['2026-02-30'] },
  })
  await opened.close()
  expect(splits).toEqual([
    { kind: 'split', date: '2026-06-15', ratio: 10 },
    { kind: 'spin_off', date: '2026-06-20', ratio: 1.25 },
  ])
  // Jun 14, 2026 is a Sunday, so the price is Friday's close.
  expect(closes).toEqual([
    { date: '2026-06-12', close: expect.any(Number) },
    { date: '2026-06-16', close: expect.any(Number) },
    { date: '2026-05-04', close: expect.any(Number) },
  ])
  expect(problem.status).toBe(400)
})

test('name a missing session in the bars, even if a call was quoted before', async () => {
  const market = openSimulatedAt('2026-07-09T17:00:00Z')
  const listDailyBars = async (symbol: string) => {
    const answer = await market.bars.listDailyBars(symbol)
    return { ...answer, value: (answer.value ?? []).filter(({ date }) => date !== '2026-06-17') }
  }
  const opened = await openMarketDataService({ ...market, bars: { ...market.bars, listDailyBars } })
  const asked = { params: { symbol: 'KO' } }
  const contracts = [{ expiration_date: '2026-06-26', strike: 560 }]
  await opened.ask('marketData.contractQuotes', { ...asked, body: { contracts } })
  const { message } = await opened.ask('stocks.data', asked)
  await opened.close()
  expect(message).toContain('No prices for Jun 17, 2026')
})

test('request all contracts from the source at once, limited to the range they span', async () => {
  const { market, filters } = spyOnChains(openSimulatedAt('2026-07-09T17:00:00Z'))
  const simulated = await openMarketDataService(market)
  const { expirations } = await simulated.ask('options.expirations', { params: { symbol: 'KO' } })
  const [near, far] = [expirations[2], expirations[5]]
  const contracts = [
    { expiration_date: near?.date, strike: 70 },
    { expiration_date: far?.date, strike: 75 },
  ]
  const answer = await simulated.ask('marketData.contractQuotes', { params: { symbol: 'KO' }, body: { contracts } })
  await simulated.close()
  const box = { minDays: near?.days_to_expiration, maxDays: far?.days_to_expiration, minStrike: 70, maxStrike: 75 }
  expect(filters.filter((filter) => filter?.minStrike === 70)).toEqual([box])
  expect(answer.contracts.map(({ listed }) => listed)).toEqual([true, true])
  expect(answer.message).toBe('Simulated market: not real prices.')
})
