import { positionRuleKinds, stockRuleKinds } from '@callwright/contracts'
import { describe, expect, test } from '@jest/globals'
import { inventCall } from './call.fixture.ts'
import { describeRule, evaluateRule, findNewEntries, ruleSpecs } from './evaluate-rule.ts'
import type { Figures, RuleTerms, WatchedCall } from './rule.ts'
import { describeData } from './rule.ts'

const onAll = (kind: RuleTerms['kind'], limit: number | null): RuleTerms => ({
  ...{ kind, limit },
  ...{ positionId: null, symbol: null, screenId: null },
})
const figuresOf = (...calls: WatchedCall[]): Figures => ({
  marketDay: '2026-07-10',
  calls,
  stocks: new Map(),
  screens: new Map(),
  screenIds: new Set(),
})
const judge = (kind: RuleTerms['kind'], limit: number | null, call: WatchedCall) => {
  const { state, events } = evaluateRule(onAll(kind, limit), figuresOf(call))
  return [state, events[0]?.sentence ?? null]
}

describe('rules on a call', () => {
  const name = 'KO 65 call of Jul 24, 2026'
  test.each([
    ['delta', 0.5, { delta: 0.5 }, 'holds', `${name}: delta is 0.50.`],
    ['delta', 0.5, { delta: 0.49 }, 'does_not_hold', null],
    ['delta', 0.5, { delta: null }, 'unknown', null],
    ['delta', 0.5, { delta: null, deltaAtMost: 0.2 }, 'does_not_hold', null],
    ['days_left', 14, {}, 'holds', `${name}: 14 days to expiration.`],
    ['days_left', 13, {}, 'does_not_hold', null],
    ['profit_captured', 50, { premium: 1.25 }, 'holds', `${name}: 50% of the premium is captured.`],
    ['profit_captured', 51, { premium: 1.25 }, 'does_not_hold', null],
    ['profit_captured', 50, { premium: null }, 'unknown', null],
    ['near_strike', 2, { price: 66.3 }, 'holds', `${name}: the stock is at $66.30, 2% above the strike of $65.00.`],
    ['near_strike', 2, { price: 63.6 }, 'does_not_hold', null],
    ['near_strike', 2, { price: null }, 'unknown', null],
    ['above_strike', 0, { price: 65 }, 'does_not_hold', null],
    ['above_strike', 0, { price: 65.65 }, 'holds', `${name}: the stock is at $65.65, 1% above the strike of $65.00.`],
    ['expiration_day', null, {}, 'does_not_hold', null],
    [
      'expiration_day',
      null,
      { now: '2026-07-24T15:00:00Z', price: 64.35 },
      'holds',
      `${name}: expires today; the stock is at $64.35, 1% below the strike of $65.00.`,
    ],
    ['earnings', 7, { earnings: '2026-07-17' }, 'holds', `${name}: earnings on Jul 17, 2026, before expiration.`],
    ['earnings', 6, { earnings: '2026-07-17' }, 'does_not_hold', null],
    ['earnings', 30, { earnings: '2026-07-27' }, 'does_not_hold', null],
    ['earnings', 30, { earnings: null }, 'unknown', null],
    [
      'dividend',
      7,
      { exDate: '2026-07-15', cash: 0.53, price: 70, premium: 5.2 },
      'holds',
      `${name}: the dividend of $0.53 a share, ex-date Jul 15, 2026, exceeds the time value of $0.20, so early assignment is likely.`,
    ],
    ['dividend', 4, { exDate: '2026-07-15', cash: 0.53, price: 70, premium: 5.2 }, 'does_not_hold', null],
    ['dividend', 7, { exDate: '2026-07-15', cash: 0.15, price: 70, premium: 5.2 }, 'does_not_hold', null],
  ] as const)('%s with limit %s and %j: %s', (kind, limit, figures, state, sentence) => {
    expect(judge(kind, limit, inventCall(figures))).toEqual([state, sentence])
  })

  test('judge the same calls as the attention reasons: none that has expired', () => {
    const expired = inventCall({ now: '2026-07-27T15:00:00Z', price: 80 })
    expect(judge('above_strike', 0, expired)).toEqual(['does_not_hold', null])
    const rule = { ...onAll('above_strike', 0), positionId: expired.assessed.valued.stored.id }
    expect(evaluateRule(rule, figuresOf(expired))).toMatchObject({ state: 'gone' })
    expect(evaluateRule({ ...rule, positionId: 'other' }, figuresOf(expired))).toMatchObject({ state: 'gone' })
  })

  test('everything that needs attention has one event for each reason, with its figures', () => {
    const call = inventCall({ premium: 1.25, delta: 0.7, exDate: '2026-07-15', cash: 0.53, price: 70 })
    const { state, events } = evaluateRule(onAll('attention', null), figuresOf(call))
    expect(state).toBe('holds')
    expect(events.map(({ key }) => key)).toEqual(call.assessed.reasons.map(({ id }) => `position:p1:${id}`))
    const [dividend] = call.assessed.reasons.filter(({ id }) => id === 'dividend')
    expect(events.map(({ sentence }) => sentence)).toEqual([
      `${name}: delta is 0.70.`,
      `${name}: 50% of the premium is captured.`,
      `${name}: ${dividend?.sentence}`,
    ])
    const expired = inventCall({ now: '2026-07-27T15:00:00Z' })
    expect(evaluateRule(onAll('attention', null), figuresOf(expired)).events).toMatchObject([
      { key: 'position:p1:expired' },
    ])
  })

  test('texts without amounts name no strike, price or premium', () => {
    for (const kind of positionRuleKinds) {
      const call = inventCall({ exDate: '2026-07-15', cash: 0.5, price: 66, premium: 1.1, earnings: '2026-07-14' })
      const limit = ruleSpecs.find((spec) => spec.kind === kind)?.default_limit ?? null
      const [event] = evaluateRule(onAll(kind, kind === 'delta' ? 0.1 : limit), figuresOf(call)).events
      if (event !== undefined) expect(`${event.plainTitle} ${event.plainSentence}`).not.toMatch(/\d|\$/)
    }
  })

  test('every kind has a label, and a limit in its own range', () => {
    expect(ruleSpecs).toHaveLength(positionRuleKinds.length + stockRuleKinds.length + 2)
    for (const { min, max, default_limit: limit } of ruleSpecs) {
      if (limit !== null) expect(limit >= (min ?? 0) && limit <= (max ?? 0)).toBe(true)
    }
  })
})

