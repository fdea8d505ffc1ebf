import type { OptionChain } from '../../../api/option-chain.ts'
import { chooseCall } from './selection.ts'
import { measureTrade, openTrade, type Trade, type TradeFigures } from './trade-figures.ts'

/** A strike in the comparison; the chosen one stands first. */
export interface ComparedTrade {
  readonly trade: Trade
  readonly figures: TradeFigures
}

/** Which end of a figure a writer of calls would rather have. */
export type Better = 'more' | 'less'

/** The best of a row: the place of the one call that is better than all others, null where none is or one is unknown. */
export function findBest(values: readonly (number | null)[], better: Better): number | null {
  const known = values.filter((value) => value !== null)
  if (known.length < 2 || known.length < values.length) return null
  const best = better === 'more' ? Math.max(...known) : Math.min(...known)
  return known.filter((value) => value === best).length === 1 ? values.indexOf(best) : null
}

/** The chosen trade and those of the further strikes, which a chain may no longer list. */
export function compareTrades(chosen: Trade, strikes: readonly number[], chain: OptionChain): readonly ComparedTrade[] {
  const others = strikes
    .filter((strike) => strike !== chosen.call.strike)
    .map((strike) => chooseCall(chain, strike))
    .flatMap((call) => (call === null ? [] : (openTrade(chain, call, chosen.contracts) ?? [])))
  return [chosen, ...others].map((trade) => ({ trade, figures: measureTrade(trade) }))
}
