/**
 * `npm run verify:faults` and `npm run verify:security` run the tests that docs/faults.md or docs/security.md names for
 * each fault or control, on their own PostgreSQL and Redis, and print one table, after the tables that tests write to
 * the folder VERIFY_TABLES. `-- F09 F10` selects rows, `--browser` includes browser tests. Exits with 1 if a test failed.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findTestChromium } from './lib/programs.mjs'
import { createReport } from './lib/report.mjs'
import { closingLine, runJest } from './lib/test-run.mjs'
import { openTestStores } from './lib/test-stores.mjs'
import { stopTools } from './lib/tool.mjs'
import { documents, judgeRows, planRuns, readRows, renderRows, selectRows } from './lib/verify.mjs'
import { ensureWeb } from './lib/web-build.mjs'

const [subject, ...args] = process.argv.slice(2)
const browser = args.includes('--browser')
const ids = args.filter((arg) => arg !== '--browser')

/** Prints and removes the tables that tests wrote to a folder. */
function printTables(folder) {
  for (const name of readdirSync(folder)) process.stdout.write(`\n${readFileSync(join(folder, name), 'utf8')}`)
  rmSync(folder, { recursive: true, force: true })
}

async function runTests(runs) {
  const report = createReport(runs.length + (browser ? 1 : 0))
  if (browser) await report.step('Web build', () => ensureWeb())
  const stores = await openTestStores()
  const tables = mkdtempSync(join(tmpdir(), 'callwright-tables-'))
  const env = { ...stores.env, VERIFY_TABLES: tables, CHROMIUM_PATH: browser ? (findTestChromium() ?? '') : '' }
  const reports = []
  try {
    for (const { project, files, pattern } of runs) {
      const selected = pattern === null ? [] : ['--testNamePattern', pattern]
      await report.step(`${files.length} ${project} files`, async () => {
        const result = await runJest([project], { env, args: [...selected, '--runTestsByPath', ...files] })
        reports.push(...result.files)
        if (!result.ok) report.line(result.output)
        return closingLine(result.counts)
      })
    }
  } finally {
    await stores.close()
    printTables(tables)
  }
  return reports
}

async function main() {
  if (!(subject in documents)) throw new Error(`Usage: node scripts/verify.mjs ${Object.keys(documents).join('|')}`)
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => stopTools())
  const rows = selectRows(readRows(subject), ids)
  const runs = planRuns(rows, { browser })
  const judged = judgeRows(rows, runs.length > 0 ? await runTests(runs) : [], { browser })
  process.stdout.write(`\n${renderRows(judged)}\n`)
  return judged.some(({ failed }) => failed > 0) ? 1 : 0
}

main().then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
