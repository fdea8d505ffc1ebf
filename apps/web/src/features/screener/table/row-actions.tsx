import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef } from 'react'
import type { ScreenStock } from '../../../api/screener.ts'
import { buildAnalysisPath } from '../../../shared/paths.ts'
import { useNavigate } from '../../../shared/routing.ts'
import { useAnchoredMenu } from '../../../shared/ui/anchored-menu.tsx'
import type { Selection } from '../selection/selection.ts'

const MIDDLE_BUTTON = 1

export const openInNewTab = (symbol: string) => window.open(buildAnalysisPath(symbol), '_blank', 'noopener')

/** Index of the checkbox cell; a click anywhere in it toggles the checkbox. */
const SELECT_CELL = 0
const isInSelectCell = (target: Element) => target.closest('td')?.cellIndex === SELECT_CELL

/** Pointer and key actions for stock rows. One set of listeners, on the element around the rows, serves all of them. */
export function useRowActions(stocks: readonly ScreenStock[], selection: Selection) {
  const toggle = useToggle(stocks, selection)
  const navigate = useNavigate()
  const menu = useAnchoredMenu<string>()
  const byTouch = useRef(false)
  const open = (symbol: string, inNewTab: boolean) => {
    if (inNewTab) openInNewTab(symbol)
    else void navigate(buildAnalysisPath(symbol))
  }
  return {
    menu,
    go: (path: string) => void navigate(path),
    onSelect: ({ symbol }: ScreenStock, withRange: boolean) => toggle(symbol, withRange),
    onEnter: ({ symbol }: ScreenStock, { ctrlKey, metaKey }: KeyboardEvent) => open(symbol, ctrlKey || metaKey),
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
        if (control?.getAttribute('aria-haspopup') === 'menu') menu.open(symbol, findCorner(control), control)
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
        menu.open(symbol, { x: event.clientX, y: event.clientY }, document.activeElement)
      },
    },
  } as const
}

/** Finds the row that an event belongs to. Events from portals (popovers) also bubble here, but belong to no row. */
function findRow({ target, currentTarget }: MouseEvent): { symbol: string | undefined; target: Element } {
  const element = target as Element
  const row = currentTarget.contains(element) ? element.closest<HTMLElement>('[data-key]') : null
  return { symbol: row?.dataset.key, target: element }
}

function findCorner(control: Element): { x: number; y: number } {
  const { left, bottom } = control.getBoundingClientRect()
  return { x: left, y: bottom }
}

const hasSelection = () => window.getSelection()?.isCollapsed === false

// Whether the target has a hint: on a touch screen, a tap is the only way to see it.
const hasHint = (target: Element) => target.closest('[data-hint]') !== null

/** Selects or deselects a stock. `withRange` adds those between it and the previous one, in the order of `stocks`. */
export function useToggle(stocks: readonly ScreenStock[], { symbols, choose }: Selection) {
  const previous = useRef<string>(null)
  return (symbol: string, withRange: boolean) => {
    const shown = stocks.map((stock) => stock.symbol)
    const from = withRange && previous.current !== null ? shown.indexOf(previous.current) : -1
    const to = shown.indexOf(symbol)
    const range = from < 0 ? [symbol] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
    previous.current = symbol
    choose(range, !symbols.has(symbol))
  }
}
