import { type CallRow, type Success, shownCallFigures } from '@callwright/contracts'
import { priceEuropean } from '@callwright/scoring'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Enriched, enrichPack } from './enriched-pack.ts'
import { describeRecorded, recordedDay } from './market-data-process.ts'
import { listNaiveCalls, listPayers, type NaiveCall, screenNaively } from './naive-calls.ts'

type CallsBody = Success<'screener.calls'>

const COMPARED = 200
const AT_ONCE = 500

const SCREENS: readonly Readonly<Record<string, string>>[] = [
  { sort_by: 'static_return_annualized_pct' },
  {
    sort_by: 'static_return_annualized_pct',
    spread_pct_max: '20',
    open_interest_min: '100',
    delta_min: '0.15',
    delta_max: '0.3',
  },
  {
    sort_by: 'if_called_return_annualized_pct',
    days_to_expiration_min: '30',
    days_to_expiration_max: '45',
    headroom_pct_min: '0',
  },
  {
    sort_by: 'static_return_pct',
    earnings_before_expiration_max: '0',
    ex_dividend_before_expiration_max: '0',
    spread_pct_max: '10',
  },
  { sort_by: 'open_interest', bid_min: '0.5', headroom_pct_min: '2', headroom_pct_max: '10' },
  { sort_by: 'volume', sort_order: 'desc', ex_dividend_before_expiration_min: '1' },
  { sort_by: 'spread_pct', sort_order: 'asc', static_return_annualized_pct_min: '12.5', days_to_expiration_min: '20' },
  { sort_by: 'breakeven', sort_order: 'asc', bid_min: '1', open_interest_min: '50' },
  { sort_by: 'if_called_return_pct', strike_max: '50', spread_max: '0.1', headroom_pct_min: '0' },
  {
    sort_by: 'downside_protection_pct',
    headroom_pct_max: '-5',
    spread_pct_max: '5',
    earnings_before_expiration_max: '0',
  },
]

const decimals = Object.fromEntries(
  Object.entries(shownCallFigures).map(([name, shown]) => [name, shown.decimals ?? 0]),
)
const keyOf = ({ symbol, expiration_date, strike }: NaiveCall | CallRow) => `${symbol} ${expiration_date} ${strike}`
const roundKey = (value: unknown) => Math.round(Number(value) * 1e5) / 1e5

/** Sort key and name of each call. The order between calls with equal keys is not compared. */
function listKeys(calls: readonly (NaiveCall | CallRow)[], column: string) {
  return calls.map((call) => [roundKey((call as NaiveCall)[column]), keyOf(call)] as const)
}

describeRecorded('calls of the recorded day 2026-07-10', () => {
  let enriched: Enriched
  let naive: readonly NaiveCall[]
  /** Calls with a two-sided quote in the files. */
  let filed: readonly NaiveCall[]
  let served: readonly CallRow[]
  const ask = async (query: Record<string, string>) =>
    (await enriched.api.ask('screener.calls', { query })).body as CallsBody

  beforeAll(async () => {
    enriched = await enrichPack(recordedDay)
    const pages: CallRow[] = []
    for (let offset = 0, total = 1; offset < total; offset += AT_ONCE) {
      const body = await ask({ sort_by: 'symbol', sort_order: 'asc', limit: String(AT_ONCE), offset: String(offset) })
      pages.push(...body.calls)
      total = body.total
    }
    served = pages
    const byKey = new Map(served.map((call) => [keyOf(call), call]))
    filed = listNaiveCalls(recordedDay)
    naive = filed
      .filter((call) => byKey.has(keyOf(call)))
      // The model's delta is the service's; its volatilities are checked by repricing below.
      .map((call): NaiveCall => ({ ...call, delta: byKey.get(keyOf(call))?.delta ?? null }))
  })
  afterAll(() => enriched?.stack.close())

  test('the stored calls are those of the files that pass the storing gates', () => {
    const known = new Set(filed.map(keyOf))
    expect(served.map(keyOf).filter((key) => !known.has(key))).toEqual([])
    const stored = new Set(served.map(keyOf))
    const missing = filed.filter((call) => !stored.has(keyOf(call)))
    const isGated = ({ spread_pct, mid, underlying_price: price, strike }: NaiveCall) =>
      Number(spread_pct) > 100 || Number(mid) <= Math.max(0, Number(price) - Number(strike))
    // The rest are quotes that market-data removes as impossible.
    expect(missing.filter((call) => !isGated(call)).length / filed.length).toBeLessThan(0.02)
    expect(served.length).toBeGreaterThan(40_000)
  })

  test.each(SCREENS)('the first 200 rows and the count of %j match', async (query) => {
    const { sort_by: column = '' } = query
    const expected = screenNaively(naive, query, decimals)
    const { total, calls } = await ask({ ...query, limit: String(COMPARED) })
    expect(total).toBe(expected.length)
    const [own, theirs] = [listKeys(calls, column), listKeys(expected.slice(0, COMPARED), column)]
    for (const [at, [key]] of own.entries()) expect(Math.abs(key - (theirs[at]?.[0] ?? Number.NaN))).toBeLessThan(3e-5)
    // Calls as good as the last one may be cut off differently.
    const last = own.at(-1)?.[0]
    const names = (rows: typeof own) =>
      rows
        .filter(([key]) => key !== last)
        .map(([, name]) => name)
        .sort()
    expect(names(own)).toEqual(names(theirs))
    const byKey = new Map(expected.map((call) => [keyOf(call), call]))
    for (const call of calls) {
      for (const [name, value] of Object.entries(byKey.get(keyOf(call)) ?? {})) {
        const figure = (call as NaiveCall)[name]
        if (typeof value === 'number')
          expect(Math.abs(Number(figure) - value)).toBeLessThan(1e-6 * Math.max(1, Math.abs(value)))
        else expect([keyOf(call), name, figure]).toEqual([keyOf(call), name, value])
      }
    }
  })

  test('the volatility of a call without a dividend reprices its mid', () => {
    const payers = listPayers(recordedDay)
    const plain = served.filter(
      (call) => !payers.has(call.symbol) && call.implied_volatility !== null && call.days_to_expiration >= 20,
    )
    expect(plain.length).toBeGreaterThan(2_000)
    for (const call of plain) {
      const { symbol, strike, underlying_price: spot, mid, days_to_expiration: days, implied_volatility: vol } = call
      const worth = (rate: number) =>
        priceEuropean({ type: 'call', spot, strike, years: days / 365, rate, vol: vol ?? Number.NaN })
      const tolerance = 0.01 + mid * 0.002
      const reprices = worth(0.034) - tolerance < mid && mid < worth(0.041) + tolerance
      expect([symbol, strike, reprices]).toEqual([symbol, strike, true])
    }
  })
})
