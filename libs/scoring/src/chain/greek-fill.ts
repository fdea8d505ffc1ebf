import { type MarketTerms, openChainClock, type QuotedOption } from '../option-math/chain.ts'
import type { OptionType } from '../option-math/contract.ts'
import { computeGreeks, type Greeks } from '../option-math/greeks.ts'
import { type ContractRow, isInTarget, type ListedContract } from './contract-row.ts'
import { solveContract } from './valued-call.ts'

/**
 * Price and Greeks of a listed contract at a given volatility (annualized decimal), with the market's rate and known
 * dividends, in the units of D13. Same formula, domain and errors as `computeGreeks`; after expiration, returns the
 * payoff. Verified in `chain.test.ts`: at the volatility of its mid, it returns the mid and the Greeks of the row.
 */
export function valueAtVolatility(
  { type, strike, expiration }: Pick<QuotedOption, 'type' | 'strike' | 'expiration'>,
  vol: number,
  market: MarketTerms,
): Greeks {
  const { termsOf, dividends } = openChainClock(market)
  const { years } = termsOf(expiration)
  return computeGreeks({ type, spot: market.price, strike, years, rate: market.rate, dividends, vol })
}

/** Fills in one row per call, so that the caller can yield to the event loop between rows. */
export type GreekFill = (row: ContractRow) => ContractRow

/** A strike with a known volatility, annualized decimal. */
interface KnownVol {
  readonly strike: number
  readonly vol: number
}

/**
 * Fills in Greeks so that all rows of an expiration use one source. A row without a volatility gets the model's Greeks
 * at a total variance interpolated between neighboring strikes of its type, else of the other type; beyond the
 * outermost strike, at that strike's volatility. Such rows are marked `interpolated` and their volatility stays null.
 * The source's Greeks are kept only if no contract with that expiration has a volatility. `rows` and `contracts` must
 * share one expiration, and `contracts` should include both types if known. Throws RangeError in the same cases as
 * `openChainClock`. Verified in `chain.test.ts`.
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

/** Volatilities used to fill rows of a type, ascending by strike. */
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

/**
 * Interpolates total variance linearly between strikes. Within one expiration, time is the same, so this interpolates
 * volatility squared.
 */
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
    delta,
    gamma,
    theta: thetaPerDay,
    vega: vegaPerPoint,
    rho: rhoPerPoint,
    greeksSource: 'interpolated',
    inTarget: row.type === 'call' && isInTarget(delta),
  }
}
