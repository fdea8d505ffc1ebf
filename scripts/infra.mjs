/**
 * `node scripts/infra.mjs <command...>` runs a command with its own PostgreSQL and Redis (throwaway data, free ports)
 * and passes TEST_DATABASE_URL and TEST_REDIS_URL to it. If both are already set, it uses those. It also sets
 * CHROMIUM_PATH to the browser for browser tests, if there is one.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { findTestChromium } from './lib/programs.mjs'
import { openTestStores } from './lib/test-stores.mjs'
import { pathWithTools } from './lib/tool.mjs'

const [command, ...args] = process.argv.slice(2)
if (!command) {
  process.stderr.write('Usage: node scripts/infra.mjs <command...>\n')
  process.exit(2)
}

let child = null
let interrupted = null
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(name, () => {
    interrupted = name
    child?.kill(name)
  })
}

const runCommand = (env) =>
  new Promise((resolve) => {
    const found = { PATH: pathWithTools(), CHROMIUM_PATH: findTestChromium() ?? '' }
    child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...found, ...env } })
    child.once('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`)
      resolve(127)
    })
    child.once('exit', (code, name) => resolve(code ?? 128 + constants.signals[name]))
  })

async function main() {
  if (process.env.TEST_DATABASE_URL && process.env.TEST_REDIS_URL) return runCommand({})
  const stores = await openTestStores()
  try {
    return interrupted ? 128 + constants.signals[interrupted] : await runCommand(stores.env)
  } finally {
    await stores.close()
  }
}

main().then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
