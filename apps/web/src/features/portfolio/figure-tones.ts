/** `plain`: nothing to see to. */
export type FigureTone = 'good' | 'plain' | 'due' | 'bad'

/** Risk of assignment by delta (SPEC section 9): low below 0.25, medium up to 0.5, high above. */
export function readDeltaTone(delta: number): FigureTone {
  if (delta < 0.25) return 'plain'
  return delta <= 0.5 ? 'due' : 'bad'
}

/** Headroom in expected moves (SPEC section 2). */
export function readHeadroomTone(headroomEm: number): FigureTone {
  if (headroomEm >= 1) return 'good'
  return headroomEm >= 0.5 ? 'due' : 'bad'
}
