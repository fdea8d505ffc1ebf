import { requirePositive } from '../guards.ts'
import { type PricedContract, requirePricedContract } from '../option-math/contract.ts'
import { erfcx, normalCdf } from '../option-math/normal.ts'
import { atMost } from '../thresholds.ts'
import { dividendsInTerm } from './dividends-received.ts'
import { logDrift, type StockLaw, type Stretch, splitAtExDates } from './price-paths.ts'
import { breakeven, maxProfitPerShare } from './yields.ts'

/**
 * Risk-neutral price process of a stock and the price level in question. All probabilities in this file use the process that
 * also prices the calls: lognormal, lower by the cash of each known dividend from its ex-date on. `years` is calendar days /
 * 365 everywhere in this product; some published figures use business days / 252 instead.
 */
export interface PriceLevel extends StockLaw {
  readonly level: number
}

/**
 * Risk-neutral probability, 0-1, that the stock ends above a level. Without a dividend in the term, N(d2) with the
 * level as strike; with dividends, N(d2) from the last ex-date on, summed over the possible prices there
 * (`splitAtExDates`). At zero time or zero volatility, the result is 0, ½ or 1. Throws RangeError in the same cases as
 * `priceEuropean`. Source: MATHS 4. Verified with published case 25, and with dividends against adaptive quadrature and
 * finite differences: 2e-6.
 */
export function probabilityAbove(question: PriceLevel): number {
  requireQuestion(question)
  const { level } = question
  const afterLastDrop = splitAtExDates(question, level, false).slice(-1)
  return sumOver(afterLastDrop, (price, years) => endsAbove(question, price, level, years))
}

/**
 * Probability of ending in the money: above the strike for a call, below it for a put. For a call, it is lower than
 * the delta.
 */
export function probabilityItm(contract: PricedContract): number {
  const ends = probabilityAbove({ ...contract, level: contract.strike })
  return contract.type === 'call' ? ends : 1 - ends
}

/** A covered call opened at `spot`; dollars per share. */
export interface ProfitQuestion extends StockLaw {
  readonly strike: number
  readonly premium: number
}

/**
 * Probability that a covered call held to expiration ends with a profit: the stock above its `breakeven`, price −
 * premium − dividends. The known dividends in the term lower the stock and are also received. 0 if the strike is so low
 * that no price brings a profit; 1 if the breakeven is not above 0. Ignores exercise for a dividend before expiration.
 * Throws RangeError in the same cases as `priceEuropean`, or on a negative premium. Source: MATHS 3 and 4. Verified
 * with published case 25 and by hand.
 */
export function probabilityProfit(question: ProfitQuestion): number {
  const { spot, strike, premium, years, dividends = [] } = question
  requirePricedContract({ ...question, type: 'call' })
  const position = { price: spot, strike, premium, dividends: dividendsInTerm(dividends, years) }
  const level = breakeven(position)
  if (level === null || atMost(maxProfitPerShare(position), 0)) return 0
  return level > 0 ? probabilityAbove({ ...question, level }) : 1
}

/**
 * Risk-neutral probability that the stock touches a higher level (a call's strike) before expiration; 1 if it is
 * already there. Between ex-dates by reflection, with drift ν = r − q − σ²/2 and k = ln(level/S): N((νT − k)/σ√T) +
 * e^(2νk/σ²)·N(−(k + νT)/σ√T). Up to the first ex-date it starts from the spot; after each drop it is summed over the
 * prices of the paths that have not touched the level yet (`splitAtExDates`), for any number of dividends.
 * Undiscounted: MATHS 4
 * with L = |u|. Throws RangeError in the same cases as `priceEuropean`. Verified with published case 25, by reflection
 * by hand, and with one to eight dividends against finite differences: 1e-9.
 */
export function probabilityTouch(question: PriceLevel): number {
  requireQuestion(question)
  const { spot, level } = question
  if (spot >= level) return 1
  return sumOver(splitAtExDates(question, level, true), (price, years) => touches(question, price, level, years))
}

function requireQuestion(question: PriceLevel): void {
  requirePositive('level', question.level)
  requirePricedContract({ ...question, type: 'call', strike: question.level })
}

/** Sums `chance` over the possible starting prices of each period, weighted by their probability. */
function sumOver(stretches: readonly Stretch[], chance: (price: number, years: number) => number): number {
  let sum = 0
  for (const { years, prices, weights } of stretches) {
    for (let i = 0; i < prices.length; i += 1) sum += (weights[i] ?? 0) * chance(prices[i] ?? 0, years)
  }
  return Math.min(1, sum)
}

/** Probability of ending above the level, without dividends. */
function endsAbove(law: StockLaw, price: number, level: number, years: number): number {
  if (price === 0) return 0
  const excess = Math.log(price / level) + logDrift(law) * years
  const totalVol = law.vol * Math.sqrt(years)
  if (totalVol === 0) return excess === 0 ? 0.5 : Number(excess > 0)
  return normalCdf(excess / totalVol)
}

/** Probability of touching the level, without dividends. */
function touches(law: StockLaw, price: number, level: number, years: number): number {
  if (price >= level) return 1
  if (price === 0) return 0
  const distance = Math.log(level / price)
  const drift = logDrift(law) * years
  const totalVol = law.vol * Math.sqrt(years)
  if (totalVol === 0) return Number(drift >= distance)
  const ends = (drift - distance) / totalVol
  const reflected = (distance + drift) / totalVol
  // The factor e^(2νk/σ²) overflows at low volatility; erfcx absorbs it.
  const returns =
    reflected > 0
      ? 0.5 * erfcx(reflected * Math.SQRT1_2) * Math.exp(-0.5 * ends * ends)
      : Math.exp((2 * drift * distance) / (totalVol * totalVol)) * normalCdf(-reflected)
  return Math.min(1, normalCdf(ends) + returns)
}
