import { MAX_POSITIONS, NewPosition, type Success } from '@callwright/contracts'
import type { CallTermsEntered, IsoDate, LedgerRecord } from '@callwright/scoring'
import { createFieldReader } from '@callwright/service'
import {
  adjustmentPending,
  equalTerms,
  invalidFields,
  ledgerConflict,
  otherContent,
  tooManyPositions,
} from '../errors.ts'
import type { Ledger } from '../ledger/ledger-book.ts'
import type { KnownPosition, PositionBook, StoredPosition } from './position-book.ts'
import {
  describeFaults,
  describeUnread,
  type IdentifiedTerms,
  isSameSpelledTerms,
  listFaults,
  listImpossibleDays,
  type PositionTerms,
  readNewPosition,
} from './position-terms.ts'
import type { EntryContext, ResolveSymbol } from './stock-names.ts'

type AddOutcome = 'created' | 'known' | 'restored'

interface AddCheck extends Pick<EntryContext, 'today'> {
  readonly isEqualConfirmed: boolean
  /** Day of the first split that is not applied to the call's chain yet; null if there is none. */
  readonly pendingSplitOn: IsoDate | null
}

/**
 * Adds a position. A repeat returns the stored position, and a deleted position is restored (D26). Throws
 * `other_content`, `too_many_positions`, `equal_terms`, `adjustment_pending`, `validation`, or a code of the ledger, such as
 * `shares_are_covering`.
 */
export async function addPosition(
  book: PositionBook,
  added: IdentifiedTerms,
  { today, isEqualConfirmed, pendingSplitOn }: AddCheck,
): Promise<{ outcome: AddOutcome; position: StoredPosition }> {
  const { id, terms, details } = added
  validateTerms(terms)
  const known = (await book.find([id])).get(id)
  if (known !== undefined && !known.isDeleted) {
    const opening = findOpening(await book.ledger.read(), id)
    if (![known, opening].some((stored) => stored !== null && isSameSpelledTerms({ ...known, ...stored }, terms))) {
      throw otherContent()
    }
    return { outcome: 'known', position: known }
  }
  validateDays(terms, known ?? null, today)
  if ((await book.count()) >= MAX_POSITIONS) throw tooManyPositions()
  if (known !== undefined)
    return { outcome: 'restored', position: await restorePosition(book, known, { terms, importId: undefined }) }
  if (!isEqualConfirmed && (await book.hasEqualSince(terms, EQUAL_WITHIN_SECONDS))) throw equalTerms(terms)
  if (pendingSplitOn !== null && terms.entryDate >= pendingSplitOn) throw adjustmentPending(pendingSplitOn)
  if (details?.chainId != null) await requireSameAccount(book, details.chainId, details.account)
  const [position] = await book.open([added])
  if (position === undefined) throw new Error('An insert returned no row')
  return { outcome: 'created', position }
}

const EQUAL_WITHIN_SECONDS = 60

async function requireSameAccount(book: PositionBook, chainId: string, account: string | null): Promise<void> {
  const chain = await book.ledger.findChain(chainId)
  if (chain === undefined || account === null || chain.account === account) return
  const place = chain.account === null ? 'no account' : `account ${chain.account}`
  throw ledgerConflict('other_stock', `This chain is in ${place}, not in account ${account}.`, 'account')
}

/**
 * Restores a deleted position. If it has events besides its opening, its terms must be unchanged, because the events
 * refer to them.
 */
async function restorePosition(
  book: PositionBook,
  known: KnownPosition,
  { terms, importId }: { readonly terms: PositionTerms; readonly importId: string | undefined },
): Promise<StoredPosition> {
  const ledger = await book.ledger.read()
  const hadEvents = ledger.events.some(({ record }) => isAbout(record, known.id) && !isTermsRecord(record))
  if (!hadEvents) return book.restore(known, { terms, importId })
  const opening = findOpening(ledger, known.id)
  const isSame = [known, opening].some(
    (stored) => stored !== null && isSameSpelledTerms({ ...known, ...stored }, terms),
  )
  if (!isSame) throw otherContent()
  return book.restore(known, { terms: known, opening: { ...known, ...opening }, importId })
}

const isTermsRecord = ({ kind }: LedgerRecord): boolean => ['open', 'edit', 'delete', 'restore'].includes(kind)

const isAbout = (record: LedgerRecord, id: string): boolean =>
  ('positionId' in record && record.positionId === id) || (record.kind === 'roll' && record.open.positionId === id)

/** The terms that a call was opened with, later edits included; null without one. */
export function findOpening({ events }: Ledger, id: string): CallTermsEntered | null {
  let opening: CallTermsEntered | null = null
  for (const { record } of events) {
    if (!isAbout(record, id)) continue
    if (record.kind === 'open' || record.kind === 'edit' || record.kind === 'restore') opening = record.terms
    if (record.kind === 'roll' && record.open.positionId === id) opening = toTerms(record)
  }
  return opening
}

function toTerms({ occurredOn, open }: LedgerRecord & { kind: 'roll' }): CallTermsEntered {
  const { positionId: _id, feesUsd: _fees, ...terms } = open
  // A rolled call has no shares of its own, so the two other terms are read from its row.
  return { ...terms, entryDate: occurredOn } as CallTermsEntered
}

export function validateTerms(terms: PositionTerms): void {
  const faults = listFaults(terms)
  if (faults.length > 0) throw invalidFields(faults)
}

export function validateDays(terms: PositionTerms, stored: PositionTerms | null, today: IsoDate): void {
  const faults = listImpossibleDays(terms, stored, today)
  if (faults.length > 0) throw invalidFields(faults)
}

type RowOutcome = { readonly outcome: AddOutcome } | { readonly refusal: string }

const OTHER_CONTENT = 'A different position with this id already exists.'
const TOO_MANY = `You can have at most ${MAX_POSITIONS} positions.`

interface AddOptions {
  readonly isDryRun?: boolean
  /** Current date on the market's clock. If null, the dates are not validated. */
  readonly today: IsoDate | null
  /** The import that adds them, which can be taken back as one. */
  readonly importId?: string
}

/** Adds as many of the valid positions as the limit allows. Returns their outcomes in the same order. */
export async function addPositions(
  book: PositionBook,
  positions: readonly IdentifiedTerms[],
  { isDryRun = false, today, importId }: AddOptions,
): Promise<RowOutcome[]> {
  const known = new Map(await book.find(positions.map(({ id }) => id)))
  const plan = planAdditions(positions, known, { room: MAX_POSITIONS - (await book.count()), today })
  if (isDryRun) return plan
  const ofOutcome = (wanted: AddOutcome) =>
    positions.filter((_position, index) => {
      const row = plan[index]
      return row !== undefined && 'outcome' in row && row.outcome === wanted
    })
  await book.open(ofOutcome('created'), importId)
  for (const { id, terms } of ofOutcome('restored')) {
    const found = known.get(id)
    if (found !== undefined) await restorePosition(book, found, { terms, importId })
  }
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
  { resolveSymbol, today }: EntryContext,
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
