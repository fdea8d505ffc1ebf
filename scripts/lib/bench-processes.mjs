import { readdirSync, readFileSync } from 'node:fs'
import { commandOf } from './processes.mjs'

/** Unit of the times in /proc/<pid>/stat: hundredths of a second on every machine. */
const TICKS_PER_SECOND = 100
const KILOBYTES_PER_MEGABYTE = 1_024

/** Patterns that map command lines to process names. All processes of a store have the same name. */
const NAMES = [
  ['worker', /screener\/src\/worker\.ts/],
  ['worker', /scripts\/worker\.mjs/],
  ['supervisor', /scripts\/start\.mjs/],
  ['PostgreSQL', /postgres/],
  ['Redis', /redis/],
]

/**
 * Resource use of a process and its descendants, by name: a Map of { cpuSeconds, residentMb, peakMb }. Memory is that
 * of the largest process with the name. Empty on systems without /proc.
 */
export function readProcesses(pid) {
  const processes = listProcesses()
  const used = new Map()
  for (const each of processes.filter((one) => isWithin(processes, one, pid))) {
    const name = nameOf(commandOf(each.pid))
    if (name === null) continue
    const { cpuSeconds, residentMb, peakMb } = used.get(name) ?? { cpuSeconds: 0, residentMb: 0, peakMb: 0 }
    used.set(name, {
      cpuSeconds: cpuSeconds + each.ownSeconds + (name === 'PostgreSQL' ? each.endedSeconds : 0),
      residentMb: Math.max(residentMb, each.residentMb),
      peakMb: Math.max(peakMb, each.peakMb),
    })
  }
  return used
}

function nameOf(command) {
  const [known] = NAMES.find(([, pattern]) => pattern.test(command)) ?? []
  return known ?? /(?:services|apps)\/([a-z-]+)\/src\/main\.ts/.exec(command)?.[1] ?? null
}

function isWithin(processes, { pid, parent }, root) {
  if (pid === root || parent === root) return true
  const above = processes.find((each) => each.pid === parent)
  return above !== undefined && isWithin(processes, above, root)
}

function listProcesses() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readProcess(Number(name)))
  } catch {
    return []
  }
}

/** Returns an empty list if the process has just ended. */
function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const megabytes = (field) =>
      Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / KILOBYTES_PER_MEGABYTE
    const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((index) => fields[index])
    return [
      {
        pid,
        parent,
        ownSeconds: (user + system) / TICKS_PER_SECOND,
        /** CPU time of children that have ended, such as closed PostgreSQL connections. */
        endedSeconds: (endedUser + endedSystem) / TICKS_PER_SECOND,
        residentMb: megabytes('VmRSS'),
        peakMb: megabytes('VmHWM'),
      },
    ]
  } catch {
    return []
  }
}
