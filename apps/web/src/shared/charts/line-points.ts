export interface LinePoint {
  readonly x: number
  readonly y: number
}

interface LineSize {
  readonly width: number
  readonly height: number
  /** Space around the line, so that the dot at its end is not cut off. */
  readonly edge: number
}

/** Points of a sparkline, evenly spaced. Vertically, they fill the range from the lowest to the highest value. */
export function placeLine(values: readonly number[], { width, height, edge }: LineSize): readonly LinePoint[] {
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  const steps = Math.max(1, values.length - 1)
  return values.map((value, index) => ({
    x: round(edge + (index / steps) * (width - 2 * edge)),
    y: round(span === 0 ? height / 2 : height - edge - ((value - low) / span) * (height - 2 * edge)),
  }))
}

const round = (length: number) => Math.round(length * 10) / 10
