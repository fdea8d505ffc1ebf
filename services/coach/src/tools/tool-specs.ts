import type { ServiceClient } from '@callwright/service'
import { type ToolName, type ToolRegistry, type ToolSpec, toolNames } from '../turn/types.ts'
import { analyzePosition } from './analyze-position.ts'
import { analyzeTrade, calcCoveredCall } from './analyze-trade.ts'
import { chainReview, incomeSummary, rollPreview } from './chain-tools.ts'
import { listExpirations } from './chains.ts'
import { compareStrikes } from './compare-strikes.ts'
import { findOptions } from './find-options.ts'
import { appHelp, explainConcept } from './help.ts'
import { marketStatus, upcomingEvents } from './market-events.ts'
import { coverableCalls, portfolioReview } from './portfolio-review.ts'
import { rollCandidates } from './roll-candidates.ts'
import { searchSymbols, stockSnapshot } from './stock-snapshot.ts'
import type { ToolDefinition } from './tool.ts'
import { topCoveredCallStocks } from './top-stocks.ts'

const byName: Readonly<Record<ToolName, ToolDefinition>> = {
  search_symbols: searchSymbols,
  market_status: marketStatus,
  stock_snapshot: stockSnapshot,
  top_covered_call_stocks: topCoveredCallStocks,
  list_expirations: listExpirations,
  find_options: findOptions,
  compare_strikes: compareStrikes,
  calc_covered_call: calcCoveredCall,
  analyze_trade: analyzeTrade,
  portfolio_review: portfolioReview,
  coverable_calls: coverableCalls,
  analyze_position: analyzePosition,
  roll_candidates: rollCandidates,
  chain_review: chainReview,
  income_summary: incomeSummary,
  roll_preview: rollPreview,
  upcoming_events: upcomingEvents,
  explain_concept: explainConcept,
  app_help: appHelp,
}
const definitions = toolNames.map((name) => byName[name])

/** In the order of `toolNames`. */
export const toolSpecs: readonly ToolSpec[] = definitions.map(({ bind: _bind, ...spec }) => spec)

/** Creates all tools on one shared service client. */
export const createTools = (client: Pick<ServiceClient, 'call'>): ToolRegistry =>
  Object.fromEntries(definitions.map(({ name, bind }) => [name, bind(client)]))
