import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'

/**
 * The servers together on one core and the load on another, so that neither takes time from the other:
 * `pin(core, command, args)` is { command, args } of a process that starts on it. Where processes cannot be held on a core
 * both are null, and every figure is taken with all cores shared.
 */
export function chooseCores() {
  const canPin = cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0
  return canPin ? { servers: 0, load: 1 } : { servers: null, load: null }
}

export const pin = (core, command, args) =>
  core === null ? { command, args } : { command: 'taskset', args: ['-c', String(core), command, ...args] }

/** Moves a running process, all of its threads, to a core; its children stay where they are. */
export function movePinned(core, pid) {
  if (core !== null) spawnSync('taskset', ['-a', '-c', '-p', String(core), String(pid)])
}
