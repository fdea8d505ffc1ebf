import type { HistoryTurn } from '../../turn/types.ts'
import { listRows, type Row } from './session.ts'

/** What an answer put before the reader, for the questions after it. */
export interface Shown {
  /** The last list of several rows: what "the second one" counts in. */
  readonly listed: readonly Row[]
  /** The stocks of the last card that had any, each once. */
  readonly symbols: readonly string[]
}

export const nothingShown: Shown = { listed: [], symbols: [] }

/** The rows of a card, for "the second one". */
export function listCardRows(card: unknown): readonly Row[] {
  if (typeof card !== 'object' || card === null || !('content' in card)) return []
  const { content } = card
  if (Array.isArray(content)) return listRows({ rows: content })
  const table = typeof content === 'object' && content !== null && 'table' in content ? content.table : null
  return typeof table === 'object' && table !== null ? listRows({ ...table }) : []
}

/** The stock a row is of; null where the row does not say. */
export function findSymbolOfRow({ symbol, ticker }: Row): string | null {
  const named = symbol ?? ticker
  return typeof named === 'string' ? named.toUpperCase() : null
}

/** What is before the reader after one more answer: a list stays where the answer only opened one of its rows. */
export function showAnswer({ listed, symbols }: Shown, { metadata }: HistoryTurn): Shown {
  const rows = listCardRows(metadata).filter((row) => findSymbolOfRow(row) !== null || typeof row.strike === 'number')
  const named = [...new Set(rows.flatMap((row) => findSymbolOfRow(row) ?? []))]
  return { listed: rows.length > 1 ? rows : listed, symbols: named.length > 0 ? named : symbols }
}
