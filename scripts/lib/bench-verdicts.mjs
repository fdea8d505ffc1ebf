import { percentile } from './bench-report.mjs'

/** Beyond these, other work on the machine may be what misses a bar. */
const MAX_OTHER_CORES = 0.25
const MAX_REFERENCE_P95_MS = 5

/** Other work that may miss a bar of time; null on a machine that has nothing else to do. */
export const findBusyExcuse = (otherCores) =>
  otherCores > MAX_OTHER_CORES ? `other work took ${otherCores.toFixed(1)} cores` : null

/** The same, or a reference that was late. */
export function findExcuse(otherCores, reference) {
  const busy = findBusyExcuse(otherCores)
  if (busy !== null) return busy
  const p95 = percentile(reference, 0.95)
  return p95 > MAX_REFERENCE_P95_MS ? `the reference itself took ${p95.toFixed(1)} ms` : null
}

/**
 * A line for each bar, and whether any is missed: { lines, isMissed }. Bars are { text, isReached, isTimed }; an excuse
 * holds for the timed ones only.
 */
export function judge(bars, excuse) {
  const verdicts = bars.map(({ text, isReached, isTimed }) => {
    const reason = isTimed ? excuse : null
    return { text, verdict: isReached ? 'reached' : reason === null ? 'MISSED' : `not judged, ${reason}` }
  })
  return {
    lines: verdicts.map(({ text, verdict }) => `${text}: ${verdict}`),
    isMissed: verdicts.some(({ verdict }) => verdict === 'MISSED'),
  }
}

/** The 95th percentile is at most `mostMs`. */
export function barOfTime(name, latencies, mostMs) {
  const p95 = percentile(latencies, 0.95)
  return { text: `${name}, p95 ${p95.toFixed(1)} of ${mostMs} ms`, isReached: p95 <= mostMs, isTimed: true }
}

/** Every call of the provider is made once. */
export function barOfCalls(name, { calls, most }) {
  const text = `${name}: ${calls.length} calls of the provider, ${most} at most of the same`
  return { text, isReached: most === 1, isTimed: false }
}

export function barOfRefusals(rounds) {
  const refused = rounds.reduce((sum, { failures }) => sum + failures.length, 0)
  return { text: `${refused} requests refused`, isReached: refused === 0, isTimed: true }
}
