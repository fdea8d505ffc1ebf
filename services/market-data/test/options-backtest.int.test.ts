import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { plainCdf } from './plain-american.ts'
import { type PlainPack, readPlainPack, recordedFolder } from './plain-pack.ts'
import { readCsvFile } from './providers/raw-pack.ts'
import { describeShared, type MarketDataUnderTest, openMarketDataService, openSimulatedAt } from './support.ts'

describe('the simulated market', () => {
  let service: MarketDataUnderTest
  beforeAll(async () => {
    service = await openMarketDataService(openSimulatedAt('2026-07-10T21:00:00Z'))
  })
  afterAll(() => service.close())

  test('is tested on the quotes of past days, one call after the other, and every figure has its count', async () => {
    const { basis, result, buy_write, assumptions, rule, message } = await service.ask('options.backtest', {
      params: { symbol: 'AAPL' },
    })
    expect({ basis, rule }).toEqual({ basis: 'past_quotes', rule: { delta: 0.25, days: 30, months: 24 } })
    expect(assumptions[0]).toBe('Each call is sold at the bid of that day’s close.')
    expect(message).toBe('Simulated market: not real prices.')
    const cycles = result?.cycles ?? []
    expect(cycles.length).toBeGreaterThan(22)
    expect(result).toMatchObject({ calls: cycles.length, from_date: cycles[0]?.sold_on, uncovered_sessions: 0 })
    expect((result?.expired ?? 0) + (result?.assigned ?? 0)).toBe(cycles.length)
    for (const [index, cycle] of cycles.entries()) {
      expect(cycle.delta).toBeGreaterThan(0.2)
      expect(cycle.delta).toBeLessThan(0.3)
      expect(cycle.outcome).toBe(cycle.price_at_end > cycle.strike_price ? 'assigned' : 'expired')
      if (index > 0) expect(cycle.sold_on).toBe(cycles[index - 1]?.expiration_date)
    }
    // Third Fridays, or the day before a holiday.
    for (const { expiration_date: date } of buy_write?.cycles.slice(1) ?? []) {
      expect(Number(date.slice(8))).toBeGreaterThanOrEqual(14)
      expect(Number(date.slice(8))).toBeLessThanOrEqual(21)
    }
  })

  test('rejects a rule outside its limits, and an unknown symbol', async () => {
    for (const query of [{ delta: '0.01' }, { delta: '0.9' }, { days: '2' }, { days: '91' }, { months: '99' }]) {
      expect(await service.fail('options.backtest', { params: { symbol: 'AAPL' }, query })).toMatchObject({
        status: 400,
      })
    }
    expect(await service.fail('options.backtest', { params: { symbol: 'NOPE' } })).toMatchObject({ status: 404 })
  })
})

describeShared('the recorded market', () => {
  let service: MarketDataUnderTest
  beforeAll(async () => {
    service = await openMarketDataService(recordedFolder)
  })
  afterAll(() => service.close())

  test.each(['AAPL', 'KO'])('a modelled back-test of %s equals an independent program', async (symbol) => {
    const { basis, result, from } = await readBacktest(symbol)
    expect(basis).toBe('modelled')
    const plain = plainBacktest(readPlainPack(symbol), readVolatilities(symbol), { delta: 0.25, days: 30 })
    expect(from).toBe(plain.from)
    expect(
      result.map(({ sold_on, expiration_date, strike_price, outcome }) => [
        sold_on,
        expiration_date,
        strike_price,
        outcome,
      ]),
    ).toEqual(plain.cycles.map(({ soldOn, expiration, strike, outcome }) => [soldOn, expiration, strike, outcome]))
    for (const [index, cycle] of result.entries()) {
      const own = plain.cycles[index]
      expect(cycle.premium).toBeCloseTo(own?.premium ?? Number.NaN, 8)
      expect(cycle.delta).toBeCloseTo(own?.delta ?? Number.NaN, 8)
      expect(cycle.covered_return_pct).toBeCloseTo(own?.coveredPct ?? Number.NaN, 8)
      expect(cycle.holding_return_pct).toBeCloseTo(own?.holdingPct ?? Number.NaN, 8)
    }
  })

  async function readBacktest(symbol: string) {
    const { basis, result } = await service.ask('options.backtest', { params: { symbol } })
    return { basis, from: result?.from_date, result: result?.cycles ?? [] }
  }
})

