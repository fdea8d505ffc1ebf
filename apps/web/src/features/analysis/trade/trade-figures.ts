import {
  computeExpectedMove,
  computeReturnFigures,
  cushionPct,
  type HeldToExpiration,
  headroomEm,
  headroomPct,
  maxProfitUsd,
  newYorkDate,
  SHARES_PER_CONTRACT,
  timeValueProtectionPct,
} from '@callwright/scoring'
import type { OptionChain, OptionContract } from '../../../api/options.ts'
import { formatDecimal, formatStrikeUsd, formatUsd, formatYieldPct } from '../../../shared/format/numbers.ts'
import { formatDay, formatDayLong } from '../../../shared/format/times.ts'
import { explainNoVol } from '../chain/contracts.ts'
import { chooseCall } from './selection.ts'

/** A covered call: shares bought at today's price, and calls sold at the bid. Amounts are dollars per share. */
export interface Trade {
  readonly symbol: string
  readonly call: OptionContract
  readonly expiration: string
  /** Calendar days to expiration. */
  readonly days: number
  readonly price: number
  readonly contracts: number
  /** Declared dividends before expiration, per share. */
  readonly dividends: number
  readonly chain: OptionChain
}

/** The trade's figures if sold at the bid (D6); null if unknown. Names with `Usd` are dollars for all contracts. */
export interface TradeFigures {
  readonly creditUsd: number | null
  readonly maxProfitUsd: number | null
  readonly breakeven: number | null
  /** Return on the stock's price, over the term and annualized without compounding (D5). */
  readonly staticReturn: Return | null
  readonly ifCalledReturn: Return | null
  /** How far the stock can fall before the trade loses, as a percent of the price; includes declared dividends. */
  readonly cushionPct: number | null
  /** How far the stock can fall without reducing the static return, in percent; 0 unless the call is in the money. */
  readonly timeValueProtectionPct: number
  readonly probabilityProfit: number | null
  readonly probabilityItm: number | null
  readonly probabilityTouch: number | null
  readonly delta: number | null
  readonly headroomPct: number
  /** Headroom in expected moves, based on the contract's own volatility. */
  readonly headroomEm: number | null
  readonly expectedMove: number | null
  readonly days: number
  /** Annualized time value as a percent of the stock's price, for comparison with the minimum yield. */
  readonly timeValueYieldPct: number | null
}

export interface Return {
  readonly returnPct: number
  readonly annualizedPct: number
}

/** The market's current day in New York. */
export const readToday = ({ chain }: Trade): string => newYorkDate(Date.parse(chain.marketTime))

/** Builds the trade for a call; null if the chain has no stock price or no expiration. */
export function openTrade(chain: OptionChain, call: OptionContract, contracts: number): Trade | null {
  const { symbol, expiration, days, price } = chain
  if (expiration === null || days === null || price === null) return null
  const declared = chain.dividends.filter(({ estimated }) => !estimated)
  const dividends = declared.reduce((sum, { cash }) => sum + cash, 0)
  return { symbol, call, expiration, days, price, contracts, dividends, chain }
}

/** Position for the profit and loss formulas; null if the premium is unknown. */
export function toPosition({
  call,
  price,
  contracts,
  dividends,
}: Trade): (HeldToExpiration & { dividends: number }) | null {
  const { premium, strike } = call
  return premium === null ? null : { entryPrice: price, premium: premium, strike, contracts, dividends }
}

/**
 * Figures for the stat strip. Takes those in the chain's row as they are, and calculates the others with the
 * server's formulas. `trade-figures.test.ts` checks them against published cases and hand calculations.
 */
export function measureTrade(trade: Trade): TradeFigures {
  const { call, price, days, contracts, dividends } = trade
  const { strike, premium, vol } = call
  const position = toPosition(trade)
  const expectedMove = vol === null ? null : computeExpectedMove(price, vol, days)
  return {
    creditUsd: premium === null ? null : premium * SHARES_PER_CONTRACT * contracts,
    maxProfitUsd: position && maxProfitUsd(position),
    breakeven: call.breakeven,
    ...measureReturns(trade),
    cushionPct: premium === null ? null : cushionPct({ price, premium: premium + dividends }),
    timeValueProtectionPct: timeValueProtectionPct({ price, strike }),
    probabilityProfit: call.probabilityProfit,
    probabilityItm: call.probabilityItm,
    probabilityTouch: call.probabilityTouch,
    delta: call.delta,
    headroomPct: headroomPct({ price, strike }),
    headroomEm: expectedMove === null ? null : headroomEm({ price, strike, expectedMove }),
    expectedMove,
    days,
    timeValueYieldPct: call.annualizedTimeValueYieldPct,
  }
}

