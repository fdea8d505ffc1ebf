import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { buildAnalysisPath } from '../../../shared/paths.ts'
import { useNavigate } from '../../../shared/routing.ts'
import { takeFocusBack } from '../../../shared/ui/use-menu.ts'

/** State of the row menu, with its position in the window. */
export interface RowMenuState {
  readonly symbol: string
  readonly x: number
  readonly y: number
  readonly opened: boolean
}

const closedMenu: RowMenuState = { symbol: '', x: 0, y: 0, opened: false }

const MIDDLE_BUTTON = 1

export const openInNewTab = (symbol: string) => window.open(buildAnalysisPath(symbol), '_blank', 'noopener')

/** Index of the checkbox cell; a click anywhere in it toggles the checkbox. */
const SELECT_CELL = 0
const isInSelectCell = (target: Element) => target.closest('td')?.cellIndex === SELECT_CELL

/**
 * Pointer and key actions for stock rows. One set of listeners, on the element around the rows, serves all of them.
 * @param toggle selects or deselects a row; `withRange` (Shift) includes every row from the previous one to this one
 */
export function useRowActions(toggle: (symbol: string, withRange: boolean) => void) {
  const navigate = useNavigate()
  const [menu, setMenu] = useState(closedMenu)
  const byTouch = useRef(false)
  const opener = useRef<HTMLElement>(null)
  const open = (symbol: string, inNewTab: boolean) => {
    if (inNewTab) openInNewTab(symbol)
    else void navigate(buildAnalysisPath(symbol))
  }
  const openMenu = (place: Omit<RowMenuState, 'opened'>, from: Element | null) => {
    opener.current = from instanceof HTMLElement ? from : null
    setMenu({ ...place, opened: true })
  }
  return {
    menu,
    closeMenu: () => {
      setMenu((before) => ({ ...before, opened: false }))
      // Restore focus immediately, so that the next key press doesn't go to a closing menu.
      opener.current?.focus({ preventScroll: true })
    },
    onMenuExited: () => takeFocusBack(opener.current),
    go: (path: string) => void navigate(path),
    onSelect: ({ dataset: { symbol } }: HTMLElement, withRange: boolean) => {
      if (symbol !== undefined) toggle(symbol, withRange)
    },
    onEnter: (row: HTMLElement, { ctrlKey, metaKey }: KeyboardEvent) => {
      const { symbol } = row.dataset
      if (symbol !== undefined) open(symbol, ctrlKey || metaKey)
    },
    listeners: {
      onPointerDown: ({ pointerType }: PointerEvent) => {
        byTouch.current = pointerType === 'touch'
      },
      onMouseDown: (event: MouseEvent<HTMLElement>) => {
        // Prevents autoscroll, which the middle button starts in some browsers.
        if (event.button === MIDDLE_BUTTON) event.preventDefault()
        const { target } = findRow(event)
        if (!isInSelectCell(target)) return
        // Prevents Shift from selecting text, and a click beside the box from moving focus.
        event.preventDefault()
        target.closest('td')?.querySelector('input')?.focus({ preventScroll: true, focusVisible: false })
      },
      onClick: (event: MouseEvent<HTMLElement>) => {
        const { symbol, target } = findRow(event)
        if (symbol === undefined || event.defaultPrevented) return
        if (isInSelectCell(target)) return toggle(symbol, event.shiftKey)
        const inNewTab = event.ctrlKey || event.metaKey
        const control = target.closest('a, button')
        if (control?.getAttribute('aria-haspopup') === 'menu') openMenu({ symbol, ...findCorner(control) }, control)
        else if (control instanceof HTMLAnchorElement) {
          // The browser opens the link in a new tab or window.
          if (inNewTab || event.shiftKey) return
          event.preventDefault()
          open(symbol, false)
        } else if (control === null && !hasSelection() && !(byTouch.current && hasHint(target))) open(symbol, inNewTab)
      },
      onAuxClick: (event: MouseEvent<HTMLElement>) => {
        const { symbol, target } = findRow(event)
        if (event.button === MIDDLE_BUTTON && symbol !== undefined && !target.closest('a, button')) openInNewTab(symbol)
      },
      onContextMenu: (event: MouseEvent<HTMLElement>) => {
        const { symbol } = findRow(event)
        // With Shift or selected text, show the browser's menu.
        if (symbol === undefined || event.shiftKey || hasSelection()) return
        event.preventDefault()
        openMenu({ symbol, x: event.clientX, y: event.clientY }, document.activeElement)
      },
    },
  } as const
}

/** Finds the row that an event belongs to. Events from portals (popovers) also bubble here, but belong to no row. */
function findRow({ target, currentTarget }: MouseEvent): { symbol: string | undefined; target: Element } {
  const element = target as Element
  const row = currentTarget.contains(element) ? element.closest<HTMLElement>('[data-symbol]') : null
  return { symbol: row?.dataset.symbol, target: element }
}

function findCorner(control: Element): { x: number; y: number } {
  const { left, bottom } = control.getBoundingClientRect()
  return { x: left, y: bottom }
}

const hasSelection = () => window.getSelection()?.isCollapsed === false

// Whether the target has a hint: on a touch screen, a tap is the only way to see it.
const hasHint = (target: Element) => target.closest('[data-hint]') !== null
