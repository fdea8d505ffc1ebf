import { type MarketTerms, openChainClock } from '../option-math/chain.ts'
import type { OptionType } from '../option-math/contract.ts'
import { type ContractRow, isInTarget, type ListedContract } from './contract-row.ts'
import { valueAtVolatility } from './theoretical-value.ts'
import { solveContract } from './valued-call.ts'

/** What a row shows is worked out one by one, so that a caller may let others have their turn. */
export type GreekFill = (row: ContractRow) => ContractRow

/** A strike whose quote carries a volatility, decimal per year. */
interface KnownVol {
  readonly strike: number
  readonly vol: number
}

/**
 * Greeks of one source within an expiration: where a row's own mid carries no volatility, the model at the total variance
 * between those of the strikes beside it, of its own type, else of the other; beyond the last of them at its volatility. Such
 * rows are marked `interpolated` and keep no volatility of their own. A source's Greeks stay only where no contract of the
 * expiration has a volatility. `rows` and `contracts` are of one expiration, `contracts` of both types where they are known.
 * Throws RangeError as `openChainClock`. Verified in `chain.test.ts`.
 */
export function openGreekFill(
  rows: readonly ContractRow[],
  contracts: readonly ListedContract[],
  market: MarketTerms,
): GreekFill {
  const known = { call: knownVols(rows, contracts, 'call', market), put: knownVols(rows, contracts, 'put', market) }
  return (row) => {
    if (row.impliedVolatility !== null) return row
    const vol = interpolateVol(known[row.type], row.strike)
    return vol === null ? row : withGreeks(row, vol, market)
  }
}

/** The volatilities that rows of a type are filled from, ascending by strike. */
function knownVols(
  rows: readonly ContractRow[],
  contracts: readonly ListedContract[],
  type: OptionType,
  market: MarketTerms,
): readonly KnownVol[] {
  const ofType = rows.filter((row) => row.type === type)
  if (ofType.every(({ impliedVolatility }) => impliedVolatility !== null)) return []
  const own = ofType.flatMap(({ strike, impliedVolatility }) =>
    impliedVolatility === null ? [] : { strike, vol: impliedVolatility },
  )
  const found = own.length > 0 ? own : solveOthers(contracts, type, market)
  return found.sort((a, b) => a.strike - b.strike)
}

function solveOthers(contracts: readonly ListedContract[], type: OptionType, market: MarketTerms): KnownVol[] {
  const clock = openChainClock(market)
  return contracts.flatMap((contract) => {
    const solved = contract.type === type ? null : solveContract(contract, market, clock)
    return solved === null ? [] : { strike: contract.strike, vol: solved.priced.vol }
  })
}

/** Linear in total variance between strikes, which of one expiration is linear in the square of the volatility. */
function interpolateVol(known: readonly KnownVol[], strike: number): number | null {
  const upper = known.find((entry) => entry.strike >= strike)
  const lower = known.findLast((entry) => entry.strike <= strike)
  if (lower === undefined || upper === undefined) return (lower ?? upper)?.vol ?? null
  if (lower.strike === upper.strike) return lower.vol
  const share = (strike - lower.strike) / (upper.strike - lower.strike)
  return Math.sqrt(lower.vol ** 2 + share * (upper.vol ** 2 - lower.vol ** 2))
}

function withGreeks(row: ContractRow, vol: number, market: MarketTerms): ContractRow {
  const { delta, gamma, thetaPerDay, vegaPerPoint, rhoPerPoint } = valueAtVolatility(row, vol, market)
  return {
    ...row,
    ...{ delta, gamma, theta: thetaPerDay, vega: vegaPerPoint, rho: rhoPerPoint, greeksSource: 'interpolated' },
    inTarget: row.type === 'call' && isInTarget(delta),
  }
}
