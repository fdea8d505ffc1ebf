import { CsvError } from '../parsing/csv-table.ts'

/** An error in a pack folder; its message is for the operator. */
export class PackError extends Error {
  override readonly name = 'PackError'
}

/** The message if the error is about a pack folder or one of its files; null for other errors. */
export function findPackProblem(error: unknown): string | null {
  return error instanceof PackError || error instanceof CsvError ? error.message : null
}
