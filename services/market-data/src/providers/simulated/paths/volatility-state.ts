import { normalAt, type Stream } from '../random.ts'
import { openColumns } from './columns.ts'

/** What one factor draws: shocks by session, the wave of its volatility, and where it stands at the turn of each year. */
export interface FactorStreams {
  readonly shocks: Stream
  readonly wave: Stream
  readonly anchors: Stream
}

/** How a factor's volatility moves. */
export interface VolatilityShape {
  /** Long-run volatility of a year, decimal. */
  readonly vol: number
  /** How far large shocks stretch beyond the normal law: a shock of n deviations becomes n + stretch·n³, rescaled. */
  readonly stretch: number
  /** What a session's shock does to the logarithm of the next volatility: its size, and its sign. */
  readonly reaction: number
  readonly leverage: number
  /** How much of what moves the market's volatility moves this one too. */
  readonly contagion: number
  /** Standard deviation of the slow wave in the logarithm of volatility. */
  readonly slow: number
}

/** Volatility of the sessions of a year: one entry before each, and one after the last. */
export interface VolatilityYear {
  /** Standardised shocks, mean 0, variance 1, one per session. */
  readonly shocks: Float64Array
  /** Volatility of a year, decimal, that the session trades at. */
  readonly vols: Float64Array
  /** What each session's shock does to the logarithm of the next volatility, from `MEMORY` sessions before the year on. */
  readonly effects: Float64Array
  /** Excess of the variance over its long-run share that fades slowly, and that fades fast; in shares of it. */
  readonly slowExcess: Float64Array
  readonly fastExcess: Float64Array
}

/** Sessions a shock is felt for, and what is left of it after each. */
export const MEMORY = 80
const PERSISTENCE = 0.965
const SESSIONS_A_YEAR = 252
const WAVE_DAYS = 140

/** How fast the two excesses fade, per year of calendar time. */
export const FAST_REVERSION = -Math.log(PERSISTENCE) * SESSIONS_A_YEAR
export const SLOW_REVERSION = 1.8

/** Variance of what a session's shock does to the market's volatility. */
const MARKET_EFFECT_VARIANCE = 0.0031
/** Sum of the squares of the weights of past shocks. */
const WEIGHT_SQUARES = (1 - PERSISTENCE ** (2 * MEMORY)) / (1 - PERSISTENCE ** 2)

/**
 * Volatility that clusters: its logarithm is a slow wave plus a weighted sum over the shocks of the last 80 sessions, an
 * exponential GARCH model (Nelson, Econometrica 59, 1991) of finite memory, which makes any day readable on its own.
 * `days` are the year's sessions with `MEMORY` sessions before them; `market` are the market's effects on the same days.
 */
export function runVolatility(
  shape: VolatilityShape,
  { shocks: draws, wave }: FactorStreams,
  days: Int32Array,
  market: Float64Array | null,
): VolatilityYear {
  const { vol, stretch, reaction, leverage, contagion } = shape
  const sessions = days.length - MEMORY
  const unit = Math.sqrt(1 + 6 * stretch + 15 * stretch * stretch)
  const usualSize = (Math.sqrt(2 / Math.PI) * (1 + 2 * stretch)) / unit
  const cut = openColumns(2 * days.length + 3 * (sessions + 1))
  const shocks = cut(days.length)
  const effects = cut(days.length)
  for (let index = 0; index < days.length; index += 1) {
    const normal = normalAt(draws, days[index] ?? 0)
    const shock = (normal * (1 + stretch * normal * normal)) / unit
    shocks[index] = shock
    effects[index] = reaction * (Math.abs(shock) - usualSize) + leverage * shock + contagion * (market?.[index] ?? 0)
  }
  const ownVariance = reaction * reaction * (1 - usualSize * usualSize) + leverage * leverage
  const fastVariance = WEIGHT_SQUARES * (ownVariance + contagion * contagion * MARKET_EFFECT_VARIANCE)
  const slowVariance = shape.slow * shape.slow
  const vols = cut(sessions + 1)
  const slowExcess = cut(sessions + 1)
  const fastExcess = cut(sessions + 1)
  let fast = sumOfEffects(effects)
  for (let index = 0; index <= sessions; index += 1) {
    const day = days[index + MEMORY] ?? (days[days.length - 1] ?? 0) + 1
    const slowFactor = Math.exp(2 * (shape.slow * waveOn(wave, day) - slowVariance))
    const factor = slowFactor * Math.exp(2 * (fast - fastVariance))
    vols[index] = vol * Math.sqrt(factor)
    slowExcess[index] = slowFactor - 1
    fastExcess[index] = factor - slowFactor
    fast = PERSISTENCE * fast + (effects[index + MEMORY] ?? 0) - FORGOTTEN * (effects[index] ?? 0)
  }
  return { shocks: shocks.subarray(MEMORY), vols, effects, slowExcess, fastExcess }
}

/** What is left of an effect when it leaves the memory. */
const FORGOTTEN = PERSISTENCE ** MEMORY

/** The weighted sum over the first `MEMORY` effects: what the first session of the year starts from. */
function sumOfEffects(effects: Float64Array): number {
  let sum = 0
  for (let index = 0; index < MEMORY; index += 1) sum = PERSISTENCE * sum + (effects[index] ?? 0)
  return sum
}

/** A smooth random wave of unit variance at its knots, 140 days apart. */
export function waveOn(wave: Stream, day: number): number {
  const knot = Math.floor(day / WAVE_DAYS)
  const place = day / WAVE_DAYS - knot
  const weight = place * place * (3 - 2 * place)
  return (1 - weight) * normalAt(wave, knot) + weight * normalAt(wave, knot + 1)
}
