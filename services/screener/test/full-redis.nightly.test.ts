import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTestUrl, waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import { openStack, problemOf, readStatus, readView, type Stack, untilIdle } from './support.ts'

let stack: Stack
let own: Awaited<ReturnType<typeof openOwnRedis>>

beforeAll(async () => {
  stack = await openStack()
  own = await openOwnRedis()
})
afterAll(async () => {
  await stack.close()
  await own.close()
})

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** A Redis of this file alone, because other tests share the test server's memory. */
async function openOwnRedis() {
  const shared = new Redis(readTestUrl('TEST_REDIS_URL'))
  const program = /^executable:(.*)$/m.exec(await shared.info('server'))?.[1]?.trim() ?? ''
  shared.disconnect()
  const folder = mkdtempSync(join(tmpdir(), 'redis-'))
  const port = await findFreePort()
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
  const child = spawn(program, [...settings, '--maxmemory-policy', 'noeviction'], { stdio: 'ignore' })
  const url = `redis://127.0.0.1:${port}`
  const client = new Redis(url)
  client.on('error', () => {})
  await client.ping()
  return {
    url,
    limitMemory: (bytes: number) => client.config('SET', 'maxmemory', bytes),
    async close() {
      client.disconnect()
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

test('a full Redis: rows are served, a refresh is a 503, and works again once there is room (F11)', async () => {
  const { ask } = await stack.openApi({ redisQueueUrl: own.url, redisCacheUrl: own.url, refreshCooldownMs: 0 })
  await stack.openWorker({ redisQueueUrl: own.url })
  const first = await untilIdle(ask)
  await waitFor('the rows', async () => (await readView(ask)).cache_status === 'fresh')
  const { total } = await readView(ask)

  await own.limitMemory(1)
  for (const id of ['screener.refresh', 'screener.startEnrichment'] as const) {
    const answer = await ask(id)
    expect(answer.status).toBe(503)
    expect(problemOf(answer)).toMatchObject({ code: 'queue_unavailable' })
    expect(answer.headers['retry-after']).toBeDefined()
  }
  expect((await readView(ask)).stocks).toHaveLength(total)
  expect((await readStatus(ask)).run_id).toBe(first.run_id)

  await own.limitMemory(0)
  const started = await waitFor('a run', async () => {
    const answer = await ask('screener.startEnrichment')
    return answer.status === 202 ? answer : null
  })
  expect(started.body).not.toMatchObject({ run_id: first.run_id })
  expect(await untilIdle(ask)).toMatchObject({ total: first.total, done: first.done })
})
