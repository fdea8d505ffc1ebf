import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * A small golden folder, computed by hand. At the money with one year, rate 0 and volatility 20%, the price of a call is
 * 100·(2 N(0.1) − 1), its delta N(0.1) and its vega 100·φ(0.1); without dividends, the American call equals the European.
 */
const PRICE = '7.965567455405804'
const DELTA = '0.539827837277029'
const VEGA = '39.69525474770118'

const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`

/**
 * Closes of 1, 2, … 20 in bars without a range: every change is a gain of 1, and every close is the high of its
 * window.
 */
const STEPS = Array.from({ length: 20 }, (_, index) => index + 1)
/** Population deviation of 1 … 20 is √((20² − 1)/12). */
const TWO_DEVIATIONS = 2 * Math.sqrt(33.25)

function stepValues(close: number): (number | string)[] {
  const when = (bars: number, value: number) => (close >= bars ? value : '')
  return [when(20, 10.5), when(15, 100), when(14, 100), when(16, 100), when(20, 10.5 + TWO_DEVIATIONS), when(15, 1)]
}

const VALUE_NAMES = 'sma20,rsi14,fast_k,slow_k,bb_up_pop,atr14'
const day = (index: number): string => `2026-01-${String(index).padStart(2, '0')}`

const CASES = [
  { id: 1, kind: 'implied_vol', input: { price: 12 }, expect: { iv: null, reason: 'bad_input' } },
  { id: 2, kind: 'implied_vol', input: { price: 0 }, expect: { iv_any_of: [null, 0], reason: 'zero_price' } },
  { id: 3, kind: 'european', input: { vol: 0 }, expect: { price: 0, vega: 0, delta: null } },
  { id: 4, kind: 'american', input: { vol: 0.2 }, expect: { price: Number(PRICE), rel_tol: 1e-10 } },
  { id: 5, kind: 'american_iv', input: { price: Number(PRICE) }, expect: { iv: 0.2, abs_tol: 1e-9 } },
  { id: 6, kind: 'discrete_dividend', input: { vol: 0.2, dividends: '400:1' }, expect: { same_as: '', finite: true } },
].map(({ input, ...rest }) => ({
  ...rest,
  input: { type: 'call', spot: rest.id === 1 ? 0 : 100, strike: 100, t: 1, rate: 0, div_yield: 0, ...input },
}))

export const INVENTED: Readonly<Record<string, string>> = {
  'golden/european.csv': lines(
    'id,type,spot,strike,days,t,rate,div_yield,vol,price,delta,vega',
    `1,call,100,100,365,1,0,0,0.2,${PRICE},${DELTA},${VEGA}`,
    `2,put,100,100,365,1,0,0,0.2,${PRICE},,${VEGA}`,
  ),
  'golden/implied_vol.csv': lines(
    'id,type,spot,strike,t,rate,div_yield,price,iv,iv_tol',
    `7,call,100,100,1,0,0,${PRICE},0.2,2e-13`,
    '8,call,100,90,1,0,0,9.5,,',
  ),
  'golden/american_yield.csv': lines(
    'id,type,spot,strike,t,rate,div_yield,vol,price,delta,vega',
    `1,call,100,100,1,0,0,0.2,${PRICE},${DELTA},${VEGA}`,
  ),
  'golden/american_discrete.csv': lines(
    'id,model,type,spot,strike,days,rate,vol,dividends,price,delta,vega,price_tol',
    `1,spot,call,100,100,365,0,0.2,,${PRICE},${DELTA},${VEGA},1e-7`,
    `2,escrowed,call,100,100,365,0,0.2,0:3;366:3,${PRICE},,,`,
  ),
  'golden/american_iv.csv': lines(
    'id,model,type,spot,strike,days,rate,dividends,price,iv,vega',
    `1,spot,call,100,100,365,0,,${PRICE},0.2,${VEGA}`,
  ),
  'golden/edges.json': JSON.stringify({ cases: CASES }),
  'golden/iv_rank.csv': lines(
    'series,index,iv,iv_history_sessions,iv_rank,iv_percentile',
    ...Array.from({ length: 59 }, (_, index) => `rising,${index},${0.2 + index / 100},${index + 1},,`),
    `rising,59,0.79,60,100,${(59 / 60) * 100}`,
  ),
  'golden/indicators/steps.csv': lines(
    `index,high,low,close,${VALUE_NAMES}`,
    ...STEPS.map((close) => [close - 1, close, close, close, ...stepValues(close)].join(',')),
  ),
  'golden/indicators-real/STEPS.csv': lines(
    `date,${VALUE_NAMES}`,
    ...STEPS.map((close) => [day(close), ...stepValues(close)].join(',')),
  ),
  'market-data/us-2026-07-10/bars/STEPS.csv.gz': lines(
    'date,open,high,low,close,volume',
    ...STEPS.map((close) => [day(close), close, close, close, close, 1].join(',')),
  ),
}

/** Writes the folder to a temporary directory, with some files changed or, if null, omitted. Returns the path of `golden`. */
export function writeInvented(changes: Readonly<Record<string, string | null>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'golden-'))
  mkdirSync(join(root, 'golden'))
  for (const [name, text] of Object.entries({ ...INVENTED, ...changes })) {
    if (text === null) continue
    const path = join(root, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text)
  }
  return join(root, 'golden')
}
