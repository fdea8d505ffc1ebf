import type { HistoryTurn } from '../../turn/types.ts'
import { listRows, type Row } from './session.ts'

/** Lists and stocks from earlier answers, for follow-up questions. */
export interface Shown {
  /** The last list with more than one row, for "the second one". */
  readonly listed: readonly Row[]
  /** The stocks on the last card that showed any, without duplicates. */
  readonly symbols: readonly string[]
}

export const nothingShown: Shown = { listed: [], symbols: [] }

export function listCardRows(card: unknown): readonly Row[] {
  if (typeof card !== 'object' || card === null || !('content' in card)) return []
  const { content } = card
  if (Array.isArray(content)) return listRows({ rows: content })
  const table = typeof content === 'object' && content !== null && 'table' in content ? content.table : null
  return typeof table === 'object' && table !== null ? listRows({ ...table }) : []
}

/** Null if the row names no stock. */
export function findSymbolOfRow({ symbol, ticker }: Row): string | null {
  const named = symbol ?? ticker
  return typeof named === 'string' ? named.toUpperCase() : null
}

/** Updates what has been shown. An answer that only opened a row of the list keeps the list. */
export function showAnswer({ listed, symbols }: Shown, { metadata }: HistoryTurn): Shown {
  const rows = listCardRows(metadata).filter((row) => findSymbolOfRow(row) !== null || typeof row.strike === 'number')
  const named = [...new Set(rows.flatMap((row) => findSymbolOfRow(row) ?? []))]
  return { listed: rows.length > 1 ? rows : listed, symbols: named.length > 0 ? named : symbols }
}