function measureReturns({
  call,
  price,
  days,
  dividends,
}: Trade): Pick<TradeFigures, 'staticReturn' | 'ifCalledReturn'> {
  const { premium, strike } = call
  if (premium === null) return { staticReturn: null, ifCalledReturn: null }
  return computeReturnFigures({ price, strike, premium, dividends, basis: 'stock_price' }, days)
}

/** The trade at one of the strikes compared. */
export interface ComparedTrade {
  readonly trade: Trade
  readonly figures: TradeFigures
}

/** Lists the chosen trade first, then the trades at the other strikes that the chain still lists. */
export function compareTrades(chosen: Trade, strikes: readonly number[], chain: OptionChain): readonly ComparedTrade[] {
  const others = strikes
    .filter((strike) => strike !== chosen.call.strike)
    .map((strike) => chooseCall(chain, strike))
    .flatMap((call) => (call === null ? [] : (openTrade(chain, call, chosen.contracts) ?? [])))
  return [chosen, ...others].map((trade) => ({ trade, figures: measureTrade(trade) }))
}

/** Strike as text: `340`, `342.5`. */
export const nameStrike = (strike: number) => formatDecimal(strike)

/** Expiration date, with the year if it isn't the market's current year. */
export function nameExpiration(expiration: string, marketTime: string): string {
  return expiration.slice(0, 4) === marketTime.slice(0, 4) ? formatDay(expiration) : formatDayLong(expiration)
}

/** `Sell 1 QAAA Aug 14, 130 call` */
export function nameTrade({ symbol, contracts, expiration, call, chain }: Trade): string {
  const calls = contracts === 1 ? 'call' : 'calls'
  return `Sell ${formatDecimal(contracts)} ${symbol} ${nameExpiration(expiration, chain.marketTime)}, ${nameStrike(call.strike)} ${calls}`
}

/** The trade's outcome in one sentence, without jargon. */
export function describeTrade(trade: Trade, { creditUsd, headroomPct }: TradeFigures): string {
  const { call, expiration, chain, contracts, price } = trade
  const kept =
    creditUsd === null
      ? 'There is no bid, so what you keep is unknown. You would'
      : creditUsd === 0
        ? 'There are no buyers for this call. You would'
        : `You keep ${formatUsd(creditUsd)} and would`
  const shares = contracts === 1 ? '' : ` ${formatDecimal(contracts * SHARES_PER_CONTRACT)} shares`
  const distance = formatYieldPct(Math.abs(headroomPct))
  const side = call.strike > price ? `${distance}% above today` : `${distance}% below today`
  const place = distance === '0.0' ? "at today's price" : side
  const day = nameExpiration(expiration, chain.marketTime)
  return `${kept} sell${shares} at ${formatStrikeUsd(call.strike)}, ${place}, if called by ${day}.`
}

/** Explains why the premium is unknown. */
export const explainNoPremium = ({ bid }: OptionContract) =>
  bid === 0 ? 'The bid is 0, so there is no premium.' : 'This call has no bid.'

/** Explains why the trade has no breakeven. */
export const explainNoBreakeven = (call: OptionContract) =>
  call.premium === null ? explainNoPremium(call) : 'The trade loses at every price: the strike is too low.'

/** Explains why figures based on the call's volatility are unknown. */
export const explainNoVolatility = (call: OptionContract) => `Volatility cannot be calculated: ${explainNoVol(call)}.`

/** Explains why the call cannot be valued. */
export const explainNoValue = (call: OptionContract) =>
  call.premium === null ? explainNoPremium(call) : explainNoVolatility(call)

/** Question that asks the coach about the trade. Names the year, so that it also holds for a far expiration. */
export function askAbout({ symbol, contracts, expiration, call }: Trade): string {
  const day = formatDayLong(expiration)
  return contracts === 1
    ? `Should I sell the ${symbol} ${day} ${nameStrike(call.strike)} call?`
    : `Should I sell ${contracts} ${symbol} ${day} ${nameStrike(call.strike)} calls?`
}
