import type {
  ContractTerms,
  DividendModel,
  OptionType,
  PricedContract,
  PricingMethod,
  PricingModel,
} from '../contract.ts'
import { isInTerm, type TimedDividend } from '../dividends.ts'

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

/** Intrinsic value, at least 0, dollars per share. */
export function exerciseValue({ type, spot, strike }: Pick<ContractTerms, 'type' | 'spot' | 'strike'>): number {
  return Math.max(0, type === 'put' ? strike - spot : spot - strike)
}

const BASIS_POINT = 1e-4
/** How many steps `slopeByRate` takes on either side. */
const REACH = 4

/**
 * True if the price may have a kink in the rate within reach. Without a yield, early exercise starts to pay at rate 0, for a
 * put above it and for a call below it, and the slope of the price changes within less than a basis point.
 */
export function isNearRateKink(rate: number, dividendYield: number): boolean {
  return dividendYield === 0 && Math.abs(rate) < REACH * BASIS_POINT
}

/**
 * Rho at a kink of the price. The slope on one side would be valid at that rate only, so this takes differences over
 * one and two basis points each way and applies Richardson's extrapolation: (16·c(h) − c(2h))/15 with c(h) = [8·(f(h)
 * − f(−h)) − (f(2h) − f(−2h))]/(12h). It equals the slope if the price is smooth. `priceAt` gives the price at a
 * rate; decimal per year, result per 1.00 of rate. `step` is a basis point, or less if the price curves on a smaller
 * scale. Source: the differences of golden/american_yield.csv. Verified in `american.test.ts`, and on that file.
 */
export function slopeByRate(priceAt: (rate: number) => number, rate: number, step: number = BASIS_POINT): number {
  const difference = (by: number) => priceAt(rate + by) - priceAt(rate - by)
  return (256 * difference(step) - 40 * difference(2 * step) + difference(4 * step)) / (360 * step)
}

export interface MethodChoice {
  readonly method: PricingMethod
  readonly model: PricingModel
  /** The only ex-date in the term, with its total cash; null if there is no ex-date, or more than one. */
  readonly dividend: TimedDividend | null
}

const CLOSED_FORM: MethodChoice = { method: 'bsm', model: 'bsm', dividend: null }
const BOUNDARY: MethodChoice = { method: 'american_boundary', model: 'american_boundary', dividend: null }
const GRID: MethodChoice = { method: 'american_grid', model: 'american_grid', dividend: null }
const GRID_ESCROWED: MethodChoice = { ...GRID, model: 'american_grid_escrowed' }

/**
 * Chooses the cheapest formula that values early exercise exactly:
 * - no cash dividend in the term: `bsm`, the European closed form, if early exercise never pays (a call at r ≥ 0 without a
 *   yield), or `american_boundary` if one boundary separates holding from exercising (puts, yields);
 * - a call with cash on one ex-date, no yield and r ≥ 0: `american_one_dividend`, since exercise can only pay in the instant
 *   before the drop;
 * - all other contracts (several ex-dates, puts with cash dividends, negative rates with them): `american_grid`.
 * At and after expiration the payoff, `bsm`. A dividend of 0 is ignored. Verified in `american.test.ts`.
 */
export function chooseMethod(contract: ContractTerms & { readonly dividendModel?: DividendModel }): MethodChoice {
  const { type, years, rate, dividendYield = 0, dividends } = contract
  if (years <= 0) return CLOSED_FORM
  let first: TimedDividend | null = null
  if (dividends !== undefined) {
    for (const dividend of dividends) {
      if (!isInTerm(dividend, years)) continue
      if (first !== null && first.years !== dividend.years) return gridFor(contract.dividendModel)
      first = first === null ? dividend : { years: first.years, cash: first.cash + dividend.cash }
    }
  }
  if (first === null) {
    const boundaries = countBoundaries(type, rate, dividendYield)
    return boundaries === 0 ? CLOSED_FORM : boundaries === 1 ? BOUNDARY : GRID
  }
  if (type === 'put' || rate < 0 || dividendYield !== 0) return gridFor(contract.dividendModel)
  const isEscrowed = contract.dividendModel === 'escrowed'
  const model = isEscrowed ? 'american_one_dividend_escrowed' : 'american_one_dividend'
  return { method: 'american_one_dividend', model, dividend: first }
}

function gridFor(model: DividendModel | undefined): MethodChoice {
  return model === 'escrowed' ? GRID_ESCROWED : GRID
}
