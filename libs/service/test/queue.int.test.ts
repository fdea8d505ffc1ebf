import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { openQueue, openWorker, recoveryOptions, withQueueDeadline } from '../src/index.ts'
import { type createLogSink, readTestUrl, waitFor } from '../src/testing/index.ts'
import { createOpened, isPendingAfter, NO_REDIS } from './support.ts'

const { onEnd, openRuntime, closeAll } = createOpened()
afterEach(closeAll)

const newName = () => `test-${randomUUID()}`

describe('T7: adding to a queue while Redis is down from the start (F09)', () => {
  test('fails within a second, with a sentence for the user', async () => {
    const { runtime } = openRuntime()
    const queue = openQueue(runtime, { name: newName(), url: NO_REDIS })
    const added = withQueueDeadline(() => queue.add('x', {}))
    // Both timers run in this process, so the result does not depend on how fast the machine is.
    const isLate = isPendingAfter(added, 1_500)
    await expect(added).rejects.toMatchObject({
      status: 503,
      code: 'queue_unavailable',
      detail: 'Background refresh is unavailable right now. Please try again.',
    })
    expect(await isLate).toBe(false)
  })
})

describe('a queue', () => {
  test('delivers each job to a worker once', async () => {
    const { runtime } = openRuntime()
    const options = { name: newName(), url: readTestUrl('TEST_REDIS_URL') }
    const done: unknown[] = []
    openWorker<{ n: number }>(runtime, {
      ...options,
      concurrency: 4,
      run: async (job) => {
        done.push(job.data.n)
      },
    })
    const queue = openQueue<{ n: number }>(runtime, options)
    await queue.addBulk(Array.from({ length: 20 }, (_, n) => ({ name: 'x', data: { n } })))
    await waitFor('the jobs', () => done.length === 20)
    expect(new Set(done).size).toBe(20)
  })

  test('shutdown waits for a running job', async () => {
    const { runtime } = openRuntime()
    const options = { name: newName(), url: readTestUrl('TEST_REDIS_URL') }
    const order: string[] = []
    let release: () => void = () => {}
    openWorker(runtime, {
      ...options,
      concurrency: 1,
      run: async () => {
        order.push('taken')
        await new Promise<void>((resolve) => {
          release = resolve
        })
        order.push('done')
      },
    })
    const queue = openQueue(runtime, options)
    await queue.add('x', {})
    await waitFor('the job', () => order.length === 1)
    const closing = runtime.close().then(() => order.push('closed'))
    release()
    await closing
    expect(order).toEqual(['taken', 'done', 'closed'])
  })

  test('shutdown does not wait for an unreachable Redis', async () => {
    const { runtime } = openRuntime()
    openWorker(runtime, { name: newName(), url: NO_REDIS, concurrency: 1, run: async () => undefined })
    expect(await isPendingAfter(runtime.close(), 2_000)).toBe(false)
  })
})

/** Deletes a job's lock, as if it had expired. Returns the milliseconds that it had left. */
async function endLock(key: string): Promise<number> {
  const redis = new Redis(readTestUrl('TEST_REDIS_URL'))
  onEnd(() => redis.disconnect())
  const leftMs = await redis.pttl(key)
  expect(await redis.del(key)).toBe(1)
  return leftMs
}

describe('T9: a worker killed in the middle of a job', () => {
  const children: ChildProcess[] = []
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
  })

  test('loses its job to another worker once the lock expires', async () => {
    const { runtime } = openRuntime()
    const options = { name: newName(), url: readTestUrl('TEST_REDIS_URL') }
    const queue = openQueue(runtime, options)
    const job = await queue.add('x', {}, { attempts: 3 })
    const file = join(import.meta.dirname, 'fixtures', 'stuck-worker.ts')
    const args = ['--disable-warning=ExperimentalWarning', file, options.url, options.name]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += String(chunk)
    })
    await waitFor('the job to be taken', () => output.includes(`taken ${job.id}`), 20_000)
    child.kill('SIGKILL')
    await waitFor('the process to be gone', () => child.signalCode === 'SIGKILL')
    const lockedMs = await endLock(queue.toKey(`${job.id}:lock`))
    const done: unknown[] = []
    openWorker(runtime, {
      ...options,
      concurrency: 1,
      run: async (taken) => {
        done.push(taken.id)
      },
    })
    await waitFor('the job to be done', () => done.length > 0, 15_000)
    expect(done).toEqual([job.id])
    expect(lockedMs).toBeGreaterThan(1_000)
    expect(lockedMs).toBeLessThanOrEqual(recoveryOptions.lockDuration)
  })

  test('loses it within 15 s with our settings, but only after a minute with the defaults of BullMQ', () => {
    const { runtime } = openRuntime()
    const options = { name: newName(), url: readTestUrl('TEST_REDIS_URL') }
    const ours = openWorker(runtime, { ...options, concurrency: 1, run: async () => {} })
    const worst = ({ lockDuration, stalledInterval }: { lockDuration: number; stalledInterval: number }) =>
      lockDuration + 2 * stalledInterval
    const read = (worker: Worker) => ({
      lockDuration: worker.opts.lockDuration ?? 0,
      stalledInterval: worker.opts.stalledInterval ?? 0,
    })
    expect(worst(read(ours))).toBeLessThanOrEqual(15_000)
    expect(ours.opts).toMatchObject(recoveryOptions)
    const connection = new Redis(options.url, { maxRetriesPerRequest: null, lazyConnect: true })
    const twin = new Worker(options.name, null, { connection, autorun: false })
    twin.on('error', () => {})
    onEnd(async () => {
      await twin.close(true)
      connection.disconnect()
    })
    expect(worst(read(twin))).toBeGreaterThan(60_000)
  })
})

describe('T12: a Redis that may evict jobs', () => {
  test('is logged as an error; a Redis that never evicts is not', async () => {
    const redis = new Redis(readTestUrl('TEST_REDIS_URL'))
    onEnd(() => redis.disconnect())
    const warned = (sink: ReturnType<typeof createLogSink>) =>
      sink.lines().find(({ event }) => event === 'queue.redis_may_evict_jobs')
    const bullWarning = jest.spyOn(console, 'warn').mockImplementation(() => {})
    onEnd(() => bullWarning.mockRestore())
    const [, before] = (await redis.config('GET', 'maxmemory-policy')) as string[]
    try {
      await redis.config('SET', 'maxmemory-policy', 'allkeys-lru')
      const bad = openRuntime()
      openQueue(bad.runtime, { name: newName(), url: readTestUrl('TEST_REDIS_URL') })
      expect(await waitFor('the error', () => warned(bad.sink))).toMatchObject({ level: 'error' })
    } finally {
      await redis.config('SET', 'maxmemory-policy', 'noeviction')
    }
    expect(before).toBe('noeviction')
    const good = openRuntime()
    const queue = openQueue(good.runtime, { name: newName(), url: readTestUrl('TEST_REDIS_URL') })
    await queue.add('x', {})
    await queue.getJobCounts()
    expect(warned(good.sink)).toBeUndefined()
  })
})
