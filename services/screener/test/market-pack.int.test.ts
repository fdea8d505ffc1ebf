import type { ScreenerRow } from '@callwright/contracts'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Enriched, enrichPack, narrowPack } from './enriched-pack.ts'
import { independentFigures } from './independent-figures.ts'
import { describeRecorded, recordedDay } from './market-data-process.ts'

/**
 * The four stocks without chain or bars, one without a usable quote, one whose contracts have an adjusted root, and a
 * few ordinary ones.
 */
const CHOSEN = [
  ...['AVB', 'EA', 'HONA', 'NVR', 'UBER', 'COP', 'BRK.B', 'MNST'],
  ...independentFigures.map(({ symbol }) => symbol),
]

describeRecorded('stocks of the recorded day 2026-07-10', () => {
  let enriched: Enriched
  beforeAll(async () => {
    enriched = await enrichPack(await narrowPack(recordedDay, CHOSEN))
  })
  afterAll(() => enriched?.stack.close())

  const rowOf = (symbol: string): ScreenerRow => {
    const row = enriched.bySymbol.get(symbol)
    if (row === undefined) throw new Error(`${symbol} is not on the screen`)
    return row
  }

  test('enriches all stocks; the four without chain or bars say why', async () => {
    const { status, view, api } = enriched
    const total = new Set(CHOSEN).size
    expect(status).toMatchObject({ total, done: total, failed: 0 })
    expect(status.incomplete.map(({ symbol }) => symbol)).toEqual(['AVB', 'EA', 'HONA', 'NVR'])
    for (const { reason } of status.incomplete) expect(reason).toMatch(/\w{4,} .*\w/)
    expect(view).toMatchObject({ data_class: 'recorded', as_of: '2026-07-10T20:00:00.000Z' })
    const counts = { total_stocks: total, enriched: total - 4, failed: 0 }
    expect((await api.ask('screener.status')).body).toMatchObject(counts)
  })

  test.each(independentFigures)('$symbol ($why): the stored row matches', (expected) => {
    const row = rowOf(expected.symbol)
    expect(row.current_price).toBe(expected.price)
    expect(row.rsi).toBeCloseTo(expected.rsi, 5)
    expect(row.ma_20).toBeCloseTo(expected.sma20, 5)
    expect(row.stochastic_k).toBeCloseTo(expected.stochasticK, 5)
    expect(row.best_contract).toBe(expected.bestCall?.contract ?? null)
    expect([row.best_window, row.best_liquidity]).toEqual([
      expected.bestCall?.window ?? null,
      expected.bestCall?.liquidity ?? null,
    ])
    if (expected.atmIv === null) expect(row.implied_volatility).toBeNull()
    else expect(row.implied_volatility).toBeCloseTo(expected.atmIv, 5)
    if (expected.bestCall === null) {
      expect(row).toMatchObject({ best_ann_yield: null, cc_score: null, score_reason: 'no_writable_call' })
    } else {
      expect(row.best_ann_yield).toBeCloseTo(expected.bestCall.annYieldPct, 5)
      expect(row.best_delta).toBeCloseTo(expected.bestCall.delta, 5)
    }
  })

  test('COP’s best call never has the adjusted root', () => {
    expect(rowOf('COP').best_contract).toMatch(/^COP\d/)
  })

  test('if a chain has no usable quote, the rating says so', () => {
    const { implied_volatility, score_parts } = rowOf('UBER')
    expect(implied_volatility).toBeNull()
    expect(score_parts.find(({ key }) => key === 'iv_rank')).toMatchObject({
      unknown: true,
      explanation:
        'The IV rank is unknown. Option quotes are missing, one-sided or too wide to compute an implied volatility.',
    })
  })

  test('unrated stocks come last', () => {
    const scores = enriched.view.stocks.map((row) => row.cc_score)
    const rated = scores.filter((score) => score !== null)
    expect(rated.length).toBeGreaterThan(3)
    expect(scores.slice(0, rated.length)).toEqual([...rated].sort((a, b) => b - a))
  })
})
