import { describe, expect, test } from '@jest/globals'
import { createLogSink, waitFor } from '../testing/index.ts'
import { createHealth } from './health.ts'
import { createLogger } from './logger.ts'

function openHealth(options: Parameters<typeof createHealth>[1] = {}) {
  const sink = createLogSink()
  return { health: createHealth(createLogger({ service: 'test', level: 'info', stream: sink.stream }), options), sink }
}

const check = (name: string, kind: 'hard' | 'soft', run: () => Promise<void>) =>
  ({ name, componentType: 'datastore', kind, run }) as const
const works = async () => {}
const fails = async () => {
  throw new Error('away')
}

describe('readiness', () => {
  test.each([
    ['all well', works, works, 'pass'],
    ['a soft dependency away', works, fails, 'warn'],
    ['a hard dependency away', fails, works, 'fail'],
    ['both away', fails, fails, 'fail'],
  ] as const)('%s', async (_name, hard, soft, status) => {
    const { health } = openHealth()
    health.addCheck(check('database', 'hard', hard))
    health.addCheck(check('cache', 'soft', soft))
    await health.runAll()
    expect(health.read().status).toBe(status)
    expect(Object.keys(health.read().checks)).toEqual(['database', 'cache'])
  })

  test('a check that never answers has failed', async () => {
    const { health } = openHealth({ checkTimeoutMs: 20 })
    health.addCheck(check('database', 'hard', () => new Promise(() => {})))
    await health.runAll()
    expect(health.read().status).toBe('fail')
  })

  test('a check that measures shows what it measured, and what is wrong with it', async () => {
    const { health } = openHealth()
    let ageSeconds: number | null = null
    const observe = () =>
      ageSeconds === null
        ? null
        : { value: ageSeconds, unit: 's', problem: ageSeconds > 300 ? 'older than 300 s' : null }
    health.addCheck({ ...check('queue:oldestWaiting', 'soft', works), componentType: 'component', observe })
    const look = async (seconds: number | null) => {
      ageSeconds = seconds
      await health.runAll()
      return health.read().checks['queue:oldestWaiting']?.[0]
    }
    expect(await look(null)).toMatchObject({ status: 'pass', observedUnit: 'ms' })
    expect(await look(12)).toMatchObject({ status: 'pass', observedValue: 12, observedUnit: 's' })
    expect(await look(412)).toMatchObject({
      ...{ componentType: 'component', status: 'warn', observedValue: 412, observedUnit: 's' },
      output: 'older than 300 s',
    })
    expect(health.read().status).toBe('warn')
  })

  test('reading asks nobody: the checks run in the background', async () => {
    const { health } = openHealth({ intervalMs: 10 })
    let asked = 0
    let isUp = true
    health.addCheck(
      check('database', 'hard', async () => {
        asked += 1
        if (!isUp) throw new Error('away')
      }),
    )
    await health.start()
    const askedAtFirst = asked
    for (let index = 0; index < 100; index += 1) health.read()
    expect(asked).toBe(askedAtFirst)
    isUp = false
    await waitFor('the failure', () => health.read().status === 'fail')
    isUp = true
    await waitFor('the recovery', () => health.read().status === 'pass')
    health.stop()
  })

  test('a change is said once, and what is wrong by its kind alone', async () => {
    const { health, sink } = openHealth()
    health.addCheck(
      check('database', 'hard', async () => {
        throw new Error('connect ECONNREFUSED 10.0.0.7:5432')
      }),
    )
    await health.runAll()
    await health.runAll()
    expect(sink.lines().map(({ event, check: name, status }) => [event, name, status])).toEqual([
      ['health.changed', 'database', 'fail'],
    ])
    expect(JSON.stringify(health.read())).not.toContain('10.0.0.7')
  })

  test('a process that is about to stop is not ready', async () => {
    const { health } = openHealth()
    health.addCheck(check('database', 'hard', works))
    await health.runAll()
    health.drain()
    expect(health.read().status).toBe('fail')
  })
})

test('a start is asked after until it is done, soon and not again', async () => {
  const { health } = openHealth({ intervalMs: 60_000 })
  let asked = 0
  health.addStartup({
    name: 'migrations',
    run: async () => {
      asked += 1
      if (asked < 3) throw new Error('not yet')
    },
  })
  expect(health.readUnfinishedStart()).toEqual(['migrations'])
  await health.start()
  expect([asked, health.readUnfinishedStart()]).toEqual([1, ['migrations']])
  await waitFor('the start', () => health.readUnfinishedStart().length === 0)
  await health.runAll()
  expect(asked).toBe(3)
  health.stop()
})

test('liveness looks at the own rules alone', async () => {
  const { health } = openHealth()
  health.addCheck(check('database', 'hard', fails))
  await health.runAll()
  expect(health.isAlive()).toEqual({ alive: true, output: null })
  let problem: string | null = null
  health.addLiveness(() => problem)
  expect(health.isAlive().alive).toBe(true)
  problem = 'nothing picked up for 60 s'
  expect(health.isAlive()).toEqual({ alive: false, output: 'nothing picked up for 60 s' })
})
