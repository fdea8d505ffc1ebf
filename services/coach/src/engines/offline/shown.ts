import type { HistoryTurn } from '../../turn/types.ts'
import { listRows, type Row } from './session.ts'

/** Content shown by earlier answers, for follow-up questions. */
export interface Shown {
  /** Last list with several rows, for "the second one". */
  readonly listed: readonly Row[]
  /** Stocks on the last card that showed any, without duplicates. */
  readonly symbols: readonly string[]
}

export const nothingShown: Shown = { listed: [], symbols: [] }

/** Rows of a card, for "the second one". */
export function listCardRows(card: unknown): readonly Row[] {
  if (typeof card !== 'object' || card === null || !('content' in card)) return []
  const { content } = card
  if (Array.isArray(content)) return listRows({ rows: content })
  const table = typeof content === 'object' && content !== null && 'table' in content ? content.table : null
  return typeof table === 'object' && table !== null ? listRows({ ...table }) : []
}

/** Stock of a row; null if the row names none. */
export function findSymbolOfRow({ symbol, ticker }: Row): string | null {
  const named = symbol ?? ticker
  return typeof named === 'string' ? named.toUpperCase() : null
}

/** Updates the shown content after an answer. The list is kept if the answer only opened one of its rows. */
export function showAnswer({ listed, symbols }: Shown, { metadata }: HistoryTurn): Shown {
  const rows = listCardRows(metadata).filter((row) => findSymbolOfRow(row) !== null || typeof row.strike === 'number')
  const named = [...new Set(rows.flatMap((row) => findSymbolOfRow(row) ?? []))]
  return { listed: rows.length > 1 ? rows : listed, symbols: named.length > 0 ? named : symbols }
}
