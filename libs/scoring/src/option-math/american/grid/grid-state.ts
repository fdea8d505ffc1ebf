import { createPriceGrid, NODE_COUNT, type PriceGrid } from './grid-nodes.ts'
import { LEAST_STEPS, type Schedule, scheduleSteps } from './grid-schedule.ts'

/** Cell averages at the latest moments, newest first, and an array to spare. */
export interface History {
  newest: Float64Array
  second: Float64Array
  third: Float64Array
  fourth: Float64Array
  spare: Float64Array
}

/** One step back in time. */
export interface BackwardStep {
  schedule: Schedule
  /** Which step of the schedule, from 1. */
  index: number
  /** ½σ²·step: half the variance the step covers. */
  halfVariance: number
  boundaries: 0 | 1 | 2
  /** Exercise at node k earns bendCash + bendShares·spots[k]: its gain a year × 2h²/σ², the bend of the value there. */
  bendCash: number
  bendShares: number
  /** From this node on nothing is exercised, for now. */
  exerciseEnd: number
}

/** What a valuation carries with it on the way back. The arrays are kept from one valuation to the next. */
export interface GridState {
  /** The values at the moment reached. */
  grid: PriceGrid
  /** After an ex-date is crossed: the values on its other side, just after it. */
  later: PriceGrid
  readonly history: History
  readonly step: BackwardStep
  /** Escrowed model: present value of the dividends after that moment; otherwise 0. */
  escrowed: number
}

export function createGridState(): GridState {
  const level = () => new Float64Array(NODE_COUNT)
  return {
    grid: createPriceGrid(),
    later: createPriceGrid(),
    history: { newest: level(), second: level(), third: level(), fourth: level(), spare: level() },
    step: {
      schedule: scheduleSteps(LEAST_STEPS, 1),
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
