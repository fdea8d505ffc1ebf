import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const SHARED = new URL('../../../../shared/', import.meta.url)

/** Path of a file of ../shared, null when this checkout has none. Says loudly what is not checked then. */
export function sharedPath(relative: string): string | null {
  const path = fileURLToPath(new URL(relative, SHARED))
  if (existsSync(path)) return path
  console.warn(`NOT CHECKED: ../shared/${relative} is not here; only the hand-worked tables of this test were run.`)
  return null
}

export type CsvRow = Readonly<Record<string, string>>

/** Rows of a CSV file (plain or gzip) with a header; quoted cells may hold commas. */
export function readCsv(path: string): CsvRow[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const [header = '', ...lines] = text.trimEnd().split(/\r?\n/)
  const names = header.split(',')
  return lines.map((line) => {
    const cells = line.includes('"') ? splitQuoted(line) : line.split(',')
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
  })
}

function splitQuoted(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

/** A cell as a number; empty is NaN. */
export const numberOf = (row: CsvRow, column: string): number => (row[column] ? Number(row[column]) : Number.NaN)

/** A cell as a number; empty is null. */
export const knownOf = (row: CsvRow, column: string): number | null => (row[column] ? Number(row[column]) : null)
