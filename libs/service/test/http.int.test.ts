import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from '@jest/globals'
import {
  buildHttpApp,
  createLimiter,
  createRuntime,
  listen,
  openRedis,
  type Runtime,
  waitForRedis,
} from '../src/index.ts'
import { buildTestConfig, createLogSink, readTestUrl, waitFor, withLeeway } from '../src/testing/index.ts'
import { createOpened, NO_REDIS, openReadyRedis } from './support.ts'

describe('http', () => {
  const open: Runtime[] = []
  afterEach(async () => {
    for (const runtime of open.splice(0)) await runtime.close()
  })

  function openRuntime(overrides: Parameters<typeof buildTestConfig>[0] = {}) {
    const sink = createLogSink()
    const runtime = createRuntime(buildTestConfig(overrides), 'test', { logStream: sink.stream })
    open.push(runtime)
    return { runtime, sink }
  }

  function sendBytes(port: number, bytes: string): Promise<string> {
    return new Promise((resolve) => {
      let text = ''
      const socket = connect({ host: '127.0.0.1', port }, () => socket.write(bytes))
      socket.on('data', (chunk) => {
        text += chunk.toString()
      })
      socket.on('close', () => resolve(text)).on('error', () => {})
      socket.setTimeout(2_000, () => socket.destroy())
    })
  }

  describe('a malformed request', () => {
    test.each([
      [
        'two lengths',
        'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
        400,
        'bad_request',
      ],
      ['20 KB of headers', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ])('%s: returns a problem and closes the connection', async (_name, bytes, status, code) => {
      const { runtime } = openRuntime()
      const port = await listen(buildHttpApp(runtime), runtime)
      const text = await sendBytes(port, bytes)
      expect(text).toContain(`HTTP/1.1 ${status} `)
      expect(text).toContain('content-type: application/problem+json')
      expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject({ status, code })
    })
  })

  describe('shutdown', () => {
    test('finishes requests in flight, accepts no new ones, and then closes the stores (F36)', async () => {
      const { runtime } = openRuntime()
      const order: string[] = []
      const app = buildHttpApp(runtime)
      runtime.onClose('database', () => void order.push('database closed'))
      runtime.onClose('cache', () => void order.push('cache closed'))
      const running: (() => void)[] = []
      app.get('/slow', async () => {
        await new Promise<void>((resolve) => running.push(resolve))
        order.push('answered')
        return { ok: true }
      })
      const port = await listen(app, runtime)
      const url = `http://127.0.0.1:${port}/slow`
      const inFlight = Array.from({ length: 3 }, () => fetch(url))
      await waitFor('the requests', () => running.length === inFlight.length)
      const closing = runtime.close()
      await waitFor('the closed door', () =>
        fetch(url, { signal: AbortSignal.timeout(200) }).then(
          (answer) => answer.status === 503,
          (error: Error) => error.name !== 'TimeoutError',
        ),
      )
      expect(runtime.health.read().status).toBe('fail')
      expect(order).toEqual([])
      for (const release of running) release()
      const answers = await Promise.all(inFlight)
      expect(answers.map((answer) => [answer.status, answer.headers.get('connection')])).toEqual([
        [200, 'close'],
        [200, 'close'],
        [200, 'close'],
      ])
      await closing
      expect(order).toEqual(['answered', 'answered', 'answered', 'cache closed', 'database closed'])
    })

    test('fails readiness first and keeps serving while it drains (F36)', async () => {
      const { runtime } = openRuntime({ drainMs: 1_000 })
      const app = buildHttpApp(runtime)
      app.get('/', () => ({ ok: true }))
      const url = `http://127.0.0.1:${await listen(app, runtime)}/`
      const ops = `http://127.0.0.1:${await runtime.startOps()}`
      expect((await fetch(`${ops}/readyz`)).status).toBe(200)
      const closed = runtime.close()
      expect((await fetch(`${ops}/readyz`)).status).toBe(503)
      expect((await fetch(`${ops}/livez`)).status).toBe(200)
      expect((await fetch(url)).status).toBe(200)
      await closed
      await expect(fetch(url)).rejects.toThrow()
      await expect(fetch(`${ops}/livez`)).rejects.toThrow()
    })

    test('is not delayed by keep-alive connections', async () => {
      const { runtime } = openRuntime()
      const app = buildHttpApp(runtime)
      app.get('/', async () => 'x'.repeat(100))
      const port = await listen(app, runtime)
      for (let index = 0; index < 5; index += 1) await (await fetch(`http://127.0.0.1:${port}/`)).text()
      const startedAt = performance.now()
      await runtime.close()
      expect(performance.now() - startedAt).toBeLessThan(withLeeway(1_000))
    })

    test('happens only once if requested twice', async () => {
      const { runtime } = openRuntime()
      let closed = 0
      runtime.onClose('x', () => {
        closed += 1
      })
      await Promise.all([runtime.close(), runtime.close()])
      expect(closed).toBe(1)
    })

    test('continues if a store fails to close', async () => {
      const { runtime, sink } = openRuntime()
      const order: string[] = []
      runtime.onClose('first', () => void order.push('first'))
      runtime.onClose('second', () => Promise.reject(new Error('stuck')))
      await runtime.close()
      expect(order).toEqual(['first'])
      expect(sink.lines().map(({ event, resource }) => [event, resource])).toContainEqual([
        'resource.close_failed',
        'second',
      ])
    })
  })

  test('a request aborted by the client is not counted as active', async () => {
    const { runtime } = openRuntime()
    const app = buildHttpApp(runtime)
    app.get('/never', () => new Promise(() => {}))
    const port = await listen(app, runtime)
    const active = async () => (await runtime.metrics.httpActive.get()).values[0]?.value ?? 0
    const aborted = new AbortController()
    const request = fetch(`http://127.0.0.1:${port}/never`, { signal: aborted.signal })
    await waitFor('the request', async () => (await active()) === 1)
    aborted.abort()
    await expect(request).rejects.toThrow()
    await waitFor('no active request', async () => (await active()) === 0)
  })

  test('the ops port opens separately and closes with the process', async () => {
    const { runtime } = openRuntime()
    const ops = `http://127.0.0.1:${await runtime.startOps()}`
    expect((await fetch(`${ops}/livez`)).status).toBe(200)
    expect((await fetch(`${ops}/readyz`)).status).toBe(200)
    expect((await fetch(`${ops}/metrics`)).status).toBe(401)
    const metrics = await fetch(`${ops}/metrics`, { headers: { authorization: 'Bearer test-ops-token' } })
    expect(metrics.status).toBe(200)
    await metrics.text()
    await runtime.close()
    await expect(fetch(`${ops}/livez`)).rejects.toThrow()
  })
})

describe('rate limiter', () => {
  const { openRuntime, openRedisThroughProxy, closeAll } = createOpened()
  afterEach(closeAll)

  describe('T5: a limit', () => {
    const limit = () => ({ name: `test-${randomUUID()}`, points: 3, durationSeconds: 60 })
    const allowed = async (limiter: ReturnType<typeof createLimiter>, key: string, times: number) => {
      const decisions: boolean[] = []
      for (let index = 0; index < times; index += 1) decisions.push((await limiter.consume(key)).allowed)
      return decisions
    }

    test('applies to each key separately and returns the retry delay', async () => {
      const { runtime } = openRuntime()
      const limiter = createLimiter(runtime, await openReadyRedis(runtime), limit())
      expect(await allowed(limiter, 'a', 5)).toEqual([true, true, true, false, false])
      expect(await allowed(limiter, 'b', 1)).toEqual([true])
      const refused = await limiter.consume('a')
      expect(refused).toEqual({ allowed: false, retryAfterSeconds: expect.any(Number) })
      expect(await limiter.check('a')).toMatchObject({ allowed: false })
      await limiter.reset('a')
      expect(await limiter.check('a')).toEqual({ allowed: true })
    })

    test.each([
      ['Redis', () => readTestUrl('TEST_REDIS_URL')],
      ['memory', () => NO_REDIS],
    ])('a refund returns no more than was consumed, in %s', async (_store, readUrl) => {
      const { runtime } = openRuntime()
      const redis = openRedis(runtime, readUrl(), 'cache')
      await waitForRedis(redis, 200)
      const limiter = createLimiter(runtime, redis, limit())
      await limiter.refund('a')
      expect(await allowed(limiter, 'a', 2)).toEqual([true, true])
      await limiter.refund('a')
      expect(await allowed(limiter, 'a', 3)).toEqual([true, true, false])
      await limiter.reset('a')
      await Promise.all([limiter.refund('a'), limiter.refund('a')])
      expect(await allowed(limiter, 'a', 4)).toEqual([true, true, true, false])
    })

    test('a refund after expiration creates no key without a TTL', async () => {
      const { runtime } = openRuntime()
      const redis = await openReadyRedis(runtime)
      const options = limit()
      await createLimiter(runtime, redis, options).refund('a')
      expect(await redis.keys(`callwright:limit:${options.name}:*`)).toEqual([])
    })

    test('holds across replicas', async () => {
      const [first, second] = [openRuntime().runtime, openRuntime().runtime]
      const options = limit()
      const limiters = [
        createLimiter(first, await openReadyRedis(first), options),
        createLimiter(second, await openReadyRedis(second), options),
      ] as const
      expect(await allowed(limiters[0], 'a', 2)).toEqual([true, true])
      expect(await allowed(limiters[1], 'a', 3)).toEqual([true, false, false])
    })

    test('holds without Redis: no failures, and no extra attempts', async () => {
      const { runtime } = openRuntime()
      const limiter = createLimiter(runtime, openRedis(runtime, NO_REDIS, 'cache'), limit())
      expect(await allowed(limiter, 'a', 5)).toEqual([true, true, true, false, false])
    })

    test('allows no extra attempts when Redis is lost or regained', async () => {
      const { proxy, runtime, redis } = await openRedisThroughProxy()
      const limiter = createLimiter(runtime, redis, limit())
      expect(await allowed(limiter, 'a', 2)).toEqual([true, true])
      proxy.cut()
      await waitFor('the loss', () => redis.status !== 'ready')
      expect(await allowed(limiter, 'a', 2)).toEqual([true, false])
      proxy.restore()
      await waitFor('the recovery', () => redis.status === 'ready')
      expect(await allowed(limiter, 'a', 1)).toEqual([false])
    })

    test('holds on a frozen Redis, within the request timeout', async () => {
      const { proxy, runtime, redis } = await openRedisThroughProxy()
      const limiter = createLimiter(runtime, redis, limit())
      proxy.freeze()
      const startedAt = performance.now()
      expect(await allowed(limiter, 'a', 4)).toEqual([true, true, true, false])
      expect(performance.now() - startedAt).toBeLessThan(withLeeway(2_500))
    })

    test('T12: its keys have a TTL', async () => {
      const { runtime } = openRuntime()
      const redis = await openReadyRedis(runtime)
      const options = limit()
      await createLimiter(runtime, redis, options).consume('a')
      const keys = await redis.keys(`callwright:limit:${options.name}:*`)
      expect(keys).toHaveLength(1)
      expect(await redis.pttl(keys[0] ?? '')).toBeGreaterThan(0)
    })

    test('counts decisions by the store that made them', async () => {
      const { runtime } = openRuntime()
      const options = limit()
      const limiter = createLimiter(runtime, openRedis(runtime, NO_REDIS, 'cache'), options)
      await allowed(limiter, 'a', 4)
      const { values } = await runtime.metrics.rateLimitDecisions.get()
      expect(values.map(({ labels, value }) => [labels.decision, labels.store, value])).toEqual([
        ['allowed', 'redis', 0],
        ['allowed', 'memory', 3],
        ['refused', 'redis', 0],
        ['refused', 'memory', 1],
      ])
    })
  })
})
