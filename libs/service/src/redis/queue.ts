import { type Processor, Queue, type QueueOptions, Worker, type WorkerOptions } from 'bullmq'
import { unavailable } from '../errors.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { openRedis, waitForRedis } from './open-redis.ts'

const PRODUCER_DEADLINE_MS = 1_000

/**
 * When a worker is killed, the lock on its job expires 10 s after its last renewal. The next stalled check only marks
 * the job, and at the one after that another worker takes it over. With a check every 2 s, this takes at most 14 s;
 * with BullMQ's defaults it took 60 s (T9).
 */
export const recoveryOptions = { lockDuration: 10_000, stalledInterval: 2_000, maxStalledCount: 3 } as const

/** Opens the producer side of a queue. Adding a job fails fast while Redis is unavailable. */
export function openQueue<Payload>(
  runtime: Runtime,
  options: { name: string; url: string; prefix?: string; defaults?: QueueOptions['defaultJobOptions'] },
): Queue<Payload> {
  const connection = openRedis(runtime, options.url, 'producer')
  const queue = new Queue<Payload>(options.name, {
    connection,
    ...(options.prefix ? { prefix: options.prefix } : {}),
    ...(options.defaults ? { defaultJobOptions: options.defaults } : {}),
  })
  queue.on('error', (error) => runtime.log.debug({ err: error, queue: options.name }, 'queue.error'))
  runtime.onClose(`queue ${options.name}`, () => queue.close())
  void waitForRedis(connection, PRODUCER_DEADLINE_MS).then(async (ready) => {
    if (ready) await warnUnlessDurable(runtime, async () => String(await connection.config('GET', 'maxmemory-policy')))
  })
  return queue
}

/** Runs a queue call with a timeout. Without one, `add` hangs if Redis is down at startup (T7). */
export async function withQueueDeadline<T>(
  work: () => Promise<T>,
  timeoutMs: number = PRODUCER_DEADLINE_MS,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The queue did not respond within ${timeoutMs} ms`)), timeoutMs)
  })
  try {
    return await Promise.race([work(), deadline])
  } catch (error) {
    throw unavailable('queue_unavailable', 'Background refresh is unavailable right now. Please try again.', error)
  } finally {
    clearTimeout(timer)
  }
}

/** Opens the consumer side of a queue. Closing it waits for running jobs, but not for an unavailable Redis. */
export function openWorker<Payload>(
  runtime: Runtime,
  options: { name: string; url: string; prefix?: string; concurrency: number; run: Processor<Payload> } & Pick<
    WorkerOptions,
    'limiter'
  >,
): Worker<Payload> {
  const connection = openRedis(runtime, options.url, 'worker')
  const worker = new Worker<Payload>(options.name, options.run, {
    connection,
    concurrency: options.concurrency,
    ...recoveryOptions,
    ...(options.prefix ? { prefix: options.prefix } : {}),
    ...(options.limiter ? { limiter: options.limiter } : {}),
  })
  worker.on('error', (error) => runtime.log.debug({ err: error, queue: options.name }, 'worker.error'))
  runtime.onClose(`worker ${options.name}`, () => worker.close(connection.status !== 'ready'))
  return worker
}

/** Logs an error if this Redis may evict keys, which is fine for a cache but corrupts a queue (T12). */
async function warnUnlessDurable(runtime: Runtime, readPolicy: () => Promise<string>): Promise<void> {
  try {
    const policy = await readPolicy()
    if (!policy.includes('noeviction')) runtime.log.error({ policy }, 'queue.redis_may_evict_jobs')
  } catch (error) {
    runtime.log.debug({ err: error }, 'queue.policy_unreadable')
  }
}
