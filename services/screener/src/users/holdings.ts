import type { Success } from '@callwright/contracts'
import { createBoundedCache, type Principal, type ServiceClient } from '@callwright/service'
import { digest } from './digest.ts'

/** Stocks in a user's portfolio, with the adjusted cost per share where it is known. */
export interface Holdings {
  /** Changes with the symbols and the costs. */
  readonly key: string
  readonly symbols: readonly string[]
  findCost(symbol: string): number | null
}

export type ReadHoldings = ReturnType<typeof createHoldingsReader>

const KEPT_USERS = 500
/** Short, so that a new position is in the filter at once. */
const KEPT_MS = 5_000
/** The portfolio also fetches quotes for this response. */
const TIMEOUT_MS = 6_000

/** Reads holdings from the portfolio as the user, so that costs are in no URL. */
export function createHoldingsReader({
  portfolio,
  now,
}: {
  readonly portfolio: ServiceClient
  readonly now: () => number
}) {
  const kept = createBoundedCache<Holdings>(KEPT_USERS)
  return async (user: Extract<Principal, { kind: 'user' }>, requestId: string): Promise<Holdings> => {
    const ready = kept.get(user.userId, now())
    if (ready !== null) return ready
    const { kind, userId, sessionId, isDemo } = user
    const answer = await portfolio.call('portfolio.holdings', {
      as: { kind, userId, sessionId, isDemo },
      requestId,
      timeoutMs: TIMEOUT_MS,
    })
    const holdings = summarizeHoldings(answer.holdings)
    kept.set(userId, holdings, now() + KEPT_MS)
    return holdings
  }
}

type WireHolding = Pick<Success<'portfolio.holdings'>['holdings'][number], 'ticker' | 'shares' | 'adjusted_cost'>

/** Decimals of a cost; without rounding, a cost of 50.00 could come out above a strike of 50. */
const COST_DECIMALS = 4

/**
 * Joins the accounts that hold a stock: its cost is the average over all shares, and unknown if it is unknown for some
 * of them.
 */
export function summarizeHoldings(held: readonly WireHolding[]): Holdings {
  const costs = new Map(
    [...Map.groupBy(held, ({ ticker }) => ticker)].map(([symbol, parts]) => [symbol, average(parts)]),
  )
  return {
    key: digest(JSON.stringify([...costs])),
    symbols: [...costs.keys()],
    findCost: (symbol) => costs.get(symbol) ?? null,
  }
}

function average(parts: readonly WireHolding[]): number | null {
  const withShares = parts.filter(({ shares }) => shares > 0)
  let shares = 0
  let cost: number | null = withShares.length === 0 ? null : 0
  for (const part of withShares) {
    shares += part.shares
    cost = cost === null || part.adjusted_cost === null ? null : cost + part.shares * part.adjusted_cost
  }
  return cost === null ? null : Number((cost / shares).toFixed(COST_DECIMALS))
}
