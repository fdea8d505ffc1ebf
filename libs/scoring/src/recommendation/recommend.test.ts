import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { measured, position, positionQuote } from '../../test/invented-position.ts'
import { addDays } from '../calendar/iso-date.ts'
import { newYorkMidnightMs } from '../calendar/new-york.ts'
import { measurePosition, type PositionMetrics } from '../position/metrics.ts'
import { RECOMMENDATION_NOTE, recommend } from './recommend.ts'
import { RECOMMENDATION_RULES } from './rules.ts'

const daysLeft = (days: number) => newYorkMidnightMs(addDays('2026-08-07', -days))
const actionOf = (...given: Parameters<typeof measured>) => recommend(measured(...given)).action
const ORDER = RECOMMENDATION_RULES.map(({ id }) => id)

describe('every rule on each side of each threshold', () => {
  test.each([
    ['no rule holds', {}, {}, 28, 'hold'],
    ['delta 0.5', {}, { delta: 0.5 }, 28, 'roll_out_and_up'],
    ['delta 0.5 minus the last bits', {}, { delta: 0.5 - 1e-12 }, 28, 'roll_out_and_up'],
    ['delta 0.4999', {}, { delta: 0.4999 }, 28, 'hold'],
    ['7 days, headroom 1.99 %', {}, { price: 107.855 }, 7, 'let_assign'],
    ['7 days, in the money', {}, { price: 111 }, 7, 'let_assign'],
    // The headroom is exactly 2% from 100 to 102, 50 to 51 and 107.8431… to 110, despite rounding.
    ['7 days, headroom of exactly 2 %', { strike: 102 }, { price: 100, impliedVolatility: 0.1 }, 7, 'hold'],
    [
      '7 days, headroom of exactly 2%, different last bits',
      {},
      { price: 110 / 1.02, impliedVolatility: 0.1 },
      7,
      'hold',
    ],
    ['8 days, headroom 1.99 %', {}, { price: 107.855, impliedVolatility: 0.1 }, 8, 'hold'],
    ['half captured in a quarter of the time', {}, { currentPremium: 1.25 }, 42, 'close_half_profit'],
    ['49.6% captured', {}, { currentPremium: 1.26 }, 42, 'hold'],
    ['a day past a quarter of the time', {}, { currentPremium: 1.25 }, 41, 'hold'],
    ['half captured, premium not a quote', {}, { currentPremium: 1.25, premiumIsFallback: true }, 42, 'hold'],
    ['half captured, at the strike', {}, { currentPremium: 1.25, price: 110 }, 42, 'close'],
    ['headroom 0.5 moves', {}, { price: 100, impliedVolatility: 0.2 / Math.sqrt(28 / 365) }, 28, 'hold'],
    ['headroom 0.49999 moves', {}, { price: 100, impliedVolatility: 0.200004 / Math.sqrt(28 / 365) }, 28, 'close'],
    ['static yield 10 %', { premium: (10 / 365) * 56 }, {}, 28, 'hold'],
    ['static yield 9.99 %', { premium: (9.99 / 365) * 56 }, {}, 28, 'close'],
  ])('%s', (_name, held, quoted, days, action) => {
    expect(actionOf(held, quoted, daysLeft(days))).toBe(action)
  })
})

describe('the order of the rules', () => {
  test('is that of SPEC section 4: roll, let assign, half profit, close', () => {
    expect(RECOMMENDATION_RULES.map(({ label }) => label)).toEqual([
      'Roll Out & Up',
      'Let Assign',
      'Close (50% Profit)',
      'Close',
    ])
  })

  test('recommends rolling deep in the money in the last week, because delta comes first', () => {
    expect(actionOf({}, { delta: 0.98, price: 130 }, daysLeft(2))).toBe('roll_out_and_up')
  })

  test('the trace contains every rule with inputs, thresholds and results, even after the deciding rule', () => {
    const { trace } = recommend(measured({ premium: 1 }, { delta: 0.6, currentPremium: null }))
    expect(trace.map(({ id, holds }) => [id, holds])).toEqual([
      ['roll_out_and_up', true],
      ['let_assign', false],
      ['close_half_profit', false],
      ['close', true],
    ])
    expect(trace[0]?.conditions).toEqual([
      {
        input: 'delta',
        value: 0.6,
        comparison: 'at_least',
        limit: 0.5,
        holds: true,
        sentence: 'the delta is 0.600 (at least 0.500)',
      },
    ])
    expect(trace[2]?.conditions.map(({ input, value, holds }) => [input, value, holds])).toEqual([
      ['profitCapturedPct', null, null],
      ['timeElapsedPct', 50, false],
      ['premiumIsQuote', null, null],
      ['outOfTheMoney', true, true],
    ])
  })
})

