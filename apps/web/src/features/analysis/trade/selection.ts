import type { CallLiquidity, OptionChain, OptionContract } from '../../../api/option-chain.ts'
import type { BestCall } from '../best-call.ts'

const liquidityOrder: Readonly<Record<CallLiquidity, number>> = { liquid: 0, thin: 1 }

/** Sorts liquid calls before thin ones, then by yield, highest first (D53); calls that fail the rules come last. */
export function compareForBest(
  a: Pick<OptionContract, 'bestCallLiquidity' | 'annualizedYieldPct'>,
  b: Pick<OptionContract, 'bestCallLiquidity' | 'annualizedYieldPct'>,
): number {
  const orderOf = (liquidity: CallLiquidity | null) => (liquidity === null ? 2 : liquidityOrder[liquidity])
  const yieldOf = (yieldPct: number | null) => yieldPct ?? Number.NEGATIVE_INFINITY
  return (
    orderOf(a.bestCallLiquidity) - orderOf(b.bestCallLiquidity) ||
    yieldOf(b.annualizedYieldPct) - yieldOf(a.annualizedYieldPct)
  )
}

/**
 * Picks the call for the chart, ladder and trade preview. With a strike: the call at it, or null if it is not listed.
 * Without one: `opened` if it is in this chain and still passes the best-call rules; otherwise the best call that
 * passes, liquid before thin; otherwise null. A call that fails the rules is never chosen automatically.
 */
export function chooseCall(
  { contracts, expiration }: Pick<OptionChain, 'contracts' | 'expiration'>,
  strike: number | null,
  opened: Pick<BestCall, 'expiration' | 'strike'> | null = null,
): OptionContract | null {
  const calls = contracts.filter(({ side }) => side === 'call')
  if (strike !== null) return findStrike(calls, strike)
  const passing = calls.filter(({ bestCallLiquidity }) => bestCallLiquidity !== null).toSorted(compareForBest)
  const named = opened?.expiration === expiration ? findStrike(passing, opened?.strike) : null
  return named ?? passing[0] ?? null
}

const findStrike = (calls: readonly OptionContract[], strike: number | undefined): OptionContract | null =>
  calls.find((call) => call.strike === strike) ?? null

/** How the previewed call relates to the stock's best call. */
export type BestCallRelation =
  /** The previewed call is the best call. */
  | 'shown'
  /** The best call is another call. */
  | 'elsewhere'
  /** By this chain's newer quotes, the best call no longer passes the rules. */
  | 'outdated'

export function relateToBest(
  best: Pick<BestCall, 'expiration' | 'strike'>,
  chain: Pick<OptionChain, 'contracts' | 'expiration'> | null,
  call: OptionContract | null,
): BestCallRelation {
  if (chain === null || chain.expiration !== best.expiration) return 'elsewhere'
  const named = chain.contracts.find(({ side, strike }) => side === 'call' && strike === best.strike)
  if (named === undefined || named.bestCallLiquidity === null) return 'outdated'
  return call?.strike === best.strike ? 'shown' : 'elsewhere'
}
