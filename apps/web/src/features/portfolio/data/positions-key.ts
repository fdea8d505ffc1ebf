/** Under it, and under names that begin with it, the browser keeps covered calls. */
export const POSITIONS_KEY = 'coveredCallPositions'