describe('unknown figures', () => {
  test.each([
    ['delta', {}, { delta: null }, 28, ['delta'], 'hold'],
    ['delta unknown, yield low', { premium: 1 }, { delta: null }, 28, ['delta'], 'close'],
    ['price unknown in the last week', {}, { price: null }, 7, ['price'], 'hold'],
    ['price unknown in the last week, yield low', { premium: 1 }, { price: null }, 7, ['price'], 'close'],
    ['price is only the entry price', {}, { priceSource: 'entry_price' as const }, 28, ['price'], 'hold'],
    ['premium unknown, early in the term', {}, { currentPremium: null }, 50, ['currentPremium'], 'hold'],
    ['any volatility', {}, { impliedVolatility: null, atmIv: null }, 28, ['impliedVolatility'], 'hold'],
    ['price and delta unknown', {}, { price: null, delta: null, currentPremium: 1 }, 50, ['delta', 'price'], 'hold'],
    ['a volatility of 0, so no expected move', {}, { impliedVolatility: 0 }, 28, ['impliedVolatility'], 'hold'],
    ['premium captured, from an entry premium of 0', { premium: 0 }, {}, 50, ['entryPremium'], 'close'],
  ])('%s: N/A, with the missing figure and the later result', (_name, held, quoted, days, missing, wouldBe) => {
    const answer = recommend(measured(held, quoted, daysLeft(days)))
    expect(answer).toMatchObject({ action: 'unavailable', label: 'N/A', missing, wouldBe })
  })

  test.each([
    ['a low yield decides without price or volatility', { premium: 1 }, { price: null }, 28, 'close'],
    ['late in the term, the premium does not matter', {}, { currentPremium: null }, 28, 'hold'],
    ['a high delta alone decides', {}, { delta: 0.7, price: null, currentPremium: null }, 3, 'roll_out_and_up'],
    ['in the money, no premium can make it a half-profit close', {}, { currentPremium: null, price: 111 }, 50, 'close'],
  ])('%s', (_name, held, quoted, days, action) => {
    expect(actionOf(held, quoted, daysLeft(days))).toBe(action)
  })

  test.each([
    [
      'worthless',
      105,
      /^Presumed expired worthless: closed at \$105\.00 on Aug 7, 2026\. /,
      /^Confirm that 2 calls expired worthless\.$/,
    ],
    [
      'assigned',
      115,
      /^Presumed assigned: closed at \$115\.00 on Aug 7, 2026, above the \$110\.00 strike/,
      /^Confirm that 200 shares were sold at \$110\.00\.$/,
    ],
    [
      'at the strike',
      110,
      /^Presumed expired worthless: closed at \$110\.00 .* within 1% of the strike/,
      /^Within 1% of the strike: check with your broker/,
    ],
    ['unknown', null, /^Expired on Aug 7, 2026\. The stock's closing price that day is unknown/, /whether the shares/],
  ])('an expired position shows the presumed outcome, whatever the rules say: %s', (_name, close, why, next) => {
    const expired = recommend(measured({}, { delta: 1, price: 120, expirationClose: close }, daysLeft(-1)))
    expect(expired).toMatchObject({ action: 'unavailable', missing: [], wouldBe: null })
    expect(expired.explanation).toMatch(why)
    expect(expired.suggestedAction).toMatch(next)
    expect(expired.suggestedAction).not.toMatch(/record/i)
    expect(expired.trace.map(({ id }) => id)).toEqual(ORDER)
  })

  test('a split that the terms do not include gives N/A and states the new terms', () => {
    const split = recommend(
      measured(
        { entryPrice: 1190, strike: 1300 },
        { shareChanges: [{ kind: 'split', date: '2026-07-01', ratio: 10 }] },
      ),
    )
    expect(split).toMatchObject({ action: 'unavailable', missing: [] })
    expect(split.explanation).toMatch(
      /^TEST split 10 for 1 on Jul 1, 2026: your 200 shares at \$1,190 and 2 calls at \$1,300 are now 2,000 shares at \$119 and 20 calls at \$130\. /,
    )
    expect(split.suggestedAction).toMatch(/^Update the position/)
  })
})

describe('bounds (D56)', () => {
  test.each([
    ['delta under 0.5', { delta: null, deltaAtMost: 0.013 }, 28, 'hold'],
    ['delta that may be 0.5', { delta: null, deltaAtMost: 0.5 }, 28, 'unavailable'],
    [
      'any volatility up to one that leaves half a move',
      { impliedVolatility: null, atmIv: null, impliedVolatilityAtMost: 0.5 },
      28,
      'hold',
    ],
    [
      'any volatility up to one that does not',
      { impliedVolatility: null, atmIv: null, impliedVolatilityAtMost: 0.6 },
      28,
      'unavailable',
    ],
  ])('%s', (_name, quoted, days, action) => expect(actionOf({}, quoted, daysLeft(days))).toBe(action))

  test('the rule names the bound that settles it', () => {
    const { trace } = recommend(measured({}, { delta: null, deltaAtMost: 0.013, ask: 0.06 }))
    expect(trace[0]?.conditions[0]).toMatchObject({
      value: null,
      holds: false,
      sentence: 'the delta is under 0.02, with no bid and an ask of $0.06 (under 0.500)',
    })
  })
})

describe('words', () => {
  test.each([
    [
      { delta: 0.55 },
      28,
      /^The delta is 0\.550 \(at least 0\.500\)\. /,
      /later expiration .* above \$110\.00 .* net credit/,
    ],
    [
      { price: 109 },
      3,
      /^The time left is 3 days \(at most 7 days\) and the headroom is 0\.92% \(under 2%\)\. /,
      /\$110\.00/,
    ],
    [
      { currentPremium: 1 },
      50,
      /^The profit captured is 60% \(at least 50%\), .* out of the money\. /,
      /about \$1\.60 a share/,
    ],
    [
      { price: 109, ask: null },
      28,
      /^The headroom in expected moves is 0\.13 \(under 0\.50\)\. /,
      /about \$1\.50 a share/,
    ],
    [{}, 28, /^No rule applies: the delta is 0\.250 \(under 0\.500\), the time left is 28 days/, /^Keep/],
    [{ delta: 0.49999 }, 28, /the delta is just under 0\.500 \(under 0\.500\)/, /^Keep/],
    [
      { delta: null },
      28,
      /^Unknown: the call's delta\. The rule "Roll Out & Up" cannot be checked\. .* Hold\.$/,
      /^Refresh/,
    ],
    [{ price: null }, 7, /^Unknown: the stock's price\. The rules "Let Assign" and "Close" cannot/, /^Refresh/],
  ])('%j, %d days left', (quoted, days, explanation, suggestedAction) => {
    const answer = recommend(measured({}, quoted, daysLeft(days)))
    expect(answer.explanation).toMatch(explanation)
    expect(answer.suggestedAction).toMatch(suggestedAction)
  })

  test('a premium of 0 does not suggest a refresh', () => {
    const answer = recommend(measured({ premium: 0 }, {}, daysLeft(50)))
    expect(answer.explanation).toMatch(/^Unknown: the premium received \(entered as 0\)\. .* is Close\.$/)
    expect(answer.suggestedAction).toMatch(/^Enter the premium received\. /)
  })

  test('shows that it is not advice', () =>
    expect(RECOMMENDATION_NOTE).toBe('A rule applied to your data, not advice.'))
})

/**
 * SPEC section 4 with D25's additional condition, in plain two-valued logic, for positions whose figures are all
 * known.
 */
function byTheBook(held: PositionMetrics): string {
  const { delta, daysToExpiration, headroomPct, profitCapturedPct, timeElapsedPct, headroomEm } = held
  if (headroomPct === null || headroomEm === null || profitCapturedPct === null) throw new Error('not known')
  if ((delta ?? Number.NaN) >= 0.5) return 'roll_out_and_up'
  if (daysToExpiration <= 7 && headroomPct / 100 < 0.02) return 'let_assign'
  const real = held.premiumIsQuote === true && held.outOfTheMoney === true
  if (profitCapturedPct >= 50 && timeElapsedPct <= 25 && real) return 'close_half_profit'
  return headroomEm < 0.5 || held.staticYieldPct < 10 ? 'close' : 'hold'
}

test('a definite result holds whatever the unknown figures are, and an open one names the missing figures', () => {
  const known = fc.record({
    price: fc.integer({ min: 9001, max: 12_999 }).map((cents) => cents / 100),
    currentPremium: fc.integer({ min: 1, max: 499 }).map((cents) => cents / 100),
    premiumIsFallback: fc.boolean(),
    delta: fc.integer({ min: 1, max: 999 }).map((thousandths) => thousandths / 1000 + 1e-5),
    impliedVolatility: fc.integer({ min: 5, max: 90 }).map((percent) => percent / 100 + 1e-5),
  })
  const hidden = fc.subarray(['price', 'currentPremium', 'delta', 'impliedVolatility'] as const)
  const days = fc.integer({ min: 0, max: 56 })
  const premium = fc.integer({ min: 50, max: 400 }).map((cents) => cents / 100 + 1e-5)
  fc.assert(
    fc.property(known, hidden, days, premium, (quoted, unknown, left, premium) => {
      const held = position({ premium })
      const whole = positionQuote({ ...quoted, atmIv: null })
      const seen = { ...whole, ...Object.fromEntries(unknown.map((name) => [name, null])) }
      const truth = byTheBook(measurePosition(held, whole, daysLeft(left)))
      expect(recommend(measurePosition(held, whole, daysLeft(left))).action).toBe(truth)
      const { action, missing, wouldBe, trace } = recommend(measurePosition(held, seen, daysLeft(left)))
      expect(missing.length > 0).toBe(action === 'unavailable')
      if (action !== 'unavailable') expect(action).toBe(truth)
      else if (truth !== wouldBe) {
        // Only a rule that is still open can override the result of the later rules.
        expect(trace.find(({ id }) => id === truth)?.holds).toBeNull()
      }
    }),
  )
})
