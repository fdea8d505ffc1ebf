import { describe, expect, test } from '@jest/globals'
import type { DailyBar, OptionQuote, StockQuote, StockSplit } from '../provider.ts'
import { guardBars } from './bar-guard.ts'
import { guardChain } from './chain-guard.ts'
import { guardQuote, type PriceReference } from './quote-guard.ts'
import type { RejectReason } from './rejections.ts'

describe('bar guard', () => {
  const START = Date.parse('2026-01-01T00:00:00Z')
  const dateOf = (index: number) => new Date(START + index * 86_400_000).toISOString().slice(0, 10)

  function bar(index: number, close: number, overrides: Partial<DailyBar> = {}): DailyBar {
    return {
      date: dateOf(index),
      open: close * 0.995,
      high: close * 1.01,
      low: close * 0.99,
      close,
      volume: 1_000,
      ...overrides,
    }
  }

  const series = (...closes: number[]) => closes.map((close, index) => bar(index, close))
  const calm = (count: number, close = 50) =>
    Array.from({ length: count }, (_value, index) => close + (index % 3) * 0.2)

  function guard(rows: readonly DailyBar[], splits: readonly StockSplit[] = []) {
    const rejected: Record<string, number> = {}
    const result = guardBars(rows, {
      asOfDate: '2026-12-31',
      splits,
      reject: (reason, count = 1) => {
        rejected[reason] = (rejected[reason] ?? 0) + count
      },
    })
    return { ...result, rejected, closes: result.bars.map(({ close }) => Math.round(close * 100) / 100) }
  }

  describe('contradictions', () => {
    test.each([
      ['price_not_positive', { close: 0 }],
      ['price_not_positive', { low: -1 }],
      ['not_a_number', { open: Number.NaN }],
      ['not_a_number', { high: Number.POSITIVE_INFINITY }],
      ['not_a_number', { volume: Number.NaN }],
      ['bar_inconsistent', { high: 49 }],
      ['bar_inconsistent', { low: 60 }],
      ['bar_inconsistent', { volume: -5 }],
      ['bar_after_as_of', { date: '2027-01-01' }],
      ['bar_out_of_order', { date: '2026-01-02' }],
      ['malformed', { date: '' }],
    ])('%s: %j', (reason, wrong) => {
      const rows = series(...calm(6))
      const { bars, rejected } = guard([...rows.slice(0, 4), bar(4, 50, wrong), ...rows.slice(5)])
      expect(rejected).toEqual({ [reason]: 1 })
      expect(bars).toHaveLength(5)
    })

    test('widens, flags and counts a bar whose open or close is at most 1 % outside its range (D57)', () => {
      const rows = [...series(50, 50.2), bar(2, 50.5, { high: 50, low: 49.6, open: 49.7 }), bar(3, 50)]
      const { bars, rejected, missing } = guard(rows)
      expect(bars[2]).toMatchObject({ open: 49.7, high: 50.5, low: 49.6, close: 50.5 })
      expect(rejected).toEqual({ bar_widened: 1 })
      expect(missing).toEqual([
        {
          field: 'bars',
          reason: 'Jan 3, 2026 with a widened range: the open or close was outside the high and low',
        },
      ])
    })

    test('drops and names a day whose open or close is further outside', () => {
      const rows = [...series(50, 50.2), bar(2, 50.51, { high: 50 }), bar(3, 50, { low: 50.6, high: 51, open: 50.7 })]
      const { bars, missing } = guard(rows)
      expect(bars).toHaveLength(2)
      expect(missing).toEqual([{ field: 'bars', reason: 'Jan 3, 2026; Jan 4, 2026 left out: inconsistent prices' }])
    })

    test('tolerates prices that were rounded separately', () => {
      const rows = [...series(...calm(3)), bar(3, 50, { high: 49.999, open: 49.9 })]
      const { bars, rejected, missing } = guard(rows)
      expect(bars[3]?.high).toBe(50)
      expect([rejected, missing]).toEqual([{}, []])
    })
  })

  describe('half-adjusted splits', () => {
    const split = (date: string, ratio: number): StockSplit => ({ executionDate: date, ratio, kind: 'split' })

    test('rescales prices and volumes on the other scale of a split to the scale of the last row', () => {
      const rows = series(...calm(5), 98, 97, 101, ...calm(3), 99, 49.5, 97, 48, ...calm(4))
      const { closes, rejected, missing, bars } = guard(rows)
      expect(Math.max(...closes)).toBeLessThan(52)
      expect(Math.min(...closes)).toBeGreaterThan(47)
      expect(rejected).toEqual({ bar_rescaled: 5 })
      expect(bars[5]).toMatchObject({ volume: 2_000, close: 49 })
      expect(missing[0]?.reason).toMatch(/rescaled by 2/)
    })

    test('handles a reverse split, three for one', () => {
      const { closes, rejected } = guard(series(30, 30.3, 10.2, 10.1, 30.6, 30))
      expect(closes).toEqual([30, 30.3, 30.6, 30.3, 30.6, 30])
      expect(rejected).toEqual({ bar_rescaled: 2 })
    })

    test('adjusts for a known split that the vendor did not adjust', () => {
      const { closes, rejected } = guard(series(100, 101, 102, 51, 50.5), [split(dateOf(3), 2)])
      expect(closes).toEqual([50, 50.5, 51, 51, 50.5])
      expect(rejected).toEqual({ bar_rescaled: 3 })
    })

    test('rescales rows on mixed scales before a known split', () => {
      const { closes } = guard(series(100, 101, 50, 102, 51, 50.5), [split(dateOf(4), 2)])
      expect(closes).toEqual([50, 50.5, 50, 51, 51, 50.5])
    })

    test('cuts the history before the last jump of an unknown split', () => {
      const { closes, rejected, missing } = guard(series(100, 101, 50, 102, 51, 50.5, 50))
      expect(closes).toEqual([51, 50.5, 50])
      expect(rejected).toEqual({ bar_before_split: 4 })
      expect(missing[0]?.reason).toMatch(/mix the scales/)
    })

    test('leaves the bars unchanged if an old split was adjusted correctly', () => {
      const rows = series(...calm(30))
      expect(guard(rows, [split(dateOf(10), 4)]).bars).toEqual(rows)
    })
  })

  describe('plausible moves are kept', () => {
    test.each([
      ['earnings, half the price', [...calm(20), 25, 25.5, 24.8, ...calm(20, 25)]],
      ['a takeover, double the price', [...calm(20), 100, 99.5, ...calm(20, 100)]],
      ['a fall and a rise by different factors', [50, 51, 33.7, 34, 45, 46]],
      ['a slow halving and doubling', [...calm(5), 40, 32, 26, 25, 31, 39, 50]],
      ['halved, and doubled a month later', [...calm(5), ...calm(20, 25), ...calm(20)]],
    ])('%s', (_name, closes) => {
      const { bars, rejected } = guard(series(...closes))
      expect(bars).toHaveLength(closes.length)
      expect(rejected).toEqual({})
    })

    test('does not treat a spin-off as a split', () => {
      const { rejected } = guard(series(...calm(5), 41, 41.5, 41), [
        { executionDate: dateOf(5), ratio: 1.22, kind: 'spin_off' },
      ])
      expect(rejected).toEqual({})
    })
  })

  describe('absurd jumps (F25)', () => {
    test('removes a misprint and keeps its neighbors', () => {
      const { closes, rejected, missing } = guard(series(50, 51, 365, 50.5, 50))
      expect(closes).toEqual([50, 51, 50.5, 50])
      expect(rejected).toEqual({ bar_spike: 1 })
      expect(missing).toEqual([
        { field: 'bars', reason: 'Jan 3, 2026 left out: the price came back, so it was a misprint' },
      ])
    })

    test('drops a last day at ten times the price, and notes a possible split', () => {
      const { closes, missing } = guard(series(...calm(10), 500))
      expect(closes).toHaveLength(10)
      expect(missing[0]?.reason).toMatch(/possibly a split/)
    })

    test('cuts the history before a lasting jump', () => {
      const { closes, missing } = guard(series(...calm(10, 7), ...calm(10)))
      expect(closes).toHaveLength(10)
      expect(closes[0]).toBe(50)
      expect(missing[0]?.reason).toMatch(/sessions before .* left out: a jump from 7 to 50/)
    })
  })
})

