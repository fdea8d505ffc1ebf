import type { PositionChange } from '@callwright/contracts'
import { type CallState, LedgerRefusal, roundPrice } from '@callwright/scoring'
import { ledgerConflict, unknownPosition } from '../errors.ts'
import { type KnownPosition, type PositionBook, type StoredPosition, toDraft } from './position-book.ts'
import { isSameTerms, labelOf, type PositionTerms, readChange } from './position-terms.ts'
import { findOpening, validateDays, validateTerms } from './positions.ts'
import type { EntryContext } from './stock-names.ts'

/**
 * Edits a position. Throws `unknown_position`, `validation` if the edited terms would be invalid, `has_events` for terms
 * that the ledger now decides, `from_lots` for the price of held shares, or `breaks_later_event`.
 */
export async function updatePosition(
  book: PositionBook,
  id: string,
  change: PositionChange,
  { resolveSymbol, today }: EntryContext,
): Promise<StoredPosition> {
  const current = await getPosition(book, id)
  const changed = keepDifferences(current, readChange(change, resolveSymbol))
  const terms = { ...current, ...changed }
  if (isSameTerms(current, terms)) return current
  requireEditable(current, terms)
  const rolled = await findRollInto(book, id)
  if (rolled !== null && terms.entryDate !== current.entryDate) {
    throw ledgerConflict('part_of_roll', 'The entry date of a rolled call is the day of its roll.', 'entry_date')
  }
  const isPlain = !current.hasEvents && current.sharesFrom === 'new'
  const opening = isPlain
    ? terms
    : { ...(await readOpening(book, current)), ...(await toOpeningTerms(book, current, changed)) }
  validateTerms(isPlain ? terms : { ...opening, notes: terms.notes })
  validateDays(terms, current, today)
  return book.edit(current, terms, opening)
}

/** Keeps only changed terms: a form sends all of them, and the 2 contracts left must not replace the 3 of the opening. */
function keepDifferences(current: PositionTerms, given: Partial<PositionTerms>): Partial<PositionTerms> {
  const names = Object.keys(given) as (keyof PositionTerms)[]
  return Object.fromEntries(names.flatMap((name) => (given[name] === current[name] ? [] : [[name, given[name]]])))
}

async function readOpening(book: PositionBook, current: KnownPosition): Promise<PositionTerms> {
  return { ...current, ...findOpening(await book.ledger.read(), current.id) }
}

/** After a split, a user edits what the row shows; the opening keeps the terms of its own day, with the same dollars. */
async function toOpeningTerms(
  book: PositionBook,
  current: KnownPosition,
  changed: Partial<PositionTerms>,
): Promise<Partial<PositionTerms>> {
  const ledger = await book.ledger.read()
  const call: CallState | undefined = ledger.replayed.calls.get(current.id)
  if (call?.isAdjusted !== true) return changed
  const opening = await readOpening(book, current)
  const restate = (name: 'premium' | 'entryPrice') => {
    const given = changed[name]
    return given === undefined || current[name] === 0
      ? {}
      : { [name]: roundPrice((given * opening[name]) / current[name]) }
  }
  return { ...changed, ...restate('premium'), ...restate('entryPrice') }
}

const DECIDED_BY_EVENTS = {
  symbol: 'ticker',
  contracts: 'contracts',
  strike: 'strike_price',
  expiration: 'expiry_date',
} as const

function requireEditable(current: StoredPosition, terms: PositionTerms): void {
  if (current.sharesFrom === 'held' && terms.entryPrice !== current.entryPrice) {
    throw ledgerConflict('from_lots', 'The price of held shares is the average of their lots.', 'entry_price')
  }
  if (!current.hasEvents) return
  for (const [name, field] of Object.entries(DECIDED_BY_EVENTS)) {
    const key = name as keyof typeof DECIDED_BY_EVENTS
    if (terms[key] !== current[key]) {
      throw ledgerConflict('has_events', `The ${labelOf(field)} cannot be edited: the call already has events.`, field)
    }
  }
}

async function findRollInto(book: PositionBook, id: string) {
  const { replayed } = await book.ledger.read()
  const from = replayed.calls.get(id)?.rolledFrom ?? null
  return from === null ? null : (replayed.calls.get(from) ?? null)
}

/**
 * Deletes a position with its events, and the shares that only it used. Throws `unknown_position`, or `part_of_roll` for a
 * call that was rolled on.
 */
export async function removePosition(book: PositionBook, id: string): Promise<StoredPosition> {
  const current = await getPosition(book, id)
  const { replayed } = await book.ledger.read()
  const next = replayed.calls.get(id)?.rolledTo ?? null
  if (next !== null && replayed.calls.has(next)) {
    throw ledgerConflict('part_of_roll', 'This call was rolled to a newer one. Delete the newer call first.')
  }
  await book.remove(current, await isLotNeeded(book, current))
  return current
}

/** Whether other calls or sales of the chain rest on the shares that were entered together with a call. */
async function isLotNeeded(book: PositionBook, position: StoredPosition): Promise<boolean> {
  if (position.sharesFrom === 'held') return false
  try {
    await book.ledger.preview([toDraft('delete', position)])
    return false
  } catch (error) {
    if (error instanceof LedgerRefusal) return true
    throw error
  }
}

async function getPosition(book: PositionBook, id: string): Promise<KnownPosition> {
  const known = (await book.find([id])).get(id)
  if (known === undefined || known.isDeleted) throw unknownPosition()
  return known
}
