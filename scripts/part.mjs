/**
 * `npm run part -- <part>` runs one more gateway or service on another machine, in the foreground until Ctrl-C.
 * `npm run -s part -- <part> --settings`, on the machine of `npm start`, prints the settings that it needs
 * (docs/scaling.md). A worker on another machine takes the settings from there too, and runs with `npm run worker`.
 */
import { mkdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { loadSettings } from './lib/env-file.mjs'
import { checkPackages, onOrphaned, prepare } from './lib/install.mjs'
import { describePart, partEnvironment, parts } from './lib/part.mjs'
import { createReport } from './lib/report.mjs'
import { readRun } from './lib/run-file.mjs'
import { heapFlags, partEntry } from './lib/services.mjs'
import { readSettings } from './lib/settings.mjs'
import { ensureWeb } from './lib/web-build.mjs'

const [part, option] = process.argv.slice(2)

async function printSettings(dataDir) {
  const run = readRun(dataDir)
  if (run === null) throw new Error(`Callwright is not running with DATA_DIR=${dataDir}. Start it first: npm start`)
  process.stdout.write(describePart(part, { run, dataDir, env: process.env }))
}

async function runPart(settings) {
  const report = createReport(part === 'gateway' ? 3 : 2)
  await prepare(report, checkPackages)
  if (part === 'gateway') await report.step('Web app', () => ensureWeb())
  await report.step('Settings', async () => {
    Object.assign(process.env, partEnvironment(part, settings, process.env))
    mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 })
  })
  for (const flag of heapFlags(part)) setFlagsFromString(flag)
  onOrphaned(() => process.kill(process.pid, 'SIGTERM'))
  // Import the part instead of spawning it, so that it receives this process's signals.
  await import(pathToFileURL(partEntry(part)).href)
}

async function main() {
  const isRun = option === undefined && part !== 'worker'
  if (!parts.includes(part) || !(isRun || option === '--settings')) {
    throw new Error(`Usage: npm run part -- ${parts.join('|')} [--settings]. A worker runs with: npm run worker`)
  }
  loadSettings()
  const settings = readSettings(process.env)
  await (isRun ? runPart(settings) : printSettings(settings.dataDir))
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
