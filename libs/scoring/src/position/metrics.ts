import { daysToExpiration, isExpired } from '../calendar/expirations.ts'
import { daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { newYorkDate } from '../calendar/new-york.ts'
import type { QuotedPremiumSource } from '../chain/premium.ts'
import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { requireCount, requireFinite, requireNotNegative, requirePositive } from '../guards.ts'
import { headroomEm, headroomPct } from '../returns/headroom.ts'
import { annualizePct, timeValue } from '../returns/yields.ts'
import { above } from '../thresholds.ts'
import { type Truth, whenKnown } from '../truth.ts'
import { computeExpectedMove } from '../volatility/expected-move.ts'
import { type ExpirationOutcome, presumeOutcome } from './expiration-outcome.ts'
import { type Position, type PositionQuote, type ShareChange, UNKNOWN_QUOTE } from './position.ts'

/** Source of a premium; `settled`: from the close of the last session of an expired call. */
export type PremiumSource = QuotedPremiumSource | 'settled'

/** Why the covered-call P&L is unknown. */
export type PnlGap = 'split' | 'spin_off' | 'strike_lowered' | 'expiration_close' | 'price' | 'premium'

/** Figures of one position (D24), in dollars of the whole position unless stated otherwise; null means unknown. */
export interface PositionMetrics {
  readonly position: Position
  readonly shares: number
  /** New York day that the figures are for. */
  readonly asOfDate: IsoDate
  /** A call is `expired` once its expiration day has closed (D4). */
  readonly state: 'open' | 'expired'
  /** Null if open. */
  readonly outcome: ExpirationOutcome | null
  /**
   * Splits and spin-offs since the entry that the terms do not reflect, so the terms cannot be compared with market
   * prices.
   */
  readonly shareChanges: readonly ShareChange[]
  /** Ex-date of a special dividend that lowered the strike, which the terms do not reflect. */
  readonly strikeLoweredOn: IsoDate | null
  readonly daysToExpiration: number
  /** Quoted price, dollars per share. */
  readonly price: number | null
  /** Price to display: the quote or, if that is missing, the entry price, flagged by `atEntryPrice`. */
  readonly shownPrice: number
  readonly atEntryPrice: boolean
  readonly currentPremium: number | null
  /** False if the premium is a fallback because there is no quote; null without a premium. */
  readonly premiumIsQuote: Truth
  readonly premiumSource: PremiumSource | null
  readonly costToCloseUsd: number | null
  readonly delta: number | null
  /** Upper bound of an unknown delta. */
  readonly deltaAtMost: number | null
  readonly stockPnlUsd: number | null
  readonly optionPnlUsd: number | null
  readonly coveredCallPnlUsd: number | null
  /** Percent of the cost of the shares, like the next two fields. */
  readonly stockPnlPct: number | null
  readonly optionPnlPct: number | null
  readonly coveredCallPnlPct: number | null
  /** Null if the covered-call P&L is known. */
  readonly pnlGap: PnlGap | null
  /** Yield of the time value, percent per year, not compounded (D52). */
  readonly staticYieldPct: number
  readonly headroomPct: number | null
  /** True if the strike is above the price; false if they are equal. */
  readonly outOfTheMoney: Truth
  readonly impliedVolatility: number | null
  /** Dollars per share. */
  readonly expectedMove: number | null
  /** Volatility behind the expected move: the contract's own, else the stock's ATM volatility; null if both are unknown. */
  readonly expectedMoveSource: 'contract' | 'atm' | null
  /** Headroom as a multiple of the expected move. */
  readonly headroomEm: number | null
  /** Lower bound of an unknown headroom in expected moves. */
  readonly headroomEmAtLeast: number | null
  readonly profitCapturedPct: number | null
  readonly timeElapsedPct: number
}

/**
 * Computes all portfolio figures of one position (D24). P&L = change × shares, as a percentage of entry price ×
 * shares. Static yield = (entry premium − max(0, entry price − strike)) / entry price × 365 / max(1, days from entry
 * to expiration) × 100 (D52). Profit captured = (entry premium − current) / entry premium × 100, null for an entry
 * premium of 0. The expected move uses the contract's own volatility, else the ATM volatility. If the price is
 * unknown, or is the entry price (`entry_price`), P&L, headroom and dependent figures are null. If the premium is
 * unknown, option and covered-call P&L and profit captured are null. Expired: the outcome is presumed from the close
 * of the last session. If the call expired worthless, the premium is kept and the stock P&L follows today's price. If
 * it was in the money, the call is worth close − strike and the stock P&L is measured at the close: together strike −
 * entry price + entry premium. Delta, headroom and cost to close are null. After a split that the terms do not
 * reflect, all market figures but the price are null; after a special dividend that lowered the strike, all figures of
 * the call. A position entered after `asOfMs` is treated as open, with no
 * time elapsed, because the clock for recorded data is earlier than the day on which a user enters a position. Throws
 * RangeError on an entry after the expiration, a price, strike or entry price that is not positive, a negative
 * premium or volatility, or a contract count that is not a positive integer. Verified in `metrics.test.ts` by hand
 * and by properties.
 */
export function measurePosition(position: Position, given: PositionQuote, asOfMs: number): PositionMetrics {
  requirePosition(position)
  requireQuote(given)
  const { strike, expiration, entryDate, entryPrice, premium, contracts } = position
  const { shareChanges, strikeLoweredOn } = given
  const price = given.priceSource === 'quote' ? given.price : null
  const { multiplier = SHARES_PER_CONTRACT, sharesPerContract = SHARES_PER_CONTRACT } = position
  const shares = contracts * sharesPerContract
  const days = daysToExpiration(expiration, asOfMs)
  const termDays = Math.max(1, daysBetween(entryDate, expiration))
  const asOfDate = newYorkDate(asOfMs)
  const elapsedDays = daysBetween(entryDate, asOfDate)
  const isOver = isExpired(expiration, asOfMs)
  const isStandard = multiplier === SHARES_PER_CONTRACT && sharesPerContract === SHARES_PER_CONTRACT
  const hasOldTerms = shareChanges.length > 0 || strikeLoweredOn !== null
  const close = !hasOldTerms && isStandard ? given.expirationClose : null
  const outcome = isOver ? presumeOutcome({ strike, expiration, close }) : null
  // A quote says nothing about a call that has expired or whose terms have changed.
  const quote = isOver || hasOldTerms ? UNKNOWN_QUOTE : given
  const worth = readWorth(outcome, quote, { price: shareChanges.length === 0 ? price : null, strike })
  const { currentPremium } = worth
  const comparablePrice = isOver || hasOldTerms ? null : price
  return {
    position,
    shares,
    asOfDate,
    state: isOver ? 'expired' : 'open',
    outcome,
    shareChanges,
    strikeLoweredOn,
    daysToExpiration: days,
    price,
    shownPrice: price ?? entryPrice,
    atEntryPrice: price === null,
    currentPremium,
    premiumIsQuote: whenKnown(currentPremium, () => outcome === null && !quote.premiumIsFallback),
    premiumSource: outcome !== null && currentPremium !== null ? 'settled' : quote.premiumSource,
    costToCloseUsd: whenKnown(quote.ask, (paid) => paid * multiplier * contracts),
    delta: quote.delta,
    deltaAtMost: quote.delta === null ? quote.deltaAtMost : null,
    ...computePnl(position, { shares, optionUnits: multiplier * contracts }, worth),
    pnlGap: findPnlGap(given, outcome, worth),
    staticYieldPct: annualizePct(
      (timeValue({ type: 'call', price: entryPrice, strike, premium }) / entryPrice) * 100,
      termDays,
    ),
    headroomPct: whenKnown(comparablePrice, (known) => headroomPct({ price: known, strike })),
    outOfTheMoney: whenKnown(comparablePrice, (known) => above(strike, known)),
    impliedVolatility: quote.impliedVolatility,
    ...measureHeadroom(strike, comparablePrice, days, quote),
    profitCapturedPct: premium > 0 ? whenKnown(currentPremium, (now) => ((premium - now) / premium) * 100) : null,
    timeElapsedPct: Math.min(100, Math.max(0, (elapsedDays / termDays) * 100)),
  }
}

/** Value of share and call, dollars per share. */
interface Worth {
  readonly stockPrice: number | null
  readonly currentPremium: number | null
}

function readWorth(
  outcome: ExpirationOutcome | null,
  { currentPremium }: PositionQuote,
  { price, strike }: { readonly price: number | null; readonly strike: number },
): Worth {
  if (outcome === null) return { stockPrice: price, currentPremium }
  if (outcome.state === 'presumed_expired') return { stockPrice: price, currentPremium: 0 }
  if (outcome.state === 'presumed_assigned') {
    return { stockPrice: outcome.close, currentPremium: whenKnown(outcome.close, (close) => close - strike) }
  }
  return { stockPrice: null, currentPremium: null }
}

function findPnlGap(
  { shareChanges, strikeLoweredOn }: PositionQuote,
  outcome: ExpirationOutcome | null,
  { stockPrice, currentPremium }: Worth,
): PnlGap | null {
  if (shareChanges.length > 0) return shareChanges.some(({ kind }) => kind === 'split') ? 'split' : 'spin_off'
  if (strikeLoweredOn !== null) return 'strike_lowered'
  if (outcome?.state === 'unknown') return 'expiration_close'
  if (stockPrice === null) return 'price'
  return currentPremium === null ? 'premium' : null
}

function computePnl(
  { entryPrice, premium }: Position,
  { shares, optionUnits }: { readonly shares: number; readonly optionUnits: number },
  { stockPrice, currentPremium }: Worth,
) {
  const stock = whenKnown(stockPrice, (now) => (now - entryPrice) * shares)
  const option = stockPrice === null ? null : whenKnown(currentPremium, (now) => (premium - now) * optionUnits)
  const covered = whenKnown(stock, (known) => whenKnown(option, (other) => known + other))
  const pct = (change: number | null) => whenKnown(change, (known) => (known / (entryPrice * shares)) * 100)
  return {
    stockPnlUsd: stock,
    optionPnlUsd: option,
    coveredCallPnlUsd: covered,
    stockPnlPct: pct(stock),
    optionPnlPct: pct(option),
    coveredCallPnlPct: pct(covered),
  }
}

function measureHeadroom(strike: number, price: number | null, days: number, quote: PositionQuote) {
  const none = { expectedMove: null, headroomEm: null, headroomEmAtLeast: null }
  const vol = quote.impliedVolatility ?? quote.atmIv
  if (vol === null) {
    return { ...none, expectedMoveSource: null, headroomEmAtLeast: boundHeadroom(strike, price, days, quote) }
  }
  const expectedMoveSource = quote.impliedVolatility === null ? ('atm' as const) : ('contract' as const)
  if (price === null) return { ...none, expectedMoveSource }
  const expectedMove = computeExpectedMove(price, vol, days)
  return { ...none, expectedMove, expectedMoveSource, headroomEm: headroomEm({ price, strike, expectedMove }) }
}

/** Lower bound for the headroom of an out-of-the-money call, from the largest expected move that its ask allows. */
function boundHeadroom(strike: number, price: number | null, days: number, quote: PositionQuote): number | null {
  const { impliedVolatilityAtMost: most } = quote
  if (price === null || most === null || !above(strike, price)) return null
  return headroomEm({ price, strike, expectedMove: computeExpectedMove(price, most, days) })
}

function requirePosition({ strike, entryPrice, premium, contracts, entryDate, expiration }: Position): void {
  requirePositive('strike', strike)
  requirePositive('entryPrice', entryPrice)
  requireNotNegative('premium', premium)
  requireCount('contracts', contracts)
  if (daysBetween(entryDate, expiration) < 0) {
    throw new RangeError(`entryDate must not be after the expiration ${expiration}, got ${entryDate}`)
  }
}

function requireQuote(quote: PositionQuote): void {
  const { price, currentPremium, ask, delta, deltaAtMost, impliedVolatility, impliedVolatilityAtMost, atmIv } = quote
  if (price !== null) requirePositive('price', price)
  for (const [name, value] of Object.entries({ delta, deltaAtMost })) if (value !== null) requireFinite(name, value)
  const notNegative = { currentPremium, ask, impliedVolatility, impliedVolatilityAtMost, atmIv }
  for (const [name, value] of Object.entries(notNegative)) if (value !== null) requireNotNegative(name, value)
}
