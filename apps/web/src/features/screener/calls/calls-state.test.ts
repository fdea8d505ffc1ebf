import { describe, expect, test } from '@jest/globals'
import {
  buildCallsQuery,
  type CallsState,
  defaultCallsState,
  openGates,
  readCallsState,
  relaxCalls,
  setGate,
  sortCalls,
  writeCallsState,
} from './calls-state.ts'

const read = (text: string) => readCallsState(new URLSearchParams(text))

describe('the URL of the Calls tab', () => {
  test('is empty for the usual gates, which a bare URL sets', () => {
    expect(writeCallsState(defaultCallsState).toString()).toBe('')
    expect(read('')).toEqual({ state: defaultCallsState, ignored: [] })
  })

  test.each<[string, CallsState]>([
    ['a removed gate', setGate(defaultCallsState, 'delta_max', null)],
    ['another bound', setGate(defaultCallsState, 'headroom_pct_min', -2.5)],
    ['no gates', openGates(defaultCallsState)],
    ['search, basis, order and page', { ...defaultCallsState, text: 'brk', premium: 'mid', order: 'asc', page: 3 }],
    [
      'a list, the own cost and the columns',
      {
        ...defaultCallsState,
        ...{ list: 'holdings', basis: 'own_cost', neverBelowCost: true, sector: 'technology' },
        columns: ['days_to_expiration', 'bid'],
      },
    ],
  ])('keeps %s', (_name, state) => {
    expect(read(writeCallsState(state).toString())).toEqual({ state, ignored: [] })
  })

  test('names what it does not understand, and keeps the default there', () => {
    const { state, ignored } = read('delta_max=lots&premium=ask&moon=1&bid_min=any')
    expect(state).toEqual(setGate(defaultCallsState, 'bid_min', null))
    expect(ignored.toSorted()).toEqual(['delta_max=lots', 'moon=1', 'premium=ask'])
  })
})

describe('the request', () => {
  test('has only the gates that are set, and the page', () => {
    const { narrowing, limit, offset } = buildCallsQuery({ ...openGates(defaultCallsState), page: 2 })
    expect([narrowing, limit, offset]).toEqual([{}, 25, 25])
    const own = buildCallsQuery({ ...openGates(defaultCallsState), list: 'a', basis: 'own_cost', neverBelowCost: true })
    expect([own.narrowing, own.basis]).toEqual([{ list: 'a', never_below_cost: true }, 'own_cost'])
    expect(buildCallsQuery(defaultCallsState).narrowing).toMatchObject({ delta_min: 0.15, spread_pct_max: 20 })
  })
})

describe('changes', () => {
  test('sorting by another column starts at its better end; by the same one reverses; both go to page 1', () => {
    const days = sortCalls({ ...defaultCallsState, page: 4 }, 'days_to_expiration')
    expect([days.order, days.page]).toEqual(['asc', 1])
    expect(sortCalls(days, 'days_to_expiration').order).toBe('desc')
  })

  test('relaxing removes the parameter that the server named', () => {
    expect(relaxCalls(defaultCallsState, 'delta_min').gates.delta_min).toBeNull()
    expect(relaxCalls({ ...defaultCallsState, text: 'x' }, 'q').text).toBe('')
    expect(relaxCalls({ ...defaultCallsState, list: 'a' }, 'list').list).toBeNull()
    expect(relaxCalls({ ...defaultCallsState, neverBelowCost: true }, 'never_below_cost').neverBelowCost).toBe(false)
  })
})
