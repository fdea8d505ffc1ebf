import { randomBytes, randomUUID } from 'node:crypto'
import type { EnrichSymbolPayload } from '@callwright/contracts'
import { createRuntime, openQueue, openRedis, waitForRedis } from '@callwright/service'
import { buildTestConfig, readTestUrl } from '@callwright/service/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { QUEUE_NAME, type RedisNames, redisNames } from '../src/enrichment/names.ts'
import { createEnrichmentQueue } from '../src/enrichment/queue.ts'
import { announceWorker, listWorkers, withdrawWorker } from '../src/enrichment/worker-registry.ts'

const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'screener-test')
const redis = openRedis(runtime, readTestUrl('TEST_REDIS_URL'), 'cache')
let names: RedisNames

beforeAll(async () => {
  if (!(await waitForRedis(redis, 5_000))) throw new Error('Redis is not there')
})
beforeEach(() => {
  names = redisNames(`test-${randomBytes(6).toString('hex')}`)
})
afterAll(() => runtime.close())

describe('the list of workers', () => {
  const worker = { id: 'one', opsAddress: 'http://127.0.0.1:1', version: '1', concurrency: 2, trouble: null }

  test('a worker is on it from its announcement to its withdrawal', async () => {
    await announceWorker(redis, names, worker)
    expect(await listWorkers(redis, names)).toEqual([worker])
    await withdrawWorker(redis, names, worker.id)
    expect(await listWorkers(redis, names)).toEqual([])
  })

  test('garbage in place of the index gives way to the next announcement (F10)', async () => {
    await redis.set(names.workerIndex, 'garbage')
    await announceWorker(redis, names, worker)
    expect(await listWorkers(redis, names)).toEqual([worker])
  })

  test('garbage in place of the index is no worker', async () => {
    await redis.set(names.workerIndex, 'garbage')
    expect(await listWorkers(redis, names)).toEqual([])
  })

  test.each(['garbage', 'null', '[]', '{"id":1}'])('%s in place of a worker hides no other one', async (garbage) => {
    await announceWorker(redis, names, worker)
    await announceWorker(redis, names, { ...worker, id: 'two' })
    await redis.set(names.worker('two'), garbage)
    expect(await listWorkers(redis, names)).toEqual([worker])
    await announceWorker(redis, names, { ...worker, id: 'two' })
    expect(await listWorkers(redis, names)).toHaveLength(2)
  })
})

describe('the queue', () => {
  test('what waits of one run is removed, that of another stays', async () => {
    const url = readTestUrl('TEST_REDIS_URL')
    const bull = openQueue<EnrichSymbolPayload>(runtime, { name: QUEUE_NAME, url, prefix: names.queuePrefix })
    await bull.waitUntilReady()
    const queue = createEnrichmentQueue(bull, { retryDelayMs: 10, probe: async () => {} })
    const first = { id: randomUUID(), stage: null }
    const second = { id: randomUUID(), stage: null }
    const survey = { ...first, stage: 'survey' as const }
    await queue.enqueue(first, ['QAA', 'QAB', 'QAC'])
    await queue.enqueue(survey, ['QAA'])
    await queue.enqueue(second, ['QAA', 'QAB'])
    const delayed = { jobId: `${first.id}-QAD`, delay: 60_000 }
    await bull.add('enrich-symbol', { run_id: first.id, symbol: 'QAD' }, delayed)
    expect(await queue.count()).toMatchObject({ waiting: 6, delayed: 1, prioritized: 0, active: 0, failed: 0 })
    expect(await queue.oldestWaitingAgeSeconds(Date.now() + 5_000)).toBeGreaterThanOrEqual(5)
    expect(await queue.removeWaiting(first.id)).toBe(0)
    expect(await queue.count()).toMatchObject({ waiting: 2, active: 0 })
    expect((await queue.locateAll(second, ['QAA'])).get('QAA')).toEqual({ place: 'pending' })
    for (const jobs of [first, survey]) {
      expect((await queue.locateAll(jobs, ['QAA'])).get('QAA')).toEqual({ place: 'missing' })
    }
  })
})
