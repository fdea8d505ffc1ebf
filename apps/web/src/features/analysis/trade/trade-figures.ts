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
  /** How far the stock can fall before the loss exceeds the premium, as a percent of the price. */
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
  return premium === null ? null : { entryPrice: price, entryPremium: premium, strike, contracts, dividends }
}

/**
 * Figures for the stat strip. Takes those in the chain's row as they are, and calculates the others with the
 * server's formulas. `trade-figures.test.ts` checks them against published cases and hand calculations.
 */
export function measureTrade(trade: Trade): TradeFigures {
  const { call, price, days, contracts } = trade
  const { strike, premium, vol } = call
  const position = toPosition(trade)
  const expectedMove = vol === null ? null : computeExpectedMove(price, vol, days)
  return {
    creditUsd: premium === null ? null : premium * SHARES_PER_CONTRACT * contracts,
    maxProfitUsd: position && maxProfitUsd(position),
    breakeven: call.breakeven,
    ...measureReturns(trade),
    cushionPct: premium === null ? null : cushionPct({ price, premium }),
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
