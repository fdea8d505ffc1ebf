import { spawn } from 'node:child_process'
import { createWriteStream, existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { identityOf, signalGroup } from './processes.mjs'
import { pathWithTools, root } from './tool.mjs'

const TAIL = 20
const QUIET_MILLISECONDS = 10_000
const loud = new Set(['warn', 'error', 'fatal'])

/** Fields omitted on the terminal: every line has them, or they only help in a search. */
const omitted = new Set(['level', 'time', 'pid', 'hostname', 'service', 'event', 'msg', 'err', 'error'])
const isPlain = (value) => ['string', 'number', 'boolean'].includes(typeof value)

/** `warn provider.slow (symbol=AAPL, seconds=2): why` */
function summary(entry) {
  const facts = Object.entries(entry)
    .filter(([name, value]) => !omitted.has(name) && isPlain(value))
    .slice(0, 5)
    .map(([name, value]) => `${name}=${value}`)
  const cause = entry.err?.message ?? entry.error
  return [
    `${entry.level} ${entry.event ?? entry.msg ?? ''}`,
    facts.length > 0 ? ` (${facts.join(', ')})` : '',
    isPlain(cause) ? `: ${cause}` : '',
  ].join('')
}

/**
 * Formats a log line for the terminal, which shows warnings, errors and plain text. Null for lines that only go to the
 * file.
 */
export function worthShowing(line, { quiet, all }) {
  if (all) return line
  if (quiet || line.trim() === '') return null
  try {
    const entry = JSON.parse(line)
    return loud.has(entry.level) ? summary(entry) : null
  } catch {
    return line
  }
}

/** Key for rate-limiting: the same event with other figures counts as a repeat. */
export const kindOf = (text) => text.split(' (')[0]

/** Log for one child: all lines go to its file, important ones also to the terminal. The last ones stay in memory. */
function createChildLog({ name, dir, quiet, all, print, onLine = () => {} }) {
  const path = join(dir, `${name}.log`)
  if (existsSync(path)) renameSync(path, `${path}.1`)
  const file = createWriteStream(path, { mode: 0o600 })
  // Ignore write errors, because a full disk must not stop the stack.
  file.on('error', () => {})
  const tail = []
  const shownAt = new Map()

  function onLogLine(line) {
    file.write(`${line}\n`)
    tail.push(line)
    if (tail.length > TAIL) tail.shift()
    onLine(line)
    const text = worthShowing(line, { quiet, all })
    if (text === null) return
    const now = Date.now()
    const kind = kindOf(text)
    if (!all && now - (shownAt.get(kind) ?? 0) < QUIET_MILLISECONDS) return
    if (shownAt.size > 200) shownAt.clear()
    shownAt.set(kind, now)
    print(`[${name}] ${text}`)
  }

  const follow = (stream) =>
    createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }).on('line', onLogLine)
  return { path, tail, follow }
}

/**
 * Starts the process of an entry ({ spec, log, ... }) and stores its pid and identity on the entry. `exited` resolves
 * to the reason why it ended.
 */
function launch(entry) {
  const { command, args, env } = entry.spec
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, DATABASE_URL: undefined, REDIS_URL: undefined, PATH: pathWithTools(), ...env },
    // The child gets its own process group, so that Ctrl-C in the terminal does not reach the database first. When its
    // stdin closes, the child knows that this process has ended.
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  child.stdin.on('error', () => {})
  entry.child = child
  entry.pid = child.pid ?? null
  entry.identity = child.pid ? identityOf(child.pid) : null
  entry.log.follow(child.stdout)
  entry.log.follow(child.stderr)
  entry.exited = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, name) => resolve(name ?? `exit code ${code}`))
  }).then((how) => {
    entry.pid = null
    return how
  })
}

const lastLines = ({ log }) => `Last lines of ${log.path}:\n${log.tail.map((line) => `  ${line}`).join('\n')}`

