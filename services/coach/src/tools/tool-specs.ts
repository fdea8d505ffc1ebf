import type { ServiceClient } from '@callwright/service'
import { type ToolName, type ToolRegistry, type ToolSpec, toolNames } from '../turn/types.ts'
import { alertRules } from './alert-rules.ts'
import { calcFigures } from './calc/figures.ts'
import { appHelp, explainConcept } from './help.ts'
import { marketStatus, upcomingEvents } from './market/market-events.ts'
import { screenCalls } from './market/screen-calls.ts'
import { sectorPremiums } from './market/sector-premiums.ts'
import { searchSymbols, stockSnapshot } from './market/stock-snapshot.ts'
import { topCoveredCallStocks } from './market/top-stocks.ts'
import { analyzeTrade, calcCoveredCall } from './options/analyze-trade.ts'
import { chainReview, incomeSummary, rollPreview } from './options/chain-tools.ts'
import { listExpirations } from './options/chains.ts'
import { compareStrikes } from './options/compare-strikes.ts'
import { findOptions } from './options/find-options.ts'
import { putQuotes } from './options/put-quotes.ts'
import { analyzePosition } from './positions/analyze-position.ts'
import { coverableCalls } from './positions/coverage.ts'
import { holdingCalls } from './positions/holding-calls.ts'
import { ownFigures } from './positions/own-figures.ts'
import { portfolioReview } from './positions/portfolio-review.ts'
import { positionScenario } from './positions/position-scenario.ts'
import { rollCandidates } from './positions/roll-candidates.ts'
import { taxSummary } from './positions/tax-summary.ts'
import type { ToolDefinition } from './tool.ts'

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
