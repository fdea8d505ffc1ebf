import { createHash } from 'node:crypto'
import {
  createWireWriter,
  type ImportBody,
  type ImportOutcome,
  NewPosition,
  type Success,
  termNames,
} from '@callwright/contracts'
import { findUnusualTerms } from '@callwright/scoring'
import { digest } from '../import/trade-keys.ts'
import type { PositionBook, StoredPosition } from '../positions/position-book.ts'
import { type IdentifiedTerms, joinClass, type PositionTerms } from '../positions/position-terms.ts'
import { addPositions, readRow } from '../positions/positions.ts'
import { describeUnchecked, type EntryContext, resolveBySpelling } from '../positions/stock-names.ts'
import type { FileForm } from '../statement/dialect.ts'
import type { CsvTable } from './csv-file.ts'
import {
  type ImportMark,
  markDuplicate,
  markRenamed,
  markUnknown,
  markUnusual,
  type ReadCells,
  readCells,
} from './read-rows.ts'

type ImportReport = Extract<Success<'portfolio.import'>, { readonly kind: 'positions' }>

interface ImportOptions extends Pick<ImportBody, 'confirm_unusual' | 'add_equal_rows'> {
  readonly isDryRun: boolean
  readonly check: EntryContext
}

/** A valid row, with its outcome if that is already known. */
interface ValidRow extends IdentifiedTerms {
  readonly line: number
  readonly marks: readonly ImportMark[]
  /** Null if the outcome isn't known until the position is added. */
  readonly outcome: ImportOutcome | null
}

/** Imports the valid rows and reports the others. */
export async function importPositions(
  book: PositionBook,
  table: CsvTable,
  form: FileForm,
  options: ImportOptions,
): Promise<ImportReport> {
  const { check, isDryRun } = options
  const judged = table.rows.map((row) => judgeCells(readCells(row, form), check))
  const read = judged.flatMap((row) => ('terms' in row ? [row] : []))
  const settled = settleRows(read, await book.list(), options)
  const added = settled.filter(({ outcome }) => outcome === null)
  const wouldBeId = `pos-${digest(added.map(({ id, terms }) => [id, terms]))}`
  const outcomes = await addPositions(book, added, { isDryRun, today: check.today, importId: wouldBeId })
  const isWritten = !isDryRun && outcomes.some((row) => 'outcome' in row && row.outcome !== 'known')
  const importId = isWritten ? wouldBeId : null
  const outcomeOf = new Map(added.map((row, index) => [row, outcomes[index]]))
  const rows = settled.flatMap((row) => {
    const reached = outcomeOf.get(row)
    const outcome = row.outcome ?? (reached !== undefined && 'outcome' in reached ? reached.outcome : null)
    return outcome === null
      ? []
      : [{ line: row.line, outcome, position: writeNewPosition({ id: row.id, ...row.terms }), marks: [...row.marks] }]
  })
  const refused = [
    ...table.misshapen.map(({ line, reason }) => ({ line, id: null, reason })),
    ...judged.flatMap((row) => ('reason' in row ? [row] : [])),
    ...added.flatMap((row) => {
      const reached = outcomeOf.get(row)
      return reached !== undefined && 'refusal' in reached
        ? [{ line: row.line, id: row.id, reason: reached.refusal }]
        : []
    }),
  ].toSorted((a, b) => a.line - b.line)
  return {
    status: 'success',
    kind: 'positions',
    dry_run: isDryRun,
    import_id: importId,
    form: { separator: table.separator, decimal: form.decimal, dates: form.dates },
    questions: [...form.questions],
    rows,
    refused,
    counts: countOutcomes(rows, refused.length),
    ignored_columns: [...table.ignored],
    message: describeUnchecked(check),
  }
}

interface ReadRow {
  readonly line: number
  /** Empty if the row has no id. */
  readonly id: string
  readonly terms: PositionTerms
  readonly marks: readonly ImportMark[]
}

/** Placeholder id for validating a row that has none. */
const ANY_ID = 'row'

