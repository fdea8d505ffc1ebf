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
