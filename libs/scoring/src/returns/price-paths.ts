import { gaussLegendre } from '../option-math/american/gauss-legendre.ts'
import type { PricedContract } from '../option-math/contract.ts'
import { isInTerm, type TimedDividend } from '../option-math/dividends.ts'
import { normalPdf } from '../option-math/normal.ts'

/**
 * Price process for a stock: lognormal at rate − yield with `vol`, lower by the cash of each dividend from its ex-date
 * on.
 */
export type StockLaw = Omit<PricedContract, 'type' | 'strike'>

/** Possible prices, each with its probability: the nodes and weights of a quadrature over the density of the price. */
interface Paths {
  readonly prices: Float64Array
  readonly weights: Float64Array
}

/** A period between ex-dates, with the possible prices at its start. */
export interface Stretch extends Paths {
  readonly years: number
}

/** Nodes on the axis of log prices, and their quadrature widths. */
interface Nodes {
  readonly logs: Float64Array
  readonly widths: Float64Array
}

/** Number of standard deviations beyond which a price is out of reach: the probability beyond is 3e-12. */
const REACH = 7
/**
 * Nodes per piece: `perDeviation` per standard deviation of the narrowest density, rounded to a multiple of `step`,
 * from `least` to `most`.
 */
const NODES = { perDeviation: 2, step: 8, least: 24, most: 512 } as const

/** Drift of the log price per year: r − q − σ²/2. */
export function logDrift({ rate, vol, dividendYield = 0 }: StockLaw): number {
  return rate - dividendYield - 0.5 * vol * vol
}

/**
 * Splits the term at the ex-dates. Within a period, every probability has a closed form. Over the whole term, it is
 * the sum of closed forms over the possible starting prices of each period: the spot for the first, then the prices
 * after each drop. `level` is the price in question. With `isAbsorbing`, paths are removed once they touch it;
 * otherwise they continue.
 *
 * The density at an ex-date is that of the free price, φ((x − x₀ − νt)/σ√t)/(σ√t) from log price x₀ to x, times the
 * probability that the path has not touched b = ln(level): 1 − e^(−2(b − x₀)(b − x)/(σ²t)), that of a Brownian bridge, in
 * which the drift does not matter. Prices from which the level is out of reach are skipped, since they contribute 0.
 *
 * Exact except for the quadrature. One ex-date costs a few dozen closed forms, each further one a few thousand densities.
 * Source: Karatzas and Shreve, Brownian Motion and Stochastic Calculus, 2.8 and 4.3. Verified in `payoff.test.ts`.
 */
export function splitAtExDates(law: StockLaw, level: number, isAbsorbing: boolean): Stretch[] {
  const { spot, vol } = law
  const years = Math.max(0, law.years)
  const barrier = isAbsorbing ? Math.log(level) : Number.POSITIVE_INFINITY
  const drops = listDrops(law.dividends ?? [], years)
  const stretches: Stretch[] = []
  let paths: Paths = { prices: Float64Array.of(spot), weights: Float64Array.of(1) }
  // Paths that stay REACH standard deviations below and above the mean.
  let low = Math.log(spot)
  let high = low
  let from = 0
  drops.forEach(({ years: to, cash }, index) => {
    stretches.push({ ...paths, years: to - from })
    const drift = logDrift(law) * (to - from)
    const deviation = vol * Math.sqrt(to - from)
    const widening = REACH * vol * (Math.sqrt(to) - Math.sqrt(from))
    low += drift - widening
    high += drift + widening
    if (vol > 0) {
      const next = drops[index + 1]
      const narrowest = next === undefined ? deviation : Math.min(deviation, vol * Math.sqrt(next.years - to))
      const turn = next === undefined ? riseRange(level + cash, vol * Math.sqrt(years - to)) : []
      const lowest = Math.max(low, minRelevantLog(law, level, years - to))
      const nodes = placeNodes(lowest, turn, Math.min(barrier, high), narrowest)
      paths = spread(paths, nodes, drift, deviation, barrier)
    } else paths = move(paths, drift, barrier)
    paths = { prices: paths.prices.map((price) => Math.max(0, price - cash)), weights: paths.weights }
    low = logAfterDrop(low, cash)
    high = logAfterDrop(high, cash)
    from = to
  })
  stretches.push({ ...paths, years: years - from })
  return stretches
}

