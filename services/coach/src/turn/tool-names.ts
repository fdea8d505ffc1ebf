/** No tool writes data. */
export const toolNames = [
  'search_symbols',
  'market_status',
  'stock_snapshot',
  'top_covered_call_stocks',
  'list_expirations',
  'find_options',
  'compare_strikes',
  'calc_covered_call',
  'analyze_trade',
  'portfolio_review',
  'coverable_calls',
  'analyze_position',
  'roll_candidates',
  'upcoming_events',
  'explain_concept',
  'app_help',
] as const

export type ToolName = (typeof toolNames)[number]
