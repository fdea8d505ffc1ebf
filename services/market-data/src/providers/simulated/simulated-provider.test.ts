import { addDays, dayNumber, fromDayNumber, isThirdFriday, isTradingDay } from '@callwright/scoring'
import { describe, expect, test } from '@jest/globals'
import { dayInMonth, monthOfDay, openCalendar, thirdFriday, weekdayOf, yearOfDay } from './calendar.ts'
import { delayAnswers } from './delay-answers.ts'
import { readMoment } from './moment.ts'
import { inverseNormal, normalAt, openStream, openSubstream, pickAt, uniformAt } from './random.ts'
import { openSimulatedMarket, SIMULATED_NOTICE } from './simulated-provider.ts'
import { openAt } from './testing/open-at.ts'

describe('calendar', () => {
  test('days and dates match the scoring calendar from 1970 to 2120', () => {
    for (let day = 0; day < 55_000; day += 7) {
      const date = addDays('1970-01-01', day)
      expect(fromDayNumber(day)).toBe(date)
      if (day % 77 > 0) continue
      expect(dayNumber(date)).toBe(day)
      expect(yearOfDay(day)).toBe(Number(date.slice(0, 4)))
      expect(dayInMonth(monthOfDay(day), Number(date.slice(8)))).toBe(day)
    }
    expect(fromDayNumber(dayNumber('2028-02-29') + 1)).toBe('2028-03-01')
    expect(fromDayNumber(dayNumber('2100-02-28') + 1)).toBe('2100-03-01')
  })

  test('finds third Fridays', () => {
    for (let month = 2_024 * 12; month < 2_032 * 12; month += 1) {
      expect(isThirdFriday(fromDayNumber(thirdFriday(month)))).toBe(true)
      expect(monthOfDay(thirdFriday(month))).toBe(month)
    }
    expect(weekdayOf(dayNumber('2026-07-10'))).toBe(5)
  })

  test('finds sessions before, on and after a day', () => {
    const calendar = openCalendar()
    const friday = dayNumber('2026-07-10')
    expect(calendar.isSession(friday)).toBe(true)
    expect(calendar.isSession(friday + 1)).toBe(false)
    expect(calendar.onOrAfter(friday)).toBe(friday)
    expect(calendar.onOrAfter(friday + 1)).toBe(friday + 3)
    expect(calendar.after(friday)).toBe(friday + 3)
    expect(calendar.before(friday)).toBe(friday - 1)
    expect(calendar.onOrBefore(friday + 2)).toBe(friday)
    expect(fromDayNumber(calendar.onOrBefore(dayNumber('2027-01-01')))).toBe('2026-12-31')
    expect(fromDayNumber(calendar.onOrAfter(dayNumber('2026-12-31') + 1))).toBe('2027-01-04')
    const { dates } = calendar.sessionsOf(2026)
    expect(dates).toHaveLength(251)
    expect(dates.every(isTradingDay)).toBe(true)
  })

  test.each([
    ['2026-07-10T13:29:59.999Z', '2026-07-09', false, 390],
    ['2026-07-10T13:30:00Z', '2026-07-10', true, 0],
    ['2026-07-10T16:15:30Z', '2026-07-10', true, 165.5],
    ['2026-07-10T20:00:00Z', '2026-07-10', false, 390],
    ['2026-07-11T03:59:00Z', '2026-07-10', false, 390],
    ['2026-11-27T17:59:00Z', '2026-11-27', true, 209],
    ['2026-11-27T18:00:00Z', '2026-11-27', false, 210],
    ['2027-01-01T15:00:00Z', '2026-12-31', false, 390],
  ])('at %s, the session of %s (open: %s) is %d minutes old', (instant, date, isOpen, elapsed) => {
    const moment = readMoment(openCalendar(), Date.parse(instant))
    expect(moment).toMatchObject({ isOpen, elapsed })
    expect(moment.session.date).toBe(date)
    expect(moment.asOfMs).toBeLessThanOrEqual(Date.parse(instant))
  })
})

describe('delay answers', () => {
  const INSTANT = '2026-07-10T15:12:00Z'

  test('delays answers without changing them, and delays nothing else', async () => {
    const market = openAt(INSTANT)
    const late = delayAnswers(market, 1)
    expect(late.clock.now()).toBe(Date.parse(INSTANT))
    expect(late.stamp()).toEqual(market.stamp())
    expect(await late.quotes.findQuote('AAPL')).toEqual(await market.quotes.findQuote('AAPL'))
    const filter = { type: 'call', maxDays: 20 } as const
    expect(await late.chains.findChain('AAPL', filter)).toEqual(await market.chains.findChain('AAPL', filter))
    expect(await late.reference.findSymbol('NOSUCH')).toBeNull()
  })
})

