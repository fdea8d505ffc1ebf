/**
 * `npm run test:nightly` runs tests that are too expensive for every change: 1,000 samples per property with a random
 * seed, fault matrices, killed processes, every fault on a whole stack, generated requests, a short load, lost hosts, and
 * the golden figures in ../shared. It runs all steps even after a failure. The last line is the total.
 */
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { onOrphaned, prepare } from './lib/install.mjs'
import { findTestChromium } from './lib/programs.mjs'
import { createReport } from './lib/report.mjs'
import { add, closingLine, noTests, runJest } from './lib/test-run.mjs'
import { openTestStores } from './lib/test-stores.mjs'
import { inRoot, root, run, stopTools } from './lib/tool.mjs'
import { ensureWeb } from './lib/web-build.mjs'

const SAMPLES = 1_000
const LOAD_SECONDS = 20
const report = createReport(7)
const seed = process.env.PROPERTY_SEED || String(randomInt(1, 2 ** 31))
let total = noTests

/** Imports globSync lazily, because the system's Node, which loads this file first, may not have it. */
async function propertyTests() {
  const { globSync } = await import('node:fs')
  return globSync('{libs,services,apps}/**/*.test.ts', {
    cwd: root,
    exclude: (path) => path.endsWith('node_modules'),
  }).filter(
    (file) => !file.includes('.nightly.') && readFileSync(inRoot(file), 'utf8').includes("'@callwright/properties'"),
  )
}

/** Prints failures and lets later steps run. */
async function jest(projects, env, args = []) {
  const { ok, counts, output } = await runJest(projects, { env, args })
  total = add(total, ok || counts.failed > 0 ? counts : { ...counts, failed: 1 })
  if (!ok) report.line(output)
  return closingLine(counts).replace('Tests: ', '')
}

/** Runs every part of the load for a short time. Only errors count, because times depend on the machine. */
async function shortLoad() {
  const args = ['--counts-only', '--seconds', String(LOAD_SECONDS)]
  const { code, output } = await run(process.execPath, [inRoot('scripts', 'verify-load.mjs'), ...args])
  total = add(total, { ...noTests, [code === 0 ? 'passed' : 'failed']: 1 })
  report.line(output)
  return code === 0 ? 'no errors' : 'FAILED'
}

async function goldenFigures() {
  const folder = inRoot('..', 'shared', 'golden')
  if (!existsSync(folder)) return 'SKIPPED: no ../shared/golden'
  const { code, output } = await run(process.execPath, [inRoot('libs', 'scoring', 'golden', 'main.ts'), folder])
  total = add(total, { ...noTests, [code === 0 ? 'passed' : 'failed']: 1 })
  if (code !== 0) report.line(output)
  return code === 0 ? 'all rows pass' : 'FAILED'
}

/** Several hosts of a test network, which needs root. */
async function lostHosts() {
  const { code, output } = await run(process.execPath, [inRoot('scripts', 'hosts', 'main.mjs')])
  const skipped = /^SKIPPED: .+$/m.exec(output)?.[0]
  if (skipped !== undefined) return skipped
  total = add(total, { ...noTests, [code === 0 ? 'passed' : 'failed']: 1 })
  if (code !== 0) report.line(output)
  return code === 0 ? 'nothing lost' : 'FAILED'
}

async function main() {
  await prepare(report)
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => stopTools())
  onOrphaned(stopTools)
  await report.step('Web build', () => ensureWeb({ always: true }))
  const stores = await openTestStores()
  const env = { ...stores.env, CHROMIUM_PATH: findTestChromium() ?? '' }
  try {
    await report.step(`Properties: ${SAMPLES} samples each, repeat with PROPERTY_SEED=${seed}`, async () =>
      jest(['unit', 'int'], { ...env, PROPERTY_SEED: seed, PROPERTY_RUNS: String(SAMPLES) }, [
        '--runTestsByPath',
        ...(await propertyTests()),
      ]),
    )
    await report.step('Faults, killed processes and whole stacks', () => jest(['nightly'], env))
    await report.step('Load', shortLoad)
    await report.step('Golden figures', goldenFigures)
  } finally {
    await stores.close()
  }
  await report.step('Lost hosts', lostHosts)
}

main().then(
  () => {
    report.line(closingLine(total))
    process.exit(total.failed > 0 ? 1 : 0)
  },
  (error) => {
    report.line(error.message)
    report.line(closingLine(add(total, { ...noTests, failed: 1 })))
    process.exit(1)
  },
)
