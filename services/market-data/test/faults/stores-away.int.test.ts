import { openTcpProxy, type TcpProxy, waitFor } from '@callwright/service/testing'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { askAllGood, expectNothingTold, judgeFigures, judgePlain503 } from './expectations.ts'
import {
  type Ask,
  asks,
  bars,
  MINUTE,
  NOBODY,
  openWorld,
  pricedAsks,
  quote,
  type Replica,
  type Reply,
  type World,
} from './support.ts'

const KNOWN = 'KO'
const COLD = 'XOM'
const PATIENCE_MS = 30_000

let world: World
let proxies: TcpProxy[]
beforeEach(async () => {
  world = await openWorld()
  proxies = []
}, PATIENCE_MS)
afterEach(async () => {
  expectNothingTold(world)
  await world.close()
  await Promise.all(proxies.map((proxy) => proxy.close()))
})

async function openProxy(address: string): Promise<{ readonly proxy: TcpProxy; readonly url: string }> {
  const url = new URL(address)
  const proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
  proxies.push(proxy)
  url.host = `127.0.0.1:${proxy.port}`
  return { proxy, url: url.href }
}

/** The questions answered soundly, all at once. */
async function expectAllGood(
  replica: Replica,
  asked: readonly Ask[],
  symbol: string,
  good?: ReadonlyMap<string, Reply>,
) {
  const replies = await askAllGood(replica, asked, symbol)
  if (good === undefined) return
  const problems = [...replies].flatMap(([id, reply]) => judgeFigures(reply, good.get(id)))
  expect(problems).toEqual([])
}

describe('Redis', () => {
  test.each([
    // Every command to a silent server costs its whole deadline: a few questions say enough.
    ['frozen', [quote, bars], (proxy: TcpProxy) => proxy.freeze()],
    ['cut', asks, (proxy: TcpProxy) => proxy.cut()],
  ] as const)(
    '%s in the middle: slower, otherwise as ever; then back',
    async (_name, asked, take) => {
      const { proxy, url } = await openProxy(world.redisUrl)
      const replica = await world.openReplica({ redisUrl: url })
      const good = await askAllGood(replica, asks, KNOWN)
      take(proxy)
      await expectAllGood(replica, asks, KNOWN, good)
      await expectAllGood(replica, asked, COLD)
      // What is kept in memory stands in for the provider too.
      await world.pass(45 * MINUTE)
      await world.fake.goDown()
      for (const ask of asked) expect(judgeFigures(await replica.ask(ask, KNOWN), good.get(ask.id))).toEqual([])
      await world.fake.comeBack()
      proxy.thaw()
      proxy.restore()
      await waitFor('an answer that is kept again', async () => {
        const other = await world.openReplica()
        await replica.ask(quote, 'GE')
        const { body } = await other.ask(quote, 'GE')
        await other.close()
        return body.cache_status === 'fresh'
      })
    },
    PATIENCE_MS,
  )

  test(
    'never there: every question is answered, two hundred people cost each replica one question',
    async () => {
      const replica = await world.openReplica({ redisUrl: NOBODY })
      await expectAllGood(replica, asks, KNOWN)
      world.fake.forgetCalls()
      const replies = await Promise.all(Array.from({ length: 200 }, () => replica.ask(quote, COLD)))
      expect(replies.every(({ status }) => status === 200)).toBe(true)
      expect(world.fake.countCalls()).toBe(1)
    },
    PATIENCE_MS,
  )

  test(
    'garbage in every key: a miss (F10)',
    async () => {
      const replica = await world.openReplica()
      const good = await askAllGood(replica, asks, KNOWN)
      await world.spoilRedis('\u001f\u008b{"value": garbage')
      const other = await world.openReplica()
      await expectAllGood(other, asks, KNOWN, good)
    },
    PATIENCE_MS,
  )
})

describe('PostgreSQL', () => {
  test.each([
    ['cut', (proxy: TcpProxy) => proxy.cut()],
    ['frozen', (proxy: TcpProxy) => proxy.freeze()],
  ])(
    '%s in the middle: as ever',
    async (_name, take) => {
      const { proxy, url } = await openProxy(world.databaseUrl)
      const replica = await world.openReplica({ databaseUrl: url })
      const good = await askAllGood(replica, asks, KNOWN)
      take(proxy)
      await expectAllGood(replica, asks, COLD)
      await world.pass(45 * MINUTE)
      await expectAllGood(replica, asks, KNOWN, good)
      await world.fake.goDown()
      expect(judgePlain503(await replica.ask(quote, 'GE'), undefined)).toEqual([])
      expect(judgeFigures(await replica.ask(quote, KNOWN), good.get(quote.id))).toEqual([])
    },
    PATIENCE_MS,
  )

  test(
    'never there: as ever',
    async () => {
      const replica = await world.openReplica({ databaseUrl: 'postgres://nobody:secret@127.0.0.1:1/none' })
      await expectAllGood(replica, asks, KNOWN)
    },
    PATIENCE_MS,
  )
})
