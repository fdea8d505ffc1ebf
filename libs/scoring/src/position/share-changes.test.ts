import { describe, expect, test } from '@jest/globals'
import { position } from '../../test/invented-position.ts'
import type { ShareChange } from './position.ts'
import { describeShareChanges, findUncountedChanges } from './share-changes.ts'

const split = (date: string, ratio: number): ShareChange => ({ kind: 'split', date, ratio })
const spinOff = (date: string, ratio: number): ShareChange => ({ kind: 'spin_off', date, ratio })
const tenForOne = split('2025-11-17', 10)

describe('splits and spin-offs since the entry', () => {
  const today = '2026-07-10'
  test.each([
    ['entered before, in the shares of then', '2025-09-15', 1190, [tenForOne], 120.3, 1],
    ['entered before, in the shares of today', '2025-09-15', 119, [tenForOne], 120.3, 0],
    ['entered before, the close of that day unknown', '2025-09-15', 119, [tenForOne], null, 1],
    ['entered on the day of the split', '2025-11-17', 119, [tenForOne], 120, 0],
    ['a split still to come', '2025-09-15', 119, [split('2026-07-11', 10)], 119, 0],
    ['a spin-off, entered before it', '2026-05-15', 400, [spinOff('2026-06-01', 1.241)], 324.1, 1],
    ['a spin-off, the entry price already lowered for it', '2026-05-15', 322, [spinOff('2026-06-01', 1.241)], 324.1, 0],
    ['a reverse split', '2025-09-15', 5, [split('2026-01-05', 0.125)], 41, 1],
    ['two for one after a rise by half', '2025-09-15', 100, [split('2026-01-05', 2)], 49, 1],
    ['two that undo each other', '2025-09-15', 100, [split('2026-01-05', 2), split('2026-02-05', 0.5)], 100, 0],
  ])('%s', (_name, entryDate, entryPrice, changes, entryClose, found) => {
    expect(findUncountedChanges({ entryDate, entryPrice }, changes, { entryClose, today })).toHaveLength(found)
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
    [split('2026-01-05', 0.125)],
    'TEST split 1 for 8 on Jan 5, 2026: your 200 shares at $5 are now 25 shares at $40.',
  ],
  [
    45,
    [split('2026-06-24', 0.33333333)],
    'TEST split 1 for 3 on Jun 24, 2026: your 200 shares at $45 are now 66.6667 shares at $135.',
  ],
  [
    30.1,
    [split('2026-01-05', 1.5)],
    'TEST split 3 for 2 on Jan 5, 2026: your 200 shares at $30.10 are now 300 shares at $20.07.',
  ],
  [
    400,
    [spinOff('2026-06-01', 1.241)],
    'TEST spun off a company on Jun 1, 2026, worth 19.4% of its share price. Your entry price still includes that company, and the exchange may have adjusted your call.',
  ],
  [
    60,
    [spinOff('2026-06-29', 0.9535)],
    'TEST spun off a company on Jun 29, 2026. Your entry price still includes that company, and the exchange may have adjusted your call.',
  ],
])('in words: %d', (entryPrice, changes, words) => {
  expect(describeShareChanges(position({ entryPrice, strike: 1300 }), 200, changes)).toBe(words)
})
