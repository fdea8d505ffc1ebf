import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { preloadWhenIdle } from './load-code.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
  document.head.replaceChildren()
})

const findLinks = () => document.head.querySelectorAll('link')

test('code whose preload failed is loaded again with its styles when the network is back', async () => {
  // The bundler leaves the link of a stylesheet that failed, and never asks for it again.
  document.head.innerHTML = '<link rel="stylesheet" href="/dialogs.css">'
  const load = jest.fn<() => Promise<unknown>>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const end = preloadWhenIdle([load.mockResolvedValue('the dialogs')], 0)
  await jest.advanceTimersByTimeAsync(1_000)
  expect(load).toHaveBeenCalledTimes(1)
  expect(findLinks()).toHaveLength(1)

  window.dispatchEvent(new Event('online'))
  expect(findLinks()).toHaveLength(2)
  expect(load).toHaveBeenCalledTimes(1)
  findLinks()[1]?.dispatchEvent(new Event('load'))
  await jest.advanceTimersByTimeAsync(0)
  expect(load).toHaveBeenCalledTimes(2)
  end()
})
