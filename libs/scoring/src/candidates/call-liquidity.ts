import type { CallQuote } from '../chain/call-quote.ts'
import { above, atLeast, atMost } from '../thresholds.ts'
import { BEST_CALL_RULES, DEFAULT_CRITERIA, isDeltaInRange } from './criteria.ts'

/** Liquidity of a call, by the best call's gates (D53). */
export type CallLiquidity = 'liquid' | 'thin'

/**
 * Liquid: a spread of at most 20% of the mid or $0.10, and an open interest of at least 100. Thin: at most 40%, and at
 * least 10 (D15). Null if a quote is neither; an unknown open interest counts as 0. Verified with cases on both sides
 * of every limit in `best-call.test.ts`.
 */
export function classifyLiquidity({
  spreadUsd,
  spreadPctOfMid,
  openInterest,
}: Pick<CallQuote, 'spreadUsd' | 'spreadPctOfMid' | 'openInterest'>): CallLiquidity | null {
  const { liquid, thin } = BEST_CALL_RULES
  const held = openInterest ?? 0
  const isNarrow = atMost(spreadPctOfMid, liquid.maxSpreadPctOfMid) || atMost(spreadUsd, liquid.maxSpreadUsd)
  if (isNarrow && atLeast(held, liquid.minOpenInterest)) return 'liquid'
  return atMost(spreadPctOfMid, thin.maxSpreadPctOfMid) && atLeast(held, thin.minOpenInterest) ? 'thin' : null
}

/**
 * Applies the best call's gates, other than days, to a quoted call: out of the money, our own delta in range, and
 * liquid or thin. Null if the call fails a gate.
 */
export function judgeBestCallGates(
  quote: CallQuote,
  readDelta: () => number | null,
  price: number,
): CallLiquidity | null {
  const liquidity = above(quote.strike, price) ? classifyLiquidity(quote) : null
  if (liquidity === null) return null
  const delta = readDelta()
  return delta !== null && isDeltaInRange(delta, DEFAULT_CRITERIA) ? liquidity : null
}

export type BestWindow = 'standard' | 'wide'

/** Groups in the order in which the best call is searched (D53); it comes from the first non-empty group. */
export const BEST_CALL_GROUPS = [
  { window: 'standard', liquidity: 'liquid' },
  { window: 'wide', liquidity: 'liquid' },
  { window: 'standard', liquidity: 'thin' },
  { window: 'wide', liquidity: 'thin' },
] as const satisfies readonly { readonly window: BestWindow; readonly liquidity: CallLiquidity }[]

/**
 * Index of the group in `BEST_CALL_GROUPS` that a call belongs to; the number of groups if its days or quote fit
 * none.
 */
export function rankGroup(call: Pick<CallQuote, 'daysToExpiration' | 'spreadUsd' | 'spreadPctOfMid' | 'openInterest'>) {
  const liquidity = classifyLiquidity(call)
  const window = findWindow(call.daysToExpiration)
  const group = BEST_CALL_GROUPS.findIndex((one) => one.window === window && one.liquidity === liquidity)
  return group === -1 ? BEST_CALL_GROUPS.length : group
}

function findWindow(days: number): BestWindow | null {
  const { standardDays, wideDays } = BEST_CALL_RULES
  if (days >= standardDays.min && days <= standardDays.max) return 'standard'
  return days >= wideDays.min && days <= wideDays.max ? 'wide' : null
}

/** True if a call expires in the window that the best-call search tries first. */
export const isInStandardWindow = ({ daysToExpiration }: Pick<CallQuote, 'daysToExpiration'>): boolean =>
  findWindow(daysToExpiration) === 'standard'

/** Figures that decide which of two calls is better. */
export type BestCallOrder = Pick<
  CallQuote,
  'daysToExpiration' | 'spreadUsd' | 'spreadPctOfMid' | 'openInterest' | 'contractSymbol'
> & {
  /** Yield at the bid on the stock's price. */
  readonly annualizedYieldPct: number
}

/**
 * Comparison function that sorts the better call first: earlier group, higher yield, tighter spread, earlier contract
 * symbol.
 */
export function compareForBest(a: BestCallOrder, b: BestCallOrder): number {
  return (
    rankGroup(a) - rankGroup(b) ||
    b.annualizedYieldPct - a.annualizedYieldPct ||
    a.spreadPctOfMid - b.spreadPctOfMid ||
    (a.contractSymbol < b.contractSymbol ? -1 : 1)
  )
}
