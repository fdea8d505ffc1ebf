import { expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { createLogSink } from '../testing/index.ts'
import { createHealth } from './health.ts'
import { exposeHealth } from './health-metrics.ts'
import { createLogger } from './logger.ts'

test('what the checks found can be read as metrics, and a process that drains is not ready', async () => {
  const registry = new Registry()
  const health = createHealth(createLogger({ service: 'test', level: 'silent', stream: createLogSink().stream }))
  exposeHealth(registry, health)
  let isAway = false
  health.addCheck({
    name: 'postgres:responseTime',
    componentType: 'datastore',
    kind: 'soft',
    run: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve()),
  })
  await health.runAll()
  const passing = await registry.metrics()
  expect(passing).toContain('\nprocess_ready 1\n')
  expect(passing).toContain('dependency_up{dependency="postgres:responseTime"} 1\n')
  expect(passing).toMatch(/dependency_check_duration_seconds\{dependency="postgres:responseTime"\} 0\.?\d*\n/)

  isAway = true
  await health.runAll()
  const failing = await registry.metrics()
  expect(failing).toContain('\nprocess_ready 1\n')
  expect(failing).toContain('dependency_up{dependency="postgres:responseTime"} 0\n')

  health.drain()
  expect(await registry.metrics()).toContain('\nprocess_ready 0\n')
})
