import type { CallLiquidity, OptionChain, OptionContract } from '../../../api/option-chain.ts'
import type { BestCall } from '../best-call.ts'

const liquidityOrder: Readonly<Record<CallLiquidity, number>> = { liquid: 0, thin: 1 }

/** Liquid before thin, then the higher yield (D53); what passes no gates comes last. */
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
 * The call that chart, ladder and trade preview are about: the one of the strike asked for, null where none is listed.
 * Where no strike is asked for: the call the page opens on (`opened`) if it is of this chain and still passes the gates of
 * the best call; else the best that passes them, liquid before thin; else null. What the gates refuse is never chosen for
 * the reader.
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

/** How the call in view relates to the stock's best call. */
export type BestCallRelation =
  /** It is the best call. */
  | 'shown'
  /** The best call is another one. */
  | 'elsewhere'
  /** The best call's row is older than this chain, by whose quotes it no longer passes. */
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
