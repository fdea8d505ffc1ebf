export const countPages = (total: number, size: number) => Math.max(1, Math.ceil(total / size))

/** Up to `most` page numbers round the current one. */
export function listPageNumbers(page: number, pages: number, most: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(most / 2), pages - most + 1))
  return Array.from({ length: Math.min(most, pages) }, (_, index) => first + index)
}

/** The rows in view, counted from 1; null where there are none. */
export function findRowRange(page: number, size: number, total: number): { first: number; last: number } | null {
  const first = (page - 1) * size + 1
  return total < first ? null : { first, last: Math.min(page * size, total) }
}
