import { openTcpProxy, type TcpProxy, waitFor } from '@callwright/service/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { askAllGood, expectNoLeaks, judgeFigures, judgePlain503 } from './expectations.ts'
import { bars, chain, facts, MINUTE, openWorld, quote, type Replica, UNREACHABLE_REDIS, type World } from './support.ts'

const asked = [quote, bars, chain, facts]

let world: World
let proxies: TcpProxy[] = []
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(() => world.fake.heal())
afterEach(async () => {
  await Promise.all(proxies.map((proxy) => proxy.close()))
  proxies = []
})
afterAll(async () => {
  expectNoLeaks(world)
  await world.close()
})

/** Opens a proxy to a store, so that a test can cut the connections. */
async function openProxy(address: string): Promise<{ readonly proxy: TcpProxy; readonly url: string }> {
  const url = new URL(address)
  const proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
  proxies.push(proxy)
  url.host = `127.0.0.1:${proxy.port}`
  return { proxy, url: url.href }
}

const ways = [
  ['cut', (proxy: TcpProxy) => proxy.cut()],
  ['frozen', (proxy: TcpProxy) => proxy.freeze()],
] as const

describe('Redis', () => {
  test.each(ways)(
    'while %s, leaves cached, uncached and last good answers available, and recovers',
    async (name, take) => {
      const [known, cold] = name === 'cut' ? ['KO', 'XOM'] : ['GE', 'CVX']
      const { proxy, url } = await openProxy(world.redisUrl)
      const replica = await world.openReplica({ redisUrl: url })
      const good = await askAllGood(replica, asked, known)
      take(proxy)
      const replies = await askAllGood(replica, asked, known)
      expect([...replies].flatMap(([id, reply]) => judgeFigures(reply, good.get(id)))).toEqual([])
      // Every command to a hanging server takes its full timeout, so only one request is made for the uncached symbol.
      await askAllGood(replica, [quote], cold)
      await world.pass(45 * MINUTE)
      await world.fake.goDown()
      expect(judgeFigures(await replica.ask(quote, known), good.get(quote.id))).toEqual([])
      await world.fake.comeBack()
      proxy.thaw()
      proxy.restore()
      const other = await world.openReplica()
      await waitFor('an answer that others see', async () => {
        await replica.ask(quote, 'MSFT')
        return (await other.ask(quote, 'MSFT')).body.cache_status === 'fresh'
      })
      await Promise.all([replica.close(), other.close()])
    },
  )

  test('if unavailable from the start, leaves every request answered; 200 users cause one call', async () => {
    const replica = await world.openReplica({ redisUrl: UNREACHABLE_REDIS })
    await askAllGood(replica, asked, 'NVDA')
    world.fake.forgetCalls()
    const replies = await Promise.all(Array.from({ length: 200 }, () => replica.ask(quote, 'AAPL')))
    expect(replies.every(({ status }) => status === 200)).toBe(true)
    expect(world.fake.countCalls()).toBe(1)
    await replica.close()
  })

  test('garbage in every key counts as a miss (F10)', async () => {
    const [first, other] = [await world.openReplica(), await world.openReplica()]
    const good = await askAllGood(first, asked, 'AMZN')
    await world.spoilRedis('\u001f\u008b{"value": garbage')
    const replies = await askAllGood(other, asked, 'AMZN')
    expect([...replies].flatMap(([id, reply]) => judgeFigures(reply, good.get(id)))).toEqual([])
    await Promise.all([first.close(), other.close()])
  })
})

describe('PostgreSQL', () => {
  async function expectAsEver(replica: Replica, [known, cold]: readonly [string, string], take: () => void) {
    const good = await askAllGood(replica, asked, known)
    take()
    await askAllGood(replica, asked, cold)
    await world.pass(45 * MINUTE)
    const replies = await askAllGood(replica, asked, known)
    expect([...replies].flatMap(([id, reply]) => judgeFigures(reply, good.get(id)))).toEqual([])
    await replica.close()
  }

  test.each(ways)('has no effect when %s in mid-operation', async (name, take) => {
    const { proxy, url } = await openProxy(world.databaseUrl)
    const replica = await world.openReplica({ databaseUrl: url })
    await expectAsEver(replica, name === 'cut' ? ['GS', 'JPM'] : ['HD', 'MCD'], () => take(proxy))
  })

  test('has no effect if unavailable from the start; without the provider, leaves old answers or a 503', async () => {
    const nowhere = 'postgres://nobody:secret@127.0.0.1:1/none'
    await expectAsEver(await world.openReplica({ databaseUrl: nowhere }), ['WMT', 'TGT'], () => undefined)
    const replica = await world.openReplica({ databaseUrl: nowhere })
    await world.pass(45 * MINUTE)
    await world.fake.goDown()
    expect((await replica.ask(bars, 'WMT')).body).toMatchObject({ data_class: 'stale', cache_status: 'stale' })
    expect(judgePlain503(await replica.ask(bars, 'LOW'), undefined)).toEqual([])
    await world.fake.comeBack()
    await replica.close()
  })
})
