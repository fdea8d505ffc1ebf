import type { Redis } from 'ioredis'
import { createRuntime, openRedis, type Runtime, waitForRedis } from '../src/index.ts'
import { buildTestConfig, createLogSink, openTcpProxy, readTestUrl } from '../src/testing/index.ts'

/** URL of a port on which nothing is listening. */
export const NO_REDIS = 'redis://127.0.0.1:9'

/** Tracks the resources that a test opens. `afterEach(opened.closeAll)` closes them, last opened first. */
export function createOpened() {
  const closers: (() => unknown)[] = []
  const onEnd = (close: () => unknown) => void closers.push(close)
  function openRuntime() {
    const sink = createLogSink()
    const runtime = createRuntime(buildTestConfig(), 'test', { logStream: sink.stream })
    onEnd(() => runtime.close())
    return { runtime, sink }
  }
  return {
    onEnd,
    openRuntime,
    async openRedisThroughProxy() {
      const target = new URL(readTestUrl('TEST_REDIS_URL'))
      const proxy = await openTcpProxy({ host: target.hostname, port: Number(target.port) })
      onEnd(() => proxy.close())
      const { runtime, sink } = openRuntime()
      const redis = await openReadyRedis(runtime, `redis://127.0.0.1:${proxy.port}`)
      return { proxy, runtime, sink, redis }
    },
    async closeAll(): Promise<void> {
      for (const close of closers.splice(0).reverse()) await close()
    },
  }
}

export async function openReadyRedis(runtime: Runtime, url = readTestUrl('TEST_REDIS_URL')): Promise<Redis> {
  const redis = openRedis(runtime, url, 'cache')
  if (!(await waitForRedis(redis, 2_000))) throw new Error('Redis did not respond')
  return redis
}

export async function isPendingAfter(work: Promise<unknown>, timeMs: number): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), timeMs))
  return Promise.race([
    timeout,
    work.then(
      () => false,
      () => false,
    ),
  ])
}
