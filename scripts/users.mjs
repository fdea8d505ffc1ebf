/**
 * `npm run users -- list|add|reset-password|delete` manages accounts of the running stack (docs/accounts.md). Anyone who can
 * run it can read DATA_DIR, so it asks for no password.
 */
import { spawn } from 'node:child_process'
import { loadSettings } from './lib/env-file.mjs'
import { readRun } from './lib/run-file.mjs'
import { processEnvironment, readSettings } from './lib/settings.mjs'
import { inRoot } from './lib/tool.mjs'

loadSettings()
const { dataDir } = readSettings(process.env)
const run = readRun(dataDir)
if (run === null) {
  process.stderr.write(`Callwright is not running with DATA_DIR=${dataDir}. Start it first: npm start\n`)
  process.exit(1)
}
const own = { LOG_LEVEL: 'fatal' }
const env = processEnvironment(run.common, { opsPort: 0, databaseUrl: run.databaseUrls.auth, own })
const entry = inRoot('services', 'auth', 'src', 'operator.ts')
const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', entry, ...process.argv.slice(2)], {
  env: { ...process.env, ...env },
  stdio: 'inherit',
})
child.once('exit', (code) => process.exit(code ?? 1))
