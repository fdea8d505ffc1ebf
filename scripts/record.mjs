/**
 * `npm run record -- <folder> [--symbols AAPL,MSFT | --universe] [--max-days N]` records the configured market as a pack for
 * MARKET_DATA_PROVIDER=recorded (docs/providers.md). Exits with 1 if the recording is incomplete.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { loadSettings } from './lib/env-file.mjs'
import { checkPackages, onOrphaned, prepare } from './lib/install.mjs'
import { createReport } from './lib/report.mjs'
import { inRoot } from './lib/tool.mjs'

async function main() {
  loadSettings()
  await prepare(createReport(1), checkPackages)
  onOrphaned(() => process.exit(130))
  const { runRecord } = await import(inRoot('services', 'market-data', 'src', 'recorder', 'run-record.ts'))
  const isComplete = await runRecord(process.argv.slice(2), {
    env: process.env,
    now: Date.now,
    wait,
    write: (text) => process.stdout.write(text),
    isTerminal: process.stdout.isTTY === true,
  })
  process.exitCode = isComplete ? 0 : 1
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
