import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { inDays, MARKET, pricedChain, quoted } from '../../test/invented-chain.ts'
import type { QuotedOption } from '../option-math/chain.ts'
import { usDate } from '../wording.ts'
import { type AtmVolatility, computeAtmIv, computeExpirationAtmIv } from './atm-volatility.ts'

const STRIKES = [85, 90, 95, 97.5, 100, 102.5, 105, 110, 115]

function found(atm: AtmVolatility) {
  if (atm.impliedVolatility === null) throw new Error(`no volatility: ${atm.reason}`)
  return atm
}

function changed(rows: QuotedOption[], change: Partial<QuotedOption>, where: (row: QuotedOption) => boolean) {
  return rows.map((row) => (where(row) ? { ...row, ...change } : row))
}

describe('one expiration', () => {
  const volOfDays = (_strike: number, days: number) => 0.2 + days / 10_000
  const rows = pricedChain([2, 35, 400], STRIKES, volOfDays)

  test.each([
    [2, 100],
    [35, 100],
    [400, 105], // its forward is 104.1
  ])('an expiration %d days out has its own volatility', (days, atmStrike) => {
    const found = computeExpirationAtmIv(rows, inDays(days), MARKET)
    expect(found?.impliedVolatility).toBeCloseTo(volOfDays(0, days), 9)
    expect(found).toMatchObject({ days, expiration: inDays(days), atmStrike })
  })

  test('is null if not listed, not quoted or expired', () => {
    expect(computeExpirationAtmIv(rows, inDays(36), MARKET)).toBeNull()
    expect(
      computeExpirationAtmIv(
        changed(rows, { bid: null }, () => true),
        inDays(35),
        MARKET,
      ),
    ).toBeNull()
    expect(computeExpirationAtmIv([quoted({ expiration: inDays(0) })], inDays(0), MARKET)).toBeNull()
  })
})

describe('a flat surface', () => {
  test('returns its volatility, interpolated between both sides of 30 days', () => {
    const atm = found(
      computeAtmIv(
        pricedChain([7, 14, 28, 35, 63], STRIKES, () => 0.3),
        MARKET,
      ),
    )
    expect(atm.impliedVolatility).toBeCloseTo(0.3, 9)
    expect(atm).toMatchObject({ method: 'interpolated', atmStrike: 100, message: null })
    expect(atm.models).toEqual(['american_boundary', 'bsm'])
    expect(atm.expirations.map(({ days }) => days)).toEqual([28, 35])
    expect(atm.expirations.map(({ strikes }) => strikes)).toEqual([
      [100, 102.5],
      [100, 102.5],
    ])
  })

  test('uses an expiration at exactly 30 days alone', () => {
    const atm = found(
      computeAtmIv(
        pricedChain([28, 30, 35], STRIKES, (_, days) => days / 100),
        MARKET,
      ),
    )
    expect(atm.impliedVolatility).toBeCloseTo(0.3, 9)
    expect(atm).toMatchObject({ method: 'exact', message: null })
  })

  test.each([3, 24, 60])('gives the same result for the same quotes %d days later', (days) => {
    const chain = pricedChain([7, 28, 35, 63], STRIKES, (_, term) => 0.2 + term / 100)
    const later = { ...MARKET, nowMs: MARKET.asOfMs + days * 86_400_000 }
    expect(computeAtmIv(chain, later)).toEqual(computeAtmIv(chain, MARKET))
    expect(computeExpirationAtmIv(chain, inDays(28), later)).toEqual(computeExpirationAtmIv(chain, inDays(28), MARKET))
  })

  test('discrete dividends move the forward, and the model names them', () => {
    const market = { ...MARKET, dividends: [{ exDate: inDays(20), cash: 4 }] }
    const atm = found(
      computeAtmIv(
        pricedChain([28, 35], STRIKES, () => 0.3, { market }),
        market,
      ),
    )
    expect(atm.impliedVolatility).toBeCloseTo(0.3, 4)
    expect(atm).toMatchObject({ models: ['american_grid', 'american_one_dividend'], atmStrike: 97.5 })
    expect(atm.expirations[0]?.strikes).toEqual([95, 97.5])
    const gone = { ...market, dividends: [{ exDate: inDays(0), cash: 4 }] }
    expect(
      found(
        computeAtmIv(
          pricedChain([28, 35], STRIKES, () => 0.3),
          gone,
        ),
      ).models,
    ).toEqual(['american_boundary', 'bsm'])
  })
})

