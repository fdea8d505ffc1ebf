import { createHash } from 'node:crypto'
import { joinClass, type PositionTerms } from '../positions/position-terms.ts'

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
  const { entryDate, expiryDate, strikePrice, entryPremium, entryPrice, contracts } = terms
  return [joinClass(terms.ticker), entryDate, expiryDate, strikePrice, entryPremium, entryPrice, contracts].join(' ')
}

/** Compares the notes of two positions with equal keys. A missing note equals any note. */
export const isSameNote = (a: string | null, b: string | null): boolean => a === b || a === null || b === null
