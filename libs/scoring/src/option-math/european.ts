import {
  discountedLegs,
  type GreekValues,
  type PricedContract,
  type PricingModel,
  requirePricedContract,
} from './contract.ts'
import { dividendSlopes } from './dividends.ts'
import { normalCdf, normalPdf } from './normal.ts'

/** Greeks in natural units with the formula they come from. */
export interface NaturalGreeks extends GreekValues {
  readonly model: PricingModel
}

/** Greeks in the units of the screen (D13): theta per calendar day, vega per volatility point, rho per rate point. */
export interface Greeks {
  readonly price: number
  readonly delta: number
  readonly gamma: number
  readonly thetaPerDay: number
  readonly vegaPerPoint: number
  readonly rhoPerPoint: number
  readonly model: PricingModel
}

/**
 * Black-Scholes-Merton price per share: w·(S e^(−qT) N(w d1) − K e^(−rT) N(w d2)), w = 1 for a call, −1 for a put.
 * Dividends: escrowed. At expiration the payoff; at zero volatility the discounted forward intrinsic value.
 * Throws RangeError on a spot or strike that is not positive, a negative volatility, or anything not finite.
 * Source: Merton (1973), MATHS 4. Verified on all rows of golden/european.csv: 1e-14·max(S, K).
 */
export function priceEuropean(contract: PricedContract): number {
  requirePricedContract(contract)
  const { stock, strike } = discountedLegs(contract)
  const sign = contract.type === 'call' ? 1 : -1
  const totalVol = contract.vol * Math.sqrt(Math.max(0, contract.years))
  if (totalVol === 0 || stock === 0) return Math.max(0, sign * (stock - strike))
  const d1 = Math.log(stock / strike) / totalVol + 0.5 * totalVol
  return Math.max(0, sign * (stock * normalCdf(sign * d1) - strike * normalCdf(sign * (d1 - totalVol))))
}

/** Delta alone, for the search that needs nothing else: w·e^(−qT)·N(w d1). Guards and degenerate cases as `priceEuropean`. */
export function computeDelta(contract: PricedContract): number {
  requirePricedContract(contract)
  const { stock, strike } = discountedLegs(contract)
  const years = Math.max(0, contract.years)
  const sign = contract.type === 'call' ? 1 : -1
  const yieldDiscount = Math.exp(-(contract.dividendYield ?? 0) * years)
  const totalVol = contract.vol * Math.sqrt(years)
  return sign * yieldDiscount * exerciseWeight(stock, strike, totalVol, sign)
}

/** N(w d1), with the limits 0, ½ and 1 where there is no volatility left. */
function exerciseWeight(stock: number, strike: number, totalVol: number, sign: 1 | -1): number {
  if (totalVol > 0 && stock > 0) return normalCdf(sign * (Math.log(stock / strike) / totalVol + 0.5 * totalVol))
  const intrinsic = sign * (stock - strike)
  if (intrinsic === 0) return 0.5
  return intrinsic > 0 ? 1 : 0
}

/**
 * Price and the five Greeks in natural units, in closed form. With dividends (escrowed) theta and rho include the change
 * of the escrowed amount. Degenerate cases as `priceEuropean`; there gamma and vega are 0 and delta at the strike is ±½.
 * Source: MATHS 4. Verified on all rows of golden/european.csv and by differences in `european.test.ts`.
 */
export function computeEuropeanGreeks(contract: PricedContract): NaturalGreeks {
  requirePricedContract(contract)
  const { spot, rate, vol } = contract
  const years = Math.max(0, contract.years)
  const dividendYield = contract.dividendYield ?? 0
  const { stock, strike, model } = discountedLegs(contract)
  const sign = contract.type === 'call' ? 1 : -1
  const rootYears = Math.sqrt(years)
  const totalVol = vol * rootYears
  const degenerate = totalVol === 0 || stock === 0
  const d1 = degenerate ? 0 : Math.log(stock / strike) / totalVol + 0.5 * totalVol
  const stockWeight = exerciseWeight(stock, strike, totalVol, sign)
  const strikeWeight = degenerate ? stockWeight : normalCdf(sign * (d1 - totalVol))
  const density = degenerate ? 0 : normalPdf(d1)
  const yieldDiscount = Math.exp(-dividendYield * years)
  const delta = sign * yieldDiscount * stockWeight
  const escrowedSpot = stock / yieldDiscount
  const slopes = contract.dividends ? dividendSlopes(contract.dividends, years, rate) : { perYear: 0, perRate: 0 }
  const decay = degenerate ? 0 : (-stock * density * vol) / (2 * rootYears)
  const carry = sign * (dividendYield * stock * stockWeight - rate * strike * strikeWeight)
  const alive = years > 0 && spot > 0
  return {
    price: Math.max(0, sign * (stock * stockWeight - strike * strikeWeight)),
    delta,
    gamma: degenerate ? 0 : (yieldDiscount * density) / (escrowedSpot * totalVol),
    theta: alive ? decay + carry - delta * slopes.perYear : 0,
    vega: degenerate ? 0 : stock * density * rootYears,
    rho: alive ? sign * years * strike * strikeWeight + delta * slopes.perRate : 0,
    model,
  }
}

/** `computeEuropeanGreeks` in the units of D13: theta / 365, vega / 100, rho / 100. */
export function computeGreeks(contract: PricedContract): Greeks {
  const { price, delta, gamma, theta, vega, rho, model } = computeEuropeanGreeks(contract)
  return {
    price,
    delta,
    gamma,
    thetaPerDay: theta / 365,
    vegaPerPoint: vega / 100,
    rhoPerPoint: rho / 100,
    model,
  }
}
