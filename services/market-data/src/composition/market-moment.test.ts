import { expect, test } from '@jest/globals'
import { createMoments } from './market-moment.ts'

const at = (instant: string) => Date.parse(instant)

test.each([
  ['before the open', '2026-07-08T13:29:59Z', null, '2026-07-07T20:00:00Z'],
  ['at the open', '2026-07-08T13:30:00Z', '2026-07-08T13:30:00Z', '2026-07-07T20:00:00Z'],
  ['in session', '2026-07-08T19:59:59Z', '2026-07-08T13:30:00Z', '2026-07-07T20:00:00Z'],
  ['at the close', '2026-07-08T20:00:00Z', null, '2026-07-08T20:00:00Z'],
  ['at night', '2026-07-09T05:00:00Z', null, '2026-07-08T20:00:00Z'],
  ['on Sunday', '2026-07-12T15:00:00Z', null, '2026-07-10T20:00:00Z'],
  ['on a holiday', '2026-07-03T15:00:00Z', null, '2026-07-02T20:00:00Z'],
  ['after an early close', '2026-11-27T18:00:00Z', null, '2026-11-27T18:00:00Z'],
  ['on the Sunday that clocks go forward', '2026-03-08T15:00:00Z', null, '2026-03-06T21:00:00Z'],
  ['on the first open after', '2026-03-09T13:30:00Z', '2026-03-09T13:30:00Z', '2026-03-06T21:00:00Z'],
  ['a moment before the first open after they went back', '2026-11-02T14:29:59Z', null, '2026-10-30T20:00:00Z'],
  ['on it', '2026-11-02T14:30:00Z', '2026-11-02T14:30:00Z', '2026-10-30T20:00:00Z'],
  ['in winter', '2026-12-08T14:30:00Z', '2026-12-08T14:30:00Z', '2026-12-07T21:00:00Z'],
])('%s', (_name, now, open, lastClose) => {
  const moment = createMoments(() => at(now))()
  expect(moment).toEqual({
    nowMs: at(now),
    openMs: open === null ? null : at(open),
    lastCloseMs: at(lastClose),
  })
})

test('one reader follows its clock through a day, and back', () => {
  let nowMs = at('2026-07-08T13:00:00Z')
  const read = createMoments(() => nowMs)
  const isOpen = () => read().openMs !== null
  expect(isOpen()).toBe(false)
  nowMs = at('2026-07-08T14:00:00Z')
  expect(isOpen()).toBe(true)
  nowMs = at('2026-07-08T21:00:00Z')
  expect([isOpen(), read().lastCloseMs]).toEqual([false, at('2026-07-08T20:00:00Z')])
  nowMs = at('2026-07-08T14:00:00Z')
  expect(isOpen()).toBe(true)
})
