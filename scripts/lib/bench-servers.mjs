import { spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pin } from './bench-cores.mjs'
import { endChildren } from './processes.mjs'
import { root } from './root.mjs'

const START_TIMEOUT_MS = 30_000
const LAST_CHARACTERS = 2_000

/**
 * Server processes of a benchmark, pinned to one core. They log directly to files, so that no log reader affects the
 * measurement. `start(spec)` takes a spec of scripts/lib/services.mjs and resolves when the process is ready.
 */
export function openServers({ core, logDir }) {
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
      const end = performance.now() + START_TIMEOUT_MS
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
