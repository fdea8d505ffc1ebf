import type { ChainRow } from '@callwright/contracts'
import { POSITION_LIMITS } from '@callwright/scoring'
import { type Chain, readChain } from './chains.ts'
import { askSoftly } from './soft-answer.ts'
import type { Ask } from './tool.ts'

export interface CallsAroundBest {
  readonly chain: Chain
  /** The best call of the stock first, then the others of its expiration that pass its gates. */
  readonly calls: readonly ChainRow[]
  readonly warnings: readonly string[]
}

/**
 * The one best call of a stock, as every screen names it (D53), among those of its expiration; `none` where no call of it
 * passes the gates, null where that is not known.
 */
export async function findCallsAroundBest(ticker: string, ask: Ask): Promise<CallsAroundBest | 'none' | null> {
  const { answer } = await askSoftly(ask('options.analyze', { params: { symbol: ticker } }))
  if (answer === null) return null
  const best = answer.candidates.find(({ is_best_call }) => is_best_call)
  if (best === undefined) return 'none'
  const chain = await readChain(ticker, best.expiration_date, ask)
  const isBest = ({ contract_symbol }: ChainRow) => contract_symbol === best.contract_symbol
  const placeOf = (row: ChainRow) => (isBest(row) ? 0 : row.best_call_liquidity === 'liquid' ? 1 : 2)
  const calls = chain.options
    .filter((row) => row.best_call_liquidity !== null || isBest(row))
    .toSorted((a, b) => placeOf(a) - placeOf(b) || (b.annualized_yield_pct ?? 0) - (a.annualized_yield_pct ?? 0))
  const isThin = best.best_call_liquidity === 'thin'
  return {
    chain,
    calls,
    warnings: [
      ...(isThin ? ['The best call is thinly traded: no call of this stock is liquid.'] : []),
      ...(best.below_minimum_yield
        ? [`The best call pays under ${POSITION_LIMITS.minStaticYieldPct} % a year: it is listed, not recommended.`]
        : []),
    ],
  }
}
