import { daysBetween } from '../calendar/iso-date.ts'
import type { ValuedCall } from '../candidates/valued-call.ts'
import type { MarketTerms, QuotedOption } from '../option-math/chain.ts'
import { type Position, SHARES_PER_CONTRACT } from '../position/position.ts'
import { whenKnown } from '../position/truth.ts'
import { annualizePct, timeValue } from '../returns/yields.ts'
import { above } from '../thresholds.ts'
import type { RollOptions } from './roll-options.ts'
import { forwardRollPerDay, netRollUsd, rollReturn } from './roll-return.ts'
import { askThreeQuestions, type RollVerdict } from './three-questions.ts'

export interface RollRequest {
  readonly position: Pick<Position, 'strike' | 'expiration' | 'entryPremium' | 'contracts'>
  /** Ask of the open call, per share; null is unknown. */
  readonly costToClose: number | null
  /** What the shares cost, per share; null is unknown. */
  readonly costBasis: number | null
  readonly rows: readonly QuotedOption[]
  readonly market: MarketTerms
  /** Wishes beside `THETAGANG_ROLL_OPTIONS`. */
  readonly options?: Partial<RollOptions>
}

/** What a roll brings, dollars per share unless said otherwise; all null where the cost to close is unknown. */
export interface RollMoney {
  /** Bid of the new call less ask of the old one less two legs of fees: a credit when positive. */
  readonly netCreditUsd: number | null
  /** The same for all contracts of the position. */
  readonly netCreditOfPositionUsd: number | null
  /** As `rollReturn`, fees not counted; annualised over the days to the new expiration. */
  readonly rollReturnPct: number | null
  readonly annualizedRollReturnPct: number | null
  readonly upsidePct: number | null
  /** McMillan's comparison of time premium a day, per share, after fees. */
  readonly perDay: ReturnType<typeof forwardRollPerDay> | null
}

const UNKNOWN_MONEY: RollMoney = {
  netCreditUsd: null,
  netCreditOfPositionUsd: null,
  rollReturnPct: null,
  annualizedRollReturnPct: null,
  upsidePct: null,
  perDay: null,
}

/** One call to roll to. */
export interface RollCandidate extends ValuedCall, RollMoney {
  readonly daysAdded: number
  readonly strikeChangeUsd: number
  /** What the roll return is measured on: the old strike where the old call is in the money, else the stock's price. */
  readonly returnBasis: 'strike' | 'stock_price'
  readonly verdict: RollVerdict
}

/** A call that may be rolled to, with what the roll brings and the verdict on it. Errors as `selectRolls`. */
export function describeRoll(call: ValuedCall, request: RollRequest, options: RollOptions): RollCandidate {
  const { position, costToClose, costBasis, market } = request
  const daysAdded = daysBetween(position.expiration, call.expiration)
  const money = whenKnown(costToClose, (cost) => computeMoney(call, daysAdded, cost, request, options)) ?? UNKNOWN_MONEY
  return {
    ...call,
    daysAdded,
    strikeChangeUsd: call.strike - position.strike,
    returnBasis: above(market.price, position.strike) ? 'strike' : 'stock_price',
    ...money,
    verdict: askThreeQuestions({ newStrike: call.strike, costBasis, daysAdded, netCreditUsd: money.netCreditUsd }),
  }
}

function computeMoney(
  { bid: newPremium, strike: newStrike, daysToExpiration: newDays }: ValuedCall,
  daysAdded: number,
  costToClose: number,
  { position: { strike: oldStrike, contracts }, market: { price } }: RollRequest,
  { feePerContractUsd }: RollOptions,
): RollMoney {
  const feePerShareUsd = feePerContractUsd / SHARES_PER_CONTRACT
  const netCreditUsd = netRollUsd({ newPremium, costToClose, feePerShareUsd })
  const basis = above(price, oldStrike) ? oldStrike : price
  const { rollReturnFrac, upsideFrac } = rollReturn({ newPremium, costToClose, price, oldStrike, newStrike, basis })
  return {
    netCreditUsd,
    netCreditOfPositionUsd: netCreditUsd * contracts * SHARES_PER_CONTRACT,
    rollReturnPct: rollReturnFrac * 100,
    annualizedRollReturnPct: annualizePct(rollReturnFrac * 100, newDays),
    upsidePct: upsideFrac * 100,
    perDay: forwardRollPerDay({
      remainingTimePremium: timeValue({ type: 'call', price, strike: oldStrike, premium: costToClose }),
      remainingDays: Math.max(0, newDays - daysAdded),
      newTimePremium: timeValue({ type: 'call', price, strike: newStrike, premium: newPremium }),
      newDays,
      costs: 2 * feePerShareUsd,
    }),
  }
}
