/**
 * `npm run worker` runs another worker on the queue of the running stack, in the foreground until Ctrl-C. On another machine,
 * set SCREENER_DATABASE_URL, REDIS_QUEUE_URL (or REDIS_URL) and MARKET_DATA_URL.
 */
import { pathToFileURL } from 'node:url'
import { loadSettings } from './lib/env-file.mjs'
import { checkPackages, onOrphaned, prepare } from './lib/install.mjs'
import { createReport } from './lib/report.mjs'
import { readRun } from './lib/run-file.mjs'
import { workerEntry } from './lib/services.mjs'
import { joinEnvironment, readSettings } from './lib/settings.mjs'

const report = createReport(2)

async function main() {
  loadSettings()
  const settings = readSettings(process.env)
  await prepare(report, checkPackages)
  await report.step('Worker', async () => {
    Object.assign(process.env, joinEnvironment(process.env, readRun(settings.dataDir), settings))
  })
  onOrphaned(() => process.kill(process.pid, 'SIGTERM'))
  // Import the worker instead of spawning it, so that it receives this process's signals.
  await import(pathToFileURL(workerEntry()).href)
}

main().catch((error) => {
  report.line(error.message)
  process.exit(1)
})
