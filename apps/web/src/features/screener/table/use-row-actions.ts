import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { buildAnalysisPath } from '../../../shared/paths.ts'
import { useNavigate } from '../../../shared/routing.ts'
import { takeFocusBack } from '../../../shared/ui/use-menu.ts'

/** The menu of a row, at a point of the window. */
export interface RowMenuState {
  readonly symbol: string
  readonly x: number
  readonly y: number
  readonly opened: boolean
}

const closedMenu: RowMenuState = { symbol: '', x: 0, y: 0, opened: false }

const MIDDLE_BUTTON = 1

export const openInNewTab = (symbol: string) => window.open(buildAnalysisPath(symbol), '_blank', 'noopener')

/** The place of a row's checkbox; a press beside it is a press on it. */
const SELECT_CELL = 0
const isOfSelection = (target: Element) => target.closest('td')?.cellIndex === SELECT_CELL

/**
 * What pointer and keys do on the rows of stocks: one set of listeners for all of them, on what holds the rows.
 * @param toggle selects a row or no longer does; with all from the row before, where Shift is held
 */
export function useRowActions(toggle: (symbol: string, withRange: boolean) => void) {
  const navigate = useNavigate()
  const [menu, setMenu] = useState(closedMenu)
  const byTouch = useRef(false)
  const opener = useRef<HTMLElement>(null)
  const open = (symbol: string, apart: boolean) => {
    if (apart) openInNewTab(symbol)
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
      // At once: the next key is not for a menu that is on its way out.
      opener.current?.focus({ preventScroll: true })
    },
    onMenuGone: () => takeFocusBack(opener.current),
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
        // Else some browsers take the middle button for the start of scrolling.
        if (event.button === MIDDLE_BUTTON) event.preventDefault()
        const { target } = findRow(event)
        if (!isOfSelection(target)) return
        // Else Shift selects the words between, too, and a press beside the box takes the focus away.
        event.preventDefault()
        target.closest('td')?.querySelector('input')?.focus({ preventScroll: true, focusVisible: false })
      },
      onClick: (event: MouseEvent<HTMLElement>) => {
        const { symbol, target } = findRow(event)
        if (symbol === undefined || event.defaultPrevented) return
        if (isOfSelection(target)) return toggle(symbol, event.shiftKey)
        const apart = event.ctrlKey || event.metaKey
        const control = target.closest('a, button')
        if (control?.getAttribute('aria-haspopup') === 'menu') openMenu({ symbol, ...findCorner(control) }, control)
        else if (control instanceof HTMLAnchorElement) {
          // The browser knows best how to open a link elsewhere.
          if (apart || event.shiftKey) return
          event.preventDefault()
          open(symbol, false)
        } else if (control === null && !hasSelection() && !(byTouch.current && asksForHint(target))) open(symbol, apart)
      },
      onAuxClick: (event: MouseEvent<HTMLElement>) => {
        const { symbol, target } = findRow(event)
        if (event.button === MIDDLE_BUTTON && symbol !== undefined && !target.closest('a, button')) openInNewTab(symbol)
      },
      onContextMenu: (event: MouseEvent<HTMLElement>) => {
        const { symbol } = findRow(event)
        // With Shift, or over words to copy, the browser's own menu.
        if (symbol === undefined || event.shiftKey || hasSelection()) return
        event.preventDefault()
        openMenu({ symbol, x: event.clientX, y: event.clientY }, document.activeElement)
      },
    },
  } as const
}

/** The row under an event; what is drawn elsewhere in the document (a popover) reports its events here, too. */
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

// A finger has no other way to a hint.
const asksForHint = (target: Element) => target.closest('[data-hint]') !== null
