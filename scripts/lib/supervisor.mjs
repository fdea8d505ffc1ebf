import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { createChildLog } from './child-log.mjs'
import { identityOf, signalGroup } from './processes.mjs'
import { pathWithTools, root } from './root.mjs'

const RESTARTS = 3
const RESTART_WINDOW = 60_000
const STOP_AFTER = 8_000
const STOP_ORDER = ['gateway', 'service', 'store']

/** How long to wait before the next start, or null when it died too often of late. */
export function restartDelay(deaths, now) {
  const recent = deaths.filter((at) => now - at < RESTART_WINDOW).length
  return recent > RESTARTS ? null : 250 * 2 ** (recent - 1)
}

/**
 * Keeps the stack's processes alive. A child that dies while the stack comes up ends the start; later it is started
 * again, up to 3 times a minute, and a child that keeps dying ends the stack (`onDead`).
 */
export function createSupervisor({ logDir, logAll, print, onChange, onDead }) {
  const entries = []
  let settled = false
  let stopping = false
  const show = (text) => {
    if (!stopping || logAll) print(text)
  }

  function launch(entry) {
    const { command, args, env } = entry.spec
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, DATABASE_URL: undefined, REDIS_URL: undefined, PATH: pathWithTools(), ...env },
      // Its own group: Ctrl-C in the terminal must not reach the database first. The open input tells a child that
      // wants to know when this process is gone.
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
    })
    entry.exited.then((how) => died(entry, how))
    onChange()
  }

  async function died(entry, how) {
    entry.pid = null
    if (stopping) return
    onChange()
    const { name } = entry.spec
    entry.death = how
    if (!settled) return
    entry.deaths.push(Date.now())
    const wait = restartDelay(entry.deaths, Date.now())
    if (wait === null) {
      onDead(new Error(`${name} keeps stopping (${how}).\n${lastLines(entry)}`))
      return
    }
    print(`[${name}] stopped (${how}); starting it again`)
    await delay(wait)
    if (!stopping) launch(entry)
  }

  const lastLines = (entry) =>
    `Last lines of ${entry.log.path}:\n${entry.log.tail.map((line) => `  ${line}`).join('\n')}`

  /** Starts a child: spec = { name, stage, command, args, env, quiet, ready, onLine }. */
  function start(spec) {
    const { name, quiet, onLine } = spec
    const log = createChildLog({ name, dir: logDir, quiet, all: logAll, print: show, onLine })
    const entry = { spec, log, deaths: [], child: null, pid: null, identity: null, exited: null, death: null }
    entries.push(entry)
    launch(entry)
    return entry
  }

  /** Waits until the child says it is ready; throws with its last lines when it stops first or takes too long. */
  async function ready(entry, milliseconds = 60_000) {
    const end = Date.now() + milliseconds
    while (!(await entry.spec.ready(entry))) {
      if (stopping) throw new Error('Stopped while starting')
      if (entry.death) throw new Error(`${entry.spec.name} stopped (${entry.death}).\n${lastLines(entry)}`)
      if (Date.now() > end) {
        throw new Error(`${entry.spec.name} was not ready after ${milliseconds / 1000} s.\n${lastLines(entry)}`)
      }
      await delay(50)
    }
  }

  async function stopStage(stage) {
    const living = entries.filter((entry) => entry.spec.stage === stage && entry.pid !== null)
    for (const entry of living) entry.child.kill('SIGTERM')
    const all = Promise.all(living.map((entry) => entry.exited))
    if ((await Promise.race([all, delay(STOP_AFTER, 'late', { ref: false })])) !== 'late') return
    for (const entry of living) {
      if (entry.pid === null) continue
      print(`[${entry.spec.name}] did not stop in ${STOP_AFTER / 1000} s; killing it`)
      signalGroup(entry.pid, 'SIGKILL')
    }
    await all
  }

  async function stop() {
    stopping = true
    for (const stage of STOP_ORDER) await stopStage(stage)
  }

  return {
    start,
    ready,
    stop,
    /** From here on a dead child is started again; one that died meanwhile is an error. */
    settle: () => {
      const dead = entries.find((entry) => entry.death)
      if (dead) throw new Error(`${dead.spec.name} stopped (${dead.death}).\n${lastLines(dead)}`)
      settled = true
    },
    living: () =>
      entries
        .filter((entry) => entry.pid !== null)
        .map(({ spec, pid, identity }) => ({ name: spec.name, stage: spec.stage, pid, identity })),
  }
}