describe('between expirations and strikes', () => {
  test('interpolates total variance linearly in time', () => {
    const atm = found(
      computeAtmIv(
        pricedChain([20, 40], STRIKES, (_, days) => (days === 20 ? 0.4 : 0.3)),
        MARKET,
      ),
    )
    expect(atm.impliedVolatility).toBeCloseTo(Math.sqrt((0.4 ** 2 * 20 + 0.3 ** 2 * 40) / 2 / 30), 9)
  })

  test('reads a skew at the forward, not at a strike', () => {
    const skew = (strike: number) => 0.3 - (strike - 100) / 200
    const atm = found(computeAtmIv(pricedChain([30], STRIKES, skew), MARKET))
    expect(atm.expirations[0]?.forward).toBeCloseTo(100 * Math.exp((0.0367 * 30) / 365), 12)
    expect(atm.impliedVolatility).toBeCloseTo(skew(atm.expirations[0]?.forward ?? 0), 9)
  })

  test.each([
    [[7, 14, 29], 29, 'All usable expirations are before 30 days'],
    [[31, 63], 31, 'All usable expirations are after 30 days'],
    [[6, 31], 31, 'All usable expirations are after 30 days'],
    [[7], 7, 'All usable expirations are before 30 days'],
    [[183], 183, 'All usable expirations are after 30 days'],
  ])('with expirations %j, is flat from %d', (days, used, message) => {
    const atm = found(
      computeAtmIv(
        pricedChain(days, STRIKES, (_, count) => 0.2 + count / 1000),
        MARKET,
      ),
    )
    expect(atm.method).toBe('flat')
    expect(atm.impliedVolatility).toBeCloseTo(0.2 + used / 1000, 8)
    expect(atm.message).toContain(message)
    expect(atm.message).toContain(usDate(inDays(used)))
  })

  test.each([
    [[], 'no_options'],
    [[6], 'no_expiration'],
    [[184], 'no_expiration'],
  ])('gives no volatility for expirations %j', (days, reason) => {
    expect(
      computeAtmIv(
        pricedChain(days, STRIKES, () => 0.3),
        MARKET,
      ),
    ).toMatchObject({
      impliedVolatility: null,
      reason,
    })
  })
})