/** Ends processes with SIGTERM, and with SIGKILL after `timeout` milliseconds. */
async function stopAll(entries, { timeout, print }) {
  const living = entries.filter(({ pid }) => pid !== null)
  for (const { child } of living) child.kill('SIGTERM')
  const all = Promise.all(living.map(({ exited }) => exited))
  if ((await Promise.race([all, delay(timeout, 'late', { ref: false })])) !== 'late') return
  for (const { pid, spec } of living) {
    if (pid === null) continue
    print(`[${spec.name}] did not stop within ${timeout / 1000} s. Killing it.`)
    signalGroup(pid, 'SIGKILL')
  }
  await all
}

const RESTARTS = 3
const RESTART_WINDOW = 60_000
const STOP_TIMEOUT = 8_000
const STOP_ORDER = ['gateway', 'service', 'store']

/** Null after too many recent crashes. */
export function restartDelay(deaths, now) {
  const recent = deaths.filter((at) => now - at < RESTART_WINDOW).length
  return recent > RESTARTS ? null : 250 * 2 ** (recent - 1)
}

const stopped = (entry) => new Error(`${entry.spec.name} stopped (${entry.death}).\n${lastLines(entry)}`)

/**
 * Keeps the stack's processes running. A child that ends during startup aborts the startup. Later, a child is restarted
 * up to 3 times per minute. If it keeps ending, the stack stops (`onDead`).
 */
export function createSupervisor({ logDir, logAll, print, onChange, onDead, timeout = STOP_TIMEOUT }) {
  const entries = []
  let settled = false
  let stopping = false
  const show = (text) => {
    if (!stopping || logAll) print(text)
  }

  function run(entry) {
    launch(entry)
    entry.exited.then((how) => died(entry, how))
    onChange()
  }

  async function died(entry, how) {
    if (stopping) return
    onChange()
    entry.death = how
    if (!settled) return
    entry.deaths.push(Date.now())
    const wait = restartDelay(entry.deaths, Date.now())
    const { name } = entry.spec
    if (wait === null) {
      onDead(new Error(`${name} keeps stopping (${how}).\n${lastLines(entry)}`))
      return
    }
    print(`[${name}] stopped (${how}). Restarting it.`)
    await delay(wait)
    if (!stopping) run(entry)
  }

  return {
    /** Starts a child: spec = { name, stage, command, args, env, quiet, ready, onLine }. */
    start(spec) {
      const { name, quiet, onLine } = spec
      // Refuse to start a child now, because nothing would stop it.
      if (stopping) throw new Error(`Stopped before ${name} was started`)
      const log = createChildLog({ name, dir: logDir, quiet, all: logAll, print: show, onLine })
      const entry = { spec, log, deaths: [], child: null, pid: null, identity: null, exited: null, death: null }
      entries.push(entry)
      run(entry)
      return entry
    },
    /** Waits until the child is ready. Throws with its last lines if it stops or takes too long. */
    async ready(entry, milliseconds = 60_000) {
      const end = Date.now() + milliseconds
      while (!(await entry.spec.ready(entry))) {
        if (stopping) throw new Error('Stopped while starting')
        if (entry.death) throw stopped(entry)
        if (Date.now() > end) {
          throw new Error(`${entry.spec.name} was not ready after ${milliseconds / 1000} s.\n${lastLines(entry)}`)
        }
        await delay(50)
      }
    },
    /** Ends the startup phase: from now on, children are restarted. Throws if one has already ended. */
    settle() {
      const dead = entries.find((entry) => entry.death)
      if (dead) throw stopped(dead)
      settled = true
    },
    async stop() {
      stopping = true
      for (const stage of STOP_ORDER) {
        await stopAll(
          entries.filter(({ spec }) => spec.stage === stage),
          { timeout, print },
        )
      }
    },
    living: () =>
      entries
        .filter(({ pid }) => pid !== null)
        .map(({ spec, pid, identity }) => ({ name: spec.name, stage: spec.stage, pid, identity })),
  }
}
