import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readTestUrl } from '@callwright/service/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import type { Answer } from '../src/providers/provider.ts'
import { openRecordedMarket } from '../src/providers/recorded/recorded-provider.ts'
import {
  AFTER_CLOSE_MS,
  API_KEY,
  createClock,
  MASSIVE_PATHS,
  openFewCompanies,
  record,
  settingsOf,
} from './command-support.ts'
import { type FakeProvider, startFakeProvider } from './fake-provider/fake-provider.ts'
import { html, notEntitled, status, tooMany, unknownKey } from './fake-provider/faults.ts'

const parent = mkdtempSync(join(tmpdir(), 'callwright-recorder-live-'))
const market = openFewCompanies(AFTER_CLOSE_MS)
const MAX_DAYS = 45
const QUOTE_OF_KO = /\/v2\/snapshot\/.*\/KO$/
const CHAIN = /\/v3\/snapshot\/options\//

let fake: FakeProvider
beforeAll(async () => {
  fake = await startFakeProvider({ market })
})
afterEach(() => {
  fake.heal()
  fake.forgetCalls()
})
afterAll(async () => {
  await fake.close()
  await rm(parent, { recursive: true })
})

const readValue = async <T>(asked: Promise<Answer<T>>): Promise<T> => (await asked).value
const folderOf = (name: string) => join(parent, name)
const open = (name: string) => openRecordedMarket(folderOf(name), () => undefined)

function recordLive(name: string, symbols: string, { clock = createClock(AFTER_CLOSE_MS), env = {} } = {}) {
  const args = [folderOf(name), '--symbols', symbols, '--max-days', String(MAX_DAYS)]
  return record(args, { ...settingsOf(fake), ...env }, clock)
}

/** Clock whose waits take no time and clear the provider's faults. */
function createHealingClock() {
  const clock = createClock(AFTER_CLOSE_MS)
  return {
    ...clock,
    async wait(ms: number): Promise<void> {
      fake.heal()
      await clock.wait(ms)
    },
  }
}

async function readAll(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const texts = files.map(async (file) => {
    const bytes = await readFile(file)
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  })
  return (await Promise.all(texts)).join('\n')
}

describe('a real market, recorded and served again', () => {
  const symbols = ['KO', 'BRK.B']
  let output: string
  beforeAll(async () => {
    const { isComplete, text } = await recordLive('complete', symbols.join(','))
    expect(isComplete).toBe(true)
    output = text
  })

  test('prices, contracts and facts match the provider’s', async () => {
    const pack = await open('complete')
    for (const symbol of symbols) {
      const bars = (await readValue(market.bars.listDailyBars(symbol))) ?? []
      const recorded = (await readValue(pack.bars.listDailyBars(symbol))) ?? []
      expect(recorded.length).toBeGreaterThan(700)
      expect(recorded).toEqual(bars.slice(-recorded.length))
      const chain = await readValue(market.chains.findChain(symbol, { maxDays: MAX_DAYS }))
      expect(chain?.contracts.length).toBeGreaterThan(50)
      expect(await readValue(pack.chains.findChain(symbol))).toEqual(chain)
      const { marketCapUsd } = await readValue(market.fundamentals.findFundamentals(symbol))
      expect(await readValue(pack.fundamentals.findFundamentals(symbol))).toMatchObject({ marketCapUsd })
      const dividends = await readValue(market.dividends.listDividends(symbol))
      expect(await readValue(pack.dividends.listDividends(symbol))).toEqual(dividends)
    }
    const { rate, basis } = await readValue(pack.rates.findRate(30))
    expect(rate).toBeCloseTo((await readValue(market.rates.findRate(30))).rate, 7)
    expect(basis).toBe('1M Treasury, Jul 10, 2026')
  })

  test('is a recorded market under the terms of its sources', async () => {
    expect((await open('complete')).stamp()).toMatchObject({ source: 'recorded complete', dataClass: 'recorded' })
    const manifest = JSON.parse(await readFile(join(folderOf('complete'), 'manifest.json'), 'utf8'))
    expect(manifest).toMatchObject({ source: 'massive, sec, treasury', simulated: false, complete: true, max_days: 45 })
    expect(manifest.terms.join('\n')).toMatch(/Massive.*personal, non-commercial/)
    expect(output).toMatch(/personal, non-commercial/)
  })

  test('missing data is listed with the reason', () => {
    expect(output).toMatch(/next earnings +0 of 2; missing KO, BRK\.B: No configured provider has earnings dates/)
  })

  test('the key is in no file and no output', async () => {
    expect(`${output}${await readAll(folderOf('complete'))}`).not.toContain(API_KEY)
  })

  test('every request is made once per symbol, however often its answer is used', async () => {
    await recordLive('counted', 'KO')
    expect(fake.countCalls(QUOTE_OF_KO)).toBe(1)
    expect(fake.countCalls(/\/splits$/)).toBe(1)
    expect(fake.countCalls(/\/aggs\/ticker/)).toBe(1)
  })
})

