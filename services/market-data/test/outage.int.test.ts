import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openTcpProxy, readTestUrl, waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type MarketDataUnderTest, makeInventedFolder, openMarketDataService } from './support.ts'

let folder: string
const opened: MarketDataUnderTest[] = []

beforeAll(async () => {
  folder = await makeInventedFolder()
})
afterAll(async () => {
  await Promise.all(opened.map((service) => service.close()))
})

async function open(...args: Parameters<typeof openMarketDataService>): Promise<MarketDataUnderTest> {
  const service = await openMarketDataService(...args)
  opened.push(service)
  return service
}

const askedFor = (service: MarketDataUnderTest, endpoint: string) =>
  service.readCounter('provider_requests_total', { endpoint })
const hits = (service: MarketDataUnderTest) => service.readCounter('cache_requests_total', { result: 'hit' })
const quote = (service: MarketDataUnderTest, symbol = 'BRMZ') => service.ask('stocks.quote', { params: { symbol } })

/** Of bars, which stay in the cache for longer than it takes to open a service. */
async function lastClose(service: MarketDataUnderTest): Promise<number | undefined> {
  const { data } = await service.ask('stocks.data', { params: { symbol: 'BRMZ' } })
  return data.at(-1)?.close
}

/** A service answers without its cache until it is connected to it. */
async function waitForCache(service: MarketDataUnderTest, symbol?: string): Promise<void> {
  await waitFor('a cache hit', async () => {
    await quote(service, symbol)
    return (await hits(service)) > 0
  })
}

describe('cache', () => {
  test('repeats an answer instead of asking the source again', async () => {
    const service = await open(folder)
    await waitForCache(service)
    const asked = await askedFor(service, 'quote')
    const before = await hits(service)
    const first = await quote(service)
    expect(await quote(service)).toEqual(first)
    expect(await askedFor(service, 'quote')).toBe(asked)
    expect(await hits(service)).toBe(before + 2)
  })

  test('forty people who ask at once cost one question each to the source', async () => {
    const service = await open(folder)
    const params = { symbol: 'BLKM' }
    await Promise.all(Array.from({ length: 40 }, () => service.ask('options.chain', { params })))
    expect(await askedFor(service, 'chain')).toBe(1)
  })

  test('two services over one pack share it; a pack of which one file was written again does not', async () => {
    const own = await makeInventedFolder()
    const first = await open(own)
    await waitForCache(first)
    expect(await lastClose(first)).toBe(398.75)
    const second = await open(own)
    await waitForCache(second, 'BLKM')
    const asked = await askedFor(second, 'bars')
    expect(await lastClose(second)).toBe(398.75)
    expect(await askedFor(second, 'bars')).toBe(asked)
    const bars = join(own, 'bars', 'BRMZ.csv.gz')
    await writeFile(
      bars,
      gzipSync(
        gunzipSync(await readFile(bars))
          .toString()
          .replaceAll('398.75', '398.25'),
      ),
    )
    const third = await open(own)
    expect(await lastClose(third)).toBe(398.25)
    expect(await lastClose(second)).toBe(398.75)
  })
})

describe('Redis away', () => {
  test('every endpoint answers from the source, before and after the cut', async () => {
    const redis = new URL(readTestUrl('TEST_REDIS_URL'))
    const proxy = await openTcpProxy({ host: redis.hostname, port: Number(redis.port) })
    redis.host = `127.0.0.1:${proxy.port}`
    const service = await open(folder, { redisUrl: redis.href })
    await waitForCache(service)
    proxy.cut()
    const params = { symbol: 'BRMZ' }
    expect((await quote(service)).last_price).toBe(398.75)
    expect((await service.ask('options.chain', { params })).options.length).toBeGreaterThan(0)
    expect((await service.ask('options.expirations', { params })).expirations.length).toBeGreaterThan(0)
    expect((await service.ask('stocks.data', { params })).data.length).toBeGreaterThan(0)
    expect((await service.ask('marketData.facts', { params })).price).toBe(398.75)
    await proxy.close()
  })

  test('a service that never saw Redis answers too', async () => {
    const service = await open(folder, { redisUrl: 'redis://127.0.0.1:1' })
    expect((await quote(service)).last_price).toBe(398.75)
  })
})

describe('source away', () => {
  test('is a 503 without paths, counted, and the answers come back with it', async () => {
    const doomed = await makeInventedFolder()
    const service = await open(doomed)
    await service.ask('stocks.sp500')
    await rename(doomed, `${doomed}-away`)
    const problem = await service.fail('options.chain', { params: { symbol: 'BRMZ' } })
    expect(problem).toMatchObject({ status: 503, code: 'source_unavailable' })
    expect(JSON.stringify(problem)).not.toContain('callwright-pack')
    expect(await service.readCounter('provider_requests_total', { outcome: 'error' })).toBeGreaterThan(0)
    await rename(`${doomed}-away`, doomed)
    expect((await service.ask('options.chain', { params: { symbol: 'BRMZ' } })).options.length).toBeGreaterThan(0)
  })
})
