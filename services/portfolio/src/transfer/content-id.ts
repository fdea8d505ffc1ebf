import { createHash } from 'node:crypto'
import { isSameTerms, joinClass, type PositionTerms } from '../positions/position-terms.ts'

const DIGEST_LENGTH = 24

/**
 * An id for a row without one, of its terms as they are stored: the same position has the same id in every spelling,
 * number form and column order. The nth of equal rows has an id of its own.
 */
export function nameByTerms(terms: PositionTerms, nth: number): string {
  const { entryDate, expiryDate, strikePrice, entryPremium, entryPrice, contracts, notes } = terms
  const content = [
    joinClass(terms.ticker),
    entryDate,
    expiryDate,
    strikePrice,
    entryPremium,
    entryPrice,
    contracts,
    notes,
  ]
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, DIGEST_LENGTH)
  return `csv-${digest}${nth === 1 ? '' : `-${nth}`}`
}

/** Whether two are one position: a note that only one of them has makes no other position of it. */
export function isSamePosition(a: PositionTerms, b: PositionTerms): boolean {
  const isNoteShared = a.notes === b.notes || a.notes === null || b.notes === null
  return isNoteShared && isSameTerms(withoutText(a), withoutText(b))
}

const withoutText = (terms: PositionTerms): PositionTerms => ({
  ...terms,
  ticker: joinClass(terms.ticker),
  notes: null,
})
