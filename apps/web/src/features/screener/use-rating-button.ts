import { type FocusEvent, type KeyboardEvent, type PointerEvent, use, useId, useRef } from 'react'
import { findNextSymbol, OpenRatingContext } from './open-rating.ts'

/** A pointer on its way elsewhere opens nothing. */
const OPEN_DELAY_MS = 150
/** Time to move the pointer from the rating to its breakdown. */
const CLOSE_DELAY_MS = 140

/** What opens and closes the breakdown of one rating: pointer, focus, tap and keys. */
export function useRatingButton(symbol: string) {
  const { openSymbol, setOpenSymbol, tabStop, setTabStop } = use(OpenRatingContext)
  const breakdownId = useId()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isOpen = openSymbol === symbol

  const open = () => {
    clearTimeout(timer.current)
    setOpenSymbol(symbol)
  }
  const close = () => {
    clearTimeout(timer.current)
    setOpenSymbol((current) => (current === symbol ? null : current))
  }
  const after = (ms: number, action: () => void) => () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(action, ms)
  }

  return {
    isOpen,
    close,
    breakdownId,
    hover: {
      onPointerEnter: ifMouse(isOpen ? open : after(OPEN_DELAY_MS, open)),
      onPointerLeave: ifMouse(after(CLOSE_DELAY_MS, close)),
    },
    button: {
      'data-rating-of': symbol,
      'aria-expanded': isOpen,
      'aria-describedby': isOpen ? breakdownId : undefined,
      tabIndex: tabStop === null || tabStop === symbol ? 0 : -1,
      onBlur: close,
      onFocus: (event: FocusEvent) => {
        setTabStop(symbol)
        if (event.currentTarget.matches(':focus-visible')) open()
      },
      onKeyDown: useArrowKeys(symbol),
      ...usePress(isOpen, open, close),
    },
  }
}

// A finger has no hover: it opens by tapping.
const ifMouse = (action: () => void) => (event: PointerEvent) => {
  if (event.pointerType === 'mouse') action()
}

/** Toggles, as things stood when the press began: focus comes before the click and may have opened it already. */
function usePress(isOpen: boolean, open: () => void, close: () => void) {
  const press = useRef<{ wasOpen: boolean; byMouse: boolean }>(null)
  return {
    onPointerDown: ({ pointerType }: PointerEvent) => {
      press.current = { wasOpen: isOpen, byMouse: pointerType === 'mouse' }
    },
    onClick: () => {
      const { wasOpen, byMouse } = press.current ?? { wasOpen: isOpen, byMouse: false }
      press.current = null
      // Under a mouse it is open anyway, and a click must not take it away.
      if (wasOpen && !byMouse) close()
      else open()
    },
  }
}

/** Leads the focus from row to row. */
function useArrowKeys(symbol: string) {
  const { symbols } = use(OpenRatingContext)
  return (event: KeyboardEvent) => {
    const next = findNextSymbol(symbols, symbol, event.key)
    if (next === null) return
    event.preventDefault()
    event.currentTarget
      .closest('table')
      ?.querySelector<HTMLElement>(`[data-rating-of="${CSS.escape(next)}"]`)
      ?.focus()
  }
}
