import type { Success } from '@callwright/contracts'
import { MAX_CSV_LENGTH } from '@callwright/contracts/portfolio-limits'
import { importWords as words } from './transfer-words.ts'

export type ImportAnswer = Success<'portfolio.import'>

/** How many positions an import would change. */
export const countChanges = ({ counts }: ImportAnswer) => counts.created + counts.restored

/** Summary of what an import will do or has done. */
export function describeImport({ counts, dry_run: planned }: ImportAnswer): string {
  const { created, known, restored, duplicate, unconfirmed, refused } = counts
  const parts = [
    planned ? words.toAdd(created) : words.added(created),
    restored > 0 ? (planned ? words.toBringBack(restored) : words.broughtBack(restored)) : null,
    known > 0 ? words.known(known) : null,
    duplicate > 0 ? words.duplicates(duplicate) : null,
    unconfirmed > 0 ? words.unconfirmed(unconfirmed) : null,
    refused > 0 ? words.refusedCount(refused) : null,
  ]
  return `${parts.filter((part) => part !== null).join(', ')}.`
}

const NAMED_COLUMNS = 5

/** Names the columns that the import ignores; null if there are none. */
export function describeIgnored(columns: readonly string[]): string | null {
  if (columns.length === 0) return null
  const more = columns.length - NAMED_COLUMNS
  const named = columns.slice(0, NAMED_COLUMNS).join(', ')
  return more > 0 ? words.ignoredMore(named, more) : words.ignored(named)
}

/** Why the text cannot be sent; null if it can. */
export function checkText(text: string): string | null {
  if (text.trim() === '') return words.missing
  return text.length > MAX_CSV_LENGTH ? words.tooLong(text.length, MAX_CSV_LENGTH) : null
}
