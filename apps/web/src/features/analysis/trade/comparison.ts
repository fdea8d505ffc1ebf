import type { OptionChain } from '../../../api/option-chain.ts'
import { chooseCall } from './selection.ts'
import { measureTrade, openTrade, type Trade, type TradeFigures } from './trade-figures.ts'

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
