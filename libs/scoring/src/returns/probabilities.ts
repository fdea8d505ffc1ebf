import { requirePositive } from '../guards.ts'
import { discountedLegs, type PricedContract, requirePricedContract } from '../option-math/contract.ts'
import { erfcx, normalCdf } from '../option-math/normal.ts'
import { breakeven } from './yields.ts'

/**
 * The stock's risk-neutral law (lognormal, escrowed dividends) and the price level asked about. `years` are calendar days
 * / 365 everywhere in this product; some published figures take business days / 252 instead.
 */
export interface PriceLevel extends Omit<PricedContract, 'type' | 'strike'> {
  readonly level: number
}

/**
 * Risk-neutral probability, 0-1, that the stock ends above a level: N(d2) with the level as strike. At zero time or
 * volatility 0, ½ or 1. Throws RangeError as `priceEuropean`. Source: MATHS 4. Verified with published case 25.
 */
export function probabilityAbove(question: PriceLevel): number {
  const contract: PricedContract = { ...question, type: 'call', strike: question.level }
  requirePricedContract(contract)
  const { stock, strike } = discountedLegs(contract)
  const totalVol = question.vol * Math.sqrt(Math.max(0, question.years))
  if (totalVol === 0 || stock === 0) return stock === strike ? 0.5 : Number(stock > strike)
  return normalCdf(Math.log(stock / strike) / totalVol - 0.5 * totalVol)
}

/** Probability of ending in the money: above the strike for a call, below it for a put. Not the delta, which is larger. */
export function probabilityItm(contract: PricedContract): number {
  const ends = probabilityAbove({ ...contract, level: contract.strike })
  return contract.type === 'call' ? ends : 1 - ends
}

/** A covered call opened at `spot`; dollars per share. */
export interface ProfitQuestion extends Omit<PriceLevel, 'level'> {
  readonly premium: number
  /** Dividends the holder is to receive inside the term, where the breakeven asked about is net of them. */
  readonly dividendsReceived?: number
}

/**
 * Probability that a covered call ends with a profit: the stock above its `breakeven`, price − premium − dividends
 * received. 1 where that is not positive. The known `dividends` lower the stock as everywhere in this file; they count as
 * income only where `dividendsReceived` says so. Throws RangeError as `priceEuropean`. Source: MATHS 4. Verified with
 * published case 25.
 */
export function probabilityProfit(question: ProfitQuestion): number {
  const { spot, premium, dividendsReceived = 0 } = question
  const level = breakeven({ price: spot, premium, dividends: dividendsReceived })
  return level > 0 ? probabilityAbove({ ...question, level }) : 1
}

/**
 * Risk-neutral probability that the stock touches a higher level (a call's strike) before expiration; 1 once it is there.
 * Reflection with drift ν = r − q − σ²/2, k = ln(level/S): N((νT − k)/σ√T) + e^(2νk/σ²)·N(−(k + νT)/σ√T). Undiscounted:
 * MATHS 4 with L = |u|. Throws RangeError as `priceEuropean`. Verified with published case 25 and against simulation-free
 * bounds (at least the probability of ending there) in `probabilities.test.ts`.
 */
export function probabilityTouch(question: PriceLevel): number {
  const contract: PricedContract = { ...question, type: 'call', strike: question.level }
  requirePositive('level', question.level)
  requirePricedContract(contract)
  const { rate, vol, dividendYield = 0 } = question
  const years = Math.max(0, question.years)
  if (question.spot >= question.level) return 1
  const escrowedSpot = discountedLegs(contract).stock * Math.exp(dividendYield * years)
  if (escrowedSpot === 0) return 0
  const distance = Math.log(question.level / escrowedSpot)
  const drift = rate - dividendYield - 0.5 * vol * vol
  const totalVol = vol * Math.sqrt(years)
  if (totalVol === 0) return drift * years >= distance ? 1 : 0
  const ends = (drift * years - distance) / totalVol
  const reflected = (distance + drift * years) / totalVol
  // The factor e^(2νk/σ²) overflows at low volatility; erfcx takes it in.
  const returns =
    reflected > 0
      ? 0.5 * erfcx(reflected * Math.SQRT1_2) * Math.exp(-0.5 * ends * ends)
      : Math.exp((2 * drift * distance) / (vol * vol)) * normalCdf(-reflected)
  return Math.min(1, normalCdf(ends) + returns)
}
