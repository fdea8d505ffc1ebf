import { jest } from '@jest/globals'
import { act } from '@testing-library/react'

/**
 * Stops the app's timers until `passTime` moves them. Call this after the page has loaded, because loading code takes
 * real time.
 */
export function holdTime(): void {
  jest.useFakeTimers({
    doNotFake: ['Date', 'performance', 'nextTick', 'queueMicrotask', 'setImmediate', 'requestAnimationFrame'],
  })
}

export async function passTime(ms: number): Promise<void> {
  await act(() => jest.advanceTimersByTimeAsync(ms))
}

/** Call after each test that used `holdTime`. */
export function releaseTime(): void {
  jest.useRealTimers()
}
