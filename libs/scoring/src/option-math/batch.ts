import {
  type GreekColumns,
  type PricedColumns,
  type QuoteColumns,
  requireRows,
  type SweepColumns,
  type VolatilityColumns,
} from './batch-columns.ts'
import { writeGreekRows } from './european-kernel.ts'
import { volatilityOrCode } from './implied-volatility.ts'

/** Number of rows whose volatilities are still in the CPU cache when their Greeks are computed. */
const SWEEP_BLOCK = 1024

/**
 * `impliedEuropeanVolatility` over rows `from` to `to` (exclusive) of typed columns: the same kernel, bit for bit,
 * with no allocation per row. A row without a volatility gets NaN and a reason, and does not affect the other rows. A
 * range lets workers share the rows (`libs/scoring/workers`). Cash dividends are not supported. Same units as
 * `ContractTerms`. Throws RangeError on columns of different lengths and on a range outside of them. Verified in
 * `batch.test.ts`.
 */
export function impliedVolatilityColumn(
  quotes: QuoteColumns,
  out: VolatilityColumns,
  from = 0,
  to = quotes.isCall.length,
): void {
  requireRows(quotes, out, from, to)
  writeVolatilityRows(quotes, out, from, to)
}

/**
 * `computeEuropeanGreeks` (price and five Greeks, natural units) over rows of typed columns. A row is NaN if the
 * single-contract function would throw, except at a spot of 0, which means a stock with nothing left after dividends;
 * the single-contract function treats dividends above the stock's value the same way. Same domain as that function;
 * same columns and errors as `impliedVolatilityColumn`. Verified in `batch.test.ts` against the single function, bit
 * for bit.
 */
export function greekColumns(
  contracts: PricedColumns,
  out: GreekColumns,
  from = 0,
  to = contracts.isCall.length,
): void {
  requireRows(contracts, out, from, to)
  writeGreekRows(contracts, out, from, to)
}

/**
 * Computes every quote's implied volatility and the Greeks at it; all are NaN if there is no volatility. One pass
 * over memory gives the same figures, bit for bit, as `impliedVolatilityColumn` followed by `greekColumns`, with the
 * same units, domain and errors. Verified in `batch.test.ts` against those two functions.
 */
export function sweepColumns(quotes: QuoteColumns, out: SweepColumns, from = 0, to = quotes.isCall.length): void {
  requireRows(quotes, out, from, to)
  const solved = { ...quotes, vol: out.vol }
  for (let block = from; block < to; block += SWEEP_BLOCK) {
    const end = Math.min(to, block + SWEEP_BLOCK)
    writeVolatilityRows(quotes, out, block, end)
    writeGreekRows(solved, out, block, end)
  }
}

function writeVolatilityRows(quotes: QuoteColumns, out: VolatilityColumns, from: number, to: number): void {
  for (let row = from; row < to; row += 1) {
    const price = quotes.price[row] ?? Number.NaN
    const spot = quotes.spot[row] ?? Number.NaN
    const strike = quotes.strike[row] ?? Number.NaN
    const years = quotes.years[row] ?? Number.NaN
    const rate = quotes.rate[row] ?? Number.NaN
    const dividendYield = quotes.dividendYield[row] ?? Number.NaN
    const volOrCode = volatilityOrCode(quotes.isCall[row] === 1, price, spot, strike, years, rate, dividendYield)
    out.vol[row] = volOrCode > 0 ? volOrCode : Number.NaN
    out.reason[row] = volOrCode > 0 ? 0 : -volOrCode
  }
}
