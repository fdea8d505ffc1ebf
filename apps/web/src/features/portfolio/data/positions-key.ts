/** localStorage key for covered calls, and the prefix of related keys. */
export const POSITIONS_KEY = 'coveredCallPositions'
