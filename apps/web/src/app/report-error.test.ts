import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { preloadWhenIdle } from '../shared/load-code.ts'
import { createNetwork, reply } from '../testing/fake-network.ts'
import { isReported, reportRenderError } from './report-error.ts'

describe('error reports', () => {
  const network = createNetwork()
  const on = { production: true, trackingEnabled: true, fetch: network.fetch }

  test.each([
    ['Authentication failed', true],
    ['UNAUTHORIZED', true],
    ['network is down', true],
    ['API said no', true],
    ['database gone', true],
    ['Payment refused', true],
    ['Cannot read properties of undefined', false],
  ])('"%s" is reported: %s', (message, reported) => {
    expect(isReported(message, on)).toBe(reported)
  })

  test.each([
    { production: false, trackingEnabled: true },
    { production: true, trackingEnabled: false },
  ])('sends no report with %j', (settings) => {
    expect(isReported('network is down', { ...on, ...settings })).toBe(false)
  })

  test('sends what happened, with limited lengths', async () => {
    network.answer('gateway.reportError', () => reply('gateway.reportError', null, 204))
    await reportRenderError(new Error(`network ${'x'.repeat(3_000)}`), 'y'.repeat(9_000), on)
    await reportRenderError(new Error('harmless'), null, on)
    const calls = network.callsTo('gateway.reportError')
    expect(calls).toHaveLength(1)
    const body = calls[0]?.body as { message: string; componentStack: string }
    expect(body.message).toHaveLength(2_000)
    expect(body.componentStack).toHaveLength(8_000)
    expect(body).toMatchObject({ environment: 'production', url: 'http://localhost/' })
    expect(Object.keys(body).sort()).toEqual([
      'componentStack',
      'environment',
      'message',
      'stack',
      'timestamp',
      'url',
      'userAgent',
    ])
  })
})

describe('loading code', () => {
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

  test('preloads one part at a time while the browser is idle, and retries with styles when the network is back', async () => {
    const first = jest.fn(() => Promise.resolve())
    const second = jest.fn<() => Promise<void>>().mockRejectedValueOnce(new TypeError('Failed to fetch'))
    second.mockResolvedValue()
    const end = preloadWhenIdle([first, second], 0)
    expect(first).not.toHaveBeenCalled()
    await becomeIdle(1)
    expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
    // The bundler's code keeps the link to a stylesheet that failed and never requests it again.
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
})
