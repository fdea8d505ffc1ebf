import { countOf } from '../../../shared/format/words.ts'
import { Cents } from '../money.tsx'
import { LeftOut } from '../table/position-cells.tsx'

interface KnownTotalProps<Row> {
  readonly rows: readonly Row[]
  readonly read: (row: Row) => number | null
  readonly nameRow: (row: Row) => string
  readonly signed?: boolean
}

/** The sum of the known amounts of a column, with the names of the rows that it leaves out. */
export function KnownTotal<Row>({ rows, read, nameRow, signed = false }: KnownTotalProps<Row>) {
  const unknown = rows.filter((row) => read(row) === null)
  const names = `Left out: ${unknown.map(nameRow).join(', ')}`
  if (unknown.length === rows.length) return <Cents usd={null} reason={names} />
  return (
    <>
      <Cents usd={rows.reduce((sum, row) => sum + (read(row) ?? 0), 0)} signed={signed} />
      {unknown.length > 0 && <LeftOut count={unknown.length} hint={names} />}
    </>
  )
}

/** `50 of 120 chains`, or `3 chains` if all are listed. */
export const countListed = (listed: number, total: number, noun: string): string =>
  listed === total ? countOf(total, noun) : `${listed} of ${countOf(total, noun)}`
