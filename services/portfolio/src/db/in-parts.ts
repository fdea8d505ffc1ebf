/** PostgreSQL takes at most 65,535 parameters in a statement; a row has at most 20. */
const ROWS_PER_STATEMENT = 1_000

/** Rows in parts that one statement can take. */
export function* inParts<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    yield rows.slice(start, start + ROWS_PER_STATEMENT)
}
