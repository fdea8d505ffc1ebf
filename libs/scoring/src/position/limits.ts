/** All limits of the recommendation, the action count and the minimum yield (SPEC sections 4 and 9). */
export const POSITION_LIMITS = {
  /** Delta at which the shares are at risk of assignment. */
  assignmentDelta: 0.5,
  /** The last days before expiration. */
  lastDays: 7,
  /** In the last days, let the shares go below this headroom, percent of the price. */
  letAssignHeadroomPct: 2,
  /** Half of the premium, captured within a quarter of the time. */
  profitCapturedPct: 50,
  timeElapsedPct: 25,
  /** Below this headroom in expected moves, the strike is too close. */
  minHeadroomEm: 0.5,
  /** Below this static yield per year, the premium pays too little. */
  minStaticYieldPct: 10,
  /** The dashboard counts an action from this covered-call profit on, in percent of the cost of the shares. */
  actionPnlPct: 50,
} as const
