import type { Success } from '@callwright/contracts'
import { AppError, type Metrics } from '@callwright/service'
import { writesWaiting } from '../errors.ts'
import type { WriteId } from './idempotent-write.ts'

const operations: Readonly<Record<WriteId, string>> = {
  'portfolio.add': 'add',
  'portfolio.update': 'update',
  'portfolio.remove': 'remove',
  'portfolio.migrate': 'migrate',
  'portfolio.import': 'import',
}
/**
 * `created`: a new write. `replayed`: a repeated response. `conflict`: a conflict with stored data. `error`: a server
 * failure.
 */
const outcomes = ['created', 'replayed', 'conflict', 'error'] as const
/** Statuses of a conflict with stored data, or with an earlier use of the same key. */
const conflicts: ReadonlySet<number> = new Set([409, 422])

interface Written {
  readonly query: { readonly dry_run?: boolean } | Readonly<Record<string, never>>
  readonly isRepeated: boolean
  readonly answer: unknown
}

export type WriteMetrics = ReturnType<typeof createWriteMetrics>

export function createWriteMetrics({ counter, loadShed }: Pick<Metrics, 'counter' | 'loadShed'>) {
  const writes = counter('portfolio_writes_total', 'Writes by outcome', ['operation', 'outcome'], {
    known: { operation: Object.values(operations), outcome: outcomes },
  })
  const migrated = counter('portfolio_migrated_positions_total', 'Positions migrated from browsers')
  const reason = writesWaiting().code
  loadShed.inc({ reason }, 0)
  const count = (id: WriteId, outcome: (typeof outcomes)[number]) => writes.inc({ operation: operations[id], outcome })

  return {
    recordSuccess(id: WriteId, { query, isRepeated, answer }: Written): void {
      // A dry run writes nothing.
      if (query?.dry_run) return
      count(id, isRepeated ? 'replayed' : 'created')
      if (id !== 'portfolio.migrate' || isRepeated) return
      migrated.inc((answer as Success<'portfolio.migrate'>).migrated_count)
    },
    /** Invalid requests are not counted. */
    recordFailure(id: WriteId, error: unknown): void {
      const status = error instanceof AppError ? error.status : 500
      if (error instanceof AppError && error.code === reason) loadShed.inc({ reason })
      if (conflicts.has(status)) count(id, 'conflict')
      else if (status >= 500) count(id, 'error')
    },
  }
}
