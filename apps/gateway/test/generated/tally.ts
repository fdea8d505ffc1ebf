import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReceivedAnswer } from './answers.ts'
import type { GeneratedRequest } from './requests.ts'

/** Bar for every answer on an idle machine. */
const SLOW_MS = 2_000
const MAX_SHOWN = 1_500

interface Counts {
  requests: number
  good: number
  rejected: number
  busy: number
  failed: number
  faults: number
  slow: number
  slowestMs: number
}

const describe = ({ method, target, body, type, signIn }: GeneratedRequest) =>
  `${method.toUpperCase()} ${target} (${signIn}, ${type}) ${body ?? ''}`.slice(0, MAX_SHOWN)

/** Counts the answers by group of endpoints. */
export function createTally() {
  const groups = new Map<string, Counts>()
  const faults: string[] = []

  const countsOf = (group: string): Counts => {
    const zero = { requests: 0, good: 0, rejected: 0, busy: 0, failed: 0, faults: 0, slow: 0, slowestMs: 0 }
    const counts = groups.get(group) ?? zero
    groups.set(group, counts)
    return counts
  }

  return {
    add(request: GeneratedRequest, { status }: ReceivedAnswer, milliseconds: number, fault: string | null): void {
      for (const counts of [countsOf(request.group), countsOf('all')]) {
        counts.requests += 1
        if (status < 300) counts.good += 1
        else if (status < 500) counts.rejected += 1
        else if (status === 503) counts.busy += 1
        else counts.failed += 1
        if (fault !== null) counts.faults += 1
        if (milliseconds > SLOW_MS) counts.slow += 1
        counts.slowestMs = Math.max(counts.slowestMs, milliseconds)
      }
      if (fault !== null) faults.push(`${describe(request)}: ${fault.slice(0, MAX_SHOWN)}`)
    },
    faults: () => faults,
    requests: () => countsOf('all').requests,
    slowestMs: () => countsOf('all').slowestMs,
    /** Writes the table to the folder VERIFY_TABLES, whose files `npm run verify:security` prints. */
    async publish(seed: number): Promise<void> {
      const folder = process.env.VERIFY_TABLES
      if (folder === undefined) return
      const sorted = [...groups].sort(([left], [right]) => Number(left === 'all') - Number(right === 'all'))
      const rows = sorted.map(([name, { requests, good, rejected, busy, failed, faults: found, slow, slowestMs }]) =>
        [name, requests, good, rejected, busy, failed, found, slow, Math.round(slowestMs)].join(' | '),
      )
      const columns = `Generated requests, seed ${seed} | requests | 2xx | 4xx | 503 | other 5xx | faults | over 2 s | slowest, ms`
      const rule = columns.split(' | ').map((_name, index) => (index === 0 ? '---' : '---:'))
      await mkdir(folder, { recursive: true })
      await writeFile(
        join(folder, 'generated-requests.md'),
        [columns, rule.join(' | '), ...rows].map((line) => `| ${line} |\n`).join(''),
      )
    },
  }
}
