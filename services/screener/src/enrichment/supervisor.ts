import type { Logger } from '@callwright/service'
import { createLoop } from '../loop.ts'
import { readPhase } from '../market-session.ts'
import { UNEXPECTED } from './job.ts'
import { countWaiting, type EnrichmentQueue } from './queue.ts'
import type { SurveyStore } from './row-store.ts'
import { computePace, countOutstanding, decidePlatformRun, isActive, isSameMarket, type Run } from './run-rules.ts'
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
  readonly superviseMs: number
  readonly marketCheckMs: number
  readonly snapshotMaxAgeMs: number
  readonly now: () => number
  readonly onChange: () => void
  readonly log: Logger
}

const RETRY_AFTER_MS = 300_000
/** Time after the start of a stage in which the process that stored it may still be adding its jobs. */
const SETTLING_SECONDS = 2

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
    if (run.state === 'stopping') return runs.settleStopping(run.id)
    if (await isUnderWay(run)) return
    const outstanding = await progress.listOutstanding(run.id)
    if (outstanding.length === 0) return run.stage === 'survey' ? startChains(run) : finish(run.id)
    if (run.stageSeconds < SETTLING_SECONDS) return
    await progress.recount(run.id)
    await replaceLostJobs(run, outstanding)
  }

  /** Whether every outstanding symbol still has a job, judging by the run's counts, which are cheap to read. */
  async function isUnderWay(run: Run): Promise<boolean> {
    if (countOutstanding(run) === 0) return false
    if (run.stageSeconds < SETTLING_SECONDS) return true
    // Read the queue first: a job commits its result before it leaves the queue.
    const counts = await queue.count()
    const latest = await store.findLatest()
    if (latest?.id !== run.id || latest.state !== 'running') return true
    return countWaiting(counts) + counts.active >= countOutstanding(latest)
  }

  async function startChains(run: Run): Promise<void> {
    const { chosen, waiting } = chooseChains(await surveys.listSurveyed(run.id), deps.rotation)
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

  async function followMarket({ market, refreshMs }: Universe): Promise<void> {
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
      refreshMs,
      retryAfterMs: RETRY_AFTER_MS,
    })
    if (reason === null) return
    log.info({ reason }, 'enrichment.due')
    await runs.start({ startedBy: 'platform', userId: null })
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

export interface RotationRules {
  /** Number of chains that a run reads; 0 reads every symbol's chain, in a single stage. */
  readonly chainsPerRun: number
  /**
   * Fraction of these chains, from 0 to 1, that goes to symbols in rotation; the rest go to the survey's best stocks.
   */
  readonly rotationShare: number
}

export interface SurveyedSymbol {
  readonly symbol: string
  /** Points from the rating parts that need no chain. */
  readonly points: number
  /** Sequence number of the last run that requested this symbol's chain, successfully or not; null if no run has. */
  readonly lastTurn: number | null
}

export interface ChainChoice {
  /** Symbols whose chains are read: the best stocks first, then those in rotation. */
  readonly chosen: readonly string[]
  /**
   * The other symbols in rotation order, each with the maximum number of runs until its chain is read; null if rotation
   * is off.
   */
  readonly waiting: readonly { readonly symbol: string; readonly runs: number | null }[]
}

export function isSurveyNeeded({ chainsPerRun }: RotationRules, symbols: number): boolean {
  return chainsPerRun > 0 && symbols > chainsPerRun
}

/**
 * Chooses which chains a run reads: those of the survey's best stocks, and those read longest ago (never-read ones
 * first). Ties are broken by points, then by symbol, so that the same survey always leads to the same choice.
 */
export function chooseChains(surveyed: readonly SurveyedSymbol[], rules: RotationRules): ChainChoice {
  const ranked = [...surveyed].sort(byPoints)
  if (!isSurveyNeeded(rules, ranked.length)) return { chosen: ranked.map(({ symbol }) => symbol), waiting: [] }
  const turns = countTurns(rules)
  const best = rules.chainsPerRun - turns
  const inTurn = ranked.slice(best).sort((a, b) => compareTurns(a.lastTurn, b.lastTurn) || byPoints(a, b))
  return {
    chosen: [...ranked.slice(0, best), ...inTurn.slice(0, turns)].map(({ symbol }) => symbol),
    waiting: inTurn
      .slice(turns)
      .map(({ symbol }, index) => ({ symbol, runs: turns === 0 ? null : Math.floor(index / turns) + 1 })),
  }
}

/** Number of chains read in rotation: at least one unless the share is 0. */
function countTurns({ chainsPerRun, rotationShare }: RotationRules): number {
  return rotationShare === 0 ? 0 : Math.max(1, Math.round(chainsPerRun * rotationShare))
}

function compareTurns(a: number | null, b: number | null): number {
  return (a ?? -1) - (b ?? -1)
}

function byPoints(a: SurveyedSymbol, b: SurveyedSymbol): number {
  return b.points - a.points || (a.symbol < b.symbol ? -1 : 1)
}
