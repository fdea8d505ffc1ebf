/** Allocates consecutive columns from one array, since many small allocations cost more than filling them. */
export function openColumns(total: number): (length: number) => Float64Array {
  const values = new Float64Array(total)
  let used = 0
  return (length) => {
    used += length
    return values.subarray(used - length, used)
  }
}