/** Dividends of the term by ex-date, with same-day dividends added up. */
function listDrops(dividends: readonly TimedDividend[], term: number): TimedDividend[] {
  const cashByYears = new Map<number, number>()
  for (const dividend of dividends) {
    if (!isInTerm(dividend, term)) continue
    cashByYears.set(dividend.years, (cashByYears.get(dividend.years) ?? 0) + dividend.cash)
  }
  return [...cashByYears].map(([years, cash]) => ({ years, cash })).sort((a, b) => a.years - b.years)
}

/** Log price after a dividend; −∞ if the dividend exceeds the price. */
function logAfterDrop(log: number, cash: number): number {
  return Math.log(Math.max(0, Math.exp(log) - cash))
}

/** Log price below which the level can neither be touched in the remaining time nor be exceeded at its end. */
function minRelevantLog(law: StockLaw, level: number, years: number): number {
  return Math.log(level) - Math.max(0, logDrift(law)) * years - REACH * law.vol * Math.sqrt(years)
}

/**
 * Range in which the probability rises from 0 to 1: the log price that the last drop takes to the level, and the remaining
 * deviations on either side.
 */
function riseRange(price: number, deviationLeft: number): number[] {
  const middle = Math.log(price)
  return deviationLeft === 0 ? [middle] : [middle - REACH * deviationLeft, middle, middle + REACH * deviationLeft]
}

/**
 * Gauss-Legendre nodes from `low` to `high`, in pieces that end at the points of `turn`, to resolve even a sharp step there.
 * Nodes are dense at the ends of a piece, which also resolves the fall of the density to 0 at a barrier.
 */
function placeNodes(low: number, turn: readonly number[], high: number, narrowest: number): Nodes {
  const ends = [...turn.filter((at) => at > low && at < high), high]
  const logs: number[] = []
  const widths: number[] = []
  let start = low
  for (const end of ends) {
    const half = 0.5 * (end - start)
    if (!(half > 0)) break
    const wanted = NODES.step * Math.ceil((NODES.perDeviation * 2 * half) / (narrowest * NODES.step))
    const rule = gaussLegendre(Math.min(NODES.most, Math.max(NODES.least, wanted)))
    for (let i = 0; i < rule.nodes.length; i += 1) {
      logs.push(start + half * (1 + (rule.nodes[i] ?? 0)))
      widths.push(half * (rule.weights[i] ?? 0))
    }
    start = end
  }
  return { logs: Float64Array.from(logs), widths: Float64Array.from(widths) }
}

/**
 * Density of `paths` at the nodes after a period, times the widths. With a barrier, only paths that never touched it
 * count.
 */
function spread(paths: Paths, { logs, widths }: Nodes, drift: number, deviation: number, barrier: number): Paths {
  const starts = paths.prices.map(Math.log)
  const weights = new Float64Array(logs.length)
  for (let j = 0; j < weights.length; j += 1) {
    const end = logs[j] ?? 0
    const room = (2 * (barrier - end)) / (deviation * deviation)
    let density = 0
    for (let i = 0; i < starts.length; i += 1) {
      const start = starts[i] ?? 0
      const untouched = -Math.expm1(-room * (barrier - start))
      density += (paths.weights[i] ?? 0) * untouched * normalPdf((end - start - drift) / deviation)
    }
    weights[j] = (density * (widths[j] ?? 0)) / deviation
  }
  return { prices: logs.map(Math.exp), weights }
}

/** Without volatility there is a single path, removed if it reaches the barrier. */
function move({ prices, weights }: Paths, drift: number, barrier: number): Paths {
  const moved = prices.map((price) => price * Math.exp(drift))
  return { prices: moved, weights: weights.map((weight, i) => (Math.log(moved[i] ?? 0) < barrier ? weight : 0)) }
}
