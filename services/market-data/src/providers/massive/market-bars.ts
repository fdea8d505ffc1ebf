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
 * Lists one session's bars for all symbols, adjusted for splits up to today. A day that the plan does not include, such
 * as the current session or one before its history begins, is treated as having no data.
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
    // A past session does not reveal how delayed the plan's prices are.
    if (date < latestSession(now())) return { ...stamps.facts(bars), asOfMs: closeOf(date) }
    return stamps.prices(bars, isDelayed(body) ? 'delayed' : 'live', closeOf(date))
  } catch (error) {
    if (error instanceof ProviderFailure && findPlanEdge(error) !== null) return none()
    throw error
  }
}

/** Reads the bars on one day. Rows from another day are rejected, since they would duplicate that day's session. */
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
