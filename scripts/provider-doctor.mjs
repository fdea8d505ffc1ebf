/**
 * `npm run provider:doctor -- [--symbol AAPL] [--json]` requests all data from every configured provider once. It
 * reports what works, what the plan lacks, what it costs and what to change (docs/providers.md). Exits with 1 if a
 * configured provider does not work.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { loadSettings } from './lib/env-file.mjs'
import { checkPackages, onOrphaned, prepare } from './lib/install.mjs'
import { createReport } from './lib/report.mjs'
import { inRoot } from './lib/tool.mjs'

// Only the report goes to standard output, so that --json can be parsed.
const say = (text) => process.stderr.write(text)

async function main() {
  loadSettings()
  await prepare(createReport(1, say), checkPackages)
  onOrphaned(() => process.exit(130))
  const { runDoctor } = await import(inRoot('services', 'market-data', 'src', 'doctor', 'run-doctor.ts'))
  const isHealthy = await runDoctor(process.argv.slice(2), {
    env: process.env,
    now: Date.now,
    wait,
    write: (text) => process.stdout.write(text),
    say,
  })
  process.exitCode = isHealthy ? 0 : 1
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
