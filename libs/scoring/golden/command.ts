import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkFolder, FORMAT } from './check-folder.ts'
import { readCommandLine } from './command-line.ts'
import { folderLines } from './report-lines.ts'

export interface Ending {
  readonly status: 0 | 1 | 2
  readonly out: string
  readonly problem: string
}

/** Runs the command; a relative folder is resolved against `base`, the user's directory. */
export function golden(args: readonly string[], base: string): Ending {
  const asked = readCommandLine({
    args: [...args],
    allowPositionals: true,
    options: { strict: { type: 'boolean' } },
  })
  if (typeof asked === 'string') return refuse(asked)
  const [given, ...rest] = asked.positionals
  if (given === undefined || rest.length > 0) return refuse('Usage: npm run golden -- DIR [--strict]')
  const folder = resolve(base, given)
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return refuse(`No folder ${given}`)
  const report = checkFolder(folder)
  if (report.files.length === 0) return refuse(`${given} contains none of the files`)
  const { lines, failed } = folderLines(report, asked.values.strict ?? false)
  return { status: failed ? 1 : 0, out: `${lines.join('\n')}\n`, problem: '' }
}

function refuse(problem: string): Ending {
  const files = `Expected a folder with one or more of: ${FORMAT.join(', ')}\n`
  return { status: 2, out: '', problem: `${problem}. ${files}` }
}
