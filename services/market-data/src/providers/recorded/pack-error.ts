import { CsvError } from '../parsing/csv-table.ts'

/** A pack folder that is not what it should be; the message is for the operator. */
export class PackError extends Error {
  override readonly name = 'PackError'
}

/** What is wrong with a pack or one of its files, as a sentence for the operator; null where it is something else. */
export function findPackProblem(error: unknown): string | null {
  return error instanceof PackError || error instanceof CsvError ? error.message : null
}
