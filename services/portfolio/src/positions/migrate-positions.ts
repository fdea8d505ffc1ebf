import type { Success } from '@callwright/contracts'
import type { EntryCheck } from './entry-check.ts'
import type { PositionBook } from './position-book.ts'
import { addPositions } from './positions.ts'
import { readRow } from './read-row.ts'

/** Adds the valid positions that a browser had stored, and reports the others with the reason (D26). */
export async function migratePositions(
  book: PositionBook,
  rows: readonly unknown[],
  { resolveSymbol, today }: EntryCheck,
): Promise<Success<'portfolio.migrate'>> {
  const read = rows.map((row, index) => ({ index, row: readRow(row, resolveSymbol) }))
  const valid = read.flatMap(({ index, row }) => (row.isValid ? [{ index, ...row }] : []))
  const outcomes = await addPositions(
    book,
    valid.map(({ position }) => position),
    { today },
  )
  const refused = valid.flatMap(({ index, id }, place) => {
    const outcome = outcomes[place]
    return outcome !== undefined && 'refusal' in outcome ? [{ index, id, reason: outcome.refusal }] : []
  })
  const invalid = read.flatMap(({ index, row }) => (row.isValid ? [] : [{ index, id: row.id, reason: row.reason }]))
  return {
    status: 'success',
    migrated_count: valid.length - refused.length,
    skipped: [...invalid, ...refused].toSorted((a, b) => a.index - b.index),
  }
}

export function listTickers(rows: readonly unknown[]): string[] {
  return rows.flatMap((row) =>
    typeof row === 'object' && row !== null && 'ticker' in row && typeof row.ticker === 'string' ? [row.ticker] : [],
  )
}
