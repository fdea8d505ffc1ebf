import { setTimeout as delay } from 'node:timers/promises'
import { newYorkDate } from '@callwright/scoring'
import { marketUnavailable } from '../errors.ts'
import type { MarketClock } from '../quotes/market-clock.ts'
import { type Example, sortExamples } from './example-roles.ts'
import { type FindDeps, findExamples } from './find-examples.ts'

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
