import type { CallQuote } from '../chain/call-quote.ts'
import { above, atLeast, atMost } from '../thresholds.ts'
import { BEST_CALL_RULES, DEFAULT_CRITERIA, isDeltaInRange } from './criteria.ts'

/** How well a call can be traded, by the gates of the best call (D53). */
export type CallLiquidity = 'liquid' | 'thin'

/**
 * Liquid: a spread of at most 20 % of the mid or $0.10, and an open interest of at least 100. Thin: at most 40 %, and at
 * least 10 (D15). Null where a quote is neither; an unknown open interest counts as none. Verified with a row on each side
 * of every bound in `best-call.test.ts`.
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
 * Which gates of the best call a quoted call passes, its days left aside: out of the money, our own delta in range, and
 * liquid or thin. Null where it fails one.
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

/** The order in which the best call is looked for (D53): the first group that holds a call has it. */
export const BEST_CALL_GROUPS = [
  { window: 'standard', liquidity: 'liquid' },
  { window: 'wide', liquidity: 'liquid' },
  { window: 'standard', liquidity: 'thin' },
  { window: 'wide', liquidity: 'thin' },
] as const satisfies readonly { readonly window: BestWindow; readonly liquidity: CallLiquidity }[]

/** The place of a call's group in `BEST_CALL_GROUPS`; one past the last where its days or its quote fit none. */
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

/** Whether a call has the days that the best call is looked for at first. */
export const isInStandardWindow = ({ daysToExpiration }: Pick<CallQuote, 'daysToExpiration'>): boolean =>
  findWindow(daysToExpiration) === 'standard'

/** What the choice among calls rests on. */
export type BestCallOrder = Pick<
  CallQuote,
  'daysToExpiration' | 'spreadUsd' | 'spreadPctOfMid' | 'openInterest' | 'contractSymbol'
> & {
  /** At the bid, on the stock's price. */
  readonly annualizedYieldPct: number
}

/** The better call first: the earlier group, the higher yield, the tighter spread, the earlier contract symbol. */
export function compareForBest(a: BestCallOrder, b: BestCallOrder): number {
  return (
    rankGroup(a) - rankGroup(b) ||
    b.annualizedYieldPct - a.annualizedYieldPct ||
    a.spreadPctOfMid - b.spreadPctOfMid ||
    (a.contractSymbol < b.contractSymbol ? -1 : 1)
  )
}
