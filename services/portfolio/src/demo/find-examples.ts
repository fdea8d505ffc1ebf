import type { SymbolFacts } from '@callwright/contracts'
import { AppError, type Logger, type ServiceClient } from '@callwright/service'
import type { StoredPosition } from '../positions/position-book.ts'
import type { PositionTerms } from '../positions/position-terms.ts'
import type { ValuePositions } from '../valuation/portfolio.ts'
import { type Example, isExample, ROLE_PLANS, type RolePlan, toExampleId } from './example-roles.ts'
import { liquidSymbols } from './liquid-symbols.ts'
import { mayShow, proposeExamples } from './propose-examples.ts'

const ASKED_AT_ONCE = 8
/** No more stocks than these are looked at, whatever the market. */
const MOST_SYMBOLS = 500
const TIMEOUT_MS = 2_000
const LONGEST_MS = 20_000

export interface FindDeps {
  readonly marketData: Pick<ServiceClient, 'call'>
  readonly value: ValuePositions
  readonly log: Logger
  /** Milliseconds that only grow. */
  readonly now: () => number
}

/**
 * Looks through the liquid stocks of the market in their order, adds an example to `found` of each role it lacks as soon as
 * there is one, and stops when there is one of each. A role that no stock shows stays empty. Returns whether every stock
 * asked about answered: where not, another look may find more.
 */
export async function findExamples(
  { marketData, value, log, now }: FindDeps,
  requestId: string,
  found: Example[],
): Promise<boolean> {
  const untilMs = now() + LONGEST_MS
  const open = new Set(ROLE_PLANS.filter((plan) => !found.some(({ role }) => role === plan.role)))
  let isWhole = true
  const ask = async (symbol: string, query: { chain?: 'none' }): Promise<SymbolFacts | null> => {
    try {
      return await marketData.call('marketData.facts', { params: { symbol }, query, requestId, timeoutMs: TIMEOUT_MS })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.debug({ err: error, symbol }, 'demo.symbol_unread')
      isWhole = false
      return null
    }
  }
  const { symbols } = await marketData.call('marketData.universe', { requestId, timeoutMs: TIMEOUT_MS })
  const listed = symbols.map(({ symbol }) => symbol)
  for (const batch of listBatches(listed.filter((symbol) => !found.some(({ terms }) => terms.ticker === symbol)))) {
    if (open.size === 0) break
    if (now() >= untilMs) return false
    const surveyed = await Promise.all(batch.map((symbol) => ask(symbol, { chain: 'none' })))
    for (const survey of surveyed) {
      const plans = survey === null ? [] : [...open].filter((plan) => mayShow(plan, survey))
      const facts = survey === null || plans.length === 0 ? null : await ask(survey.symbol, {})
      const shown = facts === null ? null : await findShown(plans, facts, { value, requestId })
      if (shown === null) continue
      open.delete(shown.plan)
      found.push({ role: shown.plan.role, terms: shown.terms })
    }
  }
  return isWhole
}

/** The first role that a position on this stock shows, by what the portfolio itself says of it. */
async function findShown(
  plans: readonly RolePlan[],
  facts: SymbolFacts,
  { value, requestId }: { readonly value: ValuePositions; readonly requestId: string },
): Promise<{ plan: RolePlan; terms: PositionTerms } | null> {
  for (const plan of plans) {
    const proposed = proposeExamples(plan, facts)
    if (proposed.length === 0) continue
    const { attended } = await value(
      proposed.map((terms) => toUnstored(plan, terms)),
      requestId,
    )
    const place = attended.findIndex((position) => isExample(plan, position))
    const terms = proposed[place]
    if (terms !== undefined) return { plan, terms }
  }
  return null
}

function toUnstored(plan: RolePlan, terms: PositionTerms): StoredPosition {
  const never = new Date(0)
  return { id: toExampleId(plan.role), ...terms, createdAt: never, updatedAt: never }
}

/** The liquid stocks this market has, then its others: a market of few stocks has examples too. */
function listBatches(listed: readonly string[]): string[][] {
  const known = new Set(listed)
  const symbols = [...new Set([...liquidSymbols.filter((symbol) => known.has(symbol)), ...listed])].slice(
    0,
    MOST_SYMBOLS,
  )
  return Array.from({ length: Math.ceil(symbols.length / ASKED_AT_ONCE) }, (_, index) =>
    symbols.slice(index * ASKED_AT_ONCE, (index + 1) * ASKED_AT_ONCE),
  )
}