function judgeCells(cells: ReadCells, { resolveSymbol, unknown, notes }: EntryContext) {
  const { line, id, marks, faults } = cells
  const refuse = (reason: string) => ({ line, id: id === '' ? null : id, reason })
  if (faults.length > 0) return refuse(faults.join(' '))
  const row = readRow({ ...cells.terms, id: id === '' ? ANY_ID : id }, resolveSymbol)
  if (!row.isValid) return refuse(row.reason)
  const { terms } = row.position
  const note = notes.get(resolveBySpelling(String(cells.terms.ticker)))
  const symbolMarks = [
    ...(note === undefined ? [] : [markRenamed(note)]),
    ...(unknown.has(terms.symbol) ? [markUnknown(terms.symbol)] : []),
  ]
  return { line, id, terms, marks: [...marks, ...symbolMarks] } satisfies ReadRow
}

/** Determines the outcomes that depend only on the file and on the stored positions. */
function settleRows(rows: readonly ReadRow[], stored: readonly StoredPosition[], options: ImportOptions): ValidRow[] {
  const { add_equal_rows: keepsEqual = false, confirm_unusual: isConfirmed = false } = options
  const storedById = new Map(stored.map((position) => [position.id, position]))
  const storedByKey = Map.groupBy(stored, keyOfTerms)
  const earlierByKey = new Map<string, ReadRow[]>()
  // Each stored position can match only one row of the file.
  const taken = new Set(rows.map(({ id }) => id))

  const findStored = ({ terms }: ReadRow, id: string): StoredPosition | undefined => {
    const found =
      storedById.get(id) ??
      storedByKey
        .get(keyOfTerms(terms))
        ?.find((position) => !taken.has(position.id) && isSameNote(position.notes, terms.notes))
    if (found !== undefined) taken.add(found.id)
    return found
  }

  return rows.map((row): ValidRow => {
    const { line, terms } = row
    const key = keyOfTerms(terms)
    const earlier = earlierByKey.get(key) ?? []
    earlierByKey.set(key, [...earlier, row])
    const isNameless = row.id === ''
    const twin = earlier.find((other) => isSameNote(other.terms.notes, terms.notes))
    if (isNameless && !keepsEqual && twin !== undefined) {
      const marks = [...row.marks, markDuplicate(twin.line)]
      return { line, terms, id: buildRowId(terms, 1), marks, outcome: 'duplicate' }
    }
    const nth = earlier.filter((other) => other.id === '' && other.terms.notes === terms.notes).length + 1
    const id = isNameless ? buildRowId(terms, nth) : row.id
    const known = isNameless ? findStored(row, id) : storedById.get(id)
    if (isNameless && known !== undefined && keyOfTerms(known) === key) {
      return { line, terms, id: known.id, marks: row.marks, outcome: 'known' }
    }
    const unusual = known === undefined ? findUnusualTerms(terms) : []
    const marks = [...row.marks, ...unusual.map((term) => markUnusual(term, terms))]
    return { line, terms, id, marks, outcome: unusual.length > 0 && !isConfirmed ? 'unconfirmed' : null }
  })
}

const writeNewPosition = createWireWriter(NewPosition, termNames)

function countOutcomes(rows: ImportReport['rows'], refused: number): ImportReport['counts'] {
  const counts = { created: 0, known: 0, restored: 0, duplicate: 0, unconfirmed: 0, refused }
  for (const { outcome } of rows) counts[outcome] += 1
  return counts
}

const DIGEST_LENGTH = 24

/**
 * Derives an id for a row that has none from its stored terms, so that a position gets the same id in any spelling,
 * number format and column order. `nth` distinguishes equal rows.
 */
export function buildRowId(terms: PositionTerms, nth: number): string {
  const content = JSON.stringify([keyOfTerms(terms), terms.notes])
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, DIGEST_LENGTH)
  return `csv-${digest}${nth === 1 ? '' : `-${nth}`}`
}

/** Key that identifies the terms, without the notes. */
export function keyOfTerms(terms: PositionTerms): string {
  const { entryDate, expiration, strike, premium, entryPrice, contracts } = terms
  return [joinClass(terms.symbol), entryDate, expiration, strike, premium, entryPrice, contracts].join(' ')
}

/** Compares the notes of two positions with equal keys. A missing note equals any note. */
export const isSameNote = (a: string | null, b: string | null): boolean => a === b || a === null || b === null