describe('random', () => {
  const COUNT = 40_000
  const range = Array.from({ length: COUNT }, (_value, index) => index)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

  describe('streams', () => {
    test('a stream can be read at any position in any order', () => {
      const stream = openStream('seed', 'market')
      const forwards = [0, 1, 2, 20_644].map((n) => uniformAt(stream, n))
      const backwards = [20_644, 2, 1, 0].map((n) => uniformAt(openStream('seed', 'market'), n))
      expect(backwards.reverse()).toEqual(forwards)
      expect(new Set(forwards).size).toBe(4)
    })

    test('streams differ if the parts of their names differ', () => {
      expect(openStream('ab', 'c')).not.toEqual(openStream('a', 'bc'))
    })

    test('are uniform or normal, and independent of neighbors, siblings and parents', () => {
      const stream = openStream('seed', 'own', 'KO')
      const normals = range.map((n) => normalAt(stream, n))
      const noise = 4 / Math.sqrt(COUNT)
      expect(Math.abs(mean(range.map((n) => uniformAt(stream, n))) - 0.5)).toBeLessThan(noise)
      expect(Math.abs(mean(normals))).toBeLessThan(noise)
      expect(Math.abs(mean(normals.map((value) => value ** 2)) - 1)).toBeLessThan(1.5 * noise)
      expect(Math.abs(mean(normals.map((value) => value ** 4)) - 3)).toBeLessThan(10 * noise)
      const others = [openStream('seed', 'own', 'KR'), openSubstream(stream, 1), openSubstream(stream, 2)]
      for (const other of others) {
        expect(Math.abs(mean(normals.map((value, n) => value * normalAt(other, n))))).toBeLessThan(noise)
      }
      expect(Math.abs(mean(normals.map((value, n) => value * (normals[n + 1] ?? 0))))).toBeLessThan(noise)
    })

    test('picks every entry', () => {
      const stream = openStream('seed', 'picks')
      expect(new Set(range.slice(0, 100).map((n) => pickAt(stream, n, ['a', 'b', 'c'])))).toEqual(
        new Set(['a', 'b', 'c']),
      )
    })
  })

  // Values computed with norm.ppf from scipy 1.17.
  test.each([
    [1e-9, -5.9978070150076865],
    [1e-5, -4.264890793922825],
    [0.01, -2.3263478740408408],
    [0.0749, -1.4402347],
    [0.3, -0.5244005127080409],
    [0.5, 0],
    [0.9, 1.2815515655446004],
    [0.999, 3.090232306167813],
  ])('the quantile of %d is %d', (probability, quantile) => {
    expect(inverseNormal(probability)).toBeCloseTo(quantile, 5)
  })
})