describe('chain guard', () => {
  const GREEKS = { delta: 0.5, gamma: null, theta: null, vega: null, rho: null }

  function call(
    strike: number,
    bid: number | null,
    ask: number | null,
    overrides: Partial<OptionQuote> = {},
  ): OptionQuote {
    return {
      contractSymbol: `XYZ${strike}${overrides.type ?? 'call'}${overrides.expiration ?? ''}`,
      type: 'call',
      expiration: '2026-08-21',
      strike,
      bid,
      ask,
      last: null,
      volume: 1,
      openInterest: 20,
      vendorGreeks: GREEKS,
      ...overrides,
    }
  }
  const put = (strike: number, bid: number | null, ask: number | null, overrides: Partial<OptionQuote> = {}) =>
    call(strike, bid, ask, { type: 'put', ...overrides })
  const old = { vendorGreeks: null }

  const LADDER = [call(90, 11.5, 12), call(100, 4.2, 4.4), call(110, 1.1, 1.2), call(120, 0.3, 0.35), call(130, 0, 0.1)]

  function guard(contracts: readonly OptionQuote[], { spot = 100, splits = [] as StockSplit[] } = {}) {
    const rejected: Record<string, number> = {}
    const result = guardChain(contracts, {
      spot,
      splits,
      asOfDate: '2026-07-10',
      reject: (reason, count = 1) => {
        rejected[reason] = (rejected[reason] ?? 0) + count
      },
    })
    return { ...result, rejected, strikes: result.contracts.map(({ strike }) => strike) }
  }

  describe('superseded contracts', () => {
    const split: StockSplit = { executionDate: '2025-11-17', ratio: 10, kind: 'split' }
    const ancient = [call(1_000, 0, null, old), call(1_300, 1.5, 2, old)]

    test('are removed after a known split, even without quotes', () => {
      const { strikes, rejected, missing } = guard([...LADDER, ...ancient], { splits: [split] })
      expect(strikes).toEqual([90, 100, 110, 120, 130])
      expect(rejected).toEqual({ superseded_contract: 2 })
      expect(missing[0]?.reason).toMatch(/^2 contracts left out/)
    })

    test('are removed if one of them has an impossible quote', () => {
      const { strikes } = guard([...LADDER, ...ancient, call(480, 400, 410, old)])
      expect(strikes).toEqual([90, 100, 110, 120, 130])
    })

    test('are kept without such evidence, since some vendors compute no greeks for deep contracts', () => {
      const unvalued = [call(40, 59, 62, old), call(160, 0, 0.05, old)]
      expect(guard([...LADDER, ...unvalued]).contracts).toHaveLength(LADDER.length + 2)
    })

    test('are kept in a chain without any vendor greeks', () => {
      const night = LADDER.map((contract) => ({ ...contract, ...old }))
      expect(guard(night, { splits: [split] }).contracts).toEqual(night)
    })

    test('are kept after a split six years ago', () => {
      const silent = [call(1_000, 0, null, old), call(1_300, 0, null, old)]
      const { contracts } = guard([...LADDER, ...silent], { splits: [{ ...split, executionDate: '2020-01-02' }] })
      expect(contracts).toHaveLength(LADDER.length + 2)
    })
  })

  describe('impossible quotes are blanked and the contract is kept', () => {
    test.each([
      ['a call above the stock price', call(40, 108, 112), 'quote_out_of_bounds'],
      ['a put above its strike', put(90, 95, 97), 'quote_out_of_bounds'],
      ['an ask far below exercise value', call(60, 25, 27), 'quote_out_of_bounds'],
      ['a put ask far below exercise value', put(150, 30, 33), 'quote_out_of_bounds'],
      ['a bid above the asks of two nearer strikes', call(140, 2.8, 3.1), 'quote_inconsistent'],
    ])('%s', (_name, contract, reason) => {
      const { contracts, rejected } = guard([...LADDER, contract])
      const found = contracts.find(({ contractSymbol }) => contractSymbol === contract.contractSymbol)
      expect(found).toEqual({ ...contract, bid: null, ask: null })
      expect(rejected).toEqual({ [reason]: 1 })
    })

    test.each([
      ['an ordinary chain', LADDER],
      [
        'a far out-of-the-money put with a bid one tick above its neighbors',
        [put(95, 2, 2.1), put(90, 1, 1.1), put(85, 1.2, 1.5)],
      ],
      ['one cheap ask', [call(101, 0.01, 0.05), call(110, 1.1, 1.2), call(120, 0.9, 1)]],
      ['a crossed quote', [call(100, 4.4, 4.2), call(110, 1.1, 1.2)]],
      ['a deep call with an ask slightly below exercise value', [call(60, 37, 38.5)]],
    ])('%s is unchanged', (_name, contracts) => {
      expect(guard(contracts)).toMatchObject({ contracts, rejected: {} })
    })

    test('keeps all quotes if the stock price is unknown', () => {
      const contracts = [...LADDER, call(40, 108, 112)]
      const result = guardChain(contracts, { spot: null, splits: [], asOfDate: '2026-07-10', reject: () => undefined })
      expect(result.contracts).toEqual(contracts)
    })
  })
})

