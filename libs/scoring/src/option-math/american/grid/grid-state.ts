import { createPriceGrid, NODE_COUNT, type PriceGrid } from './grid-nodes.ts'
import { MIN_STEPS, type Schedule, scheduleSteps } from './grid-schedule.ts'

/** Cell averages at the latest times, newest first, and a spare array. */
export interface History {
  newest: Float64Array
  second: Float64Array
  third: Float64Array
  fourth: Float64Array
  spare: Float64Array
}

export interface BackwardStep {
  schedule: Schedule
  /** Number of the step in the schedule, from 1. */
  index: number
  /** ½σ²·step, half the variance of the step. */
  halfVariance: number
  boundaries: 0 | 1 | 2
  /** Gain from exercise at node k: bendCash + bendShares·spots[k] = gain per year × 2h²/σ², the bend of the value there. */
  bendCash: number
  bendShares: number
  /** Exercise is currently disabled from this node on. */
  exerciseEnd: number
}

/** State of a valuation while it steps back in time. The arrays are reused between valuations. */
export interface GridState {
  grid: PriceGrid
  /** Values just after the last crossed ex-date. */
  later: PriceGrid
  readonly history: History
  readonly step: BackwardStep
  /** Escrowed model: present value of the dividends after the current time; otherwise 0. */
  escrowed: number
}

export function createGridState(): GridState {
  const level = () => new Float64Array(NODE_COUNT)
  return {
    grid: createPriceGrid(),
    later: createPriceGrid(),
    history: { newest: level(), second: level(), third: level(), fourth: level(), spare: level() },
    step: {
      schedule: scheduleSteps(MIN_STEPS, 1),
      index: 0,
      halfVariance: 0,
      boundaries: 0,
      bendCash: 0,
      bendShares: 0,
      exerciseEnd: 0,
    },
    escrowed: 0,
  }
}
