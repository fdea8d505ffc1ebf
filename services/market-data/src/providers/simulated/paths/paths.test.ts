import { fromDayNumber } from '@callwright/scoring'
import { describe, expect, test } from '@jest/globals'
import { openAt, openMarketParts } from '../testing/open-at.ts'
import { mean, quantile } from '../testing/path-statistics.ts'
import type { Share } from './share.ts'

describe('company year', () => {
  const rooms = openMarketParts()
  const sample = rooms.symbols.filter((_symbol, index) => index % 48 === 0)
  const YEARS = [2024, 2025, 2026]

  /** Overnight moves during a year, as relative changes from the previous close to the open. */
  function listNights(share: Share, year: number) {
    const { open, previousClose, splits } = share.yearOf(year)
    const { days } = share.calendar.sessionsOf(year)
    return [...days].map((day, index) => {
      const before = share.units.splitsUntil(share.calendar.before(day))
      const close = (previousClose[index] ?? 0) / share.units.sharesFor(before, splits[index] ?? 0)
      return { day, close, openUsd: open[index] ?? 0, move: (open[index] ?? 0) / close - 1 }
    })
  }

  test('reports move the open: overnight moves after a report are several times larger than others', () => {
    const [loud, quiet]: [number[], number[]] = [[], []]
    for (const symbol of sample) {
      const share = rooms.share(symbol)
      for (const year of YEARS) {
        const { days } = share.calendar.sessionsOf(year)
        const reports = share.earnings.listReactions((days[0] ?? 0) - 1, days.at(-1) ?? 0)
        expect(reports.length).toBe(4)
        const reactions = new Set(reports.map(({ reactionDay }) => reactionDay))
        for (const { day, move } of listNights(share, year)) (reactions.has(day) ? loud : quiet).push(Math.abs(move))
      }
    }
    expect(quantile(loud, 0.5)).toBeGreaterThan(4 * quantile(quiet, 0.5))
    expect(quantile(loud, 0.95)).toBeLessThan(0.3)
  })

  test('the open drops by the dividend on ex-dates', () => {
    const drops: number[] = []
    for (const symbol of rooms.symbols.filter((_symbol, index) => index % 2 === 0)) {
      const share = rooms.share(symbol)
      // Skip dividends that are too small to see above overnight noise.
      if ((share.company.dividend?.yieldPct ?? 0) < 2.5 || share.company.ownVol > 0.16) continue
      for (const year of YEARS.slice(1)) {
        const { days } = share.calendar.sessionsOf(year)
        const cashOn = new Map(
          share.dividends
            .listExDates((days[0] ?? 0) - 1, days.at(-1) ?? 0)
            .map(({ exDay, cashUsd }) => [exDay, cashUsd]),
        )
        for (const { day, close, openUsd } of listNights(share, year)) {
          const cash = cashOn.get(day)
          if (cash !== undefined) drops.push((close - openUsd) / cash)
        }
      }
    }
    expect(drops.length).toBeGreaterThan(100)
    expect(mean(drops)).toBeGreaterThan(0.8)
    expect(mean(drops)).toBeLessThan(1.2)
  })

  test('prices stay plausible for decades', () => {
    const deviations: number[] = []
    for (const symbol of sample) {
      const share = rooms.share(symbol)
      for (const year of [2014, 2033, 2061]) {
        const { days } = share.calendar.sessionsOf(year)
        const { close } = share.yearOf(year)
        const usualLog = (day: number) =>
          Math.log(share.company.levelUsd) + share.units.growthLog(day, share.units.splitsUntil(day))
        deviations.push(...[...close].map((price, index) => Math.abs(Math.log(price) - usualLog(days[index] ?? 0))))
      }
    }
    expect(Math.max(...deviations)).toBeLessThan(Math.log(2.5))
    expect(quantile(deviations, 0.9)).toBeLessThan(Math.log(1.5))
  })

  test('a year begins where the previous one ended', () => {
    for (const symbol of sample.slice(0, 12)) {
      const share = rooms.share(symbol)
      const before = share.yearOf(2025)
      expect(share.yearOf(2026).previousClose[0]).toBe(before.close.at(-1))
      const { high, low, open, close } = before
      for (const [index, top] of high.entries()) {
        expect(top).toBeGreaterThanOrEqual(Math.max(open[index] ?? 0, close[index] ?? 0))
        expect(low[index]).toBeLessThanOrEqual(Math.min(open[index] ?? 0, close[index] ?? 0))
      }
    }
  })

  describe('splits', () => {
    const splits = rooms.symbols.flatMap((symbol) => {
      const { units, calendar } = rooms.share(symbol)
      const from = calendar.sessionsOf(2024).days[0] ?? 0
      const until = calendar.sessionsOf(2026).days.at(-1) ?? 0
      const count = units.splitsUntil(until)
      return count > units.splitsUntil(from) && units.ratio > 1
        ? [{ symbol, ratio: units.ratio, day: calendar.onOrAfter(units.dayOfSplit(count)) }]
        : []
    })

    test('are rare but do occur', () => {
      expect(splits.length).toBeGreaterThan(20)
      expect(splits.length).toBeLessThan(110)
    })

    test('adjust earlier bars without changing the company’s value', async () => {
      for (const { symbol, ratio, day } of splits.slice(0, 2)) {
        const eve = fromDayNumber(rooms.calendar.before(day))
        const [before, after] = [openAt(`${eve}T21:00:00Z`), openAt(`${fromDayNumber(day)}T21:00:00Z`)]
        const old = (await before.bars.listDailyBars(symbol)).value ?? []
        const adjusted = (await after.bars.listDailyBars(symbol)).value ?? []
        for (const [index, bar] of old.entries()) {
          if (adjusted[index]?.date !== bar.date) continue
          expect(adjusted[index]?.close).toBeCloseTo(bar.close / ratio, 3)
          expect(adjusted[index]?.volume).toBeCloseTo(bar.volume * ratio, -1)
        }
        const quote = (await after.quotes.findQuote(symbol)).value
        expect(quote?.previousClose).toBeCloseTo((old.at(-1)?.close ?? 0) / ratio, 3)
        expect(Math.abs(Math.log((quote?.lastPrice ?? 0) / (quote?.previousClose ?? 1)))).toBeLessThan(0.3)
        expect((await before.splits.listSplits(symbol)).value).not.toContainEqual(
          expect.objectContaining({ executionDate: fromDayNumber(day) }),
        )
        expect((await after.splits.listSplits(symbol)).value).toContainEqual({
          executionDate: fromDayNumber(day),
          ratio,
          kind: 'split',
        })
      }
    })

    test('divide earlier listed strikes', async () => {
      const { symbol, ratio, day } = splits[0] ?? { symbol: '', ratio: 1, day: 0 }
      const filter = { minDays: 90, maxDays: 200 }
      const strikesAt = async (date: string) =>
        (await openAt(`${date}T21:00:00Z`).chains.findChain(symbol, filter)).value?.contracts ?? []
      const before = await strikesAt(fromDayNumber(rooms.calendar.before(day)))
      const after = new Set(
        (await strikesAt(fromDayNumber(day))).map(({ expiration, strike }) => `${expiration} ${strike}`),
      )
      const listed = new Set([...after].map((key) => key.slice(0, 10)))
      const carried = before.filter(({ expiration }) => listed.has(expiration))
      expect(carried.length).toBeGreaterThan(10)
      for (const { expiration, strike } of carried) {
        expect(after).toContain(`${expiration} ${Math.round((strike / ratio) * 100) / 100}`)
      }
    })
  })
})

