import { afterEach, expect, jest, test } from '@jest/globals'
import { startHousekeeping } from './housekeeping.ts'

const EVERY_MS = 60_000

afterEach(() => void jest.useRealTimers())

/** What housekeeping needs of a process: a log, and an end. */
function openProcess() {
  const events: string[] = []
  const closers: (() => unknown)[] = []
  const note = (_fields: unknown, event: string) => void events.push(event)
  const log = { info: note, debug: note, warn: note }
  const onClose = (_name: string, close: () => unknown) => void closers.push(close)
  const runtime = { log, onClose } as unknown as Parameters<typeof startHousekeeping>[0]
  return { events, runtime, close: () => closers.forEach((close) => void close()) }
}

test('a chore is tried again after it failed, never begun twice at once, and over with the process', async () => {
  jest.useFakeTimers()
  const { events, runtime, close } = openProcess()
  const ends: (() => void)[] = []
  const work = jest.fn(() => new Promise<number>((resolve) => void ends.push(() => resolve(1))))
  work.mockRejectedValueOnce(new Error('away'))
  startHousekeeping(runtime, [{ name: 'erasures', everyMs: EVERY_MS, work }])
  await jest.advanceTimersByTimeAsync(EVERY_MS)
  expect(events).toEqual(['housekeeping.failed'])
  await jest.advanceTimersByTimeAsync(3 * EVERY_MS)
  expect(work).toHaveBeenCalledTimes(2)
  ends[0]?.()
  await jest.advanceTimersByTimeAsync(EVERY_MS)
  expect(events).toEqual(['housekeeping.failed', 'housekeeping.done'])
  expect(work).toHaveBeenCalledTimes(3)
  close()
  ends[1]?.()
  await jest.advanceTimersByTimeAsync(EVERY_MS)
  expect(work).toHaveBeenCalledTimes(3)
})
