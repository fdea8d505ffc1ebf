import { Redis, type RedisOptions } from 'ioredis'
import type { Runtime } from '../runtime/runtime.ts'

/**
 * `cache` and `producer` fail fast: they don't queue commands while offline, and commands time out after 200 ms
 * (`cache`) or 2 s (`producer`) (T6). `worker` waits until Redis is back, as BullMQ's blocking connections require.
 */
export type RedisRole = 'cache' | 'producer' | 'worker'

const COMMAND_TIMEOUT_MS = 200
/** A server that sends nothing for this long while a command is waiting counts as down until we reconnect (F08). */
const SILENCE_MS = 1_000
const PRODUCER_TIMEOUT_MS = 2_000
const CONNECT_TIMEOUT_MS = 1_000
/** Maximum time that a socket that never connected can keep the process alive after we abandon it. */
const DISCONNECT_TIMEOUT_MS = 200

export const redisOptions: Readonly<Record<RedisRole, Omit<RedisOptions, 'replyMapping'>>> = {
  cache: {
    enableOfflineQueue: false,
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: reconnectDelay,
  },
  producer: {
    enableOfflineQueue: false,
    commandTimeout: PRODUCER_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: reconnectDelay,
  },
  worker: {
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_TIMEOUT_MS,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    retryStrategy: reconnectDelay,
  },
}

/** Opens a connection, logs its state changes and closes it at shutdown. Does not throw if Redis is unavailable. */
export function openRedis(runtime: Runtime, url: string, role: RedisRole): Redis {
  const redis = new Redis(url, redisOptions[role])
  timeCommands(runtime, redis)
  let lastState = ''
  const note = (state: 'up' | 'down', error?: unknown) => {
    if (state === lastState) return
    lastState = state
    if (state === 'up') runtime.log.info({ role }, 'redis.connected')
    else runtime.log.warn({ role, err: error }, 'redis.lost')
  }
  redis.on('ready', () => note('up'))
  redis.on('error', (error) => note('down', error))
  const noteLoss = () => note('down')
  redis.on('close', noteLoss)
  runtime.onClose(`redis ${role}`, () => {
    redis.off('close', noteLoss)
    redis.disconnect()
  })
  return redis
}

/** Opens the Redis connection for shared caches. Its health check is soft, because services keep working without it. */
export function openSharedCache(runtime: Runtime, url: string): Redis {
  const redis = openRedis(runtime, url, 'cache')
  runtime.health.addCheck({
    name: 'redis:responseTime',
    componentType: 'datastore',
    kind: 'soft',
    run: async () => void (await redis.ping()),
  })
  return redis
}

/**
 * Measures each command from its first pass through `sendCommand`; a command that was queued while disconnected passes
 * twice. The blocking connections that BullMQ duplicates from this one are not measured.
 */
function timeCommands(runtime: Runtime, redis: Redis): void {
  const { redisDuration } = runtime.metrics
  const send = redis.sendCommand.bind(redis)
  const timed = new WeakSet<object>()
  redis.sendCommand = (command, stream) => {
    if (!timed.has(command)) {
      timed.add(command)
      const startedAt = performance.now()
      const observe = () =>
        redisDuration.observe({ command: command.name.toLowerCase() }, (performance.now() - startedAt) / 1_000)
      command.promise.then(observe, observe)
    }
    return send(command, stream)
  }
}

/** Waits up to `timeoutMs` for the connection. Returns false if it is still not ready. */
export async function waitForRedis(redis: Redis, timeoutMs: number): Promise<boolean> {
  if (redis.status === 'ready') return true
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(false), timeoutMs)
    const onReady = () => finish(true)
    function finish(ready: boolean): void {
      clearTimeout(timer)
      redis.off('ready', onReady)
      resolve(ready)
    }
    redis.once('ready', onReady)
  })
}

function reconnectDelay(attempt: number): number {
  return Math.min(attempt * 100, 2_000)
}
