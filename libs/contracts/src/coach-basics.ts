/** First message of the coach. The service sends it; the page shows it when the service does not respond. */
export const coachWelcome = `Welcome to your trading coach. I can help you to
- find covered call opportunities
- analyze options chains
- explain strategies
- review your portfolio
- calculate returns and risks
What would you like to know?`

/** Coach tools that read the user's own data: positions, the events that affect them, and alerts. */
export const personalTools = [
  'portfolio_review',
  'own_figures',
  'holding_calls',
  'coverable_calls',
  'analyze_position',
  'roll_candidates',
  'chain_review',
  'income_summary',
  'tax_summary',
  'roll_preview',
  'position_scenario',
  'upcoming_events',
  'alert_rules',
] as const