describe('missing quotes', () => {
  const flat = () => pricedChain([30], STRIKES, () => 0.3)
  const read = (rows: QuotedOption[]) => found(computeAtmIv(rows, MARKET)).expirations[0]

  test.each([
    ['zero bid', { bid: 0 }],
    ['missing bid', { bid: null }],
    ['missing ask', { ask: null }],
    ['crossed', { bid: 9, ask: 8 }],
    ['spread over the time value', { bid: 0.01, ask: 9 }],
  ] as const)('%s on both quotes of a strike: uses the next strike outward', (_, change) => {
    const used = read(changed(flat(), change, ({ strike }) => strike === 102.5))
    expect(used?.strikes).toEqual([100, 105])
    expect(used?.impliedVolatility).toBeCloseTo(0.3, 9)
    expect(used?.note).toContain('strikes 100 and 105')
  })

  test('with one leg missing, uses the OTM leg alone if no complete strike is within 5%', () => {
    const noPut = (strike: number) => (row: QuotedOption) => row.strike === strike && row.type === 'put'
    const near = read(changed(flat(), { bid: 0 }, noPut(102.5)))
    expect(near?.strikes).toEqual([100, 105])
    const gone = (row: QuotedOption) => row.strike > 102.5 && row.strike < 110 && row.type === 'put'
    const far = read(changed(changed(flat(), { bid: 0 }, noPut(102.5)), { bid: 0 }, gone))
    expect(far?.strikes).toEqual([100, 102.5])
    expect(far?.note).toContain('100 and 102.5 call')
  })

  test('does not use an ITM leg alone', () => {
    const call = (row: QuotedOption) => row.strike === 100 && row.type === 'call'
    const put = (row: QuotedOption) => row.strike === 100 && row.type === 'put'
    const pair = [...pricedChain([30], [100, 105], () => 0.3)]
    expect(read(changed(pair, { bid: 0 }, put))?.strikes).toEqual([105])
    expect(read(changed(pair, { bid: 0 }, call))?.strikes).toEqual([100, 105])
  })

  test('ignores a stale quote that violates parity by more than 5% of the price', () => {
    const stale = (row: QuotedOption) => row.strike === 102.5 && row.type === 'put'
    expect(read(changed(flat(), { bid: 10.5, ask: 10.6 }, stale))?.strikes).toEqual([100, 105])
    const slightlyOff = read(changed(flat(), { bid: 8, ask: 8.1 }, stale))
    expect(slightlyOff?.strikes).toEqual([100, 102.5])
  })

  test('needs both calls and puts', () => {
    const calls = flat().filter(({ type }) => type === 'call')
    expect(computeAtmIv(calls, MARKET)).toMatchObject({ impliedVolatility: null, reason: 'no_usable_quotes' })
    const puts = flat().filter(({ type }) => type === 'put')
    expect(computeAtmIv(puts, MARKET)).toMatchObject({ impliedVolatility: null, reason: 'no_usable_quotes' })
  })

  test('uses spreads up to 1.5 times the time value only as a last resort', () => {
    // Time values are 3.0 to 3.4, so spreads of 4.4 are wide and spreads of 5.8 are unusable.
    expect(read(pricedChain([30], [99.5, 100.5], () => 0.3, { halfSpread: 2.2 }))?.note).toContain('wide quotes')
    expect(
      computeAtmIv(
        pricedChain([30], [99.5, 100.5], () => 0.3, { halfSpread: 2.9 }),
        MARKET,
      ),
    ).toMatchObject({
      impliedVolatility: null,
    })
  })

  test('uses strikes on one side if the other has none, and ignores strikes beyond 15%', () => {
    expect(read(pricedChain([30], [104, 108], () => 0.3))?.strikes).toEqual([104])
    const wide = (strikes: number[]) => pricedChain([30], strikes, () => 0.6)
    expect(read(wide([86, 115]))?.strikes).toEqual([86, 115])
    expect(computeAtmIv(wide([85, 116]), MARKET)).toMatchObject({ reason: 'no_usable_quotes' })
  })

  test('replaces an expiration without usable quotes with the next one on its side', () => {
    const rows = pricedChain([21, 28, 35], STRIKES, () => 0.3)
    const atm = found(
      computeAtmIv(
        changed(rows, { bid: 0 }, ({ expiration }) => expiration === inDays(28)),
        MARKET,
      ),
    )
    expect(atm.expirations.map(({ days }) => days)).toEqual([21, 35])
    expect(atm.impliedVolatility).toBeCloseTo(0.3, 9)
    expect(atm.message).toBe(`No usable quotes around the forward: ${usDate(inDays(28))}.`)
  })

  test('the message names all skipped expirations, and then whether only one side is left', () => {
    const rows = pricedChain([14, 28, 35, 63], STRIKES, () => 0.3)
    const unquoted = [inDays(14), inDays(28), inDays(35)]
    const atm = found(
      computeAtmIv(
        changed(rows, { bid: 0 }, ({ expiration }) => unquoted.includes(expiration)),
        MARKET,
      ),
    )
    expect(atm.method).toBe('flat')
    expect(atm.message).toBe(
      `All usable expirations are after 30 days, so the volatility of ${usDate(inDays(63))} is used. ` +
        `No usable quotes around the forward: ${usDate(inDays(28))}; ${usDate(inDays(14))}; ${usDate(inDays(35))}.`,
    )
  })
})

test('is independent of the order of the rows', () => {
  const rows = pricedChain([21, 28, 35, 63], STRIKES, (strike, days) => 0.3 - (strike - 100) / 300 + days / 2000)
  const expected = computeAtmIv(rows, MARKET)
  fc.assert(
    fc.property(fc.shuffledSubarray(rows, { minLength: rows.length, maxLength: rows.length }), (shuffled) => {
      expect(computeAtmIv(shuffled, MARKET)).toEqual(expected)
    }),
  )
})

test('rejects an invalid price or rate by name', () => {
  expect(() => computeAtmIv([quoted({})], { ...MARKET, price: 0 })).toThrow('price must be')
  expect(() => computeAtmIv([quoted({})], { ...MARKET, rate: Number.NaN })).toThrow('rate must be')
})
