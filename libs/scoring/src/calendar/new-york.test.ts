import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { addDays, daysBetween } from './iso-date.ts'
import { newYorkCloseMs, newYorkDate, newYorkMidnightMs, yearsUntilClose } from './new-york.ts'

const at = (text: string) => Date.parse(text)
const iso = (ms: number) => new Date(ms).toISOString()

describe('New York clock', () => {
  test.each([
    ['2026-07-10T20:00:00Z', '2026-07-10'],
    ['2026-07-11T03:59:59.999Z', '2026-07-10'],
    ['2026-07-11T04:00:00Z', '2026-07-11'],
    ['2026-01-15T04:59:59.999Z', '2026-01-14'],
    ['2026-01-15T05:00:00Z', '2026-01-15'],
    // The night the clocks go forward (March 8) and back (November 1).
    ['2026-03-08T04:59:59Z', '2026-03-07'],
    ['2026-03-09T03:59:59Z', '2026-03-08'],
    ['2026-03-09T04:00:00Z', '2026-03-09'],
    ['2026-11-01T03:59:59Z', '2026-10-31'],
    ['2026-11-02T04:59:59Z', '2026-11-01'],
    ['2026-11-02T05:00:00Z', '2026-11-02'],
    ['1969-12-31T12:00:00.500Z', '1969-12-31'],
  ])('%s falls on %s', (instant, date) => {
    expect(newYorkDate(at(instant))).toBe(date)
  })

  test.each([
    ['2026-07-10', '2026-07-10T04:00:00.000Z', '2026-07-10T20:00:00.000Z'],
    ['2026-01-15', '2026-01-15T05:00:00.000Z', '2026-01-15T21:00:00.000Z'],
    ['2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-08T20:00:00.000Z'],
    ['2026-03-09', '2026-03-09T04:00:00.000Z', '2026-03-09T20:00:00.000Z'],
    ['2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-01T21:00:00.000Z'],
    ['2026-11-02', '2026-11-02T05:00:00.000Z', '2026-11-02T21:00:00.000Z'],
  ])('midnight and close of %s', (date, midnight, close) => {
    expect(iso(newYorkMidnightMs(date))).toBe(midnight)
    expect(iso(newYorkCloseMs(date))).toBe(close)
  })

  test('days have 23, 24 or 25 hours and midnight starts its own day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (offset) => {
        const date = addDays('1990-01-01', offset)
        const midnight = newYorkMidnightMs(date)
        expect(newYorkDate(midnight)).toBe(date)
        expect(newYorkDate(midnight - 1)).toBe(addDays(date, -1))
        expect(newYorkDate(newYorkCloseMs(date))).toBe(date)
        expect([23, 24, 25]).toContain((newYorkMidnightMs(addDays(date, 1)) - midnight) / 3_600_000)
      }),
    )
  })

  test('from close to close the years are calendar days over 365, also across a change of clocks', () => {
    const close = newYorkCloseMs('2026-07-10')
    for (const date of ['2026-07-10', '2026-08-21', '2026-11-20', '2027-06-17']) {
      expect(yearsUntilClose(date, close)).toBe(daysBetween('2026-07-10', date) / 365)
    }
  })

  test('before the close a part of today is left, after it none', () => {
    expect(yearsUntilClose('2026-07-10', at('2026-07-10T14:00:00Z'))).toBeCloseTo(0.25 / 365, 15)
    expect(yearsUntilClose('2026-07-10', at('2026-07-10T20:00:01Z'))).toBeLessThan(0)
  })

  test('the years run to 16:00 also on a day that closes at 13:00', () => {
    expect(yearsUntilClose('2026-11-27', newYorkCloseMs('2026-11-25'))).toBe(2 / 365)
    expect(yearsUntilClose('2026-11-27', at('2026-11-27T18:00:00Z'))).toBeCloseTo(3 / 24 / 365, 15)
  })

  test('a broken instant is refused', () => {
    expect(() => newYorkDate(Number.NaN)).toThrow('instantMs must be a finite number, got NaN')
  })

  test('the time zone of the process changes nothing', () => {
    const script = fileURLToPath(new URL('../../test/print-calendar.ts', import.meta.url))
    const zones = ['UTC', 'America/New_York', 'America/Los_Angeles', 'Asia/Tokyo', 'Pacific/Kiritimati']
    const printed = zones.map((zone) =>
      execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
        env: { ...process.env, TZ: zone, NODE_OPTIONS: '' },
        encoding: 'utf8',
      }),
    )
    expect(printed[0]).toContain('["2026-03-08",1772946000000,1773000000000,23,')
    expect(printed[0]).toContain('["2026-11-01",1793505600000,1793566800000,25,')
    expect(new Set(printed).size).toBe(1)
  })
})
