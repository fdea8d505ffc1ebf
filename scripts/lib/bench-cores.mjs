import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'

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
