import { afterEach, describe, expect, test } from '@jest/globals'
import { ms } from '../storage/support.ts'
import { type JobBench, openJobBench } from './support.ts'

let bench: JobBench
afterEach(() => bench.close())

async function open(at: string, symbols: readonly string[] = ['AAA', 'BBB']) {
  bench = await openJobBench(at)
  for (const symbol of symbols) bench.provider.prices.set(symbol, () => 112)
  return bench
}

const CLOSE = ms('2026-07-10T16:00-04:00')
const [NEAR, FAR, LATER] = ['2026-07-31', '2026-08-21', '2026-12-18']

function serveChains(vols: Readonly<Record<string, number>>, quotedAtMs = CLOSE, expirations = [NEAR, FAR, LATER]) {
  bench.provider.serveChains(vols, { quotedAtMs, expirations })
}
const ofChains = (asked: readonly string[]) => asked.filter((question) => question.startsWith('chain'))
const readHistory = async (symbol: string) =>
  (await bench.openStore().volatilities.findHistory(symbol, '2026-01-01')).points

test('is recorded once, from quotes of the close, half an hour after it', async () => {
  const { runOnce, clock } = await open('2026-07-10T16:29-04:00', ['AAA', 'BBB', 'CCC'])
  serveChains({ AAA: 0.3, BBB: 0.45 })
  expect(ofChains((await runOnce()).asked)).toEqual([])
  clock.set('2026-07-10T16:30-04:00')
  const { asked, outcomes } = await runOnce()
  expect(ofChains(asked)).toEqual([
    ...['chain AAA 7 to 45', 'chain BBB 7 to 45'],
    ...['chain CCC 7 to 45', 'chain CCC 7 to 183'],
  ])
  expect(outcomes['record-volatility']).toBe('done')
  expect(await readHistory('AAA')).toEqual([{ date: '2026-07-10', impliedVolatility: expect.closeTo(0.3, 3) }])
  expect(await readHistory('BBB')).toEqual([{ date: '2026-07-10', impliedVolatility: expect.closeTo(0.45, 3) }])
  expect(await readHistory('CCC')).toEqual([])
  clock.set('2026-07-12T12:00-04:00')
  expect((await runOnce()).outcomes['record-volatility']).toBe('idle')
})

test('at the weekend the days are counted from the session, and one side of 30 days reaches further out', async () => {
  const { runOnce } = await open('2026-07-12T12:00-04:00', ['AAA'])
  serveChains({ AAA: 0.3 }, CLOSE, [LATER])
  const { asked } = await runOnce()
  expect(ofChains(asked)).toEqual(['chain AAA 5 to 43', 'chain AAA 5 to 181'])
  expect(await readHistory('AAA')).toEqual([{ date: '2026-07-10', impliedVolatility: expect.closeTo(0.3, 3) }])
})

test('is not recorded from quotes of the morning, nor once the next session has begun', async () => {
  const { runOnce, clock } = await open('2026-07-10T16:30-04:00', ['AAA'])
  serveChains({ AAA: 0.3 }, ms('2026-07-10T11:00-04:00'))
  expect((await runOnce()).outcomes['record-volatility']).toBe('incomplete')
  expect(await readHistory('AAA')).toEqual([])
  serveChains({ AAA: 0.3 })
  clock.set('2026-07-13T09:30-04:00')
  expect(ofChains((await runOnce()).asked)).toEqual([])
  clock.set('2026-07-13T09:29-04:00')
  await runOnce()
  expect(await readHistory('AAA')).toHaveLength(1)
})

test('of a day that closes early is of its own close', async () => {
  const { runOnce } = await open('2026-11-27T13:30-05:00', ['AAA'])
  serveChains({ AAA: 0.25 }, ms('2026-11-27T12:59-05:00'), ['2026-12-18', '2027-01-15'])
  await runOnce()
  expect(await readHistory('AAA')).toEqual([{ date: '2026-11-27', impliedVolatility: expect.closeTo(0.25, 3) }])
})

test('is not recorded with the price of an earlier session, which some plans have until late in the evening', async () => {
  const { runOnce, provider, clock } = await open('2026-07-10T16:30-04:00', ['AAA'])
  serveChains({ AAA: 0.3 })
  const { quotes } = provider.sources
  const late = { findQuote: async (symbol: string) => ({ ...(await quotes?.findQuote(symbol)), asOfMs: closed }) }
  let closed = ms('2026-07-09T16:00-04:00')
  const sources = { ...provider.sources, quotes: late as typeof quotes & object }
  expect((await runOnce({ sources })).outcomes['record-volatility']).toBe('incomplete')
  expect(await readHistory('AAA')).toEqual([])
  closed = CLOSE
  clock.set('2026-07-10T21:00-04:00')
  await runOnce({ sources })
  expect(await readHistory('AAA')).toHaveLength(1)
})

describe('a plan without', () => {
  const symbols = Array.from({ length: 12 }, (_, index) => `S${String(index).padStart(2, '0')}`)
  const vols = Object.fromEntries(symbols.map((symbol) => [symbol, 0.3]))
  const readReasons = async () => {
    const { unrecorded, isAnyKnown } = await bench.openStore().volatilities.readSession(symbols, '2026-07-10')
    return [unrecorded.length, isAnyKnown]
  }

  test('bid and ask is known after five symbols, and not asked again before the next session', async () => {
    const { runOnce, clock, provider } = await open('2026-07-10T16:30-04:00', symbols)
    provider.serveChains(vols, { quotedAtMs: CLOSE, expirations: [NEAR, FAR, LATER], without: symbols })
    const { asked, outcomes } = await runOnce()
    expect(ofChains(asked)).toEqual(symbols.slice(0, 5).map((symbol) => `chain ${symbol} 7 to 45`))
    expect([outcomes['record-volatility'], await readReasons()]).toEqual(['done', [0, false]])
    expect((await runOnce()).outcomes['record-volatility']).toBe('idle')
    clock.set('2026-07-13T16:30-04:00')
    expect(ofChains((await runOnce()).asked)).toHaveLength(5)
  })

  test('chains likewise', async () => {
    const { runOnce, provider } = await open('2026-07-10T16:30-04:00', symbols)
    const nothing = { source: 'scripted', dataClass: 'delayed' as const, asOfMs: CLOSE, value: null, missing: [] }
    const findChain = async (symbol: string) => {
      provider.asked.push(`chain ${symbol}`)
      return nothing
    }
    const chains = { findChain }
    const { asked, outcomes } = await runOnce({ sources: { ...provider.sources, chains } })
    expect(new Set(ofChains(asked)).size).toBe(5)
    expect([outcomes['record-volatility'], await readReasons()]).toEqual(['done', [0, false]])
  })

  test('is not taken for one because of some symbols', async () => {
    const { runOnce, provider } = await open('2026-07-10T16:30-04:00', symbols)
    provider.serveChains(vols, { quotedAtMs: CLOSE, expirations: [NEAR, FAR], without: symbols.slice(1, 11) })
    const { asked } = await runOnce()
    expect(new Set(ofChains(asked)).size).toBe(12)
    expect(await readHistory('S11')).toHaveLength(1)
  })
})
