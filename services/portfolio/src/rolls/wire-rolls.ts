import type { RollPreviewCandidate } from '@callwright/contracts'
import {
  boughtUpValue,
  type CallState,
  type ChainState,
  describeAfterRoll,
  type RollCandidate,
  type RollVerdict,
  type UnpricedRoll,
} from '@callwright/scoring'
import { type Qualify, toWireQualification } from '../tax/qualify-calls.ts'
import { type LaterCalls, readSpread } from './later-calls.ts'

/** The roll that candidates are written for. */
export interface WrittenFor {
  readonly chain: ChainState
  readonly call: CallState
  readonly contracts: number
  readonly qualify: Qualify
}

type Terms = Pick<UnpricedRoll, 'contractSymbol' | 'expiration' | 'strike' | 'bid' | 'ask' | 'openInterest'> &
  Pick<UnpricedRoll, 'daysToExpiration' | 'daysAdded' | 'strikeChangeUsd'>

const NO_COST = 'The cost of buying your call back is unknown: it has no ask.'
const NO_VOLATILITY = 'The price of the call implies no volatility, so its delta is unknown.'

/** A priced candidate in wire form. */
export function toWireCandidate(roll: RollCandidate, context: WrittenFor, later: LaterCalls): RollPreviewCandidate {
  const { newCall, netCreditOfPositionUsd: netCreditUsd } = roll
  return {
    ...writeTerms(roll, context, later),
    delta: roll.delta,
    unknown_reason: roll.netCreditUsd === null ? NO_COST : roll.delta === null ? NO_VOLATILITY : null,
    ...{ net_credit: roll.netCreditUsd, net_credit_usd: netCreditUsd, roll_return_pct: roll.rollReturnPct },
    ...{ roll_return_annualized_pct: roll.annualizedRollReturnPct, upside_pct: roll.upsidePct },
    static_return_pct: newCall.staticReturn.returnPct,
    static_return_annualized_pct: newCall.staticReturn.annualizedPct,
    if_called_return_pct: newCall.ifCalledReturn.returnPct,
    if_called_return_annualized_pct: newCall.ifCalledReturn.annualizedPct,
    scores: roll.scores,
    ...toWireVerdict(roll.verdict),
    ...describeAfter(context, roll, netCreditUsd),
  }
}

/** A call without a two-sided quote: its terms, and why the rest is unknown. */
export function toWireUnpriced(
  roll: UnpricedRoll,
  context: WrittenFor,
  later: LaterCalls,
  verdict: RollVerdict,
): RollPreviewCandidate {
  return {
    ...writeTerms(roll, context, later),
    ...UNPRICED,
    delta: null,
    unknown_reason: roll.reason,
    ...toWireVerdict(verdict),
    ...describeAfter(context, roll, null),
  }
}

/** Figures that need a quote. */
export const UNPRICED = {
  ...{ net_credit: null, net_credit_usd: null, roll_return_pct: null, roll_return_annualized_pct: null },
  ...{ upside_pct: null, static_return_pct: null, static_return_annualized_pct: null },
  ...{ if_called_return_pct: null, if_called_return_annualized_pct: null, scores: null },
} as const

function writeTerms(roll: Terms, { call, qualify }: WrittenFor, { events, rowOf, strikesOf, market }: LaterCalls) {
  const event = events.get(roll.expiration)
  return {
    ...{ contract_symbol: roll.contractSymbol, expiry_date: roll.expiration, strike_price: roll.strike },
    ...{ days_to_expiration: roll.daysToExpiration, bid: roll.bid, ask: roll.ask, open_interest: roll.openInterest },
    spread_pct: readSpread(roll),
    quote_flags: [...(rowOf.get(roll.contractSymbol)?.flags ?? [])],
    ...{ days_added: roll.daysAdded, strike_change: roll.strikeChangeUsd },
    bought_up_value: boughtUpValue({ price: market.price, oldStrike: call.strike, newStrike: roll.strike }),
    earnings_before_expiration: event?.earnings_before ?? null,
    ex_dividend_before_expiration: event?.ex_dividend_before ?? null,
    ...toWireQualification(qualify(roll, strikesOf.get(roll.expiration) ?? [])),
  }
}

export const toWireVerdict = ({ answers, roll }: RollVerdict) => ({ fits: roll, answers: { ...answers } })

/** The chain after a roll, and what to know about the roll. */
export function describeAfter(
  { chain, call, contracts }: Pick<WrittenFor, 'chain' | 'call' | 'contracts'>,
  { strike, expiration }: Pick<Terms, 'strike' | 'expiration'>,
  netCreditUsd: number | null,
): Pick<RollPreviewCandidate, 'after' | 'warnings'> {
  const after =
    netCreditUsd === null ? null : describeAfterRoll(chain, call, { contracts, strike, expiration, netCreditUsd })
  const warnings = [
    ...(after?.breakeven != null && after.breakeven > strike
      ? ['The breakeven after this roll is above the new strike.']
      : []),
    ...(netCreditUsd !== null && netCreditUsd < 0 ? ['This roll costs money: it is a net debit.'] : []),
    ...(strike < call.strike ? ['The new strike is lower than the old one.'] : []),
  ]
  return {
    after: {
      breakeven: after?.breakeven ?? null,
      net_premium_usd: after?.netPremiumUsd ?? null,
      if_called_pnl_usd: after?.ifCalledPnlUsd ?? null,
      if_called_annualized_pct: after?.ifCalledAnnualizedPct ?? null,
    },
    warnings,
  }
}
