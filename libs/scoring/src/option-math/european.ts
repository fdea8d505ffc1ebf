import { allocateGreekColumns, allocatePricedColumns } from './batch-columns.ts'
import {
  escrowedSpot,
  type GreekValues,
  type PricedContract,
  type PricingModel,
  requirePricedContract,
} from './contract.ts'
import { dividendSlopes } from './dividends.ts'
import { europeanDelta, europeanPrice, writeGreekRows } from './european-kernel.ts'

/** Greeks in natural units, with their formula. */
export interface NaturalGreeks extends GreekValues {
  readonly model: PricingModel
}

/**
 * Black-Scholes-Merton price per share: w·(S e^(−qT) N(w d1) − K e^(−rT) N(w d2)), w = 1 for a call, −1 for a put,
 * d1 = ln(S e^(−qT)/(K e^(−rT)))/(σ√T) + σ√T/2, d2 = d1 − σ√T.
 *
 * For a call, this is the stock that the holder receives minus the strike that the holder pays, both at present value (the
 * discounted legs). The strike is weighted with the probability that it is paid, N(d2): that the log of the stock, normal
 * with deviation σ√T, ends above the log of the strike. The stock's weight N(d1) is higher, because it is received when it
 * is expensive.
 *
 * Dividends are escrowed. At expiration it is the payoff; at zero volatility, the discounted forward intrinsic value.
 * Domain: the range of doubles. Throws RangeError on a spot or strike that is not positive, a negative volatility or
 * dividend, anything not finite, and if a leg, the ratio of the legs or σ√T overflows.
 * Source: Merton (1973), MATHS 4. Verified against all rows in golden/european.csv: 1e-14·max(S, K), tails relative.
 */
export function priceEuropean(contract: PricedContract): number {
  requirePricedContract(contract)
  const { type, strike, years, rate, dividendYield = 0, vol } = contract
  const { spot } = escrowedSpot(contract)
  return requireFigure(europeanPrice(type === 'call', spot, strike, Math.max(0, years), rate, dividendYield, vol))
}

/**
 * Delta only, for searches: w·e^(−qT)·N(w d1). Same units, domain, errors, degenerate cases and result as
 * `computeEuropeanGreeks`. Verified against all rows in golden/european.csv: 1e-13.
 */
export function computeEuropeanDelta(contract: PricedContract): number {
  requirePricedContract(contract)
  const { type, strike, years, rate, dividendYield = 0, vol } = contract
  const { spot } = escrowedSpot(contract)
  return requireFigure(europeanDelta(type === 'call', spot, strike, Math.max(0, years), rate, dividendYield, vol))
}

function requireFigure(figure: number): number {
  if (Number.isNaN(figure)) throw new RangeError('the legs, their ratio or the total volatility overflow')
  return figure
}

/**
 * A single contract is priced as a batch of one row. All calls share these columns: each call writes every column
 * before reading any, so no state carries over.
 */
const scratchTerms = allocatePricedColumns(1)
const scratchGreeks = allocateGreekColumns(1)

/**
 * Price and the five Greeks in natural units, in closed form. With dividends (escrowed) theta and rho include the
 * change of the escrowed amount. Same domain, errors and degenerate cases as `priceEuropean`; in the degenerate
 * cases, gamma and vega are 0 and delta at the strike is ±½. If the dividends exceed the stock, their exact amount
 * does not matter, and a put is certain to be exercised: its delta is −e^(−qT), as for a stock just above 0. Source:
 * MATHS 4. Verified against all rows in golden/european.csv and by differences in `european-properties.test.ts`.
 */
export function computeEuropeanGreeks(contract: PricedContract): NaturalGreeks {
  requirePricedContract(contract)
  const { rate, dividends } = contract
  const years = Math.max(0, contract.years)
  const { spot, model } = escrowedSpot(contract)
  scratchTerms.isCall[0] = contract.type === 'call' ? 1 : 0
  scratchTerms.spot[0] = spot
  scratchTerms.strike[0] = contract.strike
  scratchTerms.years[0] = years
  scratchTerms.rate[0] = rate
  scratchTerms.dividendYield[0] = contract.dividendYield ?? 0
  scratchTerms.vol[0] = contract.vol
  writeGreekRows(scratchTerms, scratchGreeks, 0, 1)
  const delta = requireFigure(scratchGreeks.delta[0] ?? Number.NaN)
  const theta = scratchGreeks.theta[0] ?? Number.NaN
  const rho = scratchGreeks.rho[0] ?? Number.NaN
  const escrow = dividends && spot > 0 ? dividendSlopes(dividends, years, rate) : null
  return {
    price: scratchGreeks.price[0] ?? Number.NaN,
    delta,
    gamma: scratchGreeks.gamma[0] ?? Number.NaN,
    theta: escrow ? theta - delta * escrow.perYear : theta,
    vega: scratchGreeks.vega[0] ?? Number.NaN,
    rho: escrow ? rho + delta * escrow.perRate : rho,
    model,
  }
}
