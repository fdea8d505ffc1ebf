import { DAYS_PER_YEAR, daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { askThreeQuestions, type RollVerdict } from '../rolling/roll-candidate.ts'
import { rollReturn } from '../rolling/roll-return.ts'
import { above } from '../thresholds.ts'
import {
  type CallState,
  type ChainState,
  costHeld,
  countOpen,
  listOpenCalls,
  measureCapital,
  sharesHeld,
} from './chain-state.ts'
import { netPremium, perShare, toShareCount, toUnits, toUsd } from './ledger-money.ts'

/** A roll to judge: contracts, the new call, and what the roll brings in dollars after fees. */
export interface RollToPreview {
  readonly contracts: number
  readonly strike: number
  readonly expiration: IsoDate
  readonly netCreditUsd: number
}

/** A chain after a roll. Breakeven in dollars per share. */
export interface ChainAfterRoll {
  readonly breakeven: number | null
  readonly netPremiumUsd: number
  /** P&L of the chain if the stock is at the new strike when the new call expires and its shares are called. */
  readonly ifCalledPnlUsd: number
  readonly ifCalledAnnualizedPct: number | null
}

/**
 * A chain after a roll (LIFECYCLE 2). If called: cash of all events + net credit + the shares at the new strike − what the
 * other open calls are worth at that price; annualized over the capital-days until the new expiration. Verified by E4:
 * 558.05.
 */
export function describeAfterRoll(chain: ChainState, call: CallState, roll: RollToPreview): ChainAfterRoll {
  const credit = toUnits(roll.netCreditUsd)
  const held = sharesHeld(chain)
  const others = listOpenCalls(chain).map((open) => {
    const contracts = countOpen(open) - (open === call ? roll.contracts : 0)
    return toUnits(Math.max(0, roll.strike - open.strike) * open.multiplier * contracts)
  })
  const worth = toUnits(roll.strike * toShareCount(held)) - others.reduce((sum, value) => sum + value, 0)
  const pnl = chain.cash + credit + worth
  const { unitDays } = measureCapital(chain, roll.expiration)
  return {
    breakeven: perShare(chain.dividends - chain.cash - credit, held),
    netPremiumUsd: toUsd(netPremium(chain) + credit),
    ifCalledPnlUsd: toUsd(pnl),
    ifCalledAnnualizedPct: unitDays === 0 || costHeld(chain) === 0 ? null : (pnl * DAYS_PER_YEAR * 100) / unitDays,
  }
}

/** Prices of a roll that the user gives; dollars per share, the fee per contract and leg. */
export interface OwnPrices {
  readonly closePrice: number
  readonly openPrice: number
  readonly feePerContractUsd: number
}

export interface OwnRoll extends RollVerdict {
  readonly daysToExpiration: number
  readonly daysAdded: number
  readonly strikeChange: number
  readonly netCredit: number
  readonly netCreditUsd: number
  readonly rollReturnPct: number | null
  readonly rollReturnAnnualizedPct: number | null
  readonly upsidePct: number | null
  readonly boughtUpValue: number | null
}

/**
 * A roll at the user's own prices, without a quote. The return is measured against the old strike if the old call is in
 * the money, else against the price of the stock; null if that price is unknown. Throws RangeError on a negative price or
 * fee. Source: MATHS 7 (`rollReturn`, `askThreeQuestions`). Verified by E3.
 */
export function previewOwnRoll(
  call: Pick<CallState, 'strike' | 'expiration' | 'multiplier'>,
  target: { readonly strike: number; readonly expiration: IsoDate; readonly contracts: number },
  { closePrice, openPrice, feePerContractUsd }: OwnPrices,
  {
    price,
    costBasis,
    today,
  }: { readonly price: number | null; readonly costBasis: number | null; readonly today: IsoDate },
): OwnRoll {
  const daysAdded = daysBetween(call.expiration, target.expiration)
  const daysToExpiration = Math.max(0, daysBetween(today, target.expiration))
  const netCredit = openPrice - closePrice - (2 * feePerContractUsd) / call.multiplier
  const known = price === null ? null : measureReturn(call, target, { closePrice, openPrice, price })
  const annualFactor = DAYS_PER_YEAR / Math.max(1, daysToExpiration)
  return {
    ...askThreeQuestions({ newStrike: target.strike, costBasis, daysAdded, netCreditUsd: netCredit }),
    daysToExpiration,
    daysAdded,
    strikeChange: target.strike - call.strike,
    netCredit,
    netCreditUsd: netCredit * call.multiplier * target.contracts,
    rollReturnPct: known?.returnPct ?? null,
    rollReturnAnnualizedPct: known === null ? null : known.returnPct * annualFactor,
    upsidePct: known?.upsidePct ?? null,
    boughtUpValue: price === null ? null : boughtUpValue({ price, oldStrike: call.strike, newStrike: target.strike }),
  }
}

/** Value of the shares that a higher strike no longer gives away: max(0, min(price, new strike) − old strike). */
export function boughtUpValue(roll: {
  readonly price: number
  readonly oldStrike: number
  readonly newStrike: number
}): number {
  return Math.max(0, Math.min(roll.price, roll.newStrike) - roll.oldStrike)
}

function measureReturn(
  { strike: oldStrike }: Pick<CallState, 'strike'>,
  { strike: newStrike }: { readonly strike: number },
  { closePrice, openPrice, price }: { readonly closePrice: number; readonly openPrice: number; readonly price: number },
) {
  const basis = above(price, oldStrike) ? oldStrike : price
  const { rollReturnFrac, upsideFrac } = rollReturn({
    newPremium: openPrice,
    costToClose: closePrice,
    price,
    oldStrike,
    newStrike,
    basis,
  })
  return { returnPct: rollReturnFrac * 100, upsidePct: upsideFrac * 100 }
}
