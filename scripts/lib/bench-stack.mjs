import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pin } from './bench-cores.mjs'
import { endChildren } from './processes.mjs'
import { pathWithTools, root } from './root.mjs'

/** Unsets the variables for the developer's own stores, which a benchmark must not use. */
const noStores = Object.fromEntries(
  ['DATABASE_URL', 'REDIS_URL', 'REDIS_CACHE_URL', 'REDIS_QUEUE_URL', 'PG_PORT', 'REDIS_PORT'].map((name) => [
    name,
    undefined,
  ]),
)

/**
 * Opens a separate stack with throwaway data, pinned to `core` if given. `start(script, ready)` runs a script of the
 * checkout's scripts/ and resolves to its process id when its output matches. `close` stops all scripts in reverse order
 * and removes the data.
 */
export function openBenchStack(basePort, settings = {}, core = null, checkout = root) {
  const folder = mkdtempSync(join(tmpdir(), 'callwright-bench-'))
  // Execute-only for others: PostgreSQL runs as another user if root starts this.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const own = { PATH: pathWithTools(), BASE_PORT: String(basePort), DATA_DIR: dataDir, CALLWRIGHT_STEPS_DONE: '1' }
  const children = []

  return {
    url: `http://localhost:${basePort}`,
    dataDir,
    start(script, ready) {
      const { command, args } = pin(core, process.execPath, [join(checkout, 'scripts', script)])
      const child = spawn(command, args, {
        cwd: checkout,
        env: { ...process.env, ...noStores, ...settings, ...own },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.push(child)
      let output = ''
      return new Promise((resolve, reject) => {
        child.once('exit', (code) => reject(new Error(`${script} ended with ${code}:\n${output}`)))
        child.stdout.setEncoding('utf8').on('data', (text) => {
          output = (output + text).slice(-4_000)
          if (ready.test(output)) resolve(child.pid)
        })
      })
    },
    async close() {
      await endChildren(children)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Registers an account and resolves to its access token. */
export async function registerUser(url) {
  const username = 'bench'
  const body = { username, password: randomBytes(12).toString('hex'), email: `${username}@example.invalid` }
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`Registration returned ${answer.status}: ${await answer.text()}`)
  return (await answer.json()).access_token
}

/** Waits for the first enrichment run, so that it does not disturb a measurement. Resolves to a description. */
export async function waitForFirstRun(url) {
  const authorization = `Bearer ${await registerUser(url)}`
  for (;;) {
    const answer = await fetch(`${url}/api/stocks/screener/enrichment-status`, { headers: { authorization } })
    const { state, finished_at: finishedAt, done } = await answer.json()
    if (state === 'idle' && finishedAt !== null) return `${done} stocks`
    await delay(1_000)
  }
}

/** Reads the metrics of the process behind an ops port, in the Prometheus text format. */
async function readMetrics(dataDir, opsPort) {
  const token = readFileSync(join(dataDir, 'secrets', 'ops-token'), 'utf8').trim()
  const answer = await fetch(`http://127.0.0.1:${opsPort}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  return answer.text()
}

/** CPU seconds of the process behind an ops port since its start. */
export async function readCpuSeconds(dataDir, opsPort) {
  const [, seconds] = /^process_cpu_seconds_total\S* (\S+)/m.exec(await readMetrics(dataDir, opsPort)) ?? []
  return Number(seconds)
}

/** Database statements of the process behind an ops port since its start. */
export async function readStatements(dataDir, opsPort) {
  const counts = (await readMetrics(dataDir, opsPort)).matchAll(
    /^db_client_operation_duration_seconds_count\S* (\S+)/gm,
  )
  return [...counts].reduce((total, [, count]) => total + Number(count), 0)
}
