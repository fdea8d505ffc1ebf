import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from '@jest/globals'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { Pool } from 'pg'
import { openTcpProxy, readTestUrl } from '../src/testing/index.ts'
import { createOpened, isPendingAfter, NO_REDIS } from './support.ts'

/** Libraries without our timeouts wait. A test that fails shows that a timeout may no longer be needed. */
const { onEnd, closeAll } = createOpened()
afterEach(closeAll)

test('with statement_timeout alone, a statement on a frozen server hangs', async () => {
  const address = new URL(readTestUrl('TEST_DATABASE_URL'))
  const proxy = await openTcpProxy({ host: address.hostname, port: Number(address.port) })
  onEnd(() => proxy.close())
  address.port = String(proxy.port)
  const pool = new Pool({ connectionString: address.href, max: 1, statement_timeout: 300 })
  pool.on('error', () => {})
  onEnd(async () => {
    proxy.cut()
    await pool.end()
  })
  await pool.query('select 1')
  proxy.freeze()
  expect(await isPendingAfter(pool.query('select 1'), 1_200)).toBe(true)
})

test("pg's own pool waits forever", async () => {
  const pool = new Pool({ connectionString: readTestUrl('TEST_DATABASE_URL'), max: 1 })
  onEnd(() => pool.end())
  const busy = pool.query('select pg_sleep(1.4)')
  expect(await isPendingAfter(pool.query('select 1'), 1_200)).toBe(true)
  await busy
})

test('ioredis alone waits for a server that is down', async () => {
  const redis = new Redis(NO_REDIS)
  redis.on('error', () => {})
  onEnd(() => redis.disconnect())
  expect(await isPendingAfter(redis.get('x'), 1_000)).toBe(true)
})

test('BullMQ alone waits for a server that is down', async () => {
  const connection = new Redis(NO_REDIS, { enableOfflineQueue: false, maxRetriesPerRequest: null })
  connection.on('error', () => {})
  const queue = new Queue(`test-${randomUUID()}`, { connection })
  queue.on('error', () => {})
  onEnd(() => connection.disconnect())
  expect(await isPendingAfter(queue.add('x', {}), 1_500)).toBe(true)
})