describe('intraday', () => {
  const NEXT_DAY = '2026-11-30T21:00:00Z'

  const lengthOf = (minutes: number) =>
    minutes % 60 === 0
      ? ({ unit: 'hour', multiplier: minutes / 60 } as const)
      : ({ unit: 'minute', multiplier: minutes } as const)

  describe('parts of a session add up to its bar', () => {
    test.each([
      ['KO', '2026-11-24', 1, 390],
      ['KO', '2026-11-24', 5, 78],
      ['TSLA', '2026-11-25', 60, 7],
      ['T', '2026-11-27', 1, 210],
      ['NVDA', '2026-11-27', 60, 4],
      ['RSG', '2026-11-23', 1, 390],
    ])('%s on %s in bars of %d minutes', async (symbol, date, minutes, count) => {
      const market = openAt(NEXT_DAY)
      const bars =
        (await market.intradayBars.listIntradayBars(symbol, { ...lengthOf(minutes), from: date, to: date })).value ?? []
      const daily = (await market.bars.listDailyBars(symbol)).value?.find((bar) => bar.date === date)
      expect(bars).toHaveLength(count)
      expect({
        date,
        open: bars[0]?.open,
        high: Math.max(...bars.map(({ high }) => high)),
        low: Math.min(...bars.map(({ low }) => low)),
        close: bars.at(-1)?.close,
        volume: bars.reduce((sum, { volume }) => sum + volume, 0),
      }).toEqual(daily)
      for (const [index, bar] of bars.entries()) {
        expect(bar.high).toBeGreaterThanOrEqual(Math.max(bar.open, bar.close))
        expect(bar.low).toBeLessThanOrEqual(Math.min(bar.open, bar.close))
        if (index > 0) expect(bar.open).toBe(bars[index - 1]?.close)
      }
      expect(new Date(bars[0]?.startMs ?? 0).toISOString()).toBe(`${date}T14:30:00.000Z`)
      if (minutes === 60) expect(new Date(bars[1]?.startMs ?? 0).toISOString()).toBe(`${date}T15:00:00.000Z`)
    })

    test('volume is U-shaped', async () => {
      const market = openAt(NEXT_DAY)
      const request = { ...lengthOf(30), from: '2026-11-02', to: '2026-11-25' }
      const bars = (await market.intradayBars.listIntradayBars('AMZN', request)).value ?? []
      const volumeAt = (time: string) =>
        bars
          .filter(({ startMs }) => new Date(startMs).toISOString().slice(11, 16) === time)
          .reduce((sum, { volume }) => sum + volume, 0)
      expect(volumeAt('14:30')).toBeGreaterThan(1.7 * volumeAt('17:00'))
      expect(volumeAt('20:30')).toBeGreaterThan(1.5 * volumeAt('17:00'))
    })
  })

  test('a quote during the session is on the path of its minute bars', async () => {
    for (const time of ['14:30:00', '14:30:01', '15:17:20.500', '17:00:00', '20:59:59.999']) {
      const instant = `2026-11-24T${time}Z`
      const quote = (await openAt(instant).quotes.findQuote('KO')).value
      const minute = new Date(Math.floor(Date.parse(instant) / 60_000) * 60_000).getTime()
      const request = { ...lengthOf(1), from: '2026-11-24', to: '2026-11-24' }
      const bars = (await openAt(NEXT_DAY).intradayBars.listIntradayBars('KO', request)).value ?? []
      const bar = bars.find(({ startMs }) => startMs === minute)
      expect(quote?.lastPrice).toBeGreaterThanOrEqual(bar?.low ?? Number.NaN)
      expect(quote?.lastPrice).toBeLessThanOrEqual(bar?.high ?? Number.NaN)
      if (Date.parse(instant) === minute) expect(quote?.lastPrice).toBe(bar?.open)
    }
  })

  test('intraday bars of the current session end at the latest trade', async () => {
    const market = openAt('2026-11-24T15:20:30Z')
    const request = { ...lengthOf(15), from: '2026-11-23', to: '2026-11-30' }
    const bars = (await market.intradayBars.listIntradayBars('KO', request)).value ?? []
    expect(bars).toHaveLength(26 + 4)
    expect(bars.at(-1)?.close).toBe((await market.quotes.findQuote('KO')).value?.lastPrice)
  })
})
