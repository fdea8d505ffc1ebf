import type { Success } from '@callwright/contracts'
import { MAX_CSV_LENGTH } from '@callwright/contracts/portfolio-limits'
import { formatInteger } from '../../../shared/format/numbers.ts'

export type ImportAnswer = Success<'portfolio.import'>
type ImportOutcome = ImportAnswer['rows'][number]['outcome']

/** What becomes of a row, before it is imported and after. */
export const outcomeWords: Readonly<Record<ImportOutcome, { readonly planned: string; readonly done: string }>> = {
  created: { planned: 'Will be added', done: 'Added' },
  known: { planned: 'Already there', done: 'Was already there' },
  restored: { planned: 'Deleted before, will come back', done: 'Brought back' },
}

const countPositions = (count: number) => `${formatInteger(count)} ${count === 1 ? 'position' : 'positions'}`
const countRows = (count: number) => `${formatInteger(count)} ${count === 1 ? 'row' : 'rows'}`

/** How many positions an import would change. */
export const countChanges = ({ counts }: ImportAnswer) => counts.created + counts.restored

export const nameImport = (answer: ImportAnswer) => `Import ${countPositions(countChanges(answer))}`

/** What an import will do, or has done. */
export function describeImport({ counts, dry_run: planned }: ImportAnswer): string {
  const { created, known, restored, refused } = counts
  const parts = [
    `${countPositions(created)} ${planned ? 'to add' : 'added'}`,
    restored > 0 ? `${formatInteger(restored)} ${planned ? 'to bring back' : 'brought back'}` : null,
    known > 0 ? `${formatInteger(known)} already there` : null,
    refused > 0 ? `${countRows(refused)} refused` : null,
  ]
  return `${parts.filter((part) => part !== null).join(', ')}.`
}

const NAMED_COLUMNS = 5

/** Columns that mean nothing to an import. */
export function describeIgnored(columns: readonly string[]): string | null {
  if (columns.length === 0) return null
  const more = columns.length - NAMED_COLUMNS
  const named = columns.slice(0, NAMED_COLUMNS).join(', ')
  return more > 0
    ? `Not read: ${named} and ${formatInteger(more)} more ${more === 1 ? 'column' : 'columns'}.`
    : `Not read: ${named}.`
}

/** Why a text cannot be sent; null: it can. */
export function checkText(text: string): string | null {
  if (text.trim() === '') return 'Choose a file, or paste rows with a header line'
  return text.length > MAX_CSV_LENGTH
    ? `The text has ${formatInteger(text.length)} characters, and ${formatInteger(MAX_CSV_LENGTH)} are the most: import it in parts`
    : null
}
