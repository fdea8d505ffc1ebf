import { afterEach, expect, test } from '@jest/globals'
import { UNKNOWN_FUNDAMENTALS } from '../../src/providers/fundamentals.ts'
import type { Answer, Fundamentals } from '../../src/providers/provider.ts'
import { ms } from '../storage/support.ts'
import { type JobBench, openJobBench } from './support.ts'

let bench: JobBench
afterEach(() => bench.close())

async function open(at: string, symbols: readonly string[] = ['AAA', 'BBB']) {
  bench = await openJobBench(at)
  for (const symbol of symbols) bench.provider.prices.set(symbol, () => 112)
  return bench
}

const figures = (change: Partial<Fundamentals>, source = 'scripted'): Answer<Fundamentals> => ({
  ...{ source, dataClass: 'delayed', asOfMs: ms('2026-06-30T16:00-04:00'), missing: [] },
  value: { ...UNKNOWN_FUNDAMENTALS, ...change },
})
const read = async (symbol: string) => (await bench.openStore().fundamentals.find(symbol))?.figures
const ofFigures = (asked: readonly string[]) => asked.filter((question) => question.includes('fundamentals'))

test('symbol by symbol, daily', async () => {
  const { runOnce, clock, provider } = await open('2026-07-08T12:00-04:00')
  provider.fundamentals.set('AAA', { netMarginPct: 10 })
  expect(ofFigures((await runOnce()).asked)).toEqual(['fundamentals AAA', 'fundamentals BBB'])
  expect(await read('AAA')).toMatchObject({ netMarginPct: 10, marketCapUsd: null })
  clock.set('2026-07-09T12:00-04:00')
  expect(ofFigures((await runOnce()).asked)).toEqual([])
  clock.set('2026-07-09T12:01-04:00')
  expect(ofFigures((await runOnce()).asked)).toHaveLength(2)
})

test('from one list of the whole market, which leaves what it does not tell', async () => {
  const { runOnce, clock, provider } = await open('2026-07-08T12:00-04:00')
  let margin = 10
  const fundamentals = {
    ...provider.sources.fundamentals,
    async listMarketFundamentals() {
      provider.asked.push('market fundamentals')
      return new Map([['AAA', figures({ netMarginPct: margin })]])
    },
  }
  const sources = { ...provider.sources, fundamentals }
  provider.fundamentals.set('AAA', { netMarginPct: 9, marketCapUsd: 3e11 })
  const first = await runOnce({ sources })
  expect(ofFigures(first.asked)).toEqual(['market fundamentals', 'fundamentals AAA', 'fundamentals BBB'])
  margin = 11
  clock.set('2026-07-09T12:01-04:00')
  expect(ofFigures((await runOnce({ sources })).asked)).toEqual(['market fundamentals'])
  expect(await read('AAA')).toMatchObject({ netMarginPct: 11, marketCapUsd: 3e11 })
  expect((await runOnce({ sources })).outcomes['refresh-fundamentals']).toBe('idle')
  clock.set('2026-07-15T12:02-04:00')
  expect(ofFigures((await runOnce({ sources })).asked)).toHaveLength(3)
})

test('a company that nothing can be had of is no reason to ask for the whole market again', async () => {
  const { runOnce, provider } = await open('2026-07-08T12:00-04:00')
  const listMarketFundamentals = async () => {
    provider.asked.push('market fundamentals')
    return new Map([['AAA', figures({ netMarginPct: 10 })]])
  }
  const sources = { ...provider.sources, fundamentals: { ...provider.sources.fundamentals, listMarketFundamentals } }
  provider.fail('fundamentals BBB', 'unreadable')
  const first = await runOnce({ sources })
  expect(ofFigures(first.asked)).toEqual(['market fundamentals', 'fundamentals AAA', 'fundamentals BBB'])
  expect(ofFigures((await runOnce({ sources })).asked)).toEqual(['fundamentals BBB'])
})