describe('simulated provider', () => {
  test('a different seed gives a different market', async () => {
    const now = () => Date.parse('2026-07-08T20:00:00Z')
    const other = openSimulatedMarket({ seed: 'another', universe: 'large_cap', now })
    const quotes = await Promise.all(
      [other, openAt('2026-07-08T20:00:00Z')].map((market) => market.quotes.findQuote('KO')),
    )
    expect(quotes[0]?.value?.lastPrice).not.toBe(quotes[1]?.value?.lastPrice)
    expect(other.revision).not.toBe(openAt('2026-07-08T20:00:00Z').revision)
  })

  test.each([
    ['callwright', 'large_cap', 'simulated'],
    ['callwright', 'extended', 'simulated extended'],
    ['another', 'large_cap', 'simulated seed another'],
  ] as const)('with seed %s and universe %s, the source is named %s', (seed, universe, source) => {
    const market = openSimulatedMarket({ seed, universe, now: () => Date.parse('2026-07-08T20:00:00Z') })
    expect(market.stamp()).toMatchObject({ source, dataClass: 'simulated' })
  })

  test.each(['callwright', 'another'])('with seed %s, known companies have familiar figures', async (seed) => {
    const market = openSimulatedMarket({ seed, universe: 'large_cap', now: () => Date.parse('2026-07-08T20:00:00Z') })
    const EXPECTED = [
      ['KO', 70, 300, 2.9, 0.16],
      ['T', 26, 185, 4.2, 0.22],
      ['F', 12.5, 50, 4.8, 0.36],
      ['JNJ', 190, 455, 2.7, 0.19],
      ['BRK.B', 490, 1_060, 0, 0.17],
    ] as const
    for (const [symbol, priceUsd, billions, yieldPct, vol] of EXPECTED) {
      const [quote, fundamentals, history] = await Promise.all([
        market.quotes.findQuote(symbol),
        market.fundamentals.findFundamentals(symbol),
        market.ivHistory.listIvHistory(symbol),
      ])
      const mean = history.value.reduce((sum, point) => sum + point.impliedVolatility, 0) / history.value.length
      for (const [found, expected] of [
        // A stock above $150 may be up to half of a 2-for-1 split away from its price.
        [quote.value?.lastPrice, priceUsd],
        [fundamentals.value.marketCapUsd, billions * 1e9],
        [mean, vol],
      ] as const) {
        expect((found ?? 0) / expected).toBeGreaterThan(0.5)
        expect((found ?? 0) / expected).toBeLessThan(1.9)
      }
      expect(Math.abs((fundamentals.value.dividendYieldPct ?? Number.NaN) - yieldPct)).toBeLessThan(
        0.45 * yieldPct + 0.1,
      )
    }
  })

  describe('tomorrow continues today', () => {
    const CLOSES = ['2026-07-08T20:00:00Z', '2026-07-09T20:00:00Z', '2026-07-10T20:00:00Z', '2026-07-13T20:00:00Z']

    test('each session adds a bar and changes no older one', async () => {
      for (const symbol of ['XOM', 'WM']) {
        const series = await Promise.all(
          CLOSES.map(async (at) => (await openAt(at).bars.listDailyBars(symbol)).value ?? []),
        )
        for (const [index, bars] of series.entries()) {
          expect(bars.at(-1)?.date).toBe(CLOSES[index]?.slice(0, 10))
          if (index > 0) expect(JSON.stringify(bars.slice(0, -1))).toBe(JSON.stringify(series[index - 1]))
        }
        expect(series[0]?.length).toBeGreaterThan(756)
      }
    })

    test('history covers three years on the first day of a year too', async () => {
      const bars = (await openAt('2027-01-04T21:00:00Z').bars.listDailyBars('KO')).value ?? []
      expect(bars[0]?.date).toBe('2024-01-02')
      expect(bars.at(-1)?.date).toBe('2027-01-04')
      const older = (await openAt('2026-12-31T21:00:00Z').bars.listDailyBars('KO')).value ?? []
      expect(JSON.stringify(bars.slice(0, -1))).toBe(JSON.stringify(older.filter(({ date }) => date >= '2024-01-01')))
    })

    test("the current session's bar grows into the final one", async () => {
      let last = { high: 0, low: Number.POSITIVE_INFINITY, volume: 0 }
      for (const time of ['13:30:01', '14:00', '16:47:31', '19:59:59', '20:00', '23:00']) {
        const market = openAt(`2026-07-10T${time}Z`)
        const bar = (await market.bars.listDailyBars('KO')).value?.at(-1)
        const quote = (await market.quotes.findQuote('KO')).value
        expect(bar?.date).toBe('2026-07-10')
        expect(bar?.close).toBe(quote?.lastPrice)
        expect(bar?.volume).toBe(quote?.volume)
        if (bar === undefined) throw new Error('no bar')
        expect(bar.high).toBeGreaterThanOrEqual(last.high)
        expect(bar.low).toBeLessThanOrEqual(last.low)
        expect(bar.volume).toBeGreaterThanOrEqual(last.volume)
        last = bar
      }
    })
  })

  describe('a closed market stays at the last close', () => {
    // Before the open, on a weekend, on Independence Day (observed), and after an early close at 13:00.
    test.each([
      ['2026-07-10T20:00:00Z', '2026-07-13T13:29:59Z'],
      ['2026-07-10T20:00:00Z', '2026-07-12T03:00:00Z'],
      ['2026-07-02T20:00:00Z', '2026-07-03T17:00:00Z'],
      ['2026-11-27T18:00:00Z', '2026-11-27T20:30:00Z'],
    ])('from %s to %s', async (close, later) => {
      const [then, now] = [openAt(close), openAt(later)]
      expect(now.stamp()).toEqual(then.stamp())
      expect(now.stamp().asOfMs).toBe(Date.parse(close))
      expect(now.clock.now()).toBe(Date.parse(later))
      for (const symbol of ['PG']) {
        expect(await now.quotes.findQuote(symbol)).toEqual(await then.quotes.findQuote(symbol))
        expect(JSON.stringify(await now.bars.listDailyBars(symbol))).toBe(
          JSON.stringify(await then.bars.listDailyBars(symbol)),
        )
        expect(await now.earnings.findNextEarnings(symbol)).toEqual(await then.earnings.findNextEarnings(symbol))
        const filter = { minDays: 5, maxDays: 40 }
        const before = new Map(
          (await then.chains.findChain(symbol, { maxDays: 60 })).value?.contracts.map((c) => [c.contractSymbol, c]),
        )
        const chain = (await now.chains.findChain(symbol, filter)).value
        expect(chain?.quotedAtMs).toBe(Date.parse(close))
        const shared = chain?.contracts.filter(({ contractSymbol }) => before.has(contractSymbol)) ?? []
        expect(shared.length).toBeGreaterThan(50)
        expect(JSON.stringify(shared)).toBe(JSON.stringify(shared.map((row) => before.get(row.contractSymbol))))
      }
    })
  })

  describe('all capabilities', () => {
    test('every company has all data, labeled simulated', async () => {
      const market = openAt('2026-07-10T17:00:00Z')
      const { value: universe } = await market.reference.listUniverse()
      expect(universe).toHaveLength(503)
      for (const { symbol } of universe.filter((_listed, index) => index % 150 === 0)) {
        const answers = await Promise.all([
          market.bars.listDailyBars(symbol),
          market.quotes.findQuote(symbol),
          market.expirations.listExpirations(symbol),
          market.chains.findChain(symbol, { minDays: 20, maxDays: 60 }),
          market.fundamentals.findFundamentals(symbol),
          market.dividends.listDividends(symbol),
          market.splits.listSplits(symbol),
          market.earnings.findNextEarnings(symbol),
          market.ivHistory.listIvHistory(symbol),
        ])
        for (const { value, missing, source, dataClass } of answers) {
          expect(value).not.toBeNull()
          expect(missing).toEqual([SIMULATED_NOTICE])
          expect([source, dataClass]).toEqual(['simulated', 'simulated'])
        }
        const [bars, quote, expirations, chain, fundamentals, , , earnings, history] = answers
        expect(bars.value?.length).toBeGreaterThan(756)
        expect(quote.value?.bid).toBeLessThan(quote.value?.ask ?? 0)
        expect(expirations.value.length).toBeGreaterThan(3)
        expect(chain.value?.contracts.length).toBeGreaterThan(10)
        expect(history.value.length).toBeGreaterThanOrEqual(252)
        expect(earnings.value?.date).toMatch(/^2026-(07|08|09|10)-/)
        expect(fundamentals.value).toMatchObject({ netMarginPct: expect.any(Number), creditRating: expect.any(String) })
        expect(fundamentals.value.marketCapUsd).toBeGreaterThan(5e8)
        expect(fundamentals.value.negativeEquity).toBe(fundamentals.value.debtToEquity === null)
      }
      expect(SIMULATED_NOTICE.reason).toBe('Simulated market: not real prices')
      await expect(market.ping()).resolves.toBeUndefined()
    })

    test('rates are plausible and named', async () => {
      const { value } = await openAt('2026-07-10T17:00:00Z').rates.findRate(30)
      expect(value.rate).toBeGreaterThan(0.002)
      expect(value.rate).toBeLessThan(0.08)
      expect(value.basis).toBe('simulated 30-day bill, Jul 10, 2026')
    })

    test('reports an unknown symbol', async () => {
      const market = openAt('2026-07-10T17:00:00Z')
      expect(await market.quotes.findQuote('ZZZZZ')).toMatchObject({
        value: null,
        missing: [SIMULATED_NOTICE, { field: 'price', reason: 'This source has no symbol ZZZZZ' }],
      })
      expect((await market.fundamentals.findFundamentals('ZZZZZ')).value.marketCapUsd).toBeNull()
    })

    test('class shares keep their symbols; BRK.B has the option root BRKB', async () => {
      const market = openAt('2026-07-10T17:00:00Z')
      const chain = (await market.chains.findChain('BRK.B', { minDays: 20, maxDays: 60 })).value
      expect(chain?.contracts[0]?.contractSymbol).toMatch(/^BRKB26\d{4}[CP]\d{8}$/)
      const quotes = await Promise.all(
        ['GOOG', 'GOOGL'].map(async (symbol) => (await market.quotes.findQuote(symbol)).value?.lastPrice ?? 0),
      )
      expect(Math.abs((quotes[0] ?? 0) / (quotes[1] ?? 1) - 1)).toBeLessThan(0.02)
    })
  })

  test('the extended universe has 6,000 symbols; names of invented companies say so', async () => {
    const market = openAt('2026-07-10T17:00:00Z', 'extended')
    const { value: universe } = await market.reference.listUniverse()
    expect(universe).toHaveLength(6_000)
    expect(new Set(universe.map(({ symbol }) => symbol)).size).toBe(6_000)
    const invented = universe.slice(503)
    expect(invented.every(({ symbol, name }) => /^QX[A-Z]{3}$/.test(symbol) && name.startsWith('Invented '))).toBe(true)
    expect((await market.search.searchSymbols({ text: 'invented', limit: 5 })).value).toHaveLength(5)
    expect((await market.search.searchSymbols({ text: 'aapl', limit: 5 })).value[0]?.name).toBe('Apple Inc.')
    const symbol = invented[4_321]?.symbol ?? ''
    expect((await market.chains.findChain(symbol)).value?.contracts.length).toBeGreaterThan(30)
    expect((await market.ivHistory.listIvHistory(symbol)).value.length).toBeGreaterThanOrEqual(252)
  })
})
