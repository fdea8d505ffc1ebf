import type { ChainRow } from '@callwright/contracts'
import { POSITION_LIMITS } from '@callwright/scoring'
import { type Chain, readChain } from './chains.ts'
import type { Ask } from './tool.ts'
import { tryFetch } from './try-fetch.ts'

export interface CallsAroundBest {
  readonly chain: Chain
  /** The best call, then the other calls with the same expiration that pass the same rules. */
  readonly calls: readonly ChainRow[]
  readonly warnings: readonly string[]
}

/**
 * Finds a stock's best call (D53), which is the same on every page, and the other calls with its expiration. Returns
 * `none` if no call passes the rules, and null if a figure that they need is unknown.
 */
export async function findCallsAroundBest(ticker: string, ask: Ask): Promise<CallsAroundBest | 'none' | null> {
  const { answer } = await tryFetch(ask('options.analyze', { params: { symbol: ticker } }))
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
      ...(isThin ? ['The best call is thinly traded: this stock has no liquid calls.'] : []),
      ...(best.below_minimum_yield
        ? [
            `The best call yields less than ${POSITION_LIMITS.minStaticYieldPct}% a year: it is listed but not recommended.`,
          ]
        : []),
    ],
  }
}
