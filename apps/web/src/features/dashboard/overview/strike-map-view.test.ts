/** @jest-environment node */
import { describe, expect, test } from '@jest/globals'
import { buildListedPosition } from '../../../testing/portfolio-builders.ts'
import { buildStrikeMap, HALF_MOVE_AT, ONE_MOVE_AT, STRIKE_AT } from './strike-map-view.ts'

const place = (id: string, headroomEm: number | null, daysToExpiration = 21) =>
  buildListedPosition({ position: { id, ticker: id.toUpperCase() }, headroomEm, daysToExpiration })

const build = (positions: ReturnType<typeof place>[], actionIds: string[] = []) =>
  buildStrikeMap(positions, { actionIds: new Set(actionIds), labelWidth: 10 })

const marksOf = (map: ReturnType<typeof build>) => map.rows.flatMap(({ marks }) => marks)

describe('where a position stands', () => {
  test.each([
    [0, STRIKE_AT],
    [0.5, HALF_MOVE_AT],
    [1, ONE_MOVE_AT],
    [-0.2, STRIKE_AT + 0.2 * (STRIKE_AT - ONE_MOVE_AT)],
  ])('%d expected moves away: at %d %% of the width', (headroomEm, x) => {
    const [mark] = marksOf(build([place('a', headroomEm)]))
    expect(mark).toMatchObject({ isBeyond: false })
    expect(mark?.x).toBeCloseTo(x, 10)
  })

  test.each([
    [4, 3],
    [-3, 97],
  ])('%d expected moves away is farther than the drawing reaches', (headroomEm, x) => {
    expect(marksOf(build([place('a', headroomEm)]))).toMatchObject([{ x, isBeyond: true }])
  })

  test('rows follow the days that are left', () => {
    const map = build([place('late', 1, 42), place('soon', 1, 7), place('near', 0.1, 42)])
    expect(map.rows.map(({ days, marks }) => [days, ...marks.map(({ id }) => id)])).toEqual([
      [7, 'soon'],
      [42, 'late', 'near'],
    ])
  })
})

describe('which positions have a place', () => {
  test('neither those without a distance nor expired ones', () => {
    const expired = buildListedPosition({ position: { id: 'expired' }, state: 'expired', headroomEm: 1 })
    expect(build([place('a', 1), place('unknown', null), expired])).toMatchObject({ shown: 1, unplaced: 2 })
  })

  test('ten at most: those that ask for action, then the next to expire', () => {
    const many = Array.from({ length: 12 }, (_, index) => place(`p${index}`, 1, index + 1))
    const map = build(many, ['p11'])
    expect(map.shown).toBe(10)
    expect(map.unplaced).toBe(0)
    expect(marksOf(map).map(({ id }) => id)).toEqual([...many.slice(0, 9).map((each) => each.position.id), 'p11'])
    expect(marksOf(map).filter(({ asksAction }) => asksAction)).toMatchObject([{ id: 'p11' }])
  })
})

test('names that would touch stand on lines of their own, and where there is no room on none', () => {
  const close = ['a', 'b', 'c', 'd', 'e'].map((id, index) => place(id, 1 - index / 100))
  expect(marksOf(build(close)).map(({ line }) => line)).toEqual([-1, 1, -2, 2, null])
  const apart = [place('a', 1), place('b', 0.5)]
  expect(marksOf(build(apart)).map(({ line }) => line)).toEqual([-1, -1])
})
