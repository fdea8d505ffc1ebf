import { normalAt, type Stream } from '../random.ts'
import { openColumns } from './columns.ts'
import { holdInBand } from './reversion.ts'

/**
 * Random streams for one factor: a shock per session, the wave in its volatility, and its level at each turn of the
 * year.
 */
export interface FactorStreams {
  readonly shocks: Stream
  readonly wave: Stream
  readonly anchors: Stream
}

export interface VolatilityShape {
  /** Annual volatility in the long run, as a decimal. */
  readonly vol: number
  /** Fat tails: a shock of n standard deviations becomes n + stretch·n³, rescaled. */
  readonly stretch: number
  /** How strongly the size of a session's shock, and its sign, affect the log of the next volatility. */
  readonly reaction: number
  readonly leverage: number
  /** Fraction of the market's effects on volatility that this factor shares. */
  readonly contagion: number
  /** Standard deviation of the slow wave in the log of volatility. */
  readonly slow: number
}

/** Volatility during a year's sessions, with one entry before each session and one after the last. */
export interface VolatilityYear {
  /** Standardized shocks (mean 0, variance 1), one per session. */
  readonly shocks: Float64Array
  /** Annual volatility in each session, as a decimal. */
  readonly vols: Float64Array
  /**
   * How much each session's shock affects the log of the next volatility, starting `MEMORY` sessions before the year.
   */
  readonly effects: Float64Array
  /**
   * The slowly and quickly decaying parts of the variance in excess of its long-run level, as fractions of that level.
   */
  readonly slowExcess: Float64Array
  readonly fastExcess: Float64Array
}

/** How many sessions a shock affects, and how much of its effect persists from each session to the next. */
export const MEMORY = 80
const PERSISTENCE = 0.965
/** Range of the log of volatility beyond which it reverts to the mean: from 0.64 to 1.57 times. */
const USUAL_RANGE = 0.45
const SESSIONS_PER_YEAR = 252
const WAVE_DAYS = 140

/** Rates per calendar year at which the two excesses decay. */
export const FAST_REVERSION = -Math.log(PERSISTENCE) * SESSIONS_PER_YEAR
export const SLOW_REVERSION = 1.8

/** Variance of the effect that a session's shock has on the market's volatility. */
const MARKET_EFFECT_VARIANCE = 0.0031
/** Sum of the squared weights of past shocks. */
const WEIGHT_SQUARES = (1 - PERSISTENCE ** (2 * MEMORY)) / (1 - PERSISTENCE ** 2)

/**
 * Simulates clustered volatility. Its log is a slow wave plus a weighted sum of the shocks in the last 80 sessions: an
 * exponential GARCH model (Nelson, Econometrica 59, 1991) with finite memory, so that a day depends on a limited number
 * of earlier sessions. `days` are the year's sessions, preceded by `MEMORY` earlier ones; `market` holds the market's
 * effects on the same days.
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
    const slowLog = shape.slow * waveOn(wave, day) - slowVariance
    const slowFactor = Math.exp(2 * slowLog)
    const factor = Math.exp(2 * holdInBand(slowLog + fast - fastVariance, USUAL_RANGE))
    vols[index] = vol * Math.sqrt(factor)
    slowExcess[index] = slowFactor - 1
    fastExcess[index] = factor - slowFactor
    fast = PERSISTENCE * fast + (effects[index + MEMORY] ?? 0) - FORGOTTEN * (effects[index] ?? 0)
  }
  return { shocks: shocks.subarray(MEMORY), vols, effects, slowExcess, fastExcess }
}

/** Weight that an effect still has when it leaves the memory. */
const FORGOTTEN = PERSISTENCE ** MEMORY

/** Weighted sum of the first `MEMORY` effects, which is the starting state of the year's first session. */
function sumOfEffects(effects: Float64Array): number {
  let sum = 0
  for (let index = 0; index < MEMORY; index += 1) sum = PERSISTENCE * sum + (effects[index] ?? 0)
  return sum
}

/** Value of a smooth random wave on a day. Its knots have unit variance and are 140 days apart. */
export function waveOn(wave: Stream, day: number): number {
  const knot = Math.floor(day / WAVE_DAYS)
  const place = day / WAVE_DAYS - knot
  const weight = place * place * (3 - 2 * place)
  return (1 - weight) * normalAt(wave, knot) + weight * normalAt(wave, knot + 1)
}
