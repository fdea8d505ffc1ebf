import { MAX_POSITIONS, NewPosition, type PositionChange, type Success } from '@callwright/contracts'
import type { IsoDate } from '@callwright/scoring'
import { createFieldReader } from '@callwright/service'
import { invalidPosition, otherContent, tooManyPositions, unknownPosition } from '../errors.ts'
import type { KnownPosition, PositionBook, StoredPosition } from './position-store.ts'
import {
  describeFaults,
  describeUnread,
  type IdentifiedTerms,
  isSameSpelledTerms,
  isSameTerms,
  listFaults,
  listImpossibleDays,
  type PositionTerms,
  readChange,
  readNewPosition,
} from './position-terms.ts'
import type { EntryCheck, ResolveSymbol } from './stock-names.ts'

type AddOutcome = 'created' | 'known' | 'restored'

/**
 * Adds a position. A repeat returns the stored position, and a deleted position is restored (D26). Throws
 * `other_content`, `too_many_positions` or `validation`.
 */
export async function addPosition(
  book: PositionBook,
  { id, terms }: IdentifiedTerms,
  { today }: Pick<EntryCheck, 'today'>,
): Promise<{ outcome: AddOutcome; position: StoredPosition }> {
  validateTerms(terms)
  const known = (await book.find([id])).get(id)
  if (known !== undefined && !known.isDeleted) {
    if (!isSameSpelledTerms(known, terms)) throw otherContent()
    return { outcome: 'known', position: known }
  }
  validateDays(terms, known ?? null, today)
  if ((await book.count()) >= MAX_POSITIONS) throw tooManyPositions()
  if (known !== undefined) return { outcome: 'restored', position: await book.restore(id, terms) }
  const [position] = await book.open([{ id, terms }])
  if (position === undefined) throw new Error('An insert returned no row')
  return { outcome: 'created', position }
}

/** Throws `unknown_position`, or `validation` if the edited terms would be invalid. */
export async function updatePosition(
  book: PositionBook,
  id: string,
  change: PositionChange,
  { resolveSymbol, today }: EntryCheck,
): Promise<StoredPosition> {
  const current = await getPosition(book, id)
  const terms = { ...current, ...readChange(change, resolveSymbol) }
  validateTerms(terms)
  validateDays(terms, current, today)
  return isSameTerms(current, terms) ? current : book.edit(id, terms)
}

/** Throws `unknown_position`. */
export async function removePosition(book: PositionBook, id: string): Promise<StoredPosition> {
  const current = await getPosition(book, id)
  await book.remove(current)
  return current
}

async function getPosition(book: PositionBook, id: string): Promise<StoredPosition> {
  const known = (await book.find([id])).get(id)
  if (known === undefined || known.isDeleted) throw unknownPosition()
  return known
}

function validateTerms(terms: PositionTerms): void {
  const faults = listFaults(terms)
  if (faults.length > 0) throw invalidPosition(faults)
}

function validateDays(terms: PositionTerms, stored: PositionTerms | null, today: IsoDate): void {
  const faults = listImpossibleDays(terms, stored, today)
  if (faults.length > 0) throw invalidPosition(faults)
}

type RowOutcome = { readonly outcome: AddOutcome } | { readonly refusal: string }

const OTHER_CONTENT = 'A different position with this id already exists.'
const TOO_MANY = `You can have at most ${MAX_POSITIONS} positions.`

interface AddOptions {
  readonly isDryRun?: boolean
  /** Current date on the market's clock. If null, the dates are not validated. */
  readonly today: IsoDate | null
}

/** Adds as many of the valid positions as the limit allows. Returns their outcomes in the same order. */
export async function addPositions(
  book: PositionBook,
  positions: readonly IdentifiedTerms[],
  { isDryRun = false, today }: AddOptions,
): Promise<RowOutcome[]> {
  const known = new Map(await book.find(positions.map(({ id }) => id)))
  const plan = planAdditions(positions, known, { room: MAX_POSITIONS - (await book.count()), today })
  if (isDryRun) return plan
  const ofOutcome = (wanted: AddOutcome) =>
    positions.filter((_position, index) => {
      const row = plan[index]
      return row !== undefined && 'outcome' in row && row.outcome === wanted
    })
  await book.open(ofOutcome('created'))
  for (const { id, terms } of ofOutcome('restored')) await book.restore(id, terms)
  return plan
}

type Seen = Pick<KnownPosition, 'isDeleted'> & PositionTerms

function planAdditions(
  positions: readonly IdentifiedTerms[],
  stored: ReadonlyMap<string, KnownPosition>,
  { room, today }: { readonly room: number; readonly today: IsoDate | null },
): RowOutcome[] {
  const seen = new Map<string, Seen>(stored)
  let left = room
  return positions.map(({ id, terms }) => {
    const known = seen.get(id)
    if (known !== undefined && !known.isDeleted) {
      return isSameSpelledTerms(known, terms) ? { outcome: 'known' } : { refusal: OTHER_CONTENT }
    }
    const faults = today === null ? [] : listImpossibleDays(terms, known ?? null, today)
    if (faults.length > 0) return { refusal: describeFaults(faults) }
    if (left <= 0) return { refusal: TOO_MANY }
    left -= 1
    seen.set(id, { ...terms, isDeleted: false })
    return { outcome: known === undefined ? 'created' : 'restored' }
  })
}

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

export function listSymbols(rows: readonly unknown[]): string[] {
  return rows.flatMap((row) =>
    typeof row === 'object' && row !== null && 'ticker' in row && typeof row.ticker === 'string' ? [row.ticker] : [],
  )
}

type ReadRow =
  | { readonly isValid: true; readonly id: string; readonly position: IdentifiedTerms }
  | { readonly isValid: false; readonly id: string | null; readonly reason: string }

const readFields = createFieldReader(NewPosition)

/** Parses a row, and returns a position or the reason why the row is invalid. */
export function readRow(row: unknown, resolveSymbol: ResolveSymbol): ReadRow {
  const read = readFields(row)
  const refuse = (reason: string): ReadRow => ({ isValid: false, id: findId(row), reason })
  if (!read.ok) return refuse(describeUnread(row, read.faults))
  const position = readNewPosition(read.value, resolveSymbol)
  const faults = listFaults(position.terms)
  return faults.length > 0 ? refuse(describeFaults(faults)) : { isValid: true, id: position.id, position }
}

const MAX_ID_LENGTH = 64

/** Finds the id even of an invalid row, so that the client can tell which row it was. */
function findId(row: unknown): string | null {
  if (typeof row !== 'object' || row === null || !('id' in row)) return null
  return typeof row.id === 'string' && row.id.length <= MAX_ID_LENGTH ? row.id : null
}
