import { CsvError } from '../parsing/csv-table.ts'

/** An invalid pack folder; the message is for the operator. */
export class PackError extends Error {
  override readonly name = 'PackError'
}

/** Message about an invalid pack or pack file; null for other errors. */
export function findPackProblem(error: unknown): string | null {
  return error instanceof PackError || error instanceof CsvError ? error.message : null
}
