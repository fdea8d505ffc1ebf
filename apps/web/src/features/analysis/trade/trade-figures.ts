import {
  computeExpectedMove,
  computeReturnFigures,
  cushionPct,
  type HeldToExpiration,
  headroomEm,
  headroomPct,
  maxProfitUsd,
  SHARES_PER_CONTRACT,
  timeValueProtectionPct,
} from '@callwright/scoring'
import type { OptionChain, OptionContract } from '../../../api/option-chain.ts'

/** One call of a chain as a trade: shares at today's price, so many calls sold at the bid. Dollars per share. */
export interface Trade {
  readonly symbol: string
  readonly call: OptionContract
  readonly expiration: string
  /** Calendar days to expiration. */
  readonly days: number
  readonly price: number
  readonly contracts: number
  /** Declared dividends of the term, a share. */
  readonly dividends: number
  readonly chain: OptionChain
}

/** What the trade brings, sold at the bid (D6); unknown is null. Dollars of all contracts where it says `Usd`. */
export interface TradeFigures {
  readonly creditUsd: number | null
  readonly maxProfitUsd: number | null
  readonly breakeven: number | null
  /** On the stock's price, over the term and simple a year (D5). */
  readonly staticReturn: Return | null
  readonly ifCalledReturn: Return | null
  /** How far the stock may fall before the premium is used up, percent of the price. */
  readonly cushionPct: number | null
  /** How far it may fall with the static return still whole; 0 unless the call is in the money. */
  readonly timeValueProtectionPct: number
  readonly probabilityProfit: number | null
  readonly probabilityItm: number | null
  readonly probabilityTouch: number | null
  readonly delta: number | null
  readonly headroomPct: number
  /** In moves of the contract's own volatility. */
  readonly headroomEm: number | null
  readonly expectedMove: number | null
  readonly days: number
  /** What time value alone pays on the stock's price a year, percent: the minimum yield is judged by it. */
  readonly timeValueYieldPct: number | null
}

export interface Return {
  readonly returnPct: number
  readonly annualizedPct: number
}

/** Null where the chain does not say what the stock costs or when the call expires. */
export function openTrade(chain: OptionChain, call: OptionContract, contracts: number): Trade | null {
  const { symbol, expiration, days, price } = chain
  if (expiration === null || days === null || price === null) return null
  const declared = chain.dividends.filter(({ estimated }) => !estimated)
  const dividends = declared.reduce((sum, { cash }) => sum + cash, 0)
  return { symbol, call, expiration, days, price, contracts, dividends, chain }
}

/** Shares and calls as the formulas of profit and loss take them; null where nobody says what the call sells for. */
export function toPosition({
  call,
  price,
  contracts,
  dividends,
}: Trade): (HeldToExpiration & { dividends: number }) | null {
  const { bid, strike } = call
  return bid === null ? null : { entryPrice: price, entryPremium: bid, strike, contracts, dividends }
}

/**
 * The figures of the stat strip. Those that the row of the chain carries are the row's; the rest are worked out with the
 * same formulas as the server's. Verified in `trade-figures.test.ts` with published cases and by hand.
 */
export function measureTrade(trade: Trade): TradeFigures {
  const { call, price, days, contracts } = trade
  const { strike, bid, vol } = call
  const position = toPosition(trade)
  const expectedMove = vol === null ? null : computeExpectedMove(price, vol, days)
  return {
    creditUsd: bid === null ? null : bid * SHARES_PER_CONTRACT * contracts,
    maxProfitUsd: position && maxProfitUsd(position),
    breakeven: call.breakeven,
    ...measureReturns(trade),
    cushionPct: bid === null ? null : cushionPct({ price, premium: bid }),
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
  const { bid: premium, strike } = call
  if (premium === null) return { staticReturn: null, ifCalledReturn: null }
  return computeReturnFigures({ price, strike, premium, dividends, basis: 'stock_price' }, days)
}
