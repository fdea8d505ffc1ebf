import { describe, expect, test } from '@jest/globals'
import { type CheckedFile, failuresOf } from './checks.ts'
import { checkEdges } from './edge-cases.ts'
import {
  checkAmericanDiscrete,
  checkAmericanVolatility,
  checkAmericanYield,
  checkEuropean,
  checkImpliedVolatility,
} from './option-files.ts'
import { checkIndicators, checkIvRank } from './series-files.ts'

/**
 * Figures by hand. At the money with one year, rate 0 and volatility 20%, the price of a call is 100·(2 N(0.1) − 1), its
 * delta N(0.1) and its vega 100·φ(0.1); without dividends, the American call equals the European.
 */
const PRICE = '7.965567455405804'
const DELTA = '0.539827837277029'
const VEGA = '39.69525474770118'

const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`

const EUROPEAN = lines(
  'id,type,spot,strike,days,t,rate,div_yield,vol,price,delta,vega',
  `1,call,100,100,365,1,0,0,0.2,${PRICE},${DELTA},${VEGA}`,
  `2,put,100,100,365,1,0,0,0.2,${PRICE},,${VEGA}`,
)
const VOLATILITIES = lines(
  'id,type,spot,strike,t,rate,div_yield,price,iv,iv_tol',
  `7,call,100,100,1,0,0,${PRICE},0.2,2e-13`,
  '8,call,100,90,1,0,0,9.5,,',
)
const YIELD = lines(
  'id,type,spot,strike,t,rate,div_yield,vol,price,delta,vega',
  `1,call,100,100,1,0,0,0.2,${PRICE},${DELTA},${VEGA}`,
)
const DISCRETE = lines(
  'id,model,type,spot,strike,days,rate,vol,dividends,price,delta,vega,price_tol',
  `1,spot,call,100,100,365,0,0.2,,${PRICE},${DELTA},${VEGA},1e-7`,
  `2,escrowed,call,100,100,365,0,0.2,0:3; 366:3 ,${PRICE},,,`,
)
const QUOTES = lines(
  'id,model,type,spot,strike,days,rate,dividends,price,iv,vega',
  `1,spot,call,100,100,365,0,,${PRICE},0.2,${VEGA}`,
)
const RANKS = lines(
  'series,index,iv,iv_history_sessions,iv_rank,iv_percentile',
  ...Array.from({ length: 59 }, (_, index) => `rising,${index},${0.2 + index / 100},${index + 1},,`),
  `rising,59,0.79,60,100,${(59 / 60) * 100}`,
)
/** Closes of 1, 2, … 20: every change is a gain of 1, and every close is the high of its window. */
const STEPS = lines(
  'index,high,low,close,sma20,rsi14',
  ...Array.from({ length: 20 }, (_, index) => {
    const close = index + 1
    return [index, close, close, close, close >= 20 ? 10.5 : '', close >= 15 ? 100 : ''].join(',')
  }),
)
const CASES = [
  { id: 1, kind: 'implied_vol', input: { price: 12, spot: 0 }, expect: { iv: null, reason: 'bad_input' } },
  { id: 2, kind: 'implied_vol', input: { price: 0 }, expect: { iv_any_of: [null, 0], reason: 'zero_price' } },
  { id: 3, kind: 'european', input: { vol: 0 }, expect: { price: 0, vega: 0, delta: null } },
  { id: 4, kind: 'american', input: { vol: 0.2 }, expect: { price: Number(PRICE), rel_tol: 1e-10 } },
  { id: 5, kind: 'american_iv', input: { price: Number(PRICE) }, expect: { iv: 0.2, abs_tol: 1e-9 } },
  { id: 6, kind: 'discrete_dividend', input: { vol: 0.2, dividends: '400:1' }, expect: { same_as: '', finite: true } },
].map((edge) => ({
  ...edge,
  input: { type: 'call', spot: 100, strike: 100, t: 1, rate: 0, div_yield: 0, ...edge.input },
}))
const EDGES = JSON.stringify({ cases: CASES })

type CheckText = (text: string) => CheckedFile
const RIGHT: readonly (readonly [CheckText, string])[] = [
  ...([
    [checkEuropean, EUROPEAN],
    [checkImpliedVolatility, VOLATILITIES],
    [checkAmericanYield, YIELD],
  ] as const),
  ...([
    [checkAmericanDiscrete, DISCRETE],
    [checkAmericanVolatility, QUOTES],
    [checkEdges, EDGES],
  ] as const),
  ...([
    [checkIvRank, RANKS],
    [checkIndicators, STEPS],
  ] as const),
]

test('correct files pass', () => {
  for (const [check, text] of RIGHT) expect([check.name, failuresOf(check(text))]).toEqual([check.name, []])
})

test.each<[CheckText, string, string, string, string]>([
  [checkEuropean, EUROPEAN, DELTA, '0.539827837277929', 'row 1, delta'],
  [checkEuropean, EUROPEAN, '2,put,100,100,365,1,0,0,0.2,7.9', '2,put,100,100,365,1,0,0,0.2,7.8', 'row 2, price'],
  [checkEuropean, EUROPEAN, DELTA, 'abc', 'row 1: delta is not a number: abc'],
  [checkEuropean, EUROPEAN, DELTA, `"${DELTA}"9`, `row 1: delta is not a number: "${DELTA}"9`],
  [checkImpliedVolatility, VOLATILITIES, '0.2,2e-13', '0.2000000000004,2e-13', 'row 7, iv'],
  [checkImpliedVolatility, VOLATILITIES, '9.5,,', '9.5,0.1,', 'row 8, iv'],
  [checkImpliedVolatility, VOLATILITIES, '0.2,2e-13', '0.7,-1', 'row 7, iv'],
  [checkAmericanYield, YIELD, PRICE, '7.968', 'row 1, price'],
  [checkAmericanYield, YIELD, '39.69', '40.69', 'row 1, vega'],
  [checkAmericanDiscrete, DISCRETE, '366:3 ,7.9', '366:3 ,8.9', 'row 2, price'],
  [checkAmericanVolatility, QUOTES, '0.2,39', '0.21,39', 'row 1, iv'],
  [checkAmericanVolatility, QUOTES, VEGA, ' ', 'row 1: vega is empty'],
  [checkAmericanVolatility, QUOTES, VEGA, '0', 'row 1: vega is not positive'],
  [checkIvRank, RANKS, '60,100,', '60,99,', 'row rising 59, iv_rank'],
  [checkIvRank, RANKS, '0.2,1,,', '0.2,1,50,', 'row rising 0, iv_rank'],
  [checkIndicators, STEPS, '10.5,100', '10.5,99', 'row 19, rsi14'],
  [checkIndicators, STEPS, '0,1,1,1,', '0,1,1,1,1', 'row 0, sma20'],
  [checkEdges, EDGES, '"iv":0.2', '"iv":0.21', 'row 5 (american_iv), iv'],
  [checkEdges, EDGES, '"reason":"bad_input"', '"reason":"expired"', 'row 1 (implied_vol), reason'],
  [checkEdges, EDGES, '"price":0,"vega":0', '"price":0,"vega":1', 'row 3 (european), vega'],
  [checkEdges, EDGES, '400:1', '200:60', 'row 6 (discrete_dividend), price as with other dividends'],
  [checkEdges, EDGES, '"rel_tol":1e-10', '"reltol":1e-10', 'row 4 (american): unknown expectations'],
  [checkEdges, EDGES, '"kind":"american"', '"kind":"toString"', 'row 4 (toString): unknown kind'],
  [checkEdges, EDGES, '"iv":0.2,"abs_tol":1e-9', '"iv":9,"abs_tol":1e999', 'row 5 (american_iv), iv'],
])('%p: %# one wrong value fails only its row', (check, text, from, to, row) => {
  expect(text).toContain(from)
  const failures = failuresOf(check(text.replace(from, to)))
  expect(new Set(failures.map((line) => /^row [^,:]+/.exec(line)?.[0])).size).toBe(1)
  expect(failures[0]).toContain(row)
})

test('a failing row prints both values, error over tolerance and its input', () => {
  const [line] = failuresOf(checkAmericanVolatility(QUOTES.replace('0.2,39', '0.21,39')))
  // 0.01 / (1e-4 + 1e-4 · 100 / 39.695)
  expect(line).toMatch(
    /^row 1, iv: expected 0\.21, got 0\.(2|1999999|2000000)\d*, error \/ tolerance 28\.4; input id=1 /,
  )
})

test('theta at expiration is checked against its remaining value', () => {
  const expired = 'type,spot,strike,t,rate,vol,price,theta\ncall,100,90,0,0.05,0.2,10,1e9\n'
  expect(failuresOf(checkEuropean(expired))).toEqual([expect.stringContaining('row at line 2, theta')])
})

describe('files written by other programs', () => {
  test('may have quoted cells, an empty first cell, and unknown columns, which are named', () => {
    const quoted = EUROPEAN.replace('type', '"type"').replace('1,call', ',"call"').replaceAll('\n', ',"a ""b"", c"\n')
    expect(checkEuropean(quoted)).toMatchObject({ ignored: ['a "b", c'], outcomes: [{ id: 'at line 2' }, { id: '2' }] })
    expect(failuresOf(checkEuropean(quoted))).toEqual([])
  })

  test.each<[CheckText, string, string]>([
    [checkEuropean, ' \n', 'empty file'],
    [checkIvRank, RANKS.replace(',iv,', ',index,'), 'index'],
    [checkIndicators, STEPS.replace(',sma20,rsi14', ''), 'none of the columns'],
    [checkAmericanVolatility, QUOTES.replace(',0.2,39', ',0.2,1,39'), 'line 2 has 12 cells, the header 11'],
    [checkAmericanYield, YIELD.slice(0, YIELD.indexOf('\n')), 'no rows'],
    [checkEdges, EDGES.slice(1), 'JSON'],
    [checkEdges, 'null', 'no cases'],
  ])('%p rejects a file that it cannot read: %j', (check, text, message) => {
    expect(() => check(text)).toThrow(message)
  })

  test.each([
    [null, 'the case must be an object, got null'],
    [{ ...CASES[0], input: [1] }, 'input must be an object, got [1]'],
    [{ ...CASES[0], expect: undefined }, 'expect must be an object, got nothing'],
    [{ ...CASES[0], kind: undefined }, 'kind must be a string'],
    [{ id: 9, kind: 'american_symmetry', expect: {}, input: {} }, 'input.a must be an object, got nothing'],
    [{ ...CASES[5], expect: { same_as: 5, finite: true } }, 'same_as must be dividends'],
  ])('the invalid case %j fails alone', (written, message) => {
    const checked = checkEdges(JSON.stringify({ cases: [...CASES, written] }))
    expect(failuresOf(checked)).toEqual([expect.stringContaining(message)])
  })
})