describe('a plan', () => {
  test('without chains leaves them out of the pack and says why', async () => {
    fake.fail(notEntitled, CHAIN)
    const { isComplete, text } = await recordLive('no-chains', 'KO,XOM')
    expect(isComplete).toBe(true)
    expect(text).toMatch(/option chain +0 of 2; missing KO, XOM: The massive plan does not include option chains/)
    expect(fake.countCalls(CHAIN)).toBe(1)
    expect((await (await open('no-chains')).reference.findSymbol('KO'))?.hasChain).toBe(false)
  })
})

describe('faults', () => {
  test('waits for the Retry-After of a rate limit and continues', async () => {
    const clock = createHealingClock()
    fake.fail(tooMany(0), CHAIN)
    const { isComplete, text } = await recordLive('too-many', 'KO', { clock })
    expect(isComplete).toBe(true)
    expect(text).toMatch(/waiting 1 s: massive: .*exceeded the maximum requests/)
    expect(clock.waits).toEqual([1_000])
    expect((await readValue((await open('too-many')).chains.findChain('KO')))?.contracts.length).toBeGreaterThan(50)
  })

  test.each([
    ['an outage', status(500)],
    ['HTML', html],
  ])('waits out %s and continues', async (name, fault) => {
    const clock = createHealingClock()
    fake.fail(fault, CHAIN)
    expect(await recordLive(name, 'KO', { clock })).toMatchObject({ isComplete: true })
    expect(clock.waits).toEqual([2_000])
  })

  test('a failing symbol is left out; repeating the command requests it and nothing else', async () => {
    fake.fail(status(500), QUOTE_OF_KO)
    const first = await recordLive('left', 'KO,XOM')
    expect(first.isComplete).toBe(false)
    expect(first.text).toMatch(/Not recorded; run the same command again to retry:\n +KO: massive: /)
    expect(await readdir(folderOf('left'))).toContain('.recording')
    expect(await readValue((await open('left')).bars.listDailyBars('XOM'))).not.toBeNull()

    fake.heal()
    fake.forgetCalls()
    expect(await recordLive('left', 'KO,XOM')).toMatchObject({ isComplete: true })
    expect(fake.countCalls(/\/tickers\/KO$/)).toBeGreaterThan(0)
    expect(fake.countCalls(/\/(range|options|snapshot)\b.*XOM/)).toBe(0)
    expect(await readdir(folderOf('left'))).not.toContain('.recording')
    const { value } = await (await open('left')).reference.listUniverse()
    expect(value.map(({ symbol }) => symbol)).toEqual(['KO', 'XOM'])
  })

  test('a rejected key ends the recording immediately', async () => {
    fake.fail(unknownKey, MASSIVE_PATHS)
    const refused = recordLive('refused', 'KO,XOM')
    await expect(refused).rejects.toThrow(/massive: .*key.* Recorded data is kept; run the same command again/i)
    await expect(refused).rejects.not.toThrow(API_KEY)
    expect(fake.countCalls(MASSIVE_PATHS)).toBe(1)
  })

  test('a recording of one market is not continued from another', async () => {
    fake.fail(status(500), QUOTE_OF_KO)
    await recordLive('one', 'KO')
    fake.heal()
    await expect(recordLive('one', 'KO', { clock: createClock(AFTER_CLOSE_MS + 7 * 86_400_000) })).rejects.toThrow(
      /close of 2026-07-10, now 2026-07-17/,
    )
    await expect(recordLive('one', 'KO', { env: { MARKET_DATA_PROVIDER: 'simulated' } })).rejects.toThrow(
      /has a recording with other settings: source massive, sec, treasury, now simulated/,
    )
  })
})

describe('the rate limits of a service with the same key', () => {
  test('are shared through its Redis', async () => {
    const redisUrl = readTestUrl('TEST_REDIS_URL')
    const key = `recorder-${randomUUID()}`
    const keyId = createHash('sha256').update(key).digest('hex').slice(0, 12)
    expect(await recordLive('shared', 'KO', { env: { MASSIVE_API_KEY: key, REDIS_URL: redisUrl } })).toMatchObject({
      isComplete: true,
    })
    const redis = new Redis(redisUrl)
    expect(await redis.exists(`callwright:market:calls:massive:${keyId}`)).toBe(1)
    redis.disconnect()
  })

  test('an invalid Redis URL is an error', async () => {
    await expect(recordLive('nowhere', 'KO', { env: { REDIS_URL: 'here' } })).rejects.toThrow(/^REDIS_URL must/)
  })
})
