import { createHash } from 'node:crypto'
import { joinClass, type PositionTerms } from '../positions/position-terms.ts'

const DIGEST_LENGTH = 24

/**
 * An id for a row without one, of its terms as they are stored: the same position has the same id in every spelling,
 * number form and column order. The nth of equal rows has an id of its own.
 */
export function nameByTerms(terms: PositionTerms, nth: number): string {
  const content = JSON.stringify([keyOfTerms(terms), terms.notes])
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, DIGEST_LENGTH)
  return `csv-${digest}${nth === 1 ? '' : `-${nth}`}`
}

/** The same for positions that differ in nothing but their notes. */
export function keyOfTerms(terms: PositionTerms): string {
  const { entryDate, expiryDate, strikePrice, entryPremium, entryPrice, contracts } = terms
  return [joinClass(terms.ticker), entryDate, expiryDate, strikePrice, entryPremium, entryPrice, contracts].join(' ')
}

/** Of two with the same key: a note that only one of them has makes no other position of it. */
export const isSameNote = (a: string | null, b: string | null): boolean => a === b || a === null || b === null
