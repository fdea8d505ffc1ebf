import { daysToExpiration } from '../calendar/expirations.ts'
import type { ValuedCall } from '../chain/valued-call.ts'
import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import type { MarketTerms, QuotedOption } from '../option-math/chain.ts'
import type { Position } from '../position/position.ts'
import { annualizePct, timeValue } from '../returns/yields.ts'
import { above } from '../thresholds.ts'
import { feePerShare, type RollOptions } from './roll-options.ts'
import { forwardRollPerDay, rollReturn } from './roll-return.ts'
import { askThreeQuestions, type RollVerdict } from './three-questions.ts'

export interface RollRequest {
  readonly position: Pick<Position, 'strike' | 'expiration' | 'entryPremium' | 'contracts'>
  /** Ask of the open call, per share; null if unknown. */
  readonly costToClose: number | null
  /** Cost of the shares, per share; null if unknown. */
  readonly costBasis: number | null
  readonly rows: readonly QuotedOption[]
  readonly market: MarketTerms
  /** Overrides of `THETAGANG_ROLL_OPTIONS`. */
  readonly options?: Partial<RollOptions>
}

/** A call that the position can be rolled to, relative to the open call. */
export interface RollTarget {
  readonly call: ValuedCall
  readonly daysAdded: number
  readonly strikeChangeUsd: number
  /** Bid of the new call − ask of the old one − fees for two legs; a credit if positive, null if unknown. */
  readonly netCreditUsd: number | null
}

/** Results of a roll: dollars per share unless stated otherwise; all null if the cost to close is unknown. */
export interface RollMoney {
  /** Net credit for all contracts of the position. */
  readonly netCreditOfPositionUsd: number | null
  /**
   * Return on the roll from `rollReturn`, before fees, not annualized; the next field annualizes it over the days to
   * the new expiration.
   */
  readonly rollReturnPct: number | null
  readonly annualizedRollReturnPct: number | null
  readonly upsidePct: number | null
  /** McMillan's comparison of the time premium earned per day, per share and after fees. */
  readonly perDay: ReturnType<typeof forwardRollPerDay> | null
}

const UNKNOWN_MONEY: RollMoney = {
  netCreditOfPositionUsd: null,
  rollReturnPct: null,
  annualizedRollReturnPct: null,
  upsidePct: null,
  perDay: null,
}

export interface RollCandidate extends ValuedCall, RollMoney, Omit<RollTarget, 'call'> {
  /** Basis of the roll return: the old strike if the old call is in the money, else the stock's price. */
  readonly returnBasis: 'strike' | 'stock_price'
  readonly verdict: RollVerdict
}

/** Adds the results of the roll and the verdict to a roll target. Throws the same errors as `selectRolls`. */
export function describeRoll({ call, ...step }: RollTarget, request: RollRequest, options: RollOptions): RollCandidate {
  const { position, costBasis, market } = request
  const returnBasis = above(market.price, position.strike) ? 'strike' : 'stock_price'
  const basisUsd = returnBasis === 'strike' ? position.strike : market.price
  return {
    ...call,
    ...step,
    returnBasis,
    ...computeMoney(call, step.netCreditUsd, basisUsd, request, options),
    verdict: askThreeQuestions({ newStrike: call.strike, costBasis, ...step }),
  }
}

function computeMoney(
  { bid: newPremium, strike: newStrike, daysToExpiration: newDays }: ValuedCall,
  netCreditUsd: number | null,
  basis: number,
  { position: { strike: oldStrike, expiration, contracts }, costToClose, market: { price, asOfMs } }: RollRequest,
  options: RollOptions,
): RollMoney {
  if (costToClose === null || netCreditUsd === null) return UNKNOWN_MONEY
  const { rollReturnFrac, upsideFrac } = rollReturn({ newPremium, costToClose, price, oldStrike, newStrike, basis })
  return {
    netCreditOfPositionUsd: netCreditUsd * contracts * SHARES_PER_CONTRACT,
    rollReturnPct: rollReturnFrac * 100,
    annualizedRollReturnPct: annualizePct(rollReturnFrac * 100, newDays),
    upsidePct: upsideFrac * 100,
    perDay: forwardRollPerDay({
      remainingTimePremium: timeValue({ type: 'call', price, strike: oldStrike, premium: costToClose }),
      remainingDays: daysToExpiration(expiration, asOfMs),
      newTimePremium: timeValue({ type: 'call', price, strike: newStrike, premium: newPremium }),
      newDays,
      costs: 2 * feePerShare(options),
    }),
  }
}
