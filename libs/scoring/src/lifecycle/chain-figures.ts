import { DAYS_PER_YEAR, daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { countCoverableCalls } from '../position/coverage.ts'
import { above } from '../thresholds.ts'
import { whenKnown } from '../truth.ts'
import { type BridgeLine, bridgeCost } from './bridge.ts'
import {
  type CallState,
  type ChainState,
  costHeld,
  countOpen,
  countUncovered,
  isEnded,
  laterOf,
  listOpenCalls,
  measureCapital,
  premiumLeft,
  sharesCovered,
  sharesHeld,
} from './chain-state.ts'
import { netPremium, perShare, sumUnits, toShareCount, toUnits, toUsd, type Units } from './ledger-money.ts'

/** Value of an open call, dollars for 1.00 of premium. */
export interface CallMark {
  /** Mid of the call or, once it has expired, its value at the close of its last session; null if unknown. */
  readonly premium: number | null
  /**
   * Close of the last session of a call that is presumed to have been assigned: the shares that it delivers are valued at
   * that price. Null for all other calls.
   */
  readonly frozenPrice: number | null
  /** True if the call has expired and its outcome is not confirmed. */
  readonly isPresumed: boolean
}

/** Market data for a chain; unknown values are null. Dollars per share. */
export interface ChainMarket {
  readonly today: IsoDate
  readonly price: number | null
  readonly markOf: (positionId: string) => CallMark
  /** Close of a past day, in the terms of that day. */
  readonly closeOn: (day: IsoDate) => number | null
  /** A split that the terms do not reflect yet, so that they cannot be compared with prices (L42). */
  readonly isSplitPending: boolean
}

export type ChainFlag = 'uncovered_calls' | 'split_not_applied' | 'close_unknown' | 'price_unknown' | 'premium_unknown'

/** Figures of a chain, dollars of the whole unless stated otherwise; null means unknown. */
export interface ChainFigures {
  readonly state: 'open' | 'ended'
  readonly endedOn: IsoDate | null
  readonly daysElapsed: number
  readonly daysInvested: number
  readonly sharesHeld: number
  readonly coveredShares: number
  readonly coverableContracts: number
  readonly uncoveredContracts: number
  readonly premiumReceivedUsd: number
  readonly paidToCloseUsd: number
  /** Received − paid − option fees. */
  readonly netPremiumUsd: number
  readonly feesUsd: number
  readonly dividendsUsd: number
  readonly realizedOptionsUsd: number
  readonly realizedStockUsd: number
  readonly unrealizedOptionsUsd: number | null
  readonly unrealizedStockUsd: number | null
  readonly pnlUsd: number | null
  /** True while an outcome that is not confirmed is part of the figures. */
  readonly isPresumed: boolean
  readonly averageCapitalUsd: number
  /** Percent of the average capital. */
  readonly pnlPct: number | null
  readonly annualizedPct: number | null
  /** Dollars per share, like the next three. */
  readonly breakeven: number | null
  readonly breakevenWithDividends: number | null
  readonly adjustedCost: number | null
  readonly taxCost: number | null
  /** True if the breakeven is above the lowest open strike, so that it cannot be reached as computed. */
  readonly isBreakevenAboveStrike: boolean
  readonly bridge: readonly BridgeLine[]
  readonly holdingPnlUsd: number | null
  readonly versusHoldingUsd: number | null
  readonly missedUpsideUsd: number | null
  readonly flags: readonly ChainFlag[]
}

/**
 * Figures of a chain (LIFECYCLE 4). Realized: each contract when it ends (L30). Unrealized options: premium left after
 * opening fees − mid × multiplier × open contracts; stock: price × shares − cost (L31). P&L = realized options + realized
 * stock + dividends + unrealized (L32). Breakeven = −(cash without dividends) / shares held (L35). Premium-adjusted cost
 * = (cost of shares held − kept option result − premium of open calls) / shares held (L36). Annualized = P&L × 365 /
 * capital-days × 100, where capital-days = Σ cost × days held (L40). Holding = the same purchases with no calls written;
 * shares called away are valued at the close of that day (L38). Verified by examples E1 to E12 and by the laws in
 * `laws.test.ts`.
 */
export function measureChain(chain: ChainState, market: ChainMarket): ChainFigures {
  const held = sharesHeld(chain)
  const ended = isEnded(chain)
  const endedOn = ended ? findEnd(chain) : null
  const open = listOpenCalls(chain)
  const { marks, options: unrealizedOptions, stock: unrealizedStock } = valueLeft(chain, market)
  const realized = chain.realizedOptions + chain.realizedStock + chain.dividends
  const pnl = addKnown([realized, unrealizedOptions, unrealizedStock])
  const { unitDays, days } = measureCapital(chain, endedOn ?? market.today)
  const averageCapital = days === 0 ? 0 : Math.round(unitDays / days)
  const missed = missUpside(chain, market.closeOn)
  const holding = valueHolding(chain, market.closeOn, unrealizedStock)
  const breakeven = perShare(chain.dividends - chain.cash, held)
  const { lines, adjusted } = bridgeCost(chain)
  const usd = (units: Units | null) => whenKnown(units, toUsd)
  return {
    state: ended ? 'ended' : 'open',
    endedOn,
    isPresumed: marks.some(({ isPresumed }) => isPresumed),
    daysElapsed: daysBetween(chain.startedOn, endedOn ?? market.today),
    daysInvested: days,
    sharesHeld: toShareCount(held),
    coveredShares: toShareCount(Math.min(held, sharesCovered(chain))),
    coverableContracts: countCoverable(chain),
    uncoveredContracts: countUncovered(chain),
    premiumReceivedUsd: toUsd(chain.premiumReceived),
    paidToCloseUsd: toUsd(chain.paidToClose),
    netPremiumUsd: toUsd(netPremium(chain)),
    feesUsd: toUsd(chain.optionFees + chain.stockFees),
    dividendsUsd: toUsd(chain.dividends),
    realizedOptionsUsd: toUsd(chain.realizedOptions),
    realizedStockUsd: toUsd(chain.realizedStock),
    unrealizedOptionsUsd: usd(unrealizedOptions),
    unrealizedStockUsd: usd(unrealizedStock),
    pnlUsd: usd(pnl),
    averageCapitalUsd: toUsd(averageCapital),
    pnlPct: averageCapital === 0 ? null : whenKnown(pnl, (units) => (units / averageCapital) * 100),
    annualizedPct: unitDays === 0 ? null : whenKnown(pnl, (units) => (units * DAYS_PER_YEAR * 100) / unitDays),
    breakeven,
    breakevenWithDividends: perShare(-chain.cash, held),
    isBreakevenAboveStrike: breakeven !== null && open.some((call) => above(breakeven, strikePerShare(call))),
    adjustedCost: perShare(adjusted, held),
    taxCost: perShare(
      sumUnits(chain.lots, ({ taxCost }) => taxCost),
      held,
    ),
    bridge: lines,
    holdingPnlUsd: usd(holding),
    versusHoldingUsd: usd(pnl === null || holding === null ? null : pnl - holding),
    missedUpsideUsd: usd(missed),
    flags: listFlags(chain, { market, marks, ended, missed, held }),
  }
}

/**
 * P&L of a chain alone, as in `measureChain`: a list of many chains needs nothing else. Null if a part is unknown.
 */
export function sumChainPnl(chain: ChainState, market: ChainMarket): number | null {
  const { options, stock } = valueLeft(chain, market)
  const realized = chain.realizedOptions + chain.realizedStock + chain.dividends
  return whenKnown(addKnown([realized, options, stock]), toUsd)
}

/** Unrealized options and stock; unknown while a split is pending. */
function valueLeft(chain: ChainState, market: ChainMarket) {
  const open = listOpenCalls(chain)
  const isUnknown = market.isSplitPending && (open.length > 0 || sharesHeld(chain) > 0)
  const marks = open.map((call) => ({ call, ...market.markOf(call.positionId) }))
  const known = isUnknown ? marks.map((mark) => ({ ...mark, premium: null })) : marks
  const price = market.isSplitPending ? null : market.price
  return { marks, options: valueOptions(known), stock: valueStock(chain, known, price) }
}

const strikePerShare = ({ strike, multiplier, deliverable }: CallState): number =>
  deliverable === 0 ? strike : (strike * multiplier) / toShareCount(deliverable)

/** Day of the last contract or share; only for an ended chain. */
function findEnd({ leavings, calls, startedOn }: ChainState): IsoDate {
  const days = [...leavings, ...[...calls.values()].flatMap(({ endings }) => endings)].map(({ day }) => day)
  return days.reduce(laterOf, startedOn)
}

/** Whole calls that the shares without a call can cover (L6). */
export function countCoverable(chain: ChainState): number {
  return countCoverableCalls({ shares: toShareCount(Math.max(0, sharesHeld(chain) - sharesCovered(chain))) })
}

type MarkedCall = CallMark & { readonly call: CallState }

function valueOptions(marks: readonly MarkedCall[]): Units | null {
  return addKnown(
    marks.map(({ call, premium }) =>
      whenKnown(premium, (usd) => premiumLeft(call) - toUnits(usd * call.multiplier * countOpen(call))),
    ),
  )
}

function valueStock(chain: ChainState, marks: readonly MarkedCall[], price: number | null): Units | null {
  let free = sharesHeld(chain)
  let worth = 0
  for (const { call, frozenPrice } of marks) {
    if (frozenPrice === null) continue
    const frozen = Math.min(free, countOpen(call) * call.deliverable)
    worth += toUnits(frozenPrice * toShareCount(frozen))
    free -= frozen
  }
  if (free === 0) return worth - costHeld(chain)
  return whenKnown(price, (usd) => worth + toUnits(usd * toShareCount(free)) - costHeld(chain))
}

/** P&L of the same purchases with no calls written; null if a close is unknown. */
function valueHolding(chain: ChainState, closeOn: ChainMarket['closeOn'], unrealizedStock: Units | null): Units | null {
  const left = chain.leavings.map(({ how, day, shares, proceeds, parts, stockPrice }) => {
    const cost = sumUnits(parts, (part) => part.cost)
    if (how === 'sold') return proceeds - cost
    return whenKnown(stockPrice ?? closeOn(day), (close) => toUnits(close * toShareCount(shares)) - cost)
  })
  return addKnown([chain.dividends, unrealizedStock, ...left])
}

/** Upside missed by assignments: the close of their day above the proceeds, less the premium of the same contracts; never below 0. */
function missUpside({ leavings }: ChainState, closeOn: ChainMarket['closeOn']): Units | null {
  return addKnown(leavings.map((leaving) => missUpsideOf(leaving, closeOn)))
}

/** Missed upside of one event (L38): max(0, value of the shares at the close − proceeds − net premium). */
export function missUpsideOf(
  { how, day, shares, proceeds, netPremium, stockPrice }: ChainState['leavings'][number],
  closeOn: ChainMarket['closeOn'],
): Units | null {
  if (how === 'sold') return 0
  return whenKnown(stockPrice ?? closeOn(day), (close) =>
    Math.max(0, toUnits(close * toShareCount(shares)) - proceeds - netPremium),
  )
}

const addKnown = (parts: readonly (Units | null)[]): Units | null =>
  parts.reduce<Units | null>((sum, part) => (sum === null || part === null ? null : sum + part), 0)

interface Flagged {
  readonly market: ChainMarket
  readonly marks: readonly MarkedCall[]
  readonly ended: boolean
  readonly missed: Units | null
  readonly held: number
}

function listFlags(chain: ChainState, { market, marks, ended, missed, held }: Flagged): ChainFlag[] {
  const found: Record<ChainFlag, boolean> = {
    uncovered_calls: countUncovered(chain) > 0,
    split_not_applied: market.isSplitPending && !ended,
    close_unknown: missed === null,
    price_unknown: market.price === null && held > 0,
    premium_unknown: marks.some(({ premium }) => premium === null),
  }
  return (Object.keys(found) as ChainFlag[]).filter((flag) => found[flag])
}
