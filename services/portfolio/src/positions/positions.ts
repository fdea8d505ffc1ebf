import { MAX_POSITIONS, type PositionChange } from '@callwright/contracts'
import type { IsoDate } from '@callwright/scoring'
import { invalidPosition, otherContent, tooManyPositions, unknownPosition } from '../errors.ts'
import type { EntryCheck } from './entry-check.ts'
import { describeFaults } from './fault-words.ts'
import type { KnownPosition, PositionBook, StoredPosition } from './position-book.ts'
import {
  type IdentifiedTerms,
  isSameSpelledTerms,
  isSameTerms,
  listFaults,
  listImpossibleDays,
  type PositionTerms,
  pickTerms,
  readChange,
} from './position-terms.ts'

export type AddOutcome = 'created' | 'known' | 'restored'

/**
 * Adds a position, once: the same again returns what is stored, a deleted one comes back (D26). Throws `other_content`,
 * `too_many_positions`, `validation`.
 */
export async function addPosition(
  book: PositionBook,
  { id, terms }: IdentifiedTerms,
  { today }: Pick<EntryCheck, 'today'>,
): Promise<{ outcome: AddOutcome; position: StoredPosition }> {
  requireSound(terms)
  const known = (await book.find([id])).get(id)
  if (known !== undefined && !known.isDeleted) {
    if (!isSameSpelledTerms(known, terms)) throw otherContent()
    return { outcome: 'known', position: known }
  }
  requirePossibleDays(terms, known ?? null, today)
  if ((await book.count()) >= MAX_POSITIONS) throw tooManyPositions()
  if (known !== undefined) return { outcome: 'restored', position: await book.restore(id, terms) }
  const [position] = await book.open([{ id, terms }])
  if (position === undefined) throw new Error('An insert returned no row')
  return { outcome: 'created', position }
}

/** Throws `unknown_position`, and `validation` where the terms as a whole do not hold together. */
export async function updatePosition(
  book: PositionBook,
  id: string,
  change: PositionChange,
  { nameStock, today }: EntryCheck,
): Promise<StoredPosition> {
  const current = await getPosition(book, id)
  const terms = { ...pickTerms(current), ...readChange(change, nameStock) }
  requireSound(terms)
  requirePossibleDays(terms, current, today)
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

function requireSound(terms: PositionTerms): void {
  const faults = listFaults(terms)
  if (faults.length > 0) throw invalidPosition(faults)
}

function requirePossibleDays(terms: PositionTerms, stored: PositionTerms | null, today: IsoDate): void {
  const faults = listImpossibleDays(terms, stored, today)
  if (faults.length > 0) throw invalidPosition(faults)
}

export type RowOutcome = { readonly outcome: AddOutcome } | { readonly refusal: string }

const OTHER_CONTENT = 'Another position with this id is stored.'
const TOO_MANY = `There is room for ${MAX_POSITIONS} positions.`

interface AddOptions {
  /** Nothing is written. */
  readonly isDryRun?: boolean
  /** Null where the days need no check. */
  readonly today: IsoDate | null
}

/** What adding many positions, sound ones, does with each of them, in their order: all that can get in do. */
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
