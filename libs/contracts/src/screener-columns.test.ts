import { describe, expect, test } from '@jest/globals'
import { fallsByExpiration, goesExBeforeExpiration, toSpreadPct } from './screener-columns.ts'

describe('columns derived from a row', () => {
  test('the spread is a percentage of the mid', () => {
    expect(toSpreadPct(2, 0.5)).toBeCloseTo(22.222, 3)
    expect(toSpreadPct(0, 0)).toBeNull()
    expect(toSpreadPct(null, 0.5)).toBeNull()
    expect(toSpreadPct(2, null)).toBeNull()
  })

  test('an event on the day of expiration counts as before it', () => {
    expect(fallsByExpiration('2026-08-20', '2026-08-21')).toBe(1)
    expect(fallsByExpiration('2026-08-21', '2026-08-21')).toBe(1)
    expect(fallsByExpiration('2026-08-22', '2026-08-21')).toBe(0)
    expect(fallsByExpiration(null, '2026-08-21')).toBeNull()
    expect(fallsByExpiration('2026-08-20', null)).toBeNull()
  })

  test('without an ex-dividend date, only a stock known to pay no dividend has none before expiration', () => {
    expect(goesExBeforeExpiration(null, 0, '2026-08-21')).toBe(0)
    expect(goesExBeforeExpiration(null, 1.2, '2026-08-21')).toBeNull()
    expect(goesExBeforeExpiration(null, null, '2026-08-21')).toBeNull()
    expect(goesExBeforeExpiration(null, 0, null)).toBeNull()
    expect(goesExBeforeExpiration('2026-08-03', 1.2, '2026-08-21')).toBe(1)
  })
})
