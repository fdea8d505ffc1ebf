export const countPages = (total: number, size: number) => Math.max(1, Math.ceil(total / size))

/** Up to `max` page numbers around the current page. */
export function listPageNumbers(page: number, pages: number, max: number): number[] {
  const first = Math.max(1, Math.min(page - Math.floor(max / 2), pages - max + 1))
  return Array.from({ length: Math.min(max, pages) }, (_, index) => first + index)
}

/** Numbers of the page's first and last rows, starting at 1; null if the page is empty. */
export function findRowRange(page: number, size: number, total: number): { first: number; last: number } | null {
  const first = (page - 1) * size + 1
  return total < first ? null : { first, last: Math.min(page * size, total) }
}
