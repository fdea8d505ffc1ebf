import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { openLogFile } from './log-file.mjs'
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
  const file = openLogFile(path, {
    onDrop: (reason) => print(`[${name}] ${path} cannot be written (${reason}). Counting the dropped lines.`),
  })
  const tail = []
  const shownAt = new Map()

  function onLogLine(line) {
    file.write(line)
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
    env: {
      ...process.env,
      DATABASE_URL: undefined,
      REDIS_URL: undefined,
      // Only the commands for backups need it.
      BACKUP_PASSPHRASE: undefined,
      PATH: pathWithTools(),
      ...env,
    },
    // The child gets its own process group, so that Ctrl-C in the terminal does not reach the database first. When this
    // process ends, even by kill -9, the child's stdin ends, and the child stops.
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  child.stdin.on('error', () => {})
  entry.child = child
  entry.responded = false
  entry.misses = 0
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
const LEFT_OUT_PAUSE = 120_000
const PROBE_INTERVAL = 5_000
/** Probes without a response before a child is restarted: 20 s, or 60 s for a child that is still starting. */
const HUNG_MISSES = 4
const STARTING_MISSES = 12
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
 * up to 3 times per minute. If a service or worker keeps ending, it is left out for two minutes while the others serve,
 * and then started again. If the gateway or a store keeps ending, the stack stops (`onDead`), because nothing can be
 * served. A child that is alive but does not respond is killed and restarted: `spec.responds` is true for any response,
 * also for one that says that a dependency is missing, because a restart would not bring that back.
 */
export function createSupervisor({ logDir, logAll, print, onChange: report, onDead, timeout = STOP_TIMEOUT, ...pace }) {
  const { probeInterval = PROBE_INTERVAL, leftOutPause = LEFT_OUT_PAUSE } = pace
  const entries = []
  let settled = false
  let stopping = false
  const show = (text) => {
    if (!stopping || logAll) print(text)
  }

  /** Reports a change. A failure, such as a full disk, must not stop the supervisor and with it the product. */
  function onChange() {
    try {
      report()
    } catch (error) {
      if (!settled) throw error
      show(`The list of processes could not be written: ${error.message}`)
    }
  }

  function run(entry) {
    launch(entry)
    entry.exited.then((how) => died(entry, how))
    onChange()
  }

  async function died(entry, how) {
    if (stopping) return
    // Redis outlives a wrapper that was killed, and would keep the port.
    if (entry.spec.wrapped) signalGroup(entry.child.pid, 'SIGKILL')
    onChange()
    entry.death = how
    if (!settled) return
    entry.deaths.push(Date.now())
    const wait = restartDelay(entry.deaths, Date.now())
    const { name, stage } = entry.spec
    const reason = `${name} keeps stopping (${how}).`
    if (wait === null && stage !== 'service') {
      onDead(new Error(`${reason}\n${lastLines(entry)}`))
      return
    }
    if (wait === null) {
      entry.deaths.length = 0
      print(`[${name}] ${reason} Leaving it out; next try in ${leftOutPause / 1000} s.\n${lastLines(entry)}`)
    } else print(`[${name}] stopped (${how}). Restarting it.`)
    await delay(wait ?? leftOutPause, undefined, { ref: false })
    if (!stopping) run(entry)
  }

  async function probe(entry) {
    const { pid, spec } = entry
    if (pid === null) return
    const responds = await spec.responds()
    if (stopping || entry.pid !== pid) return
    entry.misses = responds ? 0 : entry.misses + 1
    entry.responded ||= responds
    if (entry.misses < (entry.responded ? HUNG_MISSES : STARTING_MISSES)) return
    print(`[${spec.name}] does not respond. Killing it.`)
    entry.misses = 0
    signalGroup(pid, 'SIGKILL')
  }

  /** Counts probes instead of time, so that a suspended machine kills nothing when it wakes up. */
  async function watch(entry) {
    while (!stopping) {
      await Promise.all([probe(entry), delay(probeInterval, undefined, { ref: false })])
    }
  }

  return {
    /** Starts a child: spec = { name, stage, command, args, env, quiet, ready, responds, onLine }. */
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
    /** Starts a child again that ended during startup. */
    retry(entry) {
      entry.death = null
      run(entry)
    },
    /** Ends the startup phase: from now on, children are restarted. Throws if one has already ended. */
    settle() {
      const dead = entries.find((entry) => entry.death)
      if (dead) throw stopped(dead)
      settled = true
      for (const entry of entries) if (entry.spec.responds) void watch(entry)
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
