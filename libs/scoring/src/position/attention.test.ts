import { describe, expect, test } from '@jest/globals'
import { measured } from '../../test/invented-position.ts'
import { addDays } from '../calendar/iso-date.ts'
import { newYorkMidnightMs } from '../calendar/new-york.ts'
import { ATTENTION_REASONS, type Attention, countAttention, findAttention, findAttentionLevel } from './attention.ts'
import type { EventsInTerm } from './events.ts'

const QUIET: EventsInTerm = { earningsBeforeExpiration: false, exDividendBeforeExpiration: false }
const daysLeft = (days: number) => newYorkMidnightMs(addDays('2026-08-07', -days))

describe('reasons, on each side of their bounds', () => {
  test.each([
    ['nothing', {}, {}, 28, QUIET, [], []],
    ['7 days', {}, {}, 7, QUIET, ['days_left'], []],
    ['8 days', {}, {}, 8, QUIET, [], []],
    ['delta 0.5', {}, { delta: 0.5 }, 28, QUIET, ['delta'], []],
    ['delta 0.4999', {}, { delta: 0.4999 }, 28, QUIET, [], []],
    ['profit 50 % of the cost', {}, { price: 149 }, 28, QUIET, ['profit'], []],
    ['profit 49.99 %', {}, { price: 148.99 }, 28, QUIET, [], []],
    ['half captured', {}, { currentPremium: 1.25 }, 28, QUIET, [], ['profit_captured']],
    ['just under half', {}, { currentPremium: 1.26 }, 28, QUIET, [], []],
    ['dividend', {}, {}, 28, { ...QUIET, exDividendBeforeExpiration: true }, [], ['dividend']],
    ['earnings', {}, {}, 28, { ...QUIET, earningsBeforeExpiration: true }, [], ['earnings']],
    ['expired', {}, {}, -1, QUIET, ['days_left'], ['expired']],
  ])('%s', (_name, held, quoted, days, events, action, other) => {
    expect(findAttention(measured(held, quoted, daysLeft(days)), events)).toEqual({ action, other, unknown: [] })
  })

  test('what is unknown is neither a reason nor none', () => {
    const blind = measured({}, { price: null, delta: null, currentPremium: null })
    const events = { earningsBeforeExpiration: null, exDividendBeforeExpiration: null }
    expect(findAttention(blind, events)).toEqual({
      action: [],
      other: [],
      unknown: ['delta', 'profit', 'profit_captured', 'dividend', 'earnings'],
    })
  })

  test('a position counts once in each count', () => {
    const busy = findAttention(measured({}, { price: 160, delta: 0.9, currentPremium: 0.5 }, daysLeft(3)), {
      earningsBeforeExpiration: true,
      exDividendBeforeExpiration: true,
    })
    expect(busy.action).toEqual(['days_left', 'delta', 'profit'])
    const quiet: Attention = { action: [], other: [], unknown: ['delta'] }
    const other: Attention = { action: [], other: ['dividend', 'earnings'], unknown: [] }
    expect(countAttention([busy, quiet, other])).toEqual({ actions: 1, others: 2 })
  })

  test('three reasons are actions, as the dashboard counts them', () => {
    const actions = ATTENTION_REASONS.filter(({ group }) => group === 'action').map(({ id }) => id)
    expect(actions).toEqual(['days_left', 'delta', 'profit'])
  })
})

describe('levels', () => {
  const far = { price: 102, currentPremium: 2 }
  test.each([
    ['in the money', { price: 110.01 }, 28, 3],
    ['at the strike', { price: 110 }, 28, 2],
    ['2 days', far, 2, 3],
    ['3 days', far, 3, 2],
    ['7 days', far, 7, 2],
    ['8 days', far, 8, 1],
    ['2 % from the strike', { price: 107.8 }, 28, 2],
    ['a little more than 2 %', { price: 107.79, currentPremium: 2 }, 28, 0],
    ['21 days', far, 21, 1],
    ['22 days', far, 22, 0],
    ['75 % captured', { currentPremium: 0.625 }, 28, 1],
    ['74.8 % captured', { currentPremium: 0.63 }, 28, 0],
  ])('%s', (_name, quoted, days, level) => {
    expect(findAttentionLevel(measured({}, quoted, daysLeft(days)))).toEqual({ atLeast: level, atMost: level })
  })

  test.each([
    ['price unknown, far off', { price: null }, 28, 0, 3],
    ['price unknown, 7 days', { price: null }, 7, 2, 3],
    ['price unknown, 2 days', { price: null }, 2, 3, 3],
    ['premium unknown', { currentPremium: null }, 28, 0, 1],
  ])('%s leaves a range', (_name, quoted, days, low, high) => {
    expect(findAttentionLevel(measured({}, quoted, daysLeft(days)))).toEqual({ atLeast: low, atMost: high })
  })
})
