import type { CallLimit, Capabilities, CapabilityName } from '../providers/provider-definition.ts'
import { isBroken } from './gaps.ts'
import type { CapabilityReport, RefreshCost } from './report.ts'

/**
 * Number of provider calls per symbol in a screener refresh: one for the price, two for the chain (call options
 * expiring in the next few weeks, and near-the-money puts), and one for the last session's bar. A long chain takes
 * another page.
 */
const CALLS_PER_SYMBOL: Readonly<Partial<Record<CapabilityName, number>>> = { quotes: 1, chains: 2, bars: 1 }
const SECONDS_PER_MINUTE = 60

export interface RefreshedSource {
  readonly capabilities: Partial<Capabilities>
  readonly limit: CallLimit
  readonly symbols: number
}

/**
 * Cost of a screener refresh at a source's rate limit; null if the source is failing or contributes nothing to a
 * refresh.
 */
export function estimateRefresh(
  reports: readonly CapabilityReport[],
  { capabilities, limit, symbols }: RefreshedSource,
): RefreshCost | null {
  const refreshed = reports.filter(({ capability }) => CALLS_PER_SYMBOL[capability] !== undefined)
  if (refreshed.some(isBroken)) return null
  const asked = refreshed.flatMap(({ capability, status }) => (status === 'works' ? [capability] : []))
  if (asked.length === 0) return null
  const isWholeMarket = (capability: CapabilityName) =>
    capability === 'bars' && capabilities.bars?.listMarketBars !== undefined
  const costs = asked.map((capability) =>
    isWholeMarket(capability) ? 1 : symbols * (CALLS_PER_SYMBOL[capability] ?? 0),
  )
  const calls = costs.reduce((sum, cost) => sum + cost, 0)
  const minutes = Math.max(0, calls - limit.burst) / limit.perSecond / SECONDS_PER_MINUTE
  return { symbols, calls, minutes, capabilities: asked }
}
