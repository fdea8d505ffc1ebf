import type { OptionType, PricedContract } from '../../contract.ts'

/** A contract with a continuous yield and no cash dividends. */
export type YieldContract = Omit<PricedContract, 'dividends' | 'dividendYield'> & { readonly dividendYield: number }

/** A put on one share with strike 1. */
export interface UnitPut {
  readonly rate: number
  readonly dividendYield: number
  readonly vol: number
  readonly years: number
}

/** A contract expressed as `unit` times a unit put at a share price of `moneyness`. */
export interface ScaledUnitPut {
  readonly put: UnitPut
  readonly unit: number
  readonly moneyness: number
}

/**
 * Where the drift exceeds the volatility by this many deviations, √T·(r − q − σ²/2)/σ, the rest of the term is ignored:
 * it adds r·T·N(−5)·2/25, which is under 1e-8 of the strike.
 */
const DRIFT_REACH = 5

/**
 * Number of prices that separate holding from exercising before expiration: 0, never exercised early; 1, the usual case; 2,
 * exercised only between two prices. In the money, early exercise earns r·K − q·S a year for a put and q·S − r·K for a call:
 * never above 0 in the first case, and above 0 only between two prices in the third.
 * For a put the result is 0 if r ≤ 0 and q ≥ r, and 2 if q < r < 0; for a call the same with r and q exchanged.
 * Source: Andersen and Lake, Fast American option pricing: the double-boundary case, Wilmott (2021), section 2.
 * Verified in `boundary-curve.test.ts`.
 */
export function countBoundaries(type: OptionType, rate: number, dividendYield: number): 0 | 1 | 2 {
  const gained = type === 'put' ? rate : dividendYield
  const forgone = type === 'put' ? dividendYield : rate
  if (gained > 0) return 1
  if (forgone >= gained) return 0
  return gained === 0 ? 1 : 2
}

/**
 * Converts a contract to a multiple of a unit put. A put is K times the unit put on S/K. A call is S times the unit
 * put on K/S with rate and yield exchanged: measured in shares, the right to pay K dollars for a share is the right
 * to sell K dollars for one share, and the share's yield is the interest in that currency. If the drift moves the
 * price away from exercise so fast that the rest of the term adds nothing, the term is cut short (`DRIFT_REACH`), so
 * that all of the curve's nodes are where the boundary still moves. Throws RangeError on a contract with two
 * boundaries. Source: McDonald and Schroder, A parity result for American options, Journal of Computational Finance 1
 * (1998). Verified in `boundary.test.ts` (symmetry pairs of golden/edges.json).
 */
export function toUnitPut(contract: YieldContract): ScaledUnitPut {
  const { type, spot, strike, vol } = contract
  if (countBoundaries(type, contract.rate, contract.dividendYield) === 2) {
    throw new RangeError(
      `a ${type} with rate ${contract.rate} and dividendYield ${contract.dividendYield} has two exercise boundaries`,
    )
  }
  const isPut = type === 'put'
  const rate = isPut ? contract.rate : contract.dividendYield
  const dividendYield = isPut ? contract.dividendYield : contract.rate
  const drift = rate - dividendYield - 0.5 * vol * vol
  const years = drift > 0 ? Math.min(contract.years, ((DRIFT_REACH * vol) / drift) ** 2) : contract.years
  return {
    put: { rate, dividendYield, vol, years },
    unit: isPut ? strike : spot,
    moneyness: isPut ? spot / strike : strike / spot,
  }
}
