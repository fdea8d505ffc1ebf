import type { Success } from '@callwright/contracts'
import { AppError, type Metrics } from '@callwright/service'
import { writesWaiting } from '../errors.ts'
import type { WriteId } from './write-once.ts'

/** What the metric calls each write. */
const operations: Readonly<Record<WriteId, string>> = {
  'portfolio.add': 'add',
  'portfolio.update': 'update',
  'portfolio.remove': 'remove',
  'portfolio.migrate': 'migrate',
  'portfolio.import': 'import',
}
/** Written, answered again as the first time, at odds with what is stored, or failed by a fault of ours. */
const outcomes = ['created', 'replayed', 'conflict', 'error'] as const
/** At odds with what is stored, or with what the key was used for before. */
const conflicts: ReadonlySet<number> = new Set([409, 422])

interface Written {
  readonly query: { readonly dry_run?: boolean } | Readonly<Record<string, never>>
  readonly isRepeated: boolean
  readonly answer: unknown
}

export type WriteMetrics = ReturnType<typeof createWriteMetrics>

export function createWriteMetrics({ counter, loadShed }: Pick<Metrics, 'counter' | 'loadShed'>) {
  const writes = counter('portfolio_writes_total', 'Writes by what came of them', ['operation', 'outcome'], {
    known: { operation: Object.values(operations), outcome: outcomes },
  })
  const migrated = counter('portfolio_migrated_positions_total', 'Positions taken over from browsers')
  const reason = writesWaiting().code
  loadShed.inc({ reason }, 0)
  const note = (id: WriteId, outcome: (typeof outcomes)[number]) => writes.inc({ operation: operations[id], outcome })

  return {
    noteSuccess(id: WriteId, { query, isRepeated, answer }: Written): void {
      // A trial of an import writes nothing.
      if (query?.dry_run) return
      note(id, isRepeated ? 'replayed' : 'created')
      if (id !== 'portfolio.migrate' || isRepeated) return
      migrated.inc((answer as Success<'portfolio.migrate'>).migrated_count)
    },
    /** A request that is wrong in itself came to no write. */
    noteFailure(id: WriteId, error: unknown): void {
      const status = error instanceof AppError ? error.status : 500
      if (error instanceof AppError && error.code === reason) loadShed.inc({ reason })
      if (conflicts.has(status)) note(id, 'conflict')
      else if (status >= 500) note(id, 'error')
    },
  }
}
