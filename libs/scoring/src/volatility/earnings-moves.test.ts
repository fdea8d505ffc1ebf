import { expect, test } from '@jest/globals'
import { measureEarningsMove } from './earnings-moves.ts'

const closes = [
  { date: '2026-04-29', close: 100 },
  { date: '2026-04-30', close: 110 },
  { date: '2026-05-01', close: 99 },
]

test.each([
  [
    'after the close, the next session reacts',
    '2026-04-29',
    'after_close',
    { before: '2026-04-29', after: '2026-04-30', movePct: 10 },
  ],
  [
    'before the open, the same session reacts',
    '2026-05-01',
    'before_open',
    { before: '2026-04-30', after: '2026-05-01', movePct: -10 },
  ],
  ['on a Saturday, the move is from Friday to the next session', '2026-05-02', 'before_open', null],
  ['before the first close', '2026-04-29', 'before_open', null],
  ['after the last close', '2026-05-01', 'after_close', null],
  ['at an unknown time', '2026-04-30', null, null],
] as const)('%s', (_case, date, session, expected) => {
  const move = measureEarningsMove({ date, session }, closes)
  expect(move && { ...move, movePct: Math.round(move.movePct * 1e9) / 1e9 }).toEqual(expected)
})
