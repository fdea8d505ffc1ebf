import { createRuntime } from '@callwright/service'
import { buildTestConfig } from '@callwright/service/testing'
import { expect, test } from '@jest/globals'
import { watchSession } from './session-gauge.ts'

test.each([
  ['before the open', '2026-07-10T13:29:59Z', 0],
  ['in session', '2026-07-10T13:30:00Z', 1],
  ['at the close', '2026-07-10T20:00:00Z', 0],
  ['after an early close', '2026-11-27T18:00:00Z', 0],
  ['on a holiday', '2026-12-25T16:00:00Z', 0],
])('%s the gauge says %s: %d', async (_name, instant, expected) => {
  const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'market-data')
  watchSession(runtime, () => Date.parse(instant))
  expect(await runtime.metrics.registry.metrics()).toContain(`market_session_open{service="market-data"} ${expected}\n`)
  await runtime.close()
})
