import type { KeyboardEvent } from 'react'

/** Where a cursor is, and how far it can move. */
interface CursorPath {
  readonly at: number
  readonly step: number
  readonly from: number
  readonly to: number
}

const STEPS_A_PAGE = 10

/** Moves a cursor with the same keys as a slider; Escape clears it. Leaves keys with a modifier to the browser. */
export function moveByKey(
  event: KeyboardEvent,
  { at, step, from, to }: CursorPath,
  onMove: (place: number | null) => void,
): void {
  const places: Readonly<Record<string, number | null>> = {
    ArrowLeft: at - step,
    ArrowDown: at - step,
    ArrowRight: at + step,
    ArrowUp: at + step,
    PageDown: at - STEPS_A_PAGE * step,
    PageUp: at + STEPS_A_PAGE * step,
    Home: from,
    End: to,
    Escape: null,
  }
  const place = places[event.key]
  if (place === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  onMove(place === null ? null : Math.min(to, Math.max(from, place)))
}