const DAY_MS = 86_400_000
const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS
const dateOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)

const readVolatilities = (wanted: string) =>
  new Map(
    readCsvFile(join(recordedFolder, 'tier-c/iv_history.csv.gz'))
      .filter(({ symbol, iv30 }) => symbol === wanted && iv30 !== '')
      .map(({ date = '', iv30 }) => [date, Number(iv30)]),
  )

/** Sells the modelled call by the rule, without libs/scoring: one loop over the closes, closed forms for the prices. */
function plainBacktest(
  pack: PlainPack,
  volatilities: ReadonlyMap<string, number>,
  rule: { delta: number; days: number },
) {
  const { rate } = pack.marketOf(rule.days)
  const days = pack.bars.filter(({ date }) => date >= '2024-07-09')
  const sessions = new Set(pack.bars.map(({ date }) => date))
  let index = days.findIndex(({ date }) => volatilities.has(date))
  const from = days[index]?.date
  const cycles = []
  while (index < days.length - 1) {
    const { date, close } = days[index] ?? { date: '', close: 0 }
    const vol = volatilities.get(date)
    const choices = vol === undefined ? [] : listCalls({ date, close, vol })
    const [call] = choices.sort(
      (a, b) =>
        Math.abs(a.days - rule.days) - Math.abs(b.days - rule.days) ||
        a.days - b.days ||
        Math.abs(a.delta - rule.delta) - Math.abs(b.delta - rule.delta) ||
        b.strike - a.strike,
    )
    if (call === undefined) {
      index += 1
      continue
    }
    const end = days.findIndex((day) => day.date === call.expiration)
    if (end < 0) break
    const last = days[end]?.close ?? Number.NaN
    const cash = pack.dividends.reduce(
      (sum, dividend) => sum + (dividend.date > date && dividend.date <= call.expiration ? dividend.cash : 0),
      0,
    )
    const payoff = last > call.strike ? last - call.strike : 0
    cycles.push({
      ...call,
      soldOn: date,
      outcome: payoff > 0 ? 'assigned' : 'expired',
      coveredPct: 100 * ((last + cash - payoff) / (close - call.premium) - 1),
      holdingPct: 100 * ((last + cash) / close - 1),
    })
    index = end
  }
  return { from, cycles }

  function listCalls({ date, close, vol }: { date: string; close: number; vol: number }) {
    const step = close < 25 ? 0.5 : close < 100 ? 1 : close < 250 ? 2.5 : 5
    const calls = []
    for (let term = 12; term <= 48; term += 1) {
      const day = dayOf(date) + term
      if (new Date(day * DAY_MS).getUTCDay() !== 5) continue
      const isHoliday = dateOf(day) <= '2026-07-10' && !sessions.has(dateOf(day))
      const expiration = dateOf(isHoliday ? day - 1 : day)
      const years = (dayOf(expiration) - dayOf(date)) / 365
      const paid = pack.dividends.filter((one) => one.date > date && one.date <= expiration)
      const spot = paid.reduce(
        (left, one) => left - one.cash * Math.exp((-rate * (dayOf(one.date) - dayOf(date))) / 365),
        close,
      )
      for (let strike = step * Math.ceil((0.85 * close) / step); strike <= 1.6 * close; strike += step) {
        const d1 = (Math.log(spot / strike) + (rate + vol ** 2 / 2) * years) / (vol * Math.sqrt(years))
        const price = spot * plainCdf(d1) - strike * Math.exp(-rate * years) * plainCdf(d1 - vol * Math.sqrt(years))
        const premium = Math.floor(0.97 * price * 100) / 100
        const call = { expiration, strike, days: Math.round(years * 365), delta: plainCdf(d1), premium }
        if (premium > 0) calls.push(call)
      }
    }
    return calls
  }
}
