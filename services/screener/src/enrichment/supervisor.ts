import type { Logger } from '@callwright/service'
import { createLoop } from '../loop.ts'
import { readPhase } from '../market-session.ts'
import type { ReadFollowed } from './followed.ts'
import { UNEXPECTED } from './job.ts'
import { countWaiting, type EnrichmentQueue } from './queue.ts'
import type { SurveyStore } from './row-store.ts'
import {
  chooseChains,
  computePace,
  countOutstanding,
  decidePlatformRun,
  isActive,
  isSameMarket,
  type RotationRules,
  type Run,
} from './run-rules.ts'
import type { ProgressStore, RunStore } from './run-store.ts'
import type { Runs, Universe } from './runs.ts'

interface SupervisorDeps {
  readonly store: RunStore
  readonly progress: ProgressStore
  readonly surveys: SurveyStore
  readonly rotation: RotationRules
  readonly queue: EnrichmentQueue
  readonly runs: Runs
  readonly readUniverse: () => Promise<Universe>
  readonly readFollowed: ReadFollowed
  readonly superviseMs: number
  readonly marketCheckMs: number
  readonly snapshotMaxAgeMs: number
  readonly now: () => number
  readonly onChange: () => void
  readonly log: Logger
}

const RETRY_AFTER_MS = 300_000
/** Time after the start of a stage in which the process that stored it may still be adding its jobs. */
const ADDING_JOBS_SECONDS = 2

/**
 * Advances runs based on the stored state: moves a run from its survey to its chains, ends complete runs, adds jobs
 * that Redis lost, and starts platform runs. Every replica has a supervisor; an advisory lock lets only one act at a
 * time.
 */
export function createSupervisor(deps: SupervisorDeps) {
  const { store, progress, surveys, queue, runs, now, onChange, log } = deps
  let nextMarketCheckMs = 0

  async function act(): Promise<void> {
    const run = await store.findLatest()
    if (isActive(run)) await advance(run)
    if (now() < nextMarketCheckMs) return
    await followMarket(await deps.readUniverse())
    nextMarketCheckMs = now() + deps.marketCheckMs
  }

  async function advance(run: Run): Promise<void> {
    if (run.state === 'stopping') return runs.endStopping(run.id)
    if (await isUnderWay(run)) return
    const outstanding = await progress.listOutstanding(run.id)
    if (outstanding.length === 0) return run.stage === 'survey' ? startChains(run) : finish(run.id)
    if (run.stageSeconds < ADDING_JOBS_SECONDS) return
    await progress.recount(run.id)
    await replaceLostJobs(run, outstanding)
  }

  /** Whether every outstanding symbol still has a job, judging by the run's counts, which are cheap to read. */
  async function isUnderWay(run: Run): Promise<boolean> {
    if (countOutstanding(run) === 0) return false
    if (run.stageSeconds < ADDING_JOBS_SECONDS) return true
    // Read the queue first: a job commits its result before it leaves the queue.
    const counts = await queue.count()
    const latest = await store.findLatest()
    if (latest?.id !== run.id || latest.state !== 'running') return true
    return countWaiting(counts) + counts.active >= countOutstanding(latest)
  }

  async function startChains(run: Run): Promise<void> {
    const { chosen, waiting } = chooseChains(
      await surveys.listSurveyed(run.id),
      deps.rotation,
      await deps.readFollowed(),
    )
    if (!(await surveys.startChains(run.id, chosen))) return
    log.info({ run_id: run.id, chosen: chosen.length, waiting: waiting.length }, 'enrichment.surveyed')
    try {
      await queue.enqueue({ id: run.id, stage: 'chains' }, chosen)
    } finally {
      await surveys.updateWaitReasons(run.id, waiting)
      onChange()
    }
  }

  async function finish(runId: string): Promise<void> {
    const closed = await store.close(runId, 'finished')
    if (closed === null) return
    const { total, done, failed, elapsedSeconds, removedRows } = closed
    const seconds = Math.round(elapsedSeconds * 100) / 100
    const rate = Math.round((computePace(closed, 0).ratePerSecond ?? 0) * 10) / 10
    log.info(
      { run_id: runId, total, done, failed, seconds, symbols_per_second: rate, removed_rows: removedRows },
      'enrichment.finished',
    )
    onChange()
  }

  /**
   * Handles symbols without a result: adds lost jobs to Redis again, and records failed jobs. Reads the job states
   * before the outstanding symbols, because a job commits its result before it ends.
   */
  async function replaceLostJobs(run: Run, suspects: readonly string[]): Promise<void> {
    const places = await queue.locateAll(run, suspects)
    const lost: string[] = []
    for (const symbol of await progress.listOutstanding(run.id)) {
      const found = places.get(symbol)
      if (found?.place === 'failed') await recordFailed(run, symbol, found.cause)
      if (found?.place === 'completed') await queue.forget(run, symbol)
      if (found?.place === 'completed' || found?.place === 'missing') lost.push(symbol)
    }
    if (lost.length === 0) return
    log.warn({ run_id: run.id, jobs: lost.length }, 'enrichment.jobs_added_again')
    await queue.enqueue(run, lost)
  }

  /** Records a failed symbol. The queue's own cause goes only to the log, because it may reveal internals. */
  async function recordFailed({ id: runId, stage }: Run, symbol: string, cause: string | null): Promise<void> {
    log.warn({ run_id: runId, symbol, cause }, 'enrichment.job_failed')
    await progress.recordFailure({ runId, symbol, reason: UNEXPECTED, inSurvey: stage === 'survey' })
  }

  async function followMarket(universe: Universe): Promise<void> {
    const { market, minRunGapMs } = universe
    const run = await store.findLatest()
    if (isActive(run) && !isSameMarket(run, market)) {
      await queue.removeWaiting(run.id)
      await store.close(run.id, 'stopped')
      log.warn({ run_id: run.id, source: run.source }, 'enrichment.market_changed')
    }
    const reason = decidePlatformRun({
      market,
      stored: await store.summarizeRows(market),
      lastRun: await store.findLatest(),
      phase: readPhase(now()),
      maxAgeMs: deps.snapshotMaxAgeMs,
      minRunGapMs,
      retryAfterMs: RETRY_AFTER_MS,
    })
    if (reason === null) return
    log.info({ reason }, 'enrichment.due')
    await runs.start({ startedBy: 'platform', userId: null }, universe)
  }

  return createLoop({
    name: 'supervisor',
    intervalMs: deps.superviseMs,
    log,
    work: async () => {
      await store.withSupervisorLock(act)
    },
  })
}