describe('quote guard', () => {
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

  test('returns a good quote unchanged, without requesting splits', async () => {
    const { quote, missing, rejected, asked } = await guard({}, [{ price: 11, date: '2026-07-07' }])
    expect(quote).toEqual({ lastPrice: 100, previousClose: 99, bid: 99.9, ask: 100.1, volume: 5 })
    expect([missing, rejected, asked]).toEqual([[], [], 0])
  })

  test.each<[string, Partial<StockQuote>, Partial<StockQuote>, RejectReason[]]>([
    ['keeps a bid of 0 but not an ask of 0', { bid: 0, ask: 0 }, { bid: 0, ask: null }, []],
    ['a crossed quote', { bid: 101, ask: 99 }, { bid: null, ask: null }, ['quote_crossed']],
    ['a bid far from the price', { bid: 90_000, ask: 90_001 }, { bid: null, ask: null }, ['quote_out_of_bounds']],
    ['an ask far below the price', { bid: null, ask: 9 }, { ask: null }, ['quote_out_of_bounds']],
    ['placeholder quotes of market makers', { bid: 0.01, ask: 199_999 }, { bid: 0.01, ask: 199_999 }, []],
    [
      'invalid bid and ask',
      { bid: Number.NaN, ask: -1 },
      { bid: null, ask: null },
      ['not_a_number', 'price_not_positive'],
    ],
    ['a previous close of 0', { previousClose: 0 }, { previousClose: null }, ['price_not_positive']],
    ['a volume below 0', { volume: -1 }, { volume: null }, ['price_not_positive']],
  ])('%s', async (_name, change, expected, reasons) => {
    const { quote, rejected } = await guard(change)
    expect(quote).toMatchObject({ lastPrice: 100, ...expected })
    expect(rejected).toEqual(reasons)
  })

  test.each([
    ['ten times', 1_000, 'refused'],
    ['a tenth of', 10, 'refused'],
    ['nine times', 900, 'believed'],
  ] as const)('a price %s the last one is %s', async (_name, lastPrice, outcome) => {
    const { quote, rejected } = await guard({ lastPrice, bid: null, ask: null }, [{ price: 100, date: '2026-07-07' }])
    expect(quote === null ? 'refused' : 'believed').toBe(outcome)
    expect(rejected).toEqual(outcome === 'refused' ? ['price_jump'] : [])
  })

  test('accepts a jump if a known split is after the reference price, but not if it is before', async () => {
    const change = { lastPrice: 5, bid: null, ask: null }
    expect((await guard(change, [{ price: 100, date: '2026-07-07' }], [split])).quote?.lastPrice).toBe(5)
    expect((await guard(change, [{ price: 100, date: '2026-07-08' }], [split])).quote).toBeNull()
    // The vendor has already adjusted the previous close.
    expect((await guard(change, [{ price: 5.1, date: '2026-07-07' }], [split])).quote?.lastPrice).toBe(5)
  })

  test('ignores a previous close on the scale from before a split', async () => {
    const change = { lastPrice: 5, previousClose: 100, bid: null, ask: null }
    const { quote } = await guard(change, [{ price: 100, date: '2026-07-07' }], [split])
    expect(quote).toMatchObject({ lastPrice: 5, previousClose: null })
  })
})
