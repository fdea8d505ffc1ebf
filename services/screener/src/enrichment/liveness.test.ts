import { expect, test } from '@jest/globals'
import { createActivityWatch } from './liveness.ts'

function watchAt(startMs = 0) {
  let nowMs = startMs
  const watch = createActivityWatch(() => nowMs)
  return { watch, advance: (ms: number) => (nowMs += ms) }
}
const waiting = { waiting: 3, paused: false, redisReady: true }

test('silence for 60 s while jobs wait is a failure; a job picked up ends it', () => {
  const { watch, advance } = watchAt()
  watch.observe(waiting)
  advance(59_999)
  watch.observe(waiting)
  expect(watch.check()).toBeNull()
  advance(1)
  expect(watch.check()).toBe('Jobs wait but none was picked up for 60 s')
  watch.noteActivity()
  expect(watch.check()).toBeNull()
})

test('an hour without jobs is no silence when the first one arrives', () => {
  const { watch, advance } = watchAt()
  advance(3_600_000)
  watch.observe(waiting)
  expect(watch.check()).toBeNull()
})

test.each([
  { ...waiting, waiting: 0 },
  { ...waiting, paused: true },
  { ...waiting, redisReady: false },
])('nothing to do is no failure: %j', (sight) => {
  const { watch, advance } = watchAt()
  watch.observe(waiting)
  advance(61_000)
  watch.observe(sight)
  expect(watch.check()).toBeNull()
})
