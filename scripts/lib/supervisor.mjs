import { setTimeout as delay } from 'node:timers/promises'
import { createChildLog } from './child-log.mjs'
import { lastLines, launch, stopAll } from './supervised-child.mjs'

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
