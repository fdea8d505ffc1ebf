import type { SymbolFacts } from '@callwright/contracts'
import { AppError, type Logger, type ServiceClient } from '@callwright/service'
import type { StoredPosition } from '../positions/position-book.ts'
import type { PositionTerms } from '../positions/position-terms.ts'
import type { ValuePositions } from '../valuation/portfolio.ts'
import { type Example, isExample, ROLE_PLANS, type RolePlan, toExampleId } from './example-roles.ts'
import { liquidSymbols } from './liquid-symbols.ts'
import { canFit, proposeExamples } from './propose-examples.ts'

const CONCURRENCY = 8
const MAX_SYMBOLS = 500
const TIMEOUT_MS = 2_000
const SEARCH_TIMEOUT_MS = 20_000

export interface FindDeps {
  readonly marketData: Pick<ServiceClient, 'call'>
  readonly value: ValuePositions
  readonly log: Logger
  /** Monotonic clock, in milliseconds. */
  readonly now: () => number
}

/**
 * Searches the market's stocks, liquid ones first, and adds an example for each missing role to `found`. Stops when
 * every role has one; a role without a match stays empty. Returns false if some stock could not be read, in which case
 * another search may find more.
 */
export async function findExamples(
  { marketData, value, log, now }: FindDeps,
  requestId: string,
  found: Example[],
): Promise<boolean> {
  const untilMs = now() + SEARCH_TIMEOUT_MS
  const open = new Set(ROLE_PLANS.filter((plan) => !found.some(({ role }) => role === plan.role)))
  let isComplete = true
  const fetchFacts = async (symbol: string, query: { chain?: 'none' }): Promise<SymbolFacts | null> => {
    try {
      return await marketData.call('marketData.facts', { params: { symbol }, query, requestId, timeoutMs: TIMEOUT_MS })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.debug({ err: error, symbol }, 'demo.symbol_unread')
      isComplete = false
      return null
    }
  }
  const { symbols } = await marketData.call('marketData.universe', { requestId, timeoutMs: TIMEOUT_MS })
  const listed = symbols.map(({ symbol }) => symbol)
  for (const batch of listBatches(listed.filter((symbol) => !found.some(({ terms }) => terms.ticker === symbol)))) {
    if (open.size === 0) break
    if (now() >= untilMs) return false
    const surveyed = await Promise.all(batch.map((symbol) => fetchFacts(symbol, { chain: 'none' })))
    for (const survey of surveyed) {
      const plans = survey === null ? [] : [...open].filter((plan) => canFit(plan, survey))
      const facts = survey === null || plans.length === 0 ? null : await fetchFacts(survey.symbol, {})
      const shown = facts === null ? null : await findMatch(plans, facts, { value, requestId })
      if (shown === null) continue
      open.delete(shown.plan)
      found.push({ role: shown.plan.role, terms: shown.terms })
    }
  }
  return isComplete
}

/** Finds the first role that some position on this stock fits, according to the portfolio's own valuation. */
async function findMatch(
  plans: readonly RolePlan[],
  facts: SymbolFacts,
  { value, requestId }: { readonly value: ValuePositions; readonly requestId: string },
): Promise<{ plan: RolePlan; terms: PositionTerms } | null> {
  for (const plan of plans) {
    const proposed = proposeExamples(plan, facts)
    if (proposed.length === 0) continue
    const { assessed } = await value(
      proposed.map((terms) => toUnstored(plan, terms)),
      requestId,
    )
    const place = assessed.findIndex((position) => isExample(plan, position))
    const terms = proposed[place]
    if (terms !== undefined) return { plan, terms }
  }
  return null
}

function toUnstored(plan: RolePlan, terms: PositionTerms): StoredPosition {
  const never = new Date(0)
  return { id: toExampleId(plan.role), ...terms, createdAt: never, updatedAt: never }
}

/**
 * Splits the market's stocks into batches, liquid ones first. The others follow, so that small markets have examples
 * too.
 */
function listBatches(listed: readonly string[]): string[][] {
  const known = new Set(listed)
  const symbols = [...new Set([...liquidSymbols.filter((symbol) => known.has(symbol)), ...listed])].slice(
    0,
    MAX_SYMBOLS,
  )
  return Array.from({ length: Math.ceil(symbols.length / CONCURRENCY) }, (_, index) =>
    symbols.slice(index * CONCURRENCY, (index + 1) * CONCURRENCY),
  )
}
