import { setTimeout as delay } from 'node:timers/promises'
import { newYorkDate } from '@callwright/scoring'
import { marketAway } from '../errors.ts'
import type { MarketClock } from '../quotes/market-clock.ts'
import { type Example, sortExamples } from './example-roles.ts'
import { type FindDeps, findExamples } from './find-examples.ts'

/** So long a click waits for examples that are still looked for. */
const PATIENCE_MS = 2_000
/** After so long a look that could not ask every stock is worth another. */
const LOOK_AGAIN_MS = 60_000

/** The examples of one market on one day. */
interface Look {
  readonly key: string
  readonly found: Example[]
  readonly ended: Promise<void>
  endsAtMs: number
}

export type ReadExamples = (requestId: string) => Promise<readonly Example[]>

/**
 * Positions to learn from, made of the market of the day (D49): looked for once a day and market, however many ask, and kept;
 * another look begins with what the last one found. Who comes while they are looked for takes what is found in time.
 */
export function createExamples({ clock, ...deps }: FindDeps & { readonly clock: MarketClock }): ReadExamples {
  const { log, now } = deps
  let last: Look | null = null

  function start(key: string, requestId: string, known: readonly Example[]): Look {
    const found = [...known]
    const look: Look = { key, found, ended: search(), endsAtMs: Number.POSITIVE_INFINITY }
    async function search(): Promise<void> {
      const startedAtMs = now()
      let isWhole = false
      try {
        isWhole = await findExamples(deps, requestId, found)
      } catch (error) {
        log.warn({ err: error }, 'demo.search_failed')
      }
      if (!isWhole) look.endsAtMs = now() + LOOK_AGAIN_MS
      log.info({ roles: found.map(({ role }) => role), ms: Math.round(now() - startedAtMs) }, 'demo.examples_found')
    }
    return look
  }

  return async (requestId) => {
    const { asOfMs, market } = await clock.ask(requestId)
    if (market === null) throw marketAway()
    const key = `${market.source} ${newYorkDate(asOfMs)}`
    const known = last?.key === key ? last : null
    const look = known !== null && known.endsAtMs > now() ? known : start(key, requestId, known?.found ?? [])
    last = look
    const waiting = new AbortController()
    await Promise.race([look.ended, delay(PATIENCE_MS, undefined, { signal: waiting.signal })])
    waiting.abort()
    return sortExamples(look.found)
  }
}
