/** The tools of the coach that read what is the reader's own: positions, and the events that concern them. */
export const personalTools = [
  'portfolio_review',
  'coverable_calls',
  'analyze_position',
  'roll_candidates',
  'upcoming_events',
] as const
