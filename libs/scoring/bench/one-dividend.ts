import { impliedAmericanVolatility, priceAmerican } from '../src/index.ts'
import { priceOnGrid } from '../src/option-math/american/grid.ts'
import { oneDividendCalls, type PricedOption, proveVolatilities } from './contracts.ts'
import { perItem, resultSink, timeRepeated } from './measure.ts'
import type { Measurement } from './report.ts'
import type { Universe } from './universe.ts'

const CALLS = 20_000
const REPETITIONS = 60
/** Maximum difference from the grid, an independent method. */
const GRID_TOLERANCE = 5e-5
const GRID_SAMPLES = 24

/** K6: American calls with one cash dividend before expiration, price and implied volatility. */
export function measureOneDividend(universe: Universe): Measurement[] {
  const calls = oneDividendCalls(universe, CALLS)
  const pricing = timeRepeated(() => {
    let sum = 0
    for (const { contract } of calls) sum += priceAmerican(contract).price
    resultSink[0] = sum
  }, REPETITIONS)
  const inverting = timeRepeated(() => {
    let sum = 0
    for (const { contract, price } of calls) sum += impliedAmericanVolatility({ ...contract, price }).vol ?? 0
    resultSink[0] = sum
  }, REPETITIONS)
  const off = gridError(calls)
  const { solved, text, wrong } = proveVolatilities(calls)
  return [
    {
      name: 'K6 one dividend, price',
      timing: perItem(pricing, calls.length),
      note: `${calls.length} calls of 20-60 days; largest difference from the grid ${off.toExponential(1)} K`,
      wrong: off <= GRID_TOLERANCE ? null : `differs from the grid by ${off} K`,
    },
    {
      name: 'K6 one dividend, IV',
      timing: perItem(inverting, calls.length),
      note: `${solved} volatilities (the others have no time value); ${text}`,
      wrong,
    },
  ]
}

function gridError(calls: readonly PricedOption[]): number {
  const step = Math.max(1, Math.floor(calls.length / GRID_SAMPLES))
  const sampled = calls.filter((_, index) => index % step === 0)
  const errors = sampled.map(({ contract, price }) => Math.abs(priceOnGrid(contract) - price) / contract.strike)
  return Math.max(...errors)
}
