import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from '@jest/globals'
import { testShared } from '../../test/shared-data.ts'
import { daysBetween } from '../calendar/iso-date.ts'
import { openChainClock } from '../option-math/chain.ts'
import { solveQuoteVol } from '../option-math/quotes.ts'
import { lowersStrikes } from './dividend-kind.ts'
import { expectDividends, type PaidDividend } from './expected-dividends.ts'

const pay = (...rows: [string, number][]): PaidDividend[] => rows.map(([exDate, cash]) => ({ exDate, cash }))
const MO = pay(['2025-09-15', 1.06], ['2025-12-26', 1.06], ['2026-03-25', 1.06], ['2026-06-15', 1.06])
const next = (known: readonly PaidDividend[], today = '2026-08-19', count = 2) =>
  expectDividends(known, today)
    .slice(0, count)
    .map(({ exDate, cash }) => [exDate, cash])

test("expects the previous year's days, moved to sessions, at the last amount", () => {
  expect(expectDividends(MO, '2026-08-19')[0]).toEqual({ exDate: '2026-09-15', cash: 1.06, estimated: true })
  expect(next(MO)).toEqual([
    ['2026-09-15', 1.06],
    ['2026-12-24', 1.06],
  ])
  const monthly = pay(['2026-04-30', 0.27], ['2026-05-29', 0.27], ['2026-06-30', 0.27], ['2026-07-31', 0.28])
  expect(next(monthly)).toEqual([
    ['2026-08-31', 0.28],
    ['2026-10-01', 0.28],
  ])
})

test.each([
  ['three payments are not a series', MO.slice(1), '2026-08-19'],
  [
    'irregular payments are not a series',
    pay(['2022-11-17', 35], ['2024-01-04', 75], ['2025-09-02', 90], ['2026-01-02', 9]),
    '2026-01-05',
  ],
  ['a series that stopped is over', MO, '2026-11-01'],
])('expects no dividends: %s', (_name, known, today) => {
  expect(expectDividends(known, today)).toEqual([])
})

test('expects a slightly late dividend at the next session and ignores one long overdue', () => {
  expect(next(MO, '2026-09-18')).toEqual([
    ['2026-09-21', 1.06],
    ['2026-12-24', 1.06],
  ])
  expect(next(MO, '2026-10-02', 1)).toEqual([['2026-12-24', 1.06]])
})

test('does not repeat special dividends: known by kind, paid between two regular ones, or paid with one', () => {
  const special = { exDate: '2025-12-01', cash: 15, kind: 'special' as const }
  expect(next([...MO, special])).toEqual(next(MO))
  expect(next([...MO, ...pay(['2025-12-01', 15])])).toEqual(next(MO))
  const withOne = pay(['2025-07-03', 0.1], ['2025-10-02', 0.1], ['2026-01-02', 0.1], ['2026-04-02', 13.6])
  expect(next(withOne, '2026-04-10', 1)).toEqual([['2026-07-02', 0.1]])
})

test('special dividends of 12.5 cents or more lower strikes', () => {
  const dividends = [
    { kind: 'special', cash: 0.125 },
    { kind: 'special', cash: 0.124 },
    { kind: 'special', cash: null },
    { kind: 'regular', cash: 9 },
    { kind: null, cash: 9 },
  ] as const
  expect(dividends.map(lowersStrikes)).toEqual([true, false, true, false, false])
})

const EARLIER = 'market-data/us-2026-07-10/dividends.csv'
const CHAINS = 'market-data/us-2026-08-19/chains'

function readPayers(path: string): Map<string, PaidDividend[]> {
  const rows = readFileSync(path, 'utf8').trim().split('\n').slice(1)
  const cells = rows.map((row) => row.split(','))
  const bySymbol = Map.groupBy(cells, ([symbol = '']) => symbol)
  return new Map(
    [...bySymbol].map(([symbol, list]) => [
      symbol,
      list.map(([, exDate = '', cash]) => ({ exDate, cash: Number(cash) })),
    ]),
  )
}

testShared('the next dividends of recorded payers come about when and as they are expected', [EARLIER], (path) => {
  const misses: number[] = []
  let alike = 0
  for (const known of readPayers(path).values()) {
    const [expected] = expectDividends(
      known.filter(({ exDate }) => exDate <= '2026-03-10'),
      '2026-03-10',
    )
    const paid = known.find(({ exDate }) => exDate > '2026-03-10')
    if (expected === undefined || paid === undefined || paid.cash === null) continue
    misses.push(Math.abs(daysBetween(expected.exDate, paid.exDate)))
    if (Math.abs(expected.cash / paid.cash - 1) <= 0.12) alike += 1
  }
  expect(misses.length).toBeGreaterThan(380)
  expect(misses.filter((days) => days <= 3).length / misses.length).toBeGreaterThan(0.85)
  expect(misses.filter((days) => days <= 10).length / misses.length).toBeGreaterThan(0.95)
  expect(alike / misses.length).toBeGreaterThan(0.94)
})

function readQuotes(folder: string, symbol: string, expiration: string) {
  const text = gunzipSync(readFileSync(`${folder}/${symbol}.csv.gz`)).toString('utf8')
  const price = (cell: string | undefined) => (cell === undefined || cell === '' ? null : Number(cell))
  return text
    .split('\n')
    .map((row) => row.split(','))
    .filter(([, date]) => date === expiration)
    .map(([, , letter, strike, bid, ask]) => ({
      type: letter === 'C' ? ('call' as const) : ('put' as const),
      strike: Number(strike),
      bid: price(bid),
      ask: price(ask),
    }))
}

testShared(
  'with them, calls and puts at one strike agree, and more calls have a volatility',
  [EARLIER, CHAINS],
  (past, folder) => {
    const asOfMs = Date.parse('2026-08-19T20:00:00Z')
    const rate = 0.0375
    const payers = readPayers(past)
    function solve(symbol: string, price: number, expiration: string, isExpecting: boolean) {
      const dividends = isExpecting ? expectDividends(payers.get(symbol) ?? [], '2026-08-19') : []
      const clock = openChainClock({ price, rate, dividends, asOfMs })
      const terms = { spot: price, years: clock.termsOf(expiration).years, rate, dividends: clock.dividends }
      return readQuotes(folder, symbol, expiration).map((quote) => ({
        ...quote,
        vol: solveQuoteVol({ ...terms, ...quote }).vol,
      }))
    }
    const volOf = (rows: ReturnType<typeof solve>, type: string, strike: number) =>
      rows.find((row) => row.type === type && row.strike === strike)?.vol ?? Number.NaN

    const [without, withOne] = [false, true].map((isExpecting) => solve('MO', 66.03, '2026-09-25', isExpecting))
    expect(volOf(without ?? [], 'call', 66)).toBeCloseTo(0.206, 3)
    expect(volOf(without ?? [], 'put', 66)).toBeCloseTo(0.337, 3)
    expect(volOf(withOne ?? [], 'call', 66)).toBeCloseTo(0.233, 3)
    expect(volOf(withOne ?? [], 'put', 66)).toBeCloseTo(0.271, 3)

    const countUnsolved = (symbol: string, price: number, expiration: string, isExpecting: boolean) =>
      solve(symbol, price, expiration, isExpecting).filter(
        ({ type, bid, vol }) => type === 'call' && bid !== null && bid > 0 && vol === null,
      ).length
    const counts = [false, true].map((isExpecting) => countUnsolved('KO', 90.35, '2027-01-15', isExpecting))
    expect(counts).toEqual([19, 8])
  },
)
