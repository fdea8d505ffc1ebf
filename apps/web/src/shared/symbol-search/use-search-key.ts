import type { RefObject } from 'react'
import { usePageKeys } from '../use-page-keys.ts'

/** Makes the key `/` focus the search. */
export function useSearchKey(input: RefObject<HTMLInputElement | null>): void {
  usePageKeys({
    '/': () => {
      input.current?.focus()
      input.current?.select()
    },
  })
}
