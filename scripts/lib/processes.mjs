import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

/** Field 22 of /proc/<pid>/stat. The name in field 2 may contain spaces and parentheses. */
export const startTicks = (stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]

const isZombie = (stat) => stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')

/** Unique identity of a process: its start time, because process ids are reused. Null if no such process runs. */
export function identityOf(pid) {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      if (isZombie(stat)) return null
      const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
      return `${boot}:${startTicks(stat)}`
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null
  } catch {
    return null
  }
}

export function commandOf(pid) {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name)
    return true
  } catch {
    return false
  }
}

/** Signals the process group of a detached child, or the process alone if it leads no group. */
export const signalGroup = (pid, name) => signal(-pid, name) || signal(pid, name)

/** Waits until the process has ended. False after the timeout. */
async function gone(pid, identity, milliseconds) {
  const end = Date.now() + milliseconds
  while (identityOf(pid) === identity) {
    if (Date.now() > end) return false
    await delay(50)
  }
  return true
}

/** Ends a process that is not a child: first with a regular signal, then with SIGKILL. */
export async function end(pid, identity, { name = 'SIGTERM', milliseconds = 8_000 } = {}) {
  if (identity === null || identityOf(pid) !== identity) return
  signal(pid, name)
  if (await gone(pid, identity, milliseconds)) return
  signalGroup(pid, 'SIGKILL')
  await gone(pid, identity, 2_000)
}

/** Ends child processes one by one, in reverse order. */
export async function endChildren(children, name = 'SIGTERM') {
  for (const child of children.toReversed()) {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.kill(name)) await gone
  }
}
