import { setTimeout as delay } from 'node:timers/promises'
import type { SymbolFacts } from '@callwright/contracts'
import { newYorkDate, SHARES_PER_CONTRACT } from '@callwright/scoring'
import { AppError, type Logger, type ServiceClient } from '@callwright/service'
import { marketUnavailable } from '../errors.ts'
import type { StoredPosition } from '../positions/position-book.ts'
import type { PositionTerms } from '../positions/position-terms.ts'
import type { MarketClock } from '../quotes/market-clock.ts'
import type { ValuePositions } from '../valuation/valuation.ts'
import { type Example, isExample, ROLE_PLANS, type RolePlan, sortExamples, toExampleId } from './example-roles.ts'
import { canFit, proposeExamples } from './propose-examples.ts'

/** Maximum time that a request waits for a search in progress. */
const WAIT_MS = 2_000
/** Pause before an incomplete search is repeated. */
const RETRY_AFTER_MS = 60_000

interface Search {
  readonly key: string
  readonly found: Example[]
  readonly ended: Promise<void>
  expiresAtMs: number
}

export type ReadExamples = (requestId: string) => Promise<readonly Example[]>

/**
 * Finds example positions in today's market (D49). The search runs once a day per market, and its result is cached. A
 * repeated search keeps the examples already found. A request made during a search gets the examples that are found in
 * time.
 */
export function createExamples({ clock, ...deps }: FindDeps & { readonly clock: MarketClock }): ReadExamples {
  const { log, now } = deps
  let last: Search | null = null

  function start(key: string, requestId: string, known: readonly Example[]): Search {
    const found = [...known]
    const search: Search = { key, found, ended: run(), expiresAtMs: Number.POSITIVE_INFINITY }
    async function run(): Promise<void> {
      const startedAtMs = now()
      let isComplete = false
      try {
        isComplete = await findExamples(deps, requestId, found)
      } catch (error) {
        log.warn({ err: error }, 'demo.search_failed')
      }
      if (!isComplete) search.expiresAtMs = now() + RETRY_AFTER_MS
      log.info({ roles: found.map(({ role }) => role), ms: Math.round(now() - startedAtMs) }, 'demo.examples_found')
    }
    return search
  }

  return async (requestId) => {
    const { asOfMs, market } = await clock.ask(requestId)
    if (market === null) throw marketUnavailable()
    const key = `${market.source} ${newYorkDate(asOfMs)}`
    const known = last?.key === key ? last : null
    const search = known !== null && known.expiresAtMs > now() ? known : start(key, requestId, known?.found ?? [])
    last = search
    const waiting = new AbortController()
    await Promise.race([search.ended, delay(WAIT_MS, undefined, { signal: waiting.signal })])
    waiting.abort()
    return sortExamples(search.found)
  }
}

const CONCURRENCY = 8
const MAX_SYMBOLS = 500
const TIMEOUT_MS = 2_000
const SEARCH_TIMEOUT_MS = 20_000

interface FindDeps {
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
async function findExamples(
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
  for (const batch of listBatches(listed.filter((symbol) => !found.some(({ terms }) => terms.symbol === symbol)))) {
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
  const id = toExampleId(plan.role)
  const contract = { multiplier: SHARES_PER_CONTRACT, deliverableShares: SHARES_PER_CONTRACT }
  return {
    id,
    ...terms,
    ...contract,
    chainId: id,
    sharesFrom: 'new',
    hasEvents: false,
    createdAt: never,
    updatedAt: never,
  }
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

/**
 * Stocks that the example search tries first, in order: large companies with liquid options, mostly dividend payers.
 */
const liquidSymbols: readonly string[] = `
AAPL KO JPM XOM MSFT PG DIS VZ CSCO WMT INTC BAC JNJ HD NVDA PEP CVX T MCD IBM AMD WFC CAT PFE QCOM NKE C ABBV GE TXN
MRK SBUX F CVS GM MO PM LOW TGT ORCL MU AMZN UPS BA RTX HON MMM DE LMT UNP CSX ABT BMY AMGN GILD UNH MDT CL KMB GIS KHC
MDLZ COST DAL SLB COP OXY KMI WMB OKE DOW NEM FCX SO DUK NEE D EXC O SPG AMT PLD USB PNC TFC SCHW GS MS BLK AXP MET PRU
AIG V MA CMCSA`
  .trim()
  .split(/\s+/)
