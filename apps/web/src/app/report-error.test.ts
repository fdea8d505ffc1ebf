import { expect, test } from '@jest/globals'
import { createNetwork, reply } from '../testing/fake-network.ts'
import { isReported, reportRenderError } from './report-error.ts'

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
])('nothing leaves the browser with %j', (settings) => {
  expect(isReported('network is down', { ...on, ...settings })).toBe(false)
})

test('a report says what happened, within bounds', async () => {
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
