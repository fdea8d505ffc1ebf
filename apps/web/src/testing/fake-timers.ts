import { jest } from '@jest/globals'
import { act } from '@testing-library/react'

/** From here on timers of the app wait for `passTime`. Begin once the page is there: loading its code takes real time. */
export function holdTime(): void {
  jest.useFakeTimers({
    doNotFake: ['Date', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate', 'requestAnimationFrame'],
  })
}

export async function passTime(ms: number): Promise<void> {
  await act(() => jest.advanceTimersByTimeAsync(ms))
}

/** Call after each test that held the time. */
export function releaseTime(): void {
  jest.useRealTimers()
}
