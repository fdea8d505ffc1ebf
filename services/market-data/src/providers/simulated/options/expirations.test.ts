import { dayNumber, expirationKind, fromDayNumber, isThirdFriday, isTradingDay } from '@callwright/scoring'
import { describe, expect, test } from '@jest/globals'
import { openAt, openRooms } from '../testing/open-at.ts'
import { listExpirations } from './chain.ts'
import { listLadders } from './strikes.ts'

const datesAt = async (symbol: string, instant: string) =>
  (await openAt(instant).expirations.listExpirations(symbol)).value

describe('listed expirations', () => {
  test('weeks, months and LEAPS, by how much a name trades', async () => {
    const instant = '2026-07-13T14:00:00Z'
    const [daily, busy, quiet] = await Promise.all(['NVDA', 'BAC', 'A'].map((symbol) => datesAt(symbol, instant)))
    expect(daily?.slice(0, 4)).toEqual(['2026-07-13', '2026-07-15', '2026-07-17', '2026-07-20'])
    expect(busy?.slice(0, 6)).toEqual([
      '2026-07-17',
      '2026-07-24',
      '2026-07-31',
      '2026-08-07',
      '2026-08-14',
      '2026-08-21',
    ])
    const leaps = busy?.filter((date) => expirationKind(date, '2026-07-13') === 'leaps')
    expect(leaps).toContain('2028-01-21')
    expect(leaps?.at(-1)).toBe('2028-12-15')
    expect(await datesAt('NVDA', '2026-08-03T14:00:00Z')).toContain('2026-09-30')
    expect(expirationKind('2026-09-30', '2026-08-03')).toBe('quarterly')
    expect(quiet?.slice(0, 2)).toEqual(['2026-07-17', '2026-08-21'])
    expect(quiet?.every((date) => isThirdFriday(date) || date === '2027-06-17')).toBe(true)
  })

  test('a holiday Friday expires on the session before: Good Friday, Juneteenth, a New Year', async () => {
    expect(await datesAt('BAC', '2026-03-23T14:00:00Z')).toContain('2026-04-02')
    expect(await datesAt('BAC', '2026-03-23T14:00:00Z')).not.toContain('2026-04-03')
    const months = await datesAt('BAC', '2026-07-13T14:00:00Z')
    expect(months).toContain('2027-06-17')
    expect(months).not.toContain('2027-06-18')
    expect(await datesAt('BAC', '2026-12-14T15:00:00Z')).toContain('2026-12-31')
  })

  test("the day's own expiration is there until its close, then gone", async () => {
    expect((await datesAt('BAC', '2026-07-10T03:30:00Z'))[0]).toBe('2026-07-10')
    expect((await datesAt('BAC', '2026-07-10T19:59:59Z'))[0]).toBe('2026-07-10')
    expect((await datesAt('BAC', '2026-07-10T20:00:00Z'))[0]).toBe('2026-07-17')
    // The day after Thanksgiving closes at 13:00.
    expect((await datesAt('BAC', '2026-11-27T17:59:00Z'))[0]).toBe('2026-11-27')
    expect((await datesAt('BAC', '2026-11-27T18:00:00Z'))[0]).toBe('2026-12-04')
    const chain = (await openAt('2026-07-10T19:59:59Z').chains.findChain('BAC', { maxDays: 0 })).value
    expect(chain?.contracts.length).toBeGreaterThan(20)
  })

  test('all on sessions, the nearest within a week of 30 days or two months apart at most', async () => {
    for (const instant of ['2026-01-02T15:00:00Z', '2027-05-28T15:00:00Z', '2029-12-24T15:00:00Z']) {
      for (const symbol of ['MSFT', 'GE', 'LULU', 'ROL']) {
        const dates = await datesAt(symbol, instant)
        expect(dates.every(isTradingDay)).toBe(true)
        expect(dates).toEqual([...new Set(dates)].sort())
        const days = dates.map((date) => dayNumber(date) - dayNumber(instant.slice(0, 10)))
        expect(days.filter((count) => count >= 21 && count <= 60).length).toBeGreaterThan(0)
      }
    }
  })
})

test('a contract that is listed stays listed until it expires', () => {
  const rooms = openRooms()
  for (const symbol of ['META', 'DECK', 'ROL']) {
    const share = rooms.share(symbol)
    const calendar = rooms.expirationsOf(share)
    let yesterday = new Map<number, Set<number>>()
    let grown = 0
    for (let day = dayNumber('2026-02-02'); day < dayNumber('2026-05-04'); day = rooms.calendar.after(day)) {
      const moment = rooms.momentAt(`${fromDayNumber(day)}T15:00:00Z`)
      const expirations = listExpirations(calendar, moment)
      const ladders = listLadders(share, moment, expirations)
      const today = new Map([...ladders].map(([date, strikes]) => [date, new Set(strikes.map(({ price }) => price))]))
      for (const [date, strikes] of yesterday) {
        if (date < day) continue
        const still = today.get(date)
        expect([...strikes].filter((strike) => still?.has(strike) !== true)).toEqual([])
        grown += (still?.size ?? 0) - strikes.size
      }
      yesterday = today
    }
    // The price has moved in three months, and strikes were added where it went.
    expect(grown).toBeGreaterThan(10)
  }
})

test('the ladder does not move during a session, however far the price goes', () => {
  const rooms = openRooms()
  const share = rooms.share('TSLA')
  const strikesAt = (time: string) => {
    const moment = rooms.momentAt(`2026-07-10T${time}Z`)
    return [...listLadders(share, moment, listExpirations(rooms.expirationsOf(share), moment)).entries()]
  }
  expect(strikesAt('19:59:00')).toEqual(strikesAt('13:31:00'))
  const month = strikesAt('15:00:00').find(([day]) => fromDayNumber(day) === '2026-08-21')?.[1] ?? []
  const spot = rooms.optionsAt(share, rooms.momentAt('2026-07-10T15:00:00Z')).spot
  expect(month[0]?.price).toBeLessThan(0.75 * spot)
  expect(month.at(-1)?.price).toBeGreaterThan(1.3 * spot)
  expect(month.every(({ price }, index) => index === 0 || price > (month[index - 1]?.price ?? 0))).toBe(true)
})
