/**
 * `npm run setup` asks where prices should come from, checks the answers with the providers, and writes them to `.env`
 * (docs/providers.md). With --non-interactive, it reads flags and the environment. Exits with 1 if the settings do not
 * work, and with 130 on Ctrl-C.
 */
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { envFile } from './lib/env-file.mjs'
import { checkPackages, onOrphaned, prepare } from './lib/install.mjs'
import { createReport } from './lib/report.mjs'
import { inRoot } from './lib/tool.mjs'

async function main() {
  // An image has its packages and its Node.
  if (existsSync(inRoot('package-lock.json'))) await prepare(createReport(1), checkPackages)
  onOrphaned(() => process.exit(130))
  const source = (name) => import(inRoot('services', 'market-data', 'src', 'setup', name))
  const [{ runSetup }, { SetupCanceled }] = await Promise.all([source('run-setup.ts'), source('terminal.ts')])
  try {
    const works = await runSetup(process.argv.slice(2), {
      env: process.env,
      file: envFile(process.env),
      input: process.stdin,
      output: process.stdout,
      isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
      fetch: globalThis.fetch,
      now: Date.now,
      wait,
    })
    process.exit(works ? 0 : 1)
  } catch (error) {
    if (!(error instanceof SetupCanceled)) throw error
    process.stdout.write(`${error.message}\n`)
    process.exit(130)
  }
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
