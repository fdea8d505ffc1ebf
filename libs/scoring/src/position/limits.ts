/** All limits of the recommendation, the action count and the minimum yield (SPEC sections 4 and 9). */
export const POSITION_LIMITS = {
  /** Delta at which the shares are at risk of assignment. */
  assignmentDelta: 0.5,
  /** Number of days before expiration that count as the last days. */
  lastDays: 7,
  /** Below this headroom in the last days, let the shares be called away; percent of the price. */
  letAssignHeadroomPct: 2,
  /**
   * Take profit once this percent of the premium is captured with at most the next percent of the time elapsed.
   */
  profitCapturedPct: 50,
  timeElapsedPct: 25,
  /** Below this headroom in expected moves, the strike is too close. */
  minHeadroomEm: 0.5,
  /** Below this static yield per year, the premium pays too little. */
  minStaticYieldPct: 10,
  /** From this covered-call profit on, the dashboard counts an action; percent of the cost of the shares. */
  actionPnlPct: 50,
} as const
