/**
 * `npm run golden -- DIR` runs golden.test.ts on a folder of golden numbers. Exits with 0 if every row passes, with 1 if
 * a row fails or a file cannot be read, and with 2 if there is nothing to check.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FORMAT, listGoldenFiles } from './folder.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const [given, ...rest] = process.argv.slice(2)

function findProblem(): string | null {
  if (given === undefined || given.startsWith('-') || rest.length > 0) return 'Usage: npm run golden -- DIR'
  if (!existsSync(folder)) return `No folder ${given}`
  return listGoldenFiles(folder).length === 0 ? `${given} contains none of the files` : null
}

const folder = resolve(process.env.INIT_CWD ?? process.cwd(), given ?? '')
const problem = findProblem()
if (problem === null) {
  const jest = ['--disable-warning=ExperimentalWarning', '--experimental-vm-modules', 'node_modules/jest/bin/jest.js']
  const only = [
    '--selectProjects',
    'unit',
    '--ci',
    '--verbose',
    '--runTestsByPath',
    'libs/scoring/golden/golden.test.ts',
  ]
  const env = { ...process.env, GOLDEN_DIR: folder }
  process.exitCode = spawnSync(process.execPath, [...jest, ...only], { cwd: root, env, stdio: 'inherit' }).status ?? 1
} else {
  process.stderr.write(`${problem}. Expected a folder with one or more of: ${FORMAT.join(', ')}\n`)
  process.exitCode = 2
}
