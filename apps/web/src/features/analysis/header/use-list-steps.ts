import { skipToken } from '@reduxjs/toolkit/query'
import { useListingQuery } from '../../../api/screener-endpoints.ts'
import { readCurrentList, storeCurrentList } from '../../../shared/current-list.ts'

/** Maximum number of symbols per response. */
const WINDOW = 500
const HALF = WINDOW / 2

/** A neighboring stock in the list; call `remember` before opening it. */
export interface ListStep {
  readonly symbol: string
  readonly remember: () => void
}

export interface ListPlace {
  /** Starts at 1. */
  readonly position: number
  readonly total: number
  readonly previous: ListStep | null
  readonly next: ListStep | null
}

/** The stock's position in the list it was opened from; null if it isn't in a list or the list is still loading. */
export function useListPlace(symbol: string): ListPlace | null {
  const list = readCurrentList()
  const { data } = useListingQuery(
    list === null ? skipToken : { ...list, limit: WINDOW, offset: findStart(list.offset) },
  )
  const index = data?.symbols.indexOf(symbol) ?? -1
  if (list === null || data === undefined || index < 0) return null
  const findStep = (to: number): ListStep | null => {
    const neighbor = data.symbols[to]
    if (neighbor === undefined) return null
    return { symbol: neighbor, remember: () => storeCurrentList({ ...list, offset: data.offset + to }) }
  }
  const position = data.offset + index + 1
  return { position, total: data.total, previous: findStep(index - 1), next: findStep(index + 1) }
}

/** Offset of the window. It moves by half a window at a time, so the stock has many neighbors on both sides. */
const findStart = (offset: number) => Math.max(0, Math.floor(offset / HALF) * HALF - HALF / 2)
