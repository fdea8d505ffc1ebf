import { sql } from 'kysely'
import type { Run, RunStarter } from './run-rules.ts'

/** The columns of a run as the domain knows it. */
export const runColumns = [
  'id',
  'sequence',
  'startedBy',
  'userId',
  'state',
  'source',
  'dataClass',
  'asOf',
  'done',
  'failed',
  'startedAt',
  'finishedAt',
] as const

/** By the database's clock, whatever the clocks of the processes say. */
export const derivedColumns = [
  sql<number>`cardinality(symbols)`.as('total'),
  sql<number>`extract(epoch from coalesce(finished_at, clock_timestamp()) - started_at)::float8`.as('elapsedSeconds'),
  sql<number>`extract(epoch from clock_timestamp() - coalesce(finished_at, started_at))::float8`.as('ageSeconds'),
] as const

type RunRow = Omit<Run, keyof RunStarter> & { readonly startedBy: 'platform' | 'user'; readonly userId: string | null }

export function toRun({ startedBy, userId, ...row }: RunRow): Run {
  return startedBy === 'user' && userId !== null
    ? { ...row, startedBy, userId }
    : { ...row, startedBy: 'platform', userId: null }
}
