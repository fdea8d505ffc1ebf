/** Coach tools that read the user's own data: positions, and the events that affect them. */
export const personalTools = [
  'portfolio_review',
  'coverable_calls',
  'analyze_position',
  'roll_candidates',
  'chain_review',
  'income_summary',
  'tax_summary',
  'roll_preview',
  'position_scenario',
  'upcoming_events',
] as const
