import { expect, test } from '@jest/globals'
import type { StockQuote, StockSplit } from '../provider.ts'
import { guardQuote, type PriceReference } from './quote-guard.ts'
import type { RejectReason } from './rejections.ts'

const split: StockSplit = { executionDate: '2026-07-08', ratio: 20, kind: 'split' }

async function guard(
  change: Partial<StockQuote>,
  references: readonly PriceReference[] = [],
  splits: readonly StockSplit[] = [],
) {
  const rejected: RejectReason[] = []
  let asked = 0
  const row: StockQuote = { lastPrice: 100, previousClose: 99, bid: 99.9, ask: 100.1, volume: 5, ...change }
  const guarded = await guardQuote(row, {
    references,
    listSplits: async () => {
      asked += 1
      return splits
    },
    reject: (reason) => rejected.push(reason),
  })
  return { ...guarded, rejected, asked }
}

test('a good quote passes as it is, and asks for no splits', async () => {
  const { quote, missing, rejected, asked } = await guard({}, [{ price: 11, date: '2026-07-07' }])
  expect(quote).toEqual({ lastPrice: 100, previousClose: 99, bid: 99.9, ask: 100.1, volume: 5 })
  expect([missing, rejected, asked]).toEqual([[], [], 0])
})

test.each<[string, Partial<StockQuote>, Partial<StockQuote>, RejectReason[]]>([
  ['a bid of 0 is one, an ask of 0 is none', { bid: 0, ask: 0 }, { bid: 0, ask: null }, []],
  ['a crossed quote', { bid: 101, ask: 99 }, { bid: null, ask: null }, ['quote_crossed']],
  ['a bid far from the price', { bid: 90_000, ask: 90_001 }, { bid: null, ask: null }, ['quote_out_of_bounds']],
  ['an ask far below the price', { bid: null, ask: 9 }, { ask: null }, ['quote_out_of_bounds']],
  ['sides of makers who stand aside', { bid: 0.01, ask: 199_999 }, { bid: 0.01, ask: 199_999 }, []],
  [
    'sides that are no amounts',
    { bid: Number.NaN, ask: -1 },
    { bid: null, ask: null },
    ['not_a_number', 'price_not_positive'],
  ],
  ['a close before of 0', { previousClose: 0 }, { previousClose: null }, ['price_not_positive']],
  ['a volume below 0', { volume: -1 }, { volume: null }, ['price_not_positive']],
])('%s', async (_name, change, expected, reasons) => {
  const { quote, rejected } = await guard(change)
  expect(quote).toMatchObject({ lastPrice: 100, ...expected })
  expect(rejected).toEqual(reasons)
})

test.each([
  ['ten times up', 1_000, 'refused'],
  ['a tenth', 10, 'refused'],
  ['nine times up', 900, 'believed'],
] as const)('a jump to %s is %s', async (_name, lastPrice, outcome) => {
  const { quote, rejected } = await guard({ lastPrice, bid: null, ask: null }, [{ price: 100, date: '2026-07-07' }])
  expect(quote === null ? 'refused' : 'believed').toBe(outcome)
  expect(rejected).toEqual(outcome === 'refused' ? ['price_jump'] : [])
})

test('a known split since the reference explains a jump; one before it does not', async () => {
  const change = { lastPrice: 5, bid: null, ask: null }
  expect((await guard(change, [{ price: 100, date: '2026-07-07' }], [split])).quote?.lastPrice).toBe(5)
  expect((await guard(change, [{ price: 100, date: '2026-07-08' }], [split])).quote).toBeNull()
  // The vendor has adjusted its close before already.
  expect((await guard(change, [{ price: 5.1, date: '2026-07-07' }], [split])).quote?.lastPrice).toBe(5)
})

test('a close before of the scale before a split is no close to compare with', async () => {
  const change = { lastPrice: 5, previousClose: 100, bid: null, ask: null }
  const { quote } = await guard(change, [{ price: 100, date: '2026-07-07' }], [split])
  expect(quote).toMatchObject({ lastPrice: 5, previousClose: null })
})
