/**
 * `npm run golden -- DIR`: checks a folder of golden numbers. Ends with 0 when every row passes, with 1 when a row fails
 * or a file cannot be read, with 2 when there is nothing to check. `--strict`: what could not be checked fails too.
 */
import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { checkFolder, FORMAT } from './check-folder.ts'
import { folderLines } from './report-lines.ts'

function golden(): number {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { strict: { type: 'boolean' } } })
  const [given, ...rest] = positionals
  if (given === undefined || rest.length > 0) return refuse('Usage: npm run golden -- DIR [--strict]')
  const folder = resolve(given)
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return refuse(`No folder ${given}`)
  const report = checkFolder(folder)
  if (report.files.length === 0) return refuse(`${given} holds none of the files`)
  const { lines, failed } = folderLines(report, values.strict ?? false)
  process.stdout.write(`${lines.join('\n')}\n`)
  return failed ? 1 : 0
}

function refuse(problem: string): number {
  process.stderr.write(`${problem}. Expected a folder with one or more of: ${FORMAT.join(', ')}\n`)
  return 2
}

process.exitCode = golden()
