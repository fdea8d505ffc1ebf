import type { Query, Success } from '@callwright/contracts'
import { type Ask, Unanswerable } from '../tool.ts'

export type CallsView = Success<'screener.calls'>

/** Rows of a screener response. */
export const MAX_ROWS = 500
/** Symbols in one request: their list has a maximal length. */
const MAX_SYMBOLS = 400

/** Calls of the stocks, in as many requests as their symbols and the rows of a response take. */
export async function listCalls(
  query: Query<'screener.calls'>,
  { symbols, most }: { readonly symbols: readonly string[] | null; readonly most: number },
  ask: Ask,
): Promise<CallsView> {
  const parts = symbols === null ? [null] : splitList(symbols, MAX_SYMBOLS)
  const views: CallsView[] = []
  for (const part of parts) {
    const named = { ...query, ...(part === null ? {} : { symbols: part.join(',') }), limit: MAX_ROWS }
    const view = await ask('screener.calls', { query: named })
    views.push(view)
    for (let offset = MAX_ROWS; offset < Math.min(view.total, most); offset += MAX_ROWS)
      views.push({ ...(await ask('screener.calls', { query: { ...named, offset } })), total: 0 })
  }
  const [first] = views
  if (first === undefined) throw new Unanswerable('NOT_FOUND', 'No stocks match these filters.')
  return {
    ...first,
    calls: views.flatMap(({ calls }) => calls),
    total: views.reduce((sum, { total }) => sum + total, 0),
  }
}

const splitList = <T>(list: readonly T[], size: number) =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size))

/** Calls of the stocks in their order, until enough stocks have one. */
export async function listInOrder(
  symbols: readonly string[],
  limit: number,
  list: (some: readonly string[]) => Promise<CallsView>,
): Promise<CallsView> {
  const views: CallsView[] = []
  for (const part of splitList(symbols, SYMBOLS_AT_ONCE)) {
    views.push(await list(part))
    if (new Set(views.flatMap(({ calls }) => calls.map(({ symbol }) => symbol))).size >= limit) break
  }
  const [first] = views
  if (first === undefined) throw new Unanswerable('NOT_FOUND', 'No stocks match these filters.')
  return { ...first, calls: views.flatMap(({ calls }) => calls) }
}
/** So many usually have enough calls that fit. */
const SYMBOLS_AT_ONCE = 60
