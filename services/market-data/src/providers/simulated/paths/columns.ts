/**
 * Cuts columns of numbers, one after the other, from one piece of memory: to get many small pieces costs more than to fill
 * them.
 */
export function openColumns(total: number): (length: number) => Float64Array {
  const values = new Float64Array(total)
  let used = 0
  return (length) => {
    used += length
    return values.subarray(used - length, used)
  }
}
