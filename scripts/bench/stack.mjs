import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { checkPackages, onOrphaned, prepare } from '../lib/install.mjs'
import { endChildren } from '../lib/processes.mjs'
import { pathWithTools, root } from '../lib/tool.mjs'

/**
 * Runs a benchmark and exits: with 1 if `work` fails or resolves to true (a missed bar), and with 130 if interrupted.
 * `work(closers, closeAll)` pushes a cleanup function to `closers` for each resource. These functions run once, in
 * reverse order, at the end or when `closeAll` is called.
 */
export async function runBenchmark(report, work) {
  const closers = []
  let closing = Promise.resolve()
  let ending = null

  /** A second call waits for the cleanup in progress. */
  function closeAll() {
    closing = closing.then(async () => {
      for (const close of closers.splice(0).reverse()) await close()
    })
    return closing
  }

  /** Only the first call has an effect, so that errors caused by the cleanup do not cut it short. */
  function end(code) {
    ending ??= closeAll().finally(() => process.exit(code))
    return ending
  }

  const interrupt = () => end(130)
  try {
    await prepare(report, checkPackages)
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, interrupt)
    onOrphaned(interrupt)
    await end((await work(closers, closeAll)) ? 1 : 0)
  } catch (error) {
    if (ending === null) report.line(error.message)
    await end(1)
  }
}

/**
 * Chooses one core for the servers and another for the load, so that they do not compete for CPU time. Both are null if
 * processes cannot be pinned and share all cores. `pin(core, command, args)` returns the { command, args } that start a
 * process on the core.
 */
export function chooseCores() {
  const canPin = cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0
  return canPin ? { servers: 0, load: 1 } : { servers: null, load: null }
}

export const pin = (core, command, args) =>
  core === null ? { command, args } : { command: 'taskset', args: ['-c', String(core), command, ...args] }

/** Moves all threads of a running process to a core, but not its children. */
export function movePinned(core, pid) {
  if (core !== null) spawnSync('taskset', ['-a', '-c', '-p', String(core), String(pid)])
}

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
  const own = {
    PATH: pathWithTools(),
    BASE_PORT: String(basePort),
    DATA_DIR: dataDir,
    CALLWRIGHT_STEPS_DONE: '1',
  }
  const children = []

  return {
    url: `http://localhost:${basePort}`,
    dataDir,
    start(script, ready) {
      const { command, args } = pin(core, process.execPath, [join(checkout, 'scripts', script)])
      const child = spawn(command, args, {
        cwd: checkout,
        // One account sends the whole load.
        env: {
          ...process.env,
          ...noStores,
          ENV_FILE: '/dev/null',
          REQUESTS_PER_MINUTE: '100000000',
          ...settings,
          ...own,
        },
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

/** The market of every benchmark. */
export const simulatedMarket = { MARKET_DATA_PROVIDER: 'simulated', SIMULATED_SEED: undefined }

export async function fetchJson(url, headers) {
  const answer = await fetch(url, { headers })
  if (!answer.ok) throw new Error(`${url} returned ${answer.status}: ${(await answer.text()).slice(0, 300)}`)
  return answer.json()
}

const username = 'bench'
const password = randomBytes(12).toString('hex')

/** Registers an account and resolves to its access token. */
export const registerUser = (url) => enter(`${url}/api/auth/register`, { email: `${username}@example.invalid` })

/** Signs in to the account of `registerUser`, whose token expires after a quarter of an hour. */
export const signIn = (url) => enter(`${url}/api/auth/login`, {})

async function enter(url, details) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, ...details }),
  })
  if (!answer.ok) throw new Error(`${url} returned ${answer.status}: ${await answer.text()}`)
  return (await answer.json()).access_token
}

/** Waits for the first enrichment run, so that it does not disturb a measurement. Resolves to a description. */
export async function waitForFirstRun(url) {
  const authorization = `Bearer ${await registerUser(url)}`
  for (;;) {
    const status = await fetchJson(`${url}/api/stocks/screener/enrichment-status`, { authorization })
    const { state, finished_at: finishedAt, done } = status
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

const START_TIMEOUT_MS = 30_000
const LAST_CHARACTERS = 2_000

/**
 * Server processes of a benchmark, pinned to one core. They log directly to files, so that no log reader affects the
 * measurement. `start(spec)` takes a spec of scripts/lib/services.mjs and resolves when the process is ready, or throws
 * after `startTimeoutMs`.
 */
export function openServers({ core, logDir, startTimeoutMs = START_TIMEOUT_MS }) {
  const children = []
  return {
    async start({ name, command, args, env, ready }) {
      const path = join(logDir, `${name}.log`)
      const log = openSync(path, 'w', 0o600)
      const pinned = pin(core, command, args)
      const child = spawn(pinned.command, pinned.args, {
        cwd: root,
        env: { ...process.env, ...env },
        stdio: ['ignore', log, log],
      })
      children.push(child)
      const end = performance.now() + startTimeoutMs
      while (!(await ready())) {
        if (child.exitCode !== null || performance.now() > end)
          throw new Error(`${name} did not start:\n${readFileSync(path, 'utf8').slice(-LAST_CHARACTERS)}`)
        await delay(50)
      }
    },
    /** Sends SIGKILL to all processes, even with requests in flight. */
    kill: () => endChildren(children, 'SIGKILL'),
    close: () => endChildren(children),
  }
}
