import type { RefObject } from 'react'
import { usePageKeys } from '../use-page-keys.ts'

/** Focuses the search with the key `/`. */
export function useSearchKey(input: RefObject<HTMLInputElement | null>): void {
  usePageKeys({
    '/': () => {
      input.current?.focus()
      input.current?.select()
    },
  })
}
