import { spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pin } from './bench-cores.mjs'
import { endChildren } from './processes.mjs'
import { root } from './root.mjs'

const PATIENCE_MS = 30_000
const LAST_CHARACTERS = 2_000

/**
 * Server processes of a benchmark, on one core. Their log lines go straight into files, as nothing else may take part in
 * the measured time. `start(spec)` is one of scripts/lib/services.mjs and resolves when it is ready.
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
      const end = performance.now() + PATIENCE_MS
      while (!(await ready())) {
        if (child.exitCode !== null || performance.now() > end)
          throw new Error(`${name} did not start:\n${readFileSync(path, 'utf8').slice(-LAST_CHARACTERS)}`)
        await delay(50)
      }
    },
    /** As nobody would: at once, with all that is in hand. */
    kill: () => endChildren(children, 'SIGKILL'),
    close: () => endChildren(children),
  }
}
