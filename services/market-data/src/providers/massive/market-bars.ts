import { type IsoDate, newYorkDate } from '@callwright/scoring'
import { latestSession } from '../../calendar-day.ts'
import { type JsonObject, readObjects, readText } from '../http/json-values.ts'
import { ProviderFailure } from '../http/provider-failure.ts'
import type { Answer, DailyBar } from '../provider.ts'
import { closeOf, lacks, type MassiveContext } from './answers.ts'
import { readBarRow } from './bar-row.ts'
import { isDelayed } from './massive-client.ts'
import { findPlanEdge } from './massive-failure.ts'

type MarketBars = ReadonlyMap<string, DailyBar>

/**
 * One session of every symbol, adjusted for the splits up to today. A day that the plan does not include, the session
 * under way or one before its history, is a day of which nothing is there.
 */
export async function listMarketBars(context: MassiveContext, date: IsoDate): Promise<Answer<MarketBars | null>> {
  const { client, stamps, now } = context
  const none = () => ({
    ...stamps.facts(null, [lacks('bars', `daily bars of the market on ${date}`)]),
    asOfMs: Math.min(closeOf(date), now()),
  })
  try {
    const body = await client.get(`/v2/aggs/grouped/locale/us/market/stocks/${date}`, { adjusted: true })
    const bars = readMarketBars(context, date, readObjects(body.results))
    if (bars.size === 0) return none()
    // What is long past says nothing of how late the plan's prices come.
    if (date < latestSession(now())) return { ...stamps.facts(bars), asOfMs: closeOf(date) }
    return stamps.prices(bars, isDelayed(body) ? 'delayed' : 'live', closeOf(date))
  } catch (error) {
    if (error instanceof ProviderFailure && findPlanEdge(error) !== null) return none()
    throw error
  }
}

/** A row of another day is none of this one: it would be a session told twice. */
function readMarketBars({ reject }: MassiveContext, date: IsoDate, rows: readonly JsonObject[]): MarketBars {
  const bars = new Map<string, DailyBar>()
  for (const row of rows) {
    const symbol = readText(row.T)
    const bar = readBarRow(row, reject)
    if (bar === null) continue
    if (symbol === null || newYorkDate(bar.atMs) !== date) reject('malformed')
    else bars.set(symbol, { date, ...bar.prices })
  }
  return bars
}
