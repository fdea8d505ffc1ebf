import type { OptionType, PricedContract } from '../../contract.ts'

/** A contract whose only dividend is a continuous yield. */
export type YieldContract = Omit<PricedContract, 'dividends' | 'dividendYield'> & { readonly dividendYield: number }

/** A put on one share with strike 1. */
export interface UnitPut {
  readonly rate: number
  readonly dividendYield: number
  readonly vol: number
  readonly years: number
}

/** A contract as `unit` dollars of a unit put on a share that stands at `moneyness`. */
export interface ScaledUnitPut {
  readonly put: UnitPut
  readonly unit: number
  readonly moneyness: number
}

/**
 * Deviations √T·(r − q − σ²/2)/σ by which the drift outruns the volatility when the rest of the term no longer counts:
 * what it adds, r·T·N(−5)·2/25, is under 1e-8 of the strike.
 */
const DRIFT_REACH = 5

/**
 * How many prices separate holding from exercising while the option has time left: 0, never exercised early; 1, the
 * usual case; 2, exercised only between two prices. Early exercise of a put earns r·K − q·S a year, of a call q·S − r·K,
 * on a stock that is in the money: never more than nothing in the first case, only between two prices in the third.
 * So for a put 0 when r ≤ 0 and q ≥ r, 2 when q < r < 0; for a call the same with r and q exchanged.
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
 * The contract as a multiple of a unit put. A put is K times the unit put on S/K. A call is S times the unit put on K/S
 * with rate and yield exchanged: the right to give K dollars for a share is, counted in shares, the right to sell K
 * dollars for one share, and in that currency the share's yield is the interest. Where the drift carries the price away
 * from exercise so fast that the rest of the term adds nothing, the term is cut there (`DRIFT_REACH`): the curve's nodes
 * then lie where the boundary still moves. Throws RangeError on a contract with two boundaries.
 * Source: McDonald and Schroder, A parity result for American options, Journal of Computational Finance 1 (1998).
 * Verified in `boundary.test.ts` (symmetry pairs of golden/edges.json).
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
