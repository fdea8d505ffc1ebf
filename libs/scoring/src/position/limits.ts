/** Every number the recommendation, the action count and the minimum yield compare with (SPEC sections 4 and 9). */
export const POSITION_LIMITS = {
  /** Delta from which the shares are at risk of being called away. */
  assignmentDelta: 0.5,
  /** The last days before expiration. */
  lastDays: 7,
  /** Headroom under which, in the last days, the shares are let go; percent of the price. */
  letAssignHeadroomPct: 2,
  /** Half of the premium, captured within a quarter of the time. */
  profitCapturedPct: 50,
  timeElapsedPct: 25,
  /** Headroom in expected moves under which the strike is too near. */
  minHeadroomEm: 0.5,
  /** Static yield a year under which the premium pays too little. */
  minStaticYieldPct: 10,
  /** Profit of the covered call, in percent of what the shares cost, from which the dashboard counts an action. */
  actionPnlPct: 50,
} as const
