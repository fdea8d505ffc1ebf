import { above, atLeast, atMost, BEST_CALL_RULES } from '@callwright/scoring'
import type { CallLiquidity } from '../../../api/early-requests.ts'
import type { OptionChain, OptionContract } from '../../../api/options.ts'
import { formatDecimal, formatInteger, formatRatio } from '../../../shared/format/numbers.ts'
import type { BestCall } from '../stock-data.ts'

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
type BestCallRelation =
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

/** Sentence that explains why no call in the chain passes the best-call rules (D53). */
export function explainNoPassing({ contracts, price }: Pick<OptionChain, 'contracts' | 'price'>): string {
  const { delta, thin } = BEST_CALL_RULES
  const calls = contracts.filter(({ side, strike }) => side === 'call' && price !== null && above(strike, price))
  if (calls.length === 0) return 'No strike above the price is listed.'
  if (!calls.some(isQuoted)) return 'No call above the price has both a bid and an ask.'
  const range = `a delta of ${formatRatio(delta.min)} to ${formatRatio(delta.max)}`
  const noDelta = `No call above the price has ${range}.`
  const inRange = calls.filter(
    (call) => call.delta !== null && atLeast(call.delta, delta.min) && atMost(call.delta, delta.max),
  )
  if (inRange.length === 0) return noDelta
  const unquoted = inRange.filter((call) => !isQuoted(call)).length
  const wide = inRange.filter((call) => isQuoted(call) && isTooWide(call)).length
  const lowInterest = inRange.filter((call) => isQuoted(call) && !isTooWide(call) && hasLowInterest(call)).length
  const reasons = [
    unquoted > 0 ? `${have(unquoted)} no bid or no ask` : null,
    wide > 0 ? `${have(wide)} a spread over ${formatDecimal(thin.maxSpreadPctOfMid)}% of the mid` : null,
    lowInterest > 0 ? `${have(lowInterest)} open interest under ${formatInteger(thin.minOpenInterest)}` : null,
  ].filter((reason) => reason !== null)
  if (reasons.length === 0) return noDelta
  return `Calls with ${range}: ${reasons.join(', ')}.`
}

const have = (count: number) => `${count} ${count === 1 ? 'has' : 'have'}`

const isQuoted = ({ bid, ask }: OptionContract) => bid !== null && bid > 0 && ask !== null && ask >= bid

function isTooWide({ bid, ask, mid }: OptionContract): boolean {
  if (bid === null || ask === null || mid === null || mid <= 0) return false
  return above(((ask - bid) / mid) * 100, BEST_CALL_RULES.thin.maxSpreadPctOfMid)
}

const hasLowInterest = ({ openInterest }: OptionContract) =>
  !atLeast(openInterest ?? 0, BEST_CALL_RULES.thin.minOpenInterest)
