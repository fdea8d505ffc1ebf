import type { HistoryTurn } from '../../turn/types.ts'
import { listRows, type Row } from './session.ts'

/** Lists and stocks that earlier answers have shown, so that follow-up questions can refer to them. */
export interface Shown {
  /** The last list with more than one row, for "the second one". */
  readonly listed: readonly Row[]
  /** The stocks on the last card that showed any, each once. */
  readonly symbols: readonly string[]
}

export const nothingShown: Shown = { listed: [], symbols: [] }

/** The rows on a card, for "the second one". */
export function listCardRows(card: unknown): readonly Row[] {
  if (typeof card !== 'object' || card === null || !('content' in card)) return []
  const { content } = card
  if (Array.isArray(content)) return listRows({ rows: content })
  const table = typeof content === 'object' && content !== null && 'table' in content ? content.table : null
  return typeof table === 'object' && table !== null ? listRows({ ...table }) : []
}

/** The stock a row is about; null if the row doesn't say. */
export function findSymbolOfRow({ symbol, ticker }: Row): string | null {
  const named = symbol ?? ticker
  return typeof named === 'string' ? named.toUpperCase() : null
}

/** Updates what has been shown after an answer. If the answer only opened a row of the list, the list is kept. */
export function showAnswer({ listed, symbols }: Shown, { metadata }: HistoryTurn): Shown {
  const rows = listCardRows(metadata).filter((row) => findSymbolOfRow(row) !== null || typeof row.strike === 'number')
  const named = [...new Set(rows.flatMap((row) => findSymbolOfRow(row) ?? []))]
  return { listed: rows.length > 1 ? rows : listed, symbols: named.length > 0 ? named : symbols }
}
