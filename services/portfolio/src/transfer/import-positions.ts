import type { Success } from '@callwright/contracts'
import type { PositionBook } from '../positions/position-book.ts'
import { addPositions } from '../positions/positions.ts'
import { readRow } from '../positions/read-row.ts'
import type { CsvPositions } from './read-csv.ts'

type ImportReport = Success<'portfolio.import'>

/** Takes in every row that can be, and reports each that cannot. With `isDryRun` nothing is written. */
export async function importPositions(
  book: PositionBook,
  { rows, ignored }: CsvPositions,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<ImportReport> {
  const read = rows.map(({ line, position }) => ({ line, row: readRow(position) }))
  const sound = read.flatMap(({ line, row }) => (row.isSound ? [{ line, ...row }] : []))
  const outcomes = await addPositions(
    book,
    sound.map(({ position }) => position),
    { isDryRun },
  )
  const judged = sound.map((row, index) => ({ ...row, outcome: outcomes[index] }))
  const taken = judged.flatMap(({ line, wire, outcome }) =>
    outcome !== undefined && 'outcome' in outcome ? [{ line, outcome: outcome.outcome, position: wire }] : [],
  )
  const refused = [
    ...read.flatMap(({ line, row }) => (row.isSound ? [] : [{ line, id: row.id, reason: row.reason }])),
    ...judged.flatMap(({ line, id, outcome }) =>
      outcome !== undefined && 'refusal' in outcome ? [{ line, id, reason: outcome.refusal }] : [],
    ),
  ].toSorted((a, b) => a.line - b.line)
  const count = (wanted: ImportReport['rows'][number]['outcome']) =>
    taken.filter(({ outcome }) => outcome === wanted).length
  return {
    status: 'success',
    dry_run: isDryRun,
    rows: taken,
    refused,
    counts: {
      ...{ created: count('created'), known: count('known'), restored: count('restored') },
      refused: refused.length,
    },
    ignored_columns: [...ignored],
  }
}
