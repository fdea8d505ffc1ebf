import { daysToExpiration, isExpired } from '../calendar/expirations.ts'
import { daysBetween, type IsoDate } from '../calendar/iso-date.ts'
import { newYorkDate } from '../calendar/new-york.ts'
import { SHARES_PER_CONTRACT } from '../contract-size.ts'
import { requireCount, requireFinite, requireNotNegative, requirePositive } from '../guards.ts'
import { headroomEm, headroomPct } from '../returns/headroom.ts'
import { annualizePct } from '../returns/yields.ts'
import { above } from '../thresholds.ts'
import { type Truth, whenKnown } from '../truth.ts'
import { computeExpectedMove } from '../volatility/expected-move.ts'
import type { Position, PositionQuote } from './position.ts'

/** The figures of one position (D24). Dollars of the whole position unless said otherwise; null is unknown. */
export interface PositionMetrics {
  readonly position: Position
  readonly shares: number
  /** The New York day the figures stand for. */
  readonly asOfDate: IsoDate
  /** `expired` from the close of the expiration day on (D4). */
  readonly state: 'open' | 'expired'
  readonly daysToExpiration: number
  /** Per share, as quoted. */
  readonly price: number | null
  /** The price for the screen: the entry price where none is known, which `atEntryPrice` says. */
  readonly shownPrice: number
  readonly atEntryPrice: boolean
  readonly currentPremium: number | null
  /** False where the premium is a stand-in for a quote; null where there is no premium. */
  readonly premiumIsQuote: Truth
  readonly costToCloseUsd: number | null
  readonly delta: number | null
  readonly stockPnlUsd: number | null
  readonly optionPnlUsd: number | null
  readonly coveredCallPnlUsd: number | null
  /** Percent of what the shares cost, like the two beside it. */
  readonly stockPnlPct: number | null
  readonly optionPnlPct: number | null
  readonly coveredCallPnlPct: number | null
  /** Percent a year, simple. */
  readonly staticYieldPct: number
  readonly headroomPct: number | null
  /** Strike above price; at the price is not out of the money. */
  readonly outOfTheMoney: Truth
  readonly impliedVolatility: number | null
  /** Dollars per share. */
  readonly expectedMove: number | null
  /** The volatility it rests on: the contract's own, else the stock's ATM one; null where neither is known. */
  readonly expectedMoveSource: 'contract' | 'atm' | null
  /** Headroom in expected moves. */
  readonly headroomEm: number | null
  readonly profitCapturedPct: number | null
  /** 0-100. */
  readonly timeElapsedPct: number
}

/**
 * Everything the portfolio shows of one position (D24). P&L = change × shares, in percent of entry price × shares.
 * Static yield = entry premium / entry price × 365 / max(1, days from entry to expiration) × 100. Profit captured =
 * (entry premium − current) / entry premium × 100, null where nothing was received. Expected move by the contract's own
 * volatility, else the ATM one. Price unknown, or standing in for itself (`entry_price`): P&L, headroom and what rests on
 * them are null. Premium unknown: option and covered-call P&L and profit captured are null.
 * An entry after `asOfMs` is taken as made, with no time elapsed: the clock of recorded data stands behind the day on which
 * a position is entered. Throws RangeError on an entry after the expiration, a price, strike or entry price that is not
 * positive, a negative premium or volatility, or contracts that are not a whole number from 1. Verified in
 * `metrics.test.ts` by hand and by properties.
 */
export function measurePosition(position: Position, quote: PositionQuote, asOfMs: number): PositionMetrics {
  requirePosition(position)
  requireQuote(quote)
  const { strike, expiration, entryDate, entryPrice, entryPremium, contracts } = position
  const { currentPremium, delta, ask } = quote
  const price = quote.priceSource === 'quote' ? quote.price : null
  const shares = contracts * SHARES_PER_CONTRACT
  const days = daysToExpiration(expiration, asOfMs)
  const termDays = Math.max(1, daysBetween(entryDate, expiration))
  const asOfDate = newYorkDate(asOfMs)
  const elapsedDays = daysBetween(entryDate, asOfDate)
  return {
    position,
    shares,
    asOfDate,
    state: isExpired(expiration, asOfMs) ? 'expired' : 'open',
    daysToExpiration: days,
    price,
    shownPrice: price ?? entryPrice,
    atEntryPrice: price === null,
    currentPremium,
    premiumIsQuote: whenKnown(currentPremium, () => !quote.premiumIsFallback),
    costToCloseUsd: whenKnown(ask, (paid) => paid * shares),
    delta,
    ...computePnl(position, shares, price, currentPremium),
    staticYieldPct: annualizePct((entryPremium / entryPrice) * 100, termDays),
    headroomPct: whenKnown(price, (known) => headroomPct({ price: known, strike })),
    outOfTheMoney: whenKnown(price, (known) => above(strike, known)),
    impliedVolatility: quote.impliedVolatility,
    ...measureHeadroom(strike, price, days, quote),
    profitCapturedPct:
      entryPremium > 0 ? whenKnown(currentPremium, (now) => ((entryPremium - now) / entryPremium) * 100) : null,
    timeElapsedPct: Math.min(100, Math.max(0, (elapsedDays / termDays) * 100)),
  }
}

function computePnl(
  { entryPrice, entryPremium }: Position,
  shares: number,
  price: number | null,
  currentPremium: number | null,
) {
  const perShare = {
    stock: whenKnown(price, (now) => now - entryPrice),
    option: price === null ? null : whenKnown(currentPremium, (now) => entryPremium - now),
  }
  const covered = whenKnown(perShare.stock, (stock) => whenKnown(perShare.option, (option) => stock + option))
  const usd = (change: number | null) => whenKnown(change, (known) => known * shares)
  const pct = (change: number | null) => whenKnown(change, (known) => (known / entryPrice) * 100)
  return {
    stockPnlUsd: usd(perShare.stock),
    optionPnlUsd: usd(perShare.option),
    coveredCallPnlUsd: usd(covered),
    stockPnlPct: pct(perShare.stock),
    optionPnlPct: pct(perShare.option),
    coveredCallPnlPct: pct(covered),
  }
}

function measureHeadroom(strike: number, price: number | null, days: number, quote: PositionQuote) {
  const vol = quote.impliedVolatility ?? quote.atmIv
  if (vol === null) return { expectedMove: null, expectedMoveSource: null, headroomEm: null }
  const expectedMoveSource = quote.impliedVolatility === null ? ('atm' as const) : ('contract' as const)
  if (price === null) return { expectedMove: null, expectedMoveSource, headroomEm: null }
  const expectedMove = computeExpectedMove(price, vol, days)
  return { expectedMove, expectedMoveSource, headroomEm: headroomEm({ price, strike, expectedMove }) }
}

function requirePosition({ strike, entryPrice, entryPremium, contracts, entryDate, expiration }: Position): void {
  requirePositive('strike', strike)
  requirePositive('entryPrice', entryPrice)
  requireNotNegative('entryPremium', entryPremium)
  requireCount('contracts', contracts)
  if (daysBetween(entryDate, expiration) < 0) {
    throw new RangeError(`entryDate must not be after the expiration ${expiration}, got ${entryDate}`)
  }
}

function requireQuote({ price, currentPremium, ask, delta, impliedVolatility, atmIv }: PositionQuote): void {
  if (price !== null) requirePositive('price', price)
  if (delta !== null) requireFinite('delta', delta)
  for (const [name, value] of Object.entries({ currentPremium, ask, impliedVolatility, atmIv })) {
    if (value !== null) requireNotNegative(name, value)
  }
}
