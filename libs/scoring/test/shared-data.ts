import { existsSync } from 'node:fs'
import { test } from '@jest/globals'
import { sharedPath } from '../golden/rows.ts'

export { type CsvRow, numberOf, readCsv } from '../golden/rows.ts'

/** A test that reads files in ../shared. If a file is missing, the test is reported as skipped and names that file. */
export function testShared<const F extends readonly string[]>(
  name: string,
  files: F,
  body: (...paths: { [K in keyof F]: string }) => void,
): void {
  const paths = files.map(sharedPath)
  const missing = files.filter((_file, index) => !existsSync(paths[index] ?? ''))
  if (missing.length > 0) process.stderr.write(`SKIPPED: ${name}: no ${missing.map((file) => `../shared/${file}`)}\n`)
  const whenShared = missing.length === 0 ? test : test.skip
  whenShared(name, () => body(...(paths as { [K in keyof F]: string })))
}
