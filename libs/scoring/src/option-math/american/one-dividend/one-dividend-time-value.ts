import { INVERSE_SQRT_TWO_PI, millsRatio } from '../../normal.ts'
import { gaussLegendre } from '../gauss-legendre.ts'

/** How far a rule reaches, in standard deviations of its integrand, and its nodes per deviation. */
const REACH = 6
const NODES_PER_DEVIATION = 2
const MIN_NODES = 6
const MAX_NODES = 40

/** A call on its ex-date. x is the stock after the drop; x + drop = start·exp(drift + deviation·z). */
export interface ExDate {
  readonly start: number
  readonly drop: number
  readonly drift: number
  readonly deviation: number
  /** Strike discounted to the ex-date. */
  readonly strike: number
  /** σ√(T − t₁), and T − t₁ in years. */
  readonly totalVol: number
  readonly after: number
  /** √t₁ and σ·t₁: d ln(x + drop)/dσ = √t₁·z − σ·t₁. */
  readonly rootBefore: number
  readonly volTime: number
}

/**
 * Expected time value at the ex-date, undiscounted, and its derivatives: delta times `start`, gamma times `start`², vega,
 * and the part of rho that comes from discounting after the ex-date.
 */
export interface TimeValue {
  value: number
  delta: number
  gamma: number
  vega: number
  rho: number
}

export function createTimeValue(): TimeValue {
  return { value: 0, delta: 0, gamma: 0, vega: 0, rho: 0 }
}

/**
 * Adds ∫₋∞^min(z_K, z*) C φ dz + ∫_(z_K)^(z*) P φ dz: only the out-of-the-money side of the option after the ex-date, a call
 * below z_K and a put above it, until exercise starts.
 *
 * Range of integration: let w = totalVol/deviation, t = totalVol/2 and h the distance |z − z_K|/w. Out of the money by h > t,
 * a call decays like e^(−(h + t)²/2) and a put like e^(−(h − t)²/2): both are a normal density in z around z_K + w·t with
 * deviation w, and multiplied by φ one with mean (z_K + w·t)/(1 + w²) and deviation w/√(1 + w²). Closer, for h < t, a call
 * decays only with the stock, which φ makes a normal density around `deviation` (with deviation 1), and a put hardly decays,
 * which leaves φ. The ranges extend until both are negligible; the number of nodes follows from them.
 */
export function integrateTimeValue(sums: TimeValue, date: ExDate, zStrike: number, zExercise: number): void {
  const width = date.totalVol / date.deviation
  const share = 1 / (1 + width * width)
  const deviation = width * Math.sqrt(share)
  const near = 0.5 * width * date.totalVol
  const middle = (zStrike + near) * share
  const low = Math.min(middle - REACH * deviation, Math.max(zStrike - near, date.deviation - REACH))
  const high = Math.max(middle + REACH * deviation, Math.min(zStrike + near, REACH))
  // Value of z at which the drop leaves no stock; −∞ without a drop.
  const empty = (Math.log(date.drop / date.start) - date.drift) / date.deviation
  addSide(sums, date, 1, Math.max(low, empty), Math.min(zStrike, zExercise, high), deviation)
  addSide(sums, date, -1, Math.max(zStrike, low), Math.min(zExercise, high), deviation)
}

/** Integrates over [from, to]: calls (sign 1) or puts (sign −1) that are out of the money there. */
function addSide(sums: TimeValue, date: ExDate, sign: 1 | -1, from: number, to: number, deviation: number): void {
  if (!(to > from)) return
  const { start, drop, drift, strike, totalVol } = date
  const span = (NODES_PER_DEVIATION * (to - from)) / deviation
  const { nodes, weights } = gaussLegendre(Math.min(MAX_NODES, Math.max(MIN_NODES, 2 * Math.ceil(0.5 * span))))
  const middle = 0.5 * (from + to)
  const half = 0.5 * (to - from)
  const t = 0.5 * totalVol
  const rootAfter = Math.sqrt(date.after)
  for (let index = 0; index < nodes.length; index += 1) {
    const z = middle + half * (nodes[index] ?? 0)
    const before = start * Math.exp(drift + date.deviation * z)
    const stock = before - drop
    // A stock price that overflows has a negligible probability.
    if (!(stock > 0 && stock < Number.POSITIVE_INFINITY)) continue
    const weight = half * (weights[index] ?? 0) * INVERSE_SQRT_TWO_PI
    const logMoneyness = Math.log(stock / strike)
    const h = (-sign * logMoneyness) / totalVol
    // √(x·K′)·φ(√(h² + t²)), which is x·φ(d₁) = K′·φ(d₂), times φ(z) and the rule's weight.
    const density = weight * strike * INVERSE_SQRT_TWO_PI * Math.exp(0.5 * (logMoneyness - h * h - t * t - z * z))
    // N(t − h) and N(−h − t), which weight the two legs of the option, from Mills ratios.
    const nearTail = density * millsRatio(Math.abs(h - t))
    const likely = h < t ? weight * Math.exp(-0.5 * z * z) * (sign > 0 ? stock : strike) - nearTail : nearTail
    const unlikely = density * millsRatio(h + t)
    const magnified = before / stock
    const slope = (sign > 0 ? likely : -unlikely) * magnified
    sums.value += likely - unlikely
    sums.delta += slope
    sums.gamma += (density * magnified * magnified) / totalVol
    sums.vega += slope * (date.rootBefore * z - date.volTime) + density * rootAfter
    sums.rho += date.after * (sign > 0 ? unlikely : -likely)
  }
}
