import { describe, expect, test } from '@jest/globals'
import { position } from '../../test/invented-position.ts'
import { describeSplits, findUncountedSplits } from './splits.ts'

const tenForOne = { date: '2025-11-17', ratio: 10 }

describe('splits since the entry', () => {
  const today = '2026-07-10'
  test.each([
    ['entered before, in the shares of then', '2025-09-15', 1190, [tenForOne], 120.3, 1],
    ['entered before, in the shares of today', '2025-09-15', 119, [tenForOne], 120.3, 0],
    ['entered before, the close of that day unknown', '2025-09-15', 119, [tenForOne], null, 1],
    ['entered on the day of the split', '2025-11-17', 119, [tenForOne], 120, 0],
    ['a split still to come', '2025-09-15', 119, [{ date: '2026-07-11', ratio: 10 }], 119, 0],
    ['a reverse split', '2025-09-15', 5, [{ date: '2026-01-05', ratio: 0.125 }], 41, 1],
    ['two for one after a rise by half', '2025-09-15', 100, [{ date: '2026-01-05', ratio: 2 }], 49, 1],
    [
      'two that undo each other',
      '2025-09-15',
      100,
      [
        { date: '2026-01-05', ratio: 2 },
        { date: '2026-02-05', ratio: 0.5 },
      ],
      100,
      0,
    ],
  ])('%s', (_name, entryDate, entryPrice, splits, entryClose, found) => {
    expect(findUncountedSplits({ entryDate, entryPrice }, splits, { entryClose, today })).toHaveLength(found)
  })
})

test.each([
  [
    1190,
    [tenForOne],
    'TEST split 10 for 1 on Nov 17, 2025: your 200 shares at $1,190 and 2 calls at $1,300 are now 2,000 shares at $119 and 20 calls at $130.',
  ],
  [
    5,
    [{ date: '2026-01-05', ratio: 0.125 }],
    'TEST split 1 for 8 on Jan 5, 2026: your 200 shares at $5 are now 25 shares at $40.',
  ],
  [
    45,
    [{ date: '2026-06-24', ratio: 0.33333333 }],
    'TEST split 1 for 3 on Jun 24, 2026: your 200 shares at $45 are now 66.6667 shares at $135.',
  ],
  [
    30.1,
    [{ date: '2026-01-05', ratio: 1.5 }],
    'TEST split 3 for 2 on Jan 5, 2026: your 200 shares at $30.10 are now 300 shares at $20.07.',
  ],
])('a split in words: %d', (entryPrice, splits, words) => {
  expect(describeSplits(position({ entryPrice, strike: 1300 }), 200, splits)).toBe(words)
})
