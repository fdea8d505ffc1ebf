import type { Runtime } from '@callwright/service'
import { expect, test } from '@jest/globals'
import { createIssuerClock, createServiceClocks } from './issuer-clock.ts'

const silent = { log: { warn: () => {} } } as unknown as Runtime
const HOUR = 3_600_000
const dateOf = (ms: number) => new Date(ms).toUTCString()

test('dates the identity for each service by that service’s own clock, and by auth’s until it has responded', () => {
  const trueMs = Date.UTC(2026, 10, 27, 15)
  const auth = createIssuerClock(silent, { local: () => trueMs + 2 * HOUR, monotonic: () => 0 })
  const clocks = createServiceClocks(silent, auth, (now) => () => String(Math.round((now() - trueMs) / HOUR)))
  const user = { kind: 'service' } as const
  expect(clocks.sign('portfolio', user)).toBe('2')
  clocks.learn('portfolio', dateOf(trueMs), performance.now())
  expect([clocks.sign('portfolio', user), clocks.sign('screener', user), clocks.sign('auth', user)]).toEqual([
    '0',
    '2',
    '2',
  ])
  clocks.learn('auth', dateOf(trueMs - HOUR), 0)
  expect([clocks.sign('portfolio', user), clocks.sign('auth', user)]).toEqual(['0', '-1'])
})
