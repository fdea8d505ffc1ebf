import { percentile } from './bench-report.mjs'

/** Beyond one of these limits, other work on the machine may be why a bar is missed. */
const MAX_OTHER_CORES = 0.25
const MAX_REFERENCE_P95_MS = 5

/** Excuse for missing a time bar if other work used the cores, otherwise null. */
export const findBusyExcuse = (otherCores) =>
  otherCores > MAX_OTHER_CORES ? `other work used ${otherCores.toFixed(1)} cores` : null

/** Excuse for missing a time bar if other work used the cores or the reference was slow, otherwise null. */
export function findExcuse(otherCores, reference) {
  const busy = findBusyExcuse(otherCores)
  if (busy !== null) return busy
  const p95 = percentile(reference, 0.95)
  return p95 > MAX_REFERENCE_P95_MS ? `the reference itself took ${p95.toFixed(1)} ms` : null
}

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

/** The bar is met if the 95th percentile is at most `mostMs`. */
export function barOfTime(name, latencies, mostMs) {
  const p95 = percentile(latencies, 0.95)
  return { text: `${name}, p95 ${p95.toFixed(1)} of ${mostMs} ms`, isMet: p95 <= mostMs, isTimed: true }
}

/** The bar is met if no provider call is made twice. */
export function barOfCalls(name, { calls, most }) {
  const text = `${name}: ${calls.length} different provider calls, each made at most ${most} times`
  return { text, isMet: most === 1, isTimed: false }
}

export function barOfRejections(rounds) {
  const refused = rounds.reduce((sum, { failures }) => sum + failures.length, 0)
  return { text: `${refused} requests rejected`, isMet: refused === 0, isTimed: true }
}
