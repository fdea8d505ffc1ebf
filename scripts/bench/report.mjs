import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { commandOf } from '../lib/processes.mjs'

/** Percentile by nearest rank. A `share` of 0.95 is the 95th percentile. */
export function percentile(values, share) {
  const sorted = values.toSorted((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export const median = (values) => percentile(values, 0.5)
export const sum = (values) => values.reduce((total, value) => total + value, 0)

/** The first column is text, all others are figures. */
export function renderTable(columns, rows) {
  const rule = columns.map((_name, index) => (index === 0 ? '---' : '---:'))
  return [columns, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Total busy seconds of all cores since boot. */
export const readBusySeconds = () =>
  cpus().reduce((total, { times }) => total + times.user + times.nice + times.sys + times.irq, 0) / 1_000

/** Average number of busy cores during the next two seconds, before a benchmark starts its own processes. */
export async function watchBusyCores() {
  const before = readBusySeconds()
  const startedAt = performance.now()
  await delay(2_000)
  return ((readBusySeconds() - before) * 1_000) / (performance.now() - startedAt)
}

/** If other work uses more cores than this, it may be why a bar is missed. */
const MAX_OTHER_CORES = 0.25

/** Excuse for missing a time bar if other work used the cores, otherwise null. */
export const findBusyExcuse = (otherCores) =>
  otherCores > MAX_OTHER_CORES ? `other work used ${otherCores.toFixed(1)} cores` : null

/** A bar for `judge`: a value that must not exceed the limit. Only times may be excused. */
export const atMost = (name, value, most, { unit = 'ms', digits = 0, isTimed = unit === 'ms' } = {}) => ({
  text: `${name}: ${value.toFixed(digits)} of at most ${most} ${unit}`.trimEnd(),
  isMet: value <= most,
  isTimed,
})

export const atLeast = (name, value, least, { digits = 2, isTimed = true } = {}) => ({
  text: `${name}: ${value.toFixed(digits)} of at least ${least}`,
  isMet: value >= least,
  isTimed,
})

/**
 * Judges bars of { text, isMet, isTimed }: { lines, isMissed } with a line per bar. An excuse applies to timed bars
 * only.
 */
export function judge(bars, excuse) {
  const verdicts = bars.map(({ text, isMet, isTimed }) => {
    const reason = isTimed ? excuse : null
    return { text, verdict: isMet ? 'met' : reason === null ? 'MISSED' : `not judged, ${reason}` }
  })
  return {
    lines: verdicts.map(({ text, verdict }) => `${text}: ${verdict}`),
    isMissed: verdicts.some(({ verdict }) => verdict === 'MISSED'),
  }
}

/** Unit of the times in /proc/<pid>/stat: hundredths of a second on every machine. */
const TICKS_PER_SECOND = 100
const KILOBYTES_PER_MEGABYTE = 1_024

/** Patterns that map command lines to process names. All processes of a store have the same name. */
const NAMES = [
  ['worker', /screener\/src\/worker\.ts|scripts\/worker\.mjs/],
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
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return pids.flatMap((name) => readProcess(Number(name)))
  } catch {
    return []
  }
}

/** Returns an empty list if the process has just ended. */
function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const megabytes = (field) =>
      Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / KILOBYTES_PER_MEGABYTE
    const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((index) => Number(fields[index]))
    const ownSeconds = (user + system) / TICKS_PER_SECOND
    /** CPU time of children that have ended, such as closed PostgreSQL connections. */
    const endedSeconds = (endedUser + endedSystem) / TICKS_PER_SECOND
    return [{ pid, parent, ownSeconds, endedSeconds, residentMb: megabytes('VmRSS'), peakMb: megabytes('VmHWM') }]
  } catch {
    return []
  }
}
