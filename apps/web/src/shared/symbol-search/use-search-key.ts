import { useWindowEvent } from '@mantine/hooks'
import type { RefObject } from 'react'

const KEY = '/'

/** Puts the focus into a search with the key `/`, except while somebody types or a dialog is open. */
export function useSearchKey(input: RefObject<HTMLInputElement | null>): void {
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target, defaultPrevented } = event
    if (key !== KEY || ctrlKey || metaKey || altKey || defaultPrevented || isTypedInto(target)) return
    if (document.querySelector('[aria-modal="true"]') !== null) return
    event.preventDefault()
    input.current?.focus()
    input.current?.select()
  })
}

const isTypedInto = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
