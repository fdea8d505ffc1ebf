import { priceAmerican, priceEuropean, type TimedDividend } from '@callwright/scoring'
import { type SmileSlice, totalVarianceAt } from './surface.ts'

export interface ExpirationTerms {
  readonly spot: number
  readonly years: number
  readonly rate: number
  readonly forward: number
  readonly smile: SmileSlice
  readonly dividends: readonly TimedDividend[]
}

/**
 * Maximum gap, in standard deviations, between strikes that are priced in full: in the money, where early exercise
 * matters, and out of the money.
 */
const NODE_DEVIATIONS = { inTheMoney: 0.24, outOfTheMoney: 0.45 } as const
/**
 * For terms shorter than this, the early exercise premium is smaller, and so is the interpolation error between nodes.
 */
const LONG_YEARS = 0.5
const MAX_NODE_FACTOR = 3
/** Further than this from the forward, the early exercise premium is nearly linear, so nodes are spaced more widely. */
const NEAR_DEVIATIONS = 1.5
const WIDENING = 0.8
/** For options worth less than this fraction of the spot, the early exercise premium is negligible. */
const WORTHLESS_FRAC = 2e-5
/** A price within this fraction of the exercise value means that the option should be exercised at once. */
const EXERCISED_FRAC = 1e-9

/** Volatility at a strike, as an annual decimal. */
export function volAt({ smile, forward, years }: ExpirationTerms, strike: number): number {
  return Math.sqrt(totalVarianceAt(smile, Math.log(strike / forward)) / years)
}

/**
 * American price of one contract at the surface's volatility. The stock price drops by each dividend on its ex-date.
 */
export function priceContract(terms: ExpirationTerms, type: 'call' | 'put', strike: number): number {
  const { spot, years, rate, dividends } = terms
  return priceAmerican({ type, spot, strike, years, rate, dividends, vol: volAt(terms, strike) }).price
}

/**
 * Prices the calls or the puts at one expiration by index, each when it is requested.
 *
 * Calls with at most one dividend have a closed form, so every one of them is priced in full. Otherwise, only some
 * strikes, called nodes, are. Between two nodes at which holding is optimal, the log of the early exercise premium (the
 * American price minus the European price) is a smooth function of the log strike, and a cubic through four nodes
 * matches it to within a few hundred-thousandths of the spot. Between two nodes at which the option is exercised at
 * once, the price is the exercise value. Between one node of each kind, and next to a worthless node, the price is
 * computed in full.
 */
export function openLadderPricer(
  terms: ExpirationTerms,
  type: 'call' | 'put',
  strikes: readonly number[],
): (index: number) => number {
  const price = keepNumbers(strikes.length, (index) => priceContract(terms, type, strikes[index] ?? 0))
  if (type === 'call' && terms.dividends.length < 2) return price

  const sign = type === 'call' ? 1 : -1
  const exerciseAt = (index: number) => Math.max(0, sign * (terms.spot - (strikes[index] ?? 0)))
  const european = keepNumbers(strikes.length, (index) => {
    const { spot, years, rate, dividends } = terms
    const strike = strikes[index] ?? 0
    return priceEuropean({ type, spot, strike, years, rate, dividends, vol: volAt(terms, strike) })
  })
  const isWorthless = (index: number) => exerciseAt(index) === 0 && european(index) < WORTHLESS_FRAC * terms.spot
  const nodePrice = (index: number) => (isWorthless(index) ? european(index) : price(index))
  const isExercised = (index: number) => {
    const exercise = exerciseAt(index)
    return exercise > 0 && nodePrice(index) <= exercise * (1 + EXERCISED_FRAC)
  }
  const nodes = chooseNodes(terms, type, strikes)
  const nodeBefore = countNodes(nodes, strikes.length)

  return (index) => {
    const before = nodeBefore[index] ?? 0
    const left = nodes[before] ?? 0
    const right = nodes[before + 1] ?? left
    if (left === index || right === index || isWorthless(index)) return nodePrice(index)
    const [leftDone, rightDone] = [isExercised(left), isExercised(right)]
    if (leftDone && rightDone) return exerciseAt(index)
    const premiumAt = (node: number) => (isWorthless(node) || isExercised(node) ? 0 : price(node) - european(node))
    const around = leftDone || rightDone ? undefined : findHeld(nodes, before, (node) => premiumAt(node) > 0)
    if (around === undefined) return price(index)
    const logStrike = (node: number) => Math.log(strikes[node] ?? 1)
    const logPremium = interpolate(
      around.map((node) => [logStrike(node), Math.log(premiumAt(node))] as const),
      logStrike(index),
    )
    return Math.max(exerciseAt(index), european(index) + Math.exp(logPremium))
  }
}

/** Chooses nodes as far apart as the maximum gap allows. The first strike and the last are always nodes. */
function chooseNodes(terms: ExpirationTerms, type: 'call' | 'put', strikes: readonly number[]): number[] {
  const { smile, forward, years } = terms
  const deviation = Math.sqrt(smile.theta)
  const shortness = Math.min(MAX_NODE_FACTOR, Math.max(1, Math.sqrt(LONG_YEARS / years)))
  const nodes = [0]
  let last = strikes[0] ?? 1
  for (let index = 1; index < strikes.length; index += 1) {
    const next = strikes[index + 1] ?? Number.POSITIVE_INFINITY
    const isOut = type === 'call' ? last >= forward : next <= forward
    const apart = isOut ? NODE_DEVIATIONS.outOfTheMoney : NODE_DEVIATIONS.inTheMoney
    const distance = Math.abs(Math.log(last / forward)) / deviation
    const widening = 1 + WIDENING * Math.max(0, distance - NEAR_DEVIATIONS)
    if (Math.log(next / last) <= apart * shortness * widening * deviation) continue
    nodes.push(index)
    last = strikes[index] ?? 1
  }
  return nodes
}

/**
 * Finds four neighboring nodes at which holding is optimal. They surround an interval or, near the exercise boundary,
 * are on one side of it.
 */
function findHeld(nodes: readonly number[], place: number, isHeld: (index: number) => boolean) {
  return [place - 1, place - 2, place]
    .filter((first) => first >= 0 && first + 4 <= nodes.length)
    .map((first) => nodes.slice(first, first + 4))
    .find((around) => around.every(isHeld))
}

/** For each strike, the index of the last node at or below it. */
function countNodes(nodes: readonly number[], length: number): readonly number[] {
  const places: number[] = []
  let place = 0
  for (let index = 0; index < length; index += 1) {
    if (nodes[place + 1] === index) place += 1
    places.push(place)
  }
  return places
}

/** Evaluates the Lagrange polynomial through the points. */
function interpolate(points: readonly (readonly [x: number, y: number])[], at: number): number {
  let sum = 0
  for (const [x, y] of points) {
    let weight = y
    for (const [other] of points) if (other !== x) weight *= (at - other) / (x - other)
    sum += weight
  }
  return sum
}

function keepNumbers(length: number, compute: (index: number) => number): (index: number) => number {
  const known = new Array<number>(length).fill(Number.NaN)
  return (index) => {
    const found = known[index] ?? Number.NaN
    if (!Number.isNaN(found)) return found
    const value = compute(index)
    known[index] = value
    return value
  }
}
