import { priceAmerican, priceEuropean, type TimedDividend } from '@callwright/scoring'
import { type SmileSlice, totalVarianceAt } from './surface.ts'

/** What the options of one expiration are priced from. */
export interface ExpirationTerms {
  readonly spot: number
  readonly years: number
  readonly rate: number
  readonly forward: number
  readonly smile: SmileSlice
  readonly dividends: readonly TimedDividend[]
}

/** Deviations between strikes that are priced in full: in the money, where exercise is near, and out of it. */
const NODE_DEVIATIONS = { inTheMoney: 0.24, outOfTheMoney: 0.45 } as const
/** The premium of a shorter term is smaller, and so is the error of what is read off between nodes. */
const LONG_YEARS = 0.5
const MOST_APART = 3
/** Further from the forward than this, where the premium hardly bends, they lie further apart with the distance. */
const NEAR_DEVIATIONS = 1.5
const WIDENING = 0.8
/** An option worth less than this share of the spot has no early exercise premium to speak of. */
const WORTHLESS_FRAC = 2e-5
/** A price this close to what exercise brings is exercise. */
const EXERCISED_FRAC = 1e-9

/** Volatility of a strike, decimal a year. */
export function volAt({ smile, forward, years }: ExpirationTerms, strike: number): number {
  return Math.sqrt(totalVarianceAt(smile, Math.log(strike / forward)) / years)
}

/** The American price of one contract at the surface's volatility, dividends dropping the price on their ex-dates. */
export function priceContract(terms: ExpirationTerms, type: 'call' | 'put', strike: number): number {
  const { spot, years, rate, dividends } = terms
  return priceAmerican({ type, spot, strike, years, rate, dividends, vol: volAt(terms, strike) }).price
}

/**
 * Prices the calls or the puts of a ladder, each when it is asked for, by its index.
 *
 * Where a closed form serves (calls with one dividend at most) each contract is priced in full. Elsewhere some strikes,
 * the nodes, are: between two of them that are held, the logarithm of what the American price adds to the European one
 * is a smooth function of the strike's, which a cubic through four nodes follows to some hundred-thousandths of the
 * spot. Between two that are exercised at once the price is what exercise brings; between one of each, and next to one
 * that is worth nothing, it is worked out in full.
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

/** Strikes as far apart as the ladder allows without a gap that is too wide; the first and the last are nodes. */
function chooseNodes(terms: ExpirationTerms, type: 'call' | 'put', strikes: readonly number[]): number[] {
  const { smile, forward, years } = terms
  const deviation = Math.sqrt(smile.theta)
  const shortness = Math.min(MOST_APART, Math.max(1, Math.sqrt(LONG_YEARS / years)))
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

/** Four neighbouring nodes that are held, around an interval or, at the edge of exercise, to one side of it. */
function findHeld(nodes: readonly number[], place: number, isHeld: (index: number) => boolean) {
  return [place - 1, place - 2, place]
    .filter((first) => first >= 0 && first + 4 <= nodes.length)
    .map((first) => nodes.slice(first, first + 4))
    .find((around) => around.every(isHeld))
}

/** For each strike the place of the last node at or below it. */
function countNodes(nodes: readonly number[], length: number): readonly number[] {
  const places: number[] = []
  let place = 0
  for (let index = 0; index < length; index += 1) {
    if (nodes[place + 1] === index) place += 1
    places.push(place)
  }
  return places
}

/** Lagrange's polynomial through the points. */
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
