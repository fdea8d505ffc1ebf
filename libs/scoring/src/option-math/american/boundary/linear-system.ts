/**
 * Solves A·x = b for a small dense system by Gaussian elimination with row exchanges. `matrix` holds A row by row. Both
 * arrays are overwritten: `right` becomes x. A singular A gives NaN or infinity in x.
 * Source: Golub and Van Loan, Matrix Computations, 3.4. Verified in `boundary-curve.test.ts`.
 */
export function solveLinearSystem(matrix: Float64Array, right: Float64Array): void {
  const size = right.length
  for (let column = 0; column < size; column += 1) {
    bringUpLargest(matrix, right, column)
    const pivot = matrix[column * size + column] ?? 0
    for (let row = column + 1; row < size; row += 1) {
      const factor = (matrix[row * size + column] ?? 0) / pivot
      for (let k = column + 1; k < size; k += 1) {
        matrix[row * size + k] = (matrix[row * size + k] ?? 0) - factor * (matrix[column * size + k] ?? 0)
      }
      right[row] = (right[row] ?? 0) - factor * (right[column] ?? 0)
    }
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    let value = right[row] ?? 0
    for (let k = row + 1; k < size; k += 1) value -= (matrix[row * size + k] ?? 0) * (right[k] ?? 0)
    right[row] = value / (matrix[row * size + row] ?? 0)
  }
}

/** Swaps row `column` with the row, at or below it, whose entry in that column is the largest. */
function bringUpLargest(matrix: Float64Array, right: Float64Array, column: number): void {
  const size = right.length
  let best = column
  for (let row = column + 1; row < size; row += 1) {
    if (Math.abs(matrix[row * size + column] ?? 0) > Math.abs(matrix[best * size + column] ?? 0)) best = row
  }
  if (best === column) return
  for (let k = column; k < size; k += 1) exchange(matrix, column * size + k, best * size + k)
  exchange(right, column, best)
}

function exchange(values: Float64Array, a: number, b: number): void {
  const kept = values[a] ?? 0
  values[a] = values[b] ?? 0
  values[b] = kept
}
