/** localStorage key, and prefix of keys, for covered calls. */
export const POSITIONS_KEY = 'coveredCallPositions'
