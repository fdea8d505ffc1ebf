import { openTcpProxy, readTestUrl, type TcpProxy, waitFor } from '@callwright/service/testing'
import { afterEach, expect, test } from '@jest/globals'
import type { DailyBar } from '../../src/providers/provider.ts'
import {
  createOpener,
  createWire,
  IN_SESSION,
  json,
  MINUTE,
  quoteOf,
  scriptWireProvider,
  status,
  symbolOf,
  times,
} from './support.ts'

const { open, close } = createOpener()
const proxies: TcpProxy[] = []
afterEach(async () => {
  await close()
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()))
})

/** A market whose Redis can be taken, beside one that has it; its source can go down. */
async function openAway(reply: (path: string) => unknown = () => quoteOf(101)) {
  const url = new URL(readTestUrl('TEST_REDIS_URL'))
  const proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) })
  proxies.push(proxy)
  url.host = `127.0.0.1:${proxy.port}`
  const clock = { ms: IN_SESSION }
  const source = { isDown: false }
  const wire = createWire(async (path) => (source.isDown ? status(500) : json(reply(path))))
  const providers = [scriptWireProvider()]
  const away = await open({ providers, clock, fetch: wire.fetch, redisUrl: url.href })
  const openNear = () => open({ providers, clock, fetch: wire.fetch })
  return { proxy, clock, source, wire, away, openNear, ask: () => away.interactive.quotes.findQuote('ACME') }
}

test('one call a replica, the last good answer from memory, and sharing again when it is back', async () => {
  const { proxy, clock, source, wire, away, openNear, ask } = await openAway()
  proxy.cut()
  await waitFor('the loss', () => away.redis.status !== 'ready')
  await times(50, ask)
  expect(wire.calls).toHaveLength(1)
  clock.ms += 80_000
  const aging = await times(50, ask)
  expect(aging.every(({ cacheStatus }) => cacheStatus === 'refreshing')).toBe(true)
  await waitFor('the renewed answer', async () => (await ask()).cacheStatus === 'fresh')
  expect(wire.calls).toHaveLength(2)
  clock.ms += 10 * MINUTE
  source.isDown = true
  expect(await ask()).toMatchObject({ cacheStatus: 'stale', value: { lastPrice: 101 } })
  proxy.restore()
  await waitFor('Redis', () => away.redis.status === 'ready')
  source.isDown = false
  await ask()
  const near = await openNear()
  const before = wire.calls.length
  expect((await near.interactive.quotes.findQuote('ACME')).cacheStatus).toBe('fresh')
  expect(wire.calls).toHaveLength(before)
})

test('silent: the last good answer from memory as well', async () => {
  const { proxy, clock, source, ask } = await openAway()
  await ask()
  proxy.freeze()
  source.isDown = true
  clock.ms += 10 * MINUTE
  expect(await ask()).toMatchObject({ cacheStatus: 'stale', value: { lastPrice: 101 } })
})

/** Days enough to be more than half a megabyte as they are kept. */
const manyBars: readonly DailyBar[] = Array.from({ length: 8_000 }, (_, index) => ({
  date: new Date(Date.UTC(2004, 0, 1 + index)).toISOString().slice(0, 10),
  ...{ open: 100.25, high: 102.5, low: 98.75, close: 101.25, volume: 1_000_000 },
}))

test('memory holds the newest answers and lets the oldest go', async () => {
  const { proxy, clock, source, away } = await openAway((path) => (path.startsWith('/bars') ? manyBars : []))
  proxy.cut()
  await waitFor('the loss', () => away.redis.status !== 'ready')
  const symbols = Array.from({ length: 30 }, (_, index) => symbolOf(index))
  const ask = (symbol = '') => away.interactive.bars.listDailyBars(symbol)
  for (const symbol of symbols) expect((await ask(symbol)).value).toHaveLength(manyBars.length)
  source.isDown = true
  clock.ms += 60 * MINUTE
  expect(await ask(symbols.at(-1))).toMatchObject({ cacheStatus: 'stale' })
  await expect(ask(symbols[0])).rejects.toMatchObject({ kind: 'unavailable' })
})

test('large answers stay in it for half an hour, others for as long as they may stand in', async () => {
  const { away } = await openAway((path) =>
    path === '/bars/LARGE' ? manyBars : path === '/bars/SMALL' ? manyBars.slice(-9) : [],
  )
  const { bars, revision } = away.interactive
  await Promise.all([bars.listDailyBars('LARGE'), bars.listDailyBars('SMALL')])
  const hoursLeft = async (symbol: string) =>
    (await away.redis.pttl(`callwright:market:answers:v1:${revision}:bars:${symbol}`)) / (60 * MINUTE)
  expect(await hoursLeft('LARGE')).toBeGreaterThan(0)
  expect(await hoursLeft('LARGE')).toBeLessThanOrEqual(0.5)
  expect(await hoursLeft('SMALL')).toBeGreaterThan(24)
})
