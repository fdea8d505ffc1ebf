import { sql } from 'kysely'
import type { Run, RunStarter } from './run-rules.ts'

export const runColumns = [
  'id',
  'sequence',
  'startedBy',
  'userId',
  'state',
  'stage',
  'source',
  'dataClass',
  'asOf',
  'done',
  'failed',
  'surveyFailed',
  'lastSymbol',
  'startedAt',
  'finishedAt',
] as const

/** Symbols of the current stage; those that failed in the survey are not part of the second stage. */
const ofStage = sql<string[]>`coalesce(chain_symbols, symbols)`
const until = sql`coalesce(finished_at, clock_timestamp())`

/** Computed columns. They use the database's clock, because the clocks of the processes may differ. */
export const derivedColumns = [
  sql<number>`cardinality(symbols)`.as('symbols'),
  sql<number>`cardinality(${ofStage}) + survey_failed`.as('total'),
  sql<number>`extract(epoch from ${until} - started_at)::float8`.as('elapsedSeconds'),
  sql<number>`extract(epoch from ${until} - stage_started_at)::float8`.as('stageSeconds'),
  sql<number>`extract(epoch from ${until} - greatest(stage_started_at, settled_at))::float8`.as('idleSeconds'),
  sql<number>`extract(epoch from clock_timestamp() - coalesce(finished_at, started_at))::float8`.as('ageSeconds'),
  sql<number | null>`case stage when 'survey' then (
    select extract(epoch from past.finished_at - past.stage_started_at)::float8 / cardinality(past.chain_symbols)
    from enrichment_run past
    where past.stage = 'chains' and past.state = 'finished' and cardinality(past.chain_symbols) > 0
    order by past.sequence desc limit 1
  ) end`.as('secondsPerChain'),
] as const

type RunRow = Omit<Run, keyof RunStarter> & { readonly startedBy: 'platform' | 'user'; readonly userId: string | null }

export function toRun({ startedBy, userId, ...row }: RunRow): Run {
  return startedBy === 'user' && userId !== null
    ? { ...row, startedBy, userId }
    : { ...row, startedBy: 'platform', userId: null }
}
