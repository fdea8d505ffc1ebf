import { gunzipSync, gzipSync } from 'node:zlib'
import { waitFor } from '@callwright/service/testing'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { ROW_FORMAT } from '../src/db/schema.ts'
import { redisNames } from '../src/enrichment/names.ts'
import { inventRow, inventRows } from './rows.ts'
import { storeRows } from './stored-rows.ts'
import { openStack, problemOf, readView, type Stack } from './support.ts'

const rows = inventRows(150)
let stack: Stack
let key: string

beforeEach(async () => {
  stack = await openStack()
  key = redisNames(stack.apiConfig.redisNamespace).sharedRows
  await storeRows(stack, rows)
})
afterEach(() => stack.close())

const untilShared = (holds: (packed: Buffer) => boolean = () => true) =>
  waitFor('the shared rows', async () => {
    const packed = await stack.directRedis.getBuffer(key)
    return packed !== null && holds(packed) ? packed : null
  })

test('a process that starts without PostgreSQL shows what another one shared, and says so', async () => {
  const first = await stack.openApi()
  const known = await readView(first.ask)
  await untilShared()
  expect(await stack.directRedis.pttl(key)).toBeGreaterThan(0)
  stack.postgres.cut()
  const second = await stack.openApi()
  await waitFor('the rows', async () => (await second.ask('screener.view')).status === 200)
  const shown = await readView(second.ask)
  expect(shown.stocks).toEqual(known.stocks)
  expect(shown).toMatchObject({ cache_status: 'stale', total: 150, message: expect.stringMatching(/database/) })
  stack.postgres.restore()
  await waitFor('PostgreSQL', async () => (await readView(second.ask)).cache_status === 'fresh')
  expect((await readView(second.ask)).stocks).toEqual(known.stocks)
})

test('rows that changed are shared again', async () => {
  const { ask } = await stack.openApi()
  await untilShared()
  await stack.database.deleteFrom('screenerRow').execute()
  await storeRows(stack, [inventRow({ symbol: 'NEW' })])
  await waitFor('the new row', async () => (await readView(ask, { symbols: 'NEW' })).total === 1)
  const packed = await untilShared((found) => gunzipSync(found).includes('"NEW"'))
  expect(gunzipSync(packed).toString()).toContain('"symbol":"NEW"')
})

test.each([
  ['garbage', Buffer.from('garbage')],
  ['garbage, compressed', gzipSync('garbage')],
  ['another format', gzipSync('{"format":0,"version":1,"rows":0}\n')],
  ['fewer rows than said', gzipSync(`{"format":${ROW_FORMAT},"version":1,"rows":2}\n{}\n`)],
  ['rows that are none', gzipSync(`{"format":${ROW_FORMAT},"version":1,"rows":1}\n{"symbol":"AAA"}\n`)],
])(
  '%s in their place is no row',
  async (_name, garbage) => {
    await stack.directRedis.set(key, garbage, 'PX', 60_000)
    stack.postgres.cut()
    const { ask } = await stack.openApi()
    const answer = await ask('screener.view')
    expect([answer.status, problemOf(answer).code]).toEqual([503, 'database_unavailable'])
  },
  60_000,
)

test('whatever stands in their place, and in that of the turn to write them, gives way', async () => {
  await stack.directRedis.set(key, 'garbage')
  await stack.directRedis.lpush(`${key}:version-1`, 'garbage')
  await stack.openApi()
  const packed = await untilShared((found) => found.toString() !== 'garbage')
  expect(gunzipSync(packed).toString().trimEnd().split('\n')).toHaveLength(151)
})
