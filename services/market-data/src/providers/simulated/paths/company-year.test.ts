import { fromDayNumber } from '@callwright/scoring'
import { describe, expect, test } from '@jest/globals'
import { openAt, openRooms } from '../testing/open-at.ts'
import { mean, quantile } from '../testing/path-statistics.ts'
import type { Share } from './share.ts'

const rooms = openRooms()
const sample = rooms.symbols.filter((_symbol, index) => index % 48 === 0)
const YEARS = [2024, 2025, 2026]

/** Night moves of a year: the change from the close before to the open, as a share of the price. */
function listNights(share: Share, year: number) {
  const { open, previousClose, splits } = share.yearOf(year)
  const { days } = share.calendar.sessionsOf(year)
  return [...days].map((day, index) => {
    const before = share.units.splitsUntil(share.calendar.before(day))
    const close = (previousClose[index] ?? 0) / share.units.sharesFor(before, splits[index] ?? 0)
    return { day, close, openUsd: open[index] ?? 0, move: (open[index] ?? 0) / close - 1 }
  })
}

test('reports jump the open: nights before a reaction are several times wilder than the others', () => {
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

test('ex-dates drop the open by the dividend', () => {
  const drops: number[] = []
  for (const symbol of rooms.symbols.filter((_symbol, index) => index % 2 === 0)) {
    const share = rooms.share(symbol)
    // Enough to be seen through the night's noise.
    if ((share.company.dividend?.yieldPct ?? 0) < 2.5 || share.company.ownVol > 0.16) continue
    for (const year of YEARS.slice(1)) {
      const { days } = share.calendar.sessionsOf(year)
      const cashOn = new Map(
        share.dividends.listExDates((days[0] ?? 0) - 1, days.at(-1) ?? 0).map(({ exDay, cashUsd }) => [exDay, cashUsd]),
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

test('prices stay sane for decades', () => {
  const standings: number[] = []
  for (const symbol of sample) {
    const share = rooms.share(symbol)
    for (const year of [2014, 2033, 2061]) {
      const { close, low } = share.yearOf(year)
      standings.push(...[...close].map((price) => Math.abs(Math.log(price / share.company.levelUsd))))
      expect(Math.min(...low)).toBeGreaterThan(0.5)
    }
  }
  expect(Math.max(...standings)).toBeLessThan(Math.log(8))
  expect(quantile(standings, 0.9)).toBeLessThan(Math.log(2.3))
})

test('a year begins where the one before it ended', () => {
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

  test('are rare but there', () => {
    expect(splits.length).toBeGreaterThan(20)
    expect(splits.length).toBeLessThan(110)
  })

  test('adjust what came before and leave the price of the company alone', async () => {
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

  test('divide the strikes that were listed before', async () => {
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