test('a rule is described with its subject', () => {
  expect(describeRule(onAll('days_left', 1), null)).toBe('Any position: at most 1 day to expiration')
  expect(describeRule({ ...onAll('price_above', 1250.5), symbol: 'KO' }, null)).toBe('KO: price of at least $1,250.50')
})

test('data that is not current is described', () => {
  expect([describeData('live'), describeData('simulated')]).toEqual([null, 'Simulated data: not real prices.'])
})

describe('new stocks in a screen', () => {
  const screen = (symbols: readonly string[], query = 'yield=20') => ({
    ...{ name: 'Mine', query, symbols, unknownFilters: [] },
    ...{ asOf: null, dataClass: 'live' as const },
  })
  const day = '2026-07-10'
  const first = findNewEntries('s', screen(['A', 'B']), { memory: null, marketDay: day })

  test('are none at first, and then those gained', () => {
    expect(first.event).toBeNull()
    const { event } = findNewEntries('s', screen(['B', 'C', 'D']), { memory: first.memory, marketDay: day })
    expect(event?.sentence).toBe('Mine has 2 new stocks: C, D.')
  })

  test('that leave and return are named once a day', () => {
    const gained = findNewEntries('s', screen(['A', 'C']), { memory: first.memory, marketDay: day })
    const left = findNewEntries('s', screen(['A']), { memory: gained.memory, marketDay: day })
    const back = findNewEntries('s', screen(['A', 'C']), { memory: left.memory, marketDay: day })
    expect([gained.event === null, left.event, back.event]).toEqual([false, null, null])
    const nextDay = findNewEntries('s', screen(['A', 'C']), { memory: left.memory, marketDay: '2026-07-13' })
    expect(nextDay.event?.symbol).toBe('C')
  })

  test('are none after the screen was changed', () => {
    expect(findNewEntries('s', screen(['X'], 'yield=1'), { memory: first.memory, marketDay: day }).event).toBeNull()
  })
})
