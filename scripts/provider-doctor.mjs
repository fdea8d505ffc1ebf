/**
 * `npm run provider:doctor -- [--symbol AAPL] [--json]`: asks every configured source of market data once for everything
 * it should have, and says what works, what the plan lacks, what it costs and what to change (docs/providers.md). Ends
 * with 1 when something that is configured does not work.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { checkPackages, onOrphaned, prepare } from './lib/install.mjs'
import { createReport } from './lib/report.mjs'
import { inRoot } from './lib/root.mjs'

// The report alone goes to standard output: with --json a machine reads it.
const say = (text) => process.stderr.write(text)

async function main() {
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
