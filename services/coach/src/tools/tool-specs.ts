import type { ServiceClient } from '@callwright/service'
import { type ToolName, type ToolRegistry, type ToolSpec, toolNames } from '../turn/types.ts'
import { alertRules } from './alert-rules.ts'
import { analyzePosition } from './analyze-position.ts'
import { analyzeTrade, calcCoveredCall } from './analyze-trade.ts'
import { calcFigures } from './calc/figures.ts'
import { chainReview, incomeSummary, rollPreview } from './chain-tools.ts'
import { listExpirations } from './chains.ts'
import { compareStrikes } from './compare-strikes.ts'
import { coverableCalls } from './coverage.ts'
import { findOptions } from './find-options.ts'
import { appHelp, explainConcept } from './help.ts'
import { holdingCalls } from './holding-calls.ts'
import { marketStatus, upcomingEvents } from './market-events.ts'
import { ownFigures } from './own-figures.ts'
import { portfolioReview } from './portfolio-review.ts'
import { positionScenario } from './position-scenario.ts'
import { putQuotes } from './put-quotes.ts'
import { rollCandidates } from './roll-candidates.ts'
import { screenCalls } from './screen-calls.ts'
import { sectorPremiums } from './sector-premiums.ts'
import { searchSymbols, stockSnapshot } from './stock-snapshot.ts'
import { taxSummary } from './tax-summary.ts'
import type { ToolDefinition } from './tool.ts'
import { topCoveredCallStocks } from './top-stocks.ts'

const byName: Readonly<Record<ToolName, ToolDefinition>> = {
  search_symbols: searchSymbols,
  market_status: marketStatus,
  stock_snapshot: stockSnapshot,
  top_covered_call_stocks: topCoveredCallStocks,
  screen_calls: screenCalls,
  sector_premiums: sectorPremiums,
  list_expirations: listExpirations,
  find_options: findOptions,
  compare_strikes: compareStrikes,
  put_quotes: putQuotes,
  calc_covered_call: calcCoveredCall,
  calc_figures: calcFigures,
  analyze_trade: analyzeTrade,
  portfolio_review: portfolioReview,
  own_figures: ownFigures,
  holding_calls: holdingCalls,
  coverable_calls: coverableCalls,
  analyze_position: analyzePosition,
  position_scenario: positionScenario,
  roll_candidates: rollCandidates,
  chain_review: chainReview,
  income_summary: incomeSummary,
  tax_summary: taxSummary,
  roll_preview: rollPreview,
  upcoming_events: upcomingEvents,
  alert_rules: alertRules,
  explain_concept: explainConcept,
  app_help: appHelp,
}
const definitions = toolNames.map((name) => byName[name])

/** In the order of `toolNames`. */
export const toolSpecs: readonly ToolSpec[] = definitions.map(({ bind: _bind, ...spec }) => spec)

/** Creates all tools on one shared service client. */
export const createTools = (client: Pick<ServiceClient, 'call'>): ToolRegistry =>
  Object.fromEntries(definitions.map(({ name, bind }) => [name, bind(client)]))
