import { skipToken } from '@reduxjs/toolkit/query'
import { useListingQuery } from '../../../api/screener-endpoints.ts'
import { readCurrentList, storeCurrentList } from '../../../shared/current-list.ts'

/** As many as the server gives at once. */
const WINDOW = 500
const HALF = WINDOW / 2

/** A neighbour in the list: its symbol, and what to do on the way to it. */
export interface ListStep {
  readonly symbol: string
  readonly remember: () => void
}

export interface ListPlace {
  /** From 1. */
  readonly position: number
  readonly total: number
  readonly previous: ListStep | null
  readonly next: ListStep | null
}

/** Where a stock stands in the list it was opened from; null: nowhere, or it is not known yet. */
export function useListPlace(symbol: string): ListPlace | null {
  const list = readCurrentList()
  const { data } = useListingQuery(
    list === null ? skipToken : { ...list, limit: WINDOW, offset: findStart(list.offset) },
  )
  const index = data?.symbols.indexOf(symbol) ?? -1
  if (list === null || data === undefined || index < 0) return null
  const findStep = (to: number): ListStep | null => {
    const neighbour = data.symbols[to]
    if (neighbour === undefined) return null
    return { symbol: neighbour, remember: () => storeCurrentList({ ...list, offset: data.offset + to }) }
  }
  const position = data.offset + index + 1
  return { position, total: data.total, previous: findStep(index - 1), next: findStep(index + 1) }
}

/** Moves on by half a window, so that there are many to both sides of where the reader is. */
const findStart = (offset: number) => Math.max(0, Math.floor(offset / HALF) * HALF - HALF / 2)
