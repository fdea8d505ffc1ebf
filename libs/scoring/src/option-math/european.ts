import { allocateGreekColumns, allocatePricedColumns } from './batch-columns.ts'
import {
  discountedLegs,
  type GreekValues,
  type PricedContract,
  type PricingModel,
  requirePricedContract,
} from './contract.ts'
import { dividendSlopes } from './dividends.ts'
import { certainExercise, europeanPrice, writeGreekRows } from './european-kernel.ts'
import { normalCdf } from './normal.ts'

/** Greeks in natural units with the formula they come from. */
export interface NaturalGreeks extends GreekValues {
  readonly model: PricingModel
}

/**
 * Black-Scholes-Merton price per share: w·(S e^(−qT) N(w d1) − K e^(−rT) N(w d2)), w = 1 for a call, −1 for a put,
 * d1 = ln(S e^(−qT)/(K e^(−rT)))/(σ√T) + σ√T/2, d2 = d1 − σ√T.
 *
 * Read for a call: the stock the holder is to get less the strike he is to pay, both at today's worth (the discounted
 * legs). The strike counts with the probability that it is paid, N(d2): that the logarithm of the stock, normal with
 * deviation σ√T, ends above that of the strike. The stock counts with N(d1), more, for it is got when it is dear.
 *
 * Dividends: escrowed. At expiration the payoff; at zero volatility the discounted forward intrinsic value.
 * Throws RangeError on a spot or strike that is not positive, a negative volatility, or anything not finite.
 * Source: Merton (1973), MATHS 4. Verified on all rows of golden/european.csv: 1e-14·max(S, K), tails relative.
 */
export function priceEuropean(contract: PricedContract): number {
  requirePricedContract(contract)
  const { stock, strike } = discountedLegs(contract)
  const totalVol = contract.vol * Math.sqrt(Math.max(0, contract.years))
  return europeanPrice(contract.type === 'call', stock, strike, totalVol)
}

/** Delta alone, for the search that needs nothing else: w·e^(−qT)·N(w d1). Guards and degenerate cases as `priceEuropean`. */
export function computeEuropeanDelta(contract: PricedContract): number {
  requirePricedContract(contract)
  const { stock, strike } = discountedLegs(contract)
  const years = Math.max(0, contract.years)
  const sign = contract.type === 'call' ? 1 : -1
  const yieldDiscount = Math.exp(-(contract.dividendYield ?? 0) * years)
  const totalVol = contract.vol * Math.sqrt(years)
  if (!(totalVol > 0 && stock > 0)) return sign * yieldDiscount * certainExercise(sign * (stock - strike))
  return sign * yieldDiscount * normalCdf(sign * (Math.log(stock / strike) / totalVol + 0.5 * totalVol))
}

/** The batch of one row that a single contract is; written in full before it is read, so nothing lasts from call to call. */
const terms = allocatePricedColumns(1)
const greeks = allocateGreekColumns(1)

/**
 * Price and the five Greeks in natural units, in closed form. With dividends (escrowed) theta and rho include the change
 * of the escrowed amount. Degenerate cases as `priceEuropean`; there gamma and vega are 0 and delta at the strike is ±½.
 * Source: MATHS 4. Verified on all rows of golden/european.csv and by differences in `european.test.ts`.
 */
export function computeEuropeanGreeks(contract: PricedContract): NaturalGreeks {
  requirePricedContract(contract)
  const { rate, dividends } = contract
  const years = Math.max(0, contract.years)
  // Without a yield the stock leg is the spot less the escrowed dividends.
  const { stock: spot, model } = discountedLegs({ ...contract, dividendYield: 0 })
  terms.isCall[0] = contract.type === 'call' ? 1 : 0
  terms.spot[0] = spot
  terms.strike[0] = contract.strike
  terms.years[0] = years
  terms.rate[0] = rate
  terms.dividendYield[0] = contract.dividendYield ?? 0
  terms.vol[0] = contract.vol
  writeGreekRows(terms, greeks, 0, 1)
  const escrow = dividends && years > 0 ? dividendSlopes(dividends, years, rate) : null
  const delta = greeks.delta[0] ?? Number.NaN
  const theta = greeks.theta[0] ?? Number.NaN
  const rho = greeks.rho[0] ?? Number.NaN
  return {
    price: greeks.price[0] ?? Number.NaN,
    delta,
    gamma: greeks.gamma[0] ?? Number.NaN,
    theta: escrow ? theta - delta * escrow.perYear : theta,
    vega: greeks.vega[0] ?? Number.NaN,
    rho: escrow ? rho + delta * escrow.perRate : rho,
    model,
  }
}
