import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { test } from '@jest/globals'

const SHARED = new URL('../../../../shared/', import.meta.url)

/** A test on files of ../shared; where one of them is not there it is counted as skipped, and that is said aloud. */
export function testShared<const F extends readonly string[]>(
  name: string,
  files: F,
  body: (...paths: { [K in keyof F]: string }) => void,
): void {
  const paths = files.map((file) => fileURLToPath(new URL(file, SHARED)))
  const missing = files.filter((_file, index) => !existsSync(paths[index] ?? ''))
  if (missing.length > 0) process.stderr.write(`SKIPPED: ${name}: no ${missing.map((file) => `../shared/${file}`)}\n`)
  const whenShared = missing.length === 0 ? test : test.skip
  whenShared(name, () => body(...(paths as { [K in keyof F]: string })))
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
