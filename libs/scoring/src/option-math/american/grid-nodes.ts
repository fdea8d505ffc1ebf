/*
 * Cell averages. The cell of a node extends to both neighbors, and its average weights the value with a hat function: 1 at
 * the node, falling linearly to 0 at the neighbors.
 */

/** Averages of the cells of nodes first + 1 … last − 1, for a smooth value: (1, 10, 1)/12 of three nodes, error O(h⁴). */
export function averageCells(values: Float64Array, averages: Float64Array, first: number, last: number): void {
  let before = values[first] ?? 0
  let here = values[first + 1] ?? 0
  for (let k = first + 1; k < last; k += 1) {
    const after = values[k + 1] ?? 0
    averages[k] = here * (10 / 12) + (before + after) * (1 / 12)
    before = here
    here = after
  }
}

/**
 * Corrects the averages for a kink at `position`, a fractional node number, where the slope rises by `slopeJump` per node.
 * The exact average of max(x − position, 0) exceeds the three-point average by s³/6 − s/12 in the two cells around it, with s
 * = 1 − distance to the node. With this correction, the scheme keeps its order (Kreiss, Thomée and Widlund 1970). Returns the
 * last node before the kink whose cell does not touch it.
 */
export function addKink(averages: Float64Array, position: number, slopeJump: number): number {
  const node = Math.floor(position)
  const after = position - node
  const before = 1 - after
  averages[node] = (averages[node] ?? 0) + slopeJump * (before ** 3 / 6 - before / 12)
  averages[node + 1] = (averages[node + 1] ?? 0) + slopeJump * (after ** 3 / 6 - after / 12)
  return node - 1
}

/**
 * Nodes on either side of the middle node. Errors of ordinary contracts stay under 1e-5 of the strike, which is half a cent
 * for a 500-dollar share; 48 nodes double the error, 96 halve it.
 */
const SIDE_NODES = 72
/**
 * How far the nodes reach, in standard deviations of ln S at the period's end. The probability beyond is 1.3e-6 on each
 * side, where the value is almost linear. A smaller reach is worse in the median case; a larger one only widens the
 * spacing.
 */
const REACH = 4.7
/** Minimum number of nodes on either side as the reach shrinks toward today. */
const MIN_SIDE_NODES = 4
/**
 * The bend of a parabola that starts at the boundary is a node's excess over exercise divided by the squared distance
 * to it. A node closer than this (in nodes) would magnify the error more than ten times.
 */
const NEAREST_HELD_NODE = 0.3

export const MIDDLE = SIDE_NODES
export const NODE_COUNT = 2 * SIDE_NODES + 1

/** Values on nodes first…last at one time; all amounts are per share and discounted to today. */
export interface PriceGrid {
  first: number
  last: number
  /** Distance between neighbors in ln S. */
  spacing: number
  /** Share prices as multiples of the middle price: ascending for a put, descending for a call. */
  readonly spots: Float64Array
  readonly values: Float64Array
  /** Value of exercise at node k: cash + shares·spots[k]. */
  cash: number
  shares: number
  /** Fractional node number at which exercise ends, −1 if no node is exercised. */
  boundary: number
}

export function createPriceGrid(): PriceGrid {
  return {
    first: 0,
    last: NODE_COUNT - 1,
    spacing: 0,
    spots: new Float64Array(NODE_COUNT),
    values: new Float64Array(NODE_COUNT),
    cash: 0,
    shares: 0,
    boundary: -1,
  }
}

/** Node 0 is the in-the-money end, low prices for a put and high for a call, so exercise always spreads from there. */
export function placeNodes(grid: PriceGrid, isPut: boolean, totalVol: number): void {
  grid.first = 0
  grid.last = NODE_COUNT - 1
  grid.spacing = (REACH * totalVol) / SIDE_NODES
  const step = isPut ? grid.spacing : -grid.spacing
  const ratio = Math.exp(step)
  let spot = Math.exp(-step * MIDDLE)
  for (let k = 0; k < NODE_COUNT; k += 1) {
    grid.spots[k] = spot
    spot *= ratio
  }
}

/**
 * Drops outer nodes: at t years from today the share price is within REACH deviations σ√t of the middle.
 * `timeFrac` is t over the period's end.
 */
export function trimNodes(grid: PriceGrid, timeFrac: number): void {
  const side = Math.min(SIDE_NODES, Math.ceil(SIDE_NODES * Math.sqrt(timeFrac)) + MIN_SIDE_NODES)
  grid.first = MIDDLE - side
  grid.last = MIDDLE + side
}

/** Slope of the value against `spots` at an end of the grid: `end` is the last node there, `next` its neighbor. */
export function slopeAtEnd({ values, spots }: PriceGrid, end: number, next: number): number {
  return ((values[end] ?? 0) - (values[next] ?? 0)) / ((spots[end] ?? 0) - (spots[next] ?? 0))
}

/**
 * Value at a share price of `spot` (in units of `spots`): a cubic through the four nodes around it. The value bends at the
 * exercise boundary, so on the held side next to it the excess over exercise is a cubic with a double root at the boundary.
 * Above the grid the value is linear in the share price; below, it is linear down to `valueAtZero`.
 */
export function readValue(grid: PriceGrid, isPut: boolean, spot: number, valueAtZero: number): number {
  const { values, spots, first, last, boundary, cash, shares } = grid
  const lowest = isPut ? first : last
  const lowestSpot = spots[lowest] ?? 0
  if (spot <= lowestSpot) return valueAtZero + ((values[lowest] ?? 0) - valueAtZero) * (spot / lowestSpot)
  const highest = isPut ? last : first
  const highestSpot = spots[highest] ?? 0
  if (spot >= highestSpot) {
    const slope = slopeAtEnd(grid, highest, isPut ? highest - 1 : highest + 1)
    return (values[highest] ?? 0) + slope * (spot - highestSpot)
  }
  const offset = Math.log(spot) / grid.spacing
  const position = MIDDLE + (isPut ? offset : -offset)
  if (boundary >= 0) {
    if (position <= boundary) return cash + shares * spot
    let held = Math.ceil(boundary)
    if (held - boundary < NEAREST_HELD_NODE) held += 1
    if (position < held + 1 && held < last) {
      const near = held - boundary
      const nearBend = ((values[held] ?? 0) - cash - shares * (spots[held] ?? 0)) / near ** 2
      const farBend = ((values[held + 1] ?? 0) - cash - shares * (spots[held + 1] ?? 0)) / (near + 1) ** 2
      const distance = position - boundary
      return cash + shares * spot + distance ** 2 * (nearBend + (farBend - nearBend) * (distance - near))
    }
  }
  const base = Math.min(Math.max(Math.floor(position), first + 1), last - 2)
  const s = position - base
  const outer = (s + 1) * (values[base + 2] ?? 0) - (s - 2) * (values[base - 1] ?? 0)
  const inner = (s - 1) * (values[base] ?? 0) - s * (values[base + 1] ?? 0)
  return (s * (s - 1) * outer) / 6 + ((s + 1) * (s - 2) * inner) / 2
}
