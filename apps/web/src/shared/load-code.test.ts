import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { preloadWhenIdle } from './load-code.ts'

const { requestIdleCallback } = window
let idle: (() => void)[] = []
beforeEach(() => {
  idle = []
  window.requestIdleCallback = (run) => idle.push(run as () => void)
})
afterEach(() => {
  window.requestIdleCallback = requestIdleCallback
  document.head.replaceChildren()
})

const becomeIdle = async (times: number) => {
  await waitFor(() => expect(idle).toHaveLength(times))
  idle.at(-1)?.()
}
const findLinks = () => document.head.querySelectorAll('link')

test('code is loaded ahead one part at a time while the browser is idle, and again with its styles once the network is back', async () => {
  const first = jest.fn(() => Promise.resolve())
  const second = jest.fn<() => Promise<void>>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
  second.mockResolvedValue()
  const end = preloadWhenIdle([first, second], 0)
  expect(first).not.toHaveBeenCalled()
  await becomeIdle(1)
  expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
  // The bundler leaves the link of a stylesheet that failed, and never asks for it again.
  document.head.innerHTML = '<link rel="stylesheet" href="/dialogs.css">'
  await becomeIdle(2)
  await waitFor(() => expect(second).toHaveBeenCalledTimes(1))

  window.dispatchEvent(new Event('online'))
  expect(findLinks()).toHaveLength(2)
  expect(second).toHaveBeenCalledTimes(1)
  findLinks()[1]?.dispatchEvent(new Event('load'))
  await waitFor(() => expect(second).toHaveBeenCalledTimes(2))
  end()
})
