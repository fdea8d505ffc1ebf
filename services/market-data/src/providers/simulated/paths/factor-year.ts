import type { Calendar } from '../calendar.ts'
import { normalAt, openSubstream, type Stream } from '../random.ts'
import {
  type FactorStreams,
  MEMORY,
  runVolatility,
  type VolatilityShape,
  type VolatilityYear,
} from './volatility-state.ts'

export interface FactorShape extends VolatilityShape {
  /** Standard deviation of the level at the turn of the year. */
  readonly anchor: number
}

/**
 * External influences on a factor: the market's effects on volatility, and jumps, one of each per session in the year.
 */
interface Influences {
  readonly market?: Float64Array
  readonly jumps?: Float64Array
}

/** One factor during a calendar year. Entry 0 of `levels` is the last session of the previous year. */
export interface FactorYear extends VolatilityYear {
  /** The factor's price, as a log. */
  readonly levels: Float64Array
}

const SESSIONS_PER_YEAR = 252
/** Fraction of a year-end level that carries over to the next year end, and how many years have an effect. */
const ANCHOR_PERSISTENCE = 0.6
/** How far apart two year-end levels are, compared with a year of independent moves. Less than 1 reverts to the mean. */
const YEARLY_REVERSION = 0.6
const ANCHOR_MEMORY = 8

export function openFactorStreams(stream: Stream): FactorStreams {
  return { shocks: openSubstream(stream, 1), wave: openSubstream(stream, 2), anchors: openSubstream(stream, 3) }
}

/**
 * Simulates a factor's path through a year. The level at each turn of the year is drawn independently, from a
 * distribution that does not widen with time, so prices stay plausible for decades. Between two turns of the year, the
 * sessions' moves are made to meet both ends by spreading the gap evenly over the year (a bridge). `jumps` are added to
 * the moves.
 */
export function runFactorYear(
  calendar: Calendar,
  shape: FactorShape,
  streams: FactorStreams,
  year: number,
  { market, jumps }: Influences = {},
): FactorYear {
  const days = withMemory(calendar, year)
  const volatility = runVolatility(shape, streams, days, market ?? null)
  const { shocks, vols } = volatility
  const sessions = shocks.length
  const levels = new Float64Array(sessions + 1)
  const start = anchorOf(streams.anchors, shape.anchor, year)
  const end = anchorOf(streams.anchors, shape.anchor, year + 1)
  levels[0] = start
  let sum = 0
  for (let index = 0; index < sessions; index += 1) {
    const move = ((vols[index] ?? 0) * (shocks[index] ?? 0)) / Math.sqrt(SESSIONS_PER_YEAR)
    sum += move + (jumps?.[index] ?? 0)
    levels[index + 1] = start + sum
  }
  const drift = (end - start - sum) / sessions
  for (let index = 1; index < sessions; index += 1) levels[index] = (levels[index] ?? 0) + drift * index
  levels[sessions] = end
  return { ...volatility, levels }
}

/** Standard deviation of the anchors for a factor of this annual volatility. */
export function anchorFor(vol: number): number {
  return (YEARLY_REVERSION * vol) / Math.sqrt(2 * (1 - ANCHOR_PERSISTENCE))
}

/** Level at the end of the previous year, a weighted sum of the draws of recent years. */
function anchorOf(anchors: Stream, deviation: number, year: number): number {
  let sum = 0
  for (let back = ANCHOR_MEMORY - 1; back >= 0; back -= 1) {
    sum = ANCHOR_PERSISTENCE * sum + normalAt(anchors, year - back)
  }
  return deviation * Math.sqrt(1 - ANCHOR_PERSISTENCE ** 2) * sum
}

/** Sessions in a year, preceded by the earlier sessions that affect its volatility. */
function withMemory(calendar: Calendar, year: number): Int32Array {
  const before = calendar.sessionsOf(year - 1).days
  const own = calendar.sessionsOf(year).days
  const days = new Int32Array(MEMORY + own.length)
  days.set(before.subarray(before.length - MEMORY))
  days.set(own, MEMORY)
  return days
}
