import { randomUUID } from 'node:crypto'
import type { EnrichmentStatus } from '@callwright/contracts'
import type { Logger, ServiceClient } from '@callwright/service'
import { otherUsersRun, platformRun, runStopping } from '../errors.ts'
import { followedFirst, type ReadFollowed } from './followed.ts'
import { countWaiting, type EnrichmentQueue, type QueueCounts, type RunStage } from './queue.ts'
import {
  computeNextRefreshMs,
  computePace,
  countOutstanding,
  decideStop,
  isActive,
  isCoolingDown,
  isSurveyNeeded,
  type Market,
  type Pace,
  type RotationRules,
  type Run,
  type RunStarter,
  skipsVendorRanks,
} from './run-rules.ts'
import type { ProgressStore, RunStore, Shortfall } from './run-store.ts'
import type { WorkerAnnouncement } from './workers.ts'

export type Runs = ReturnType<typeof createRuns>

interface EnrichmentReport extends Pace {
  readonly run: Run | null
  readonly queued: number
  readonly active: number
  /** Number of live workers; null if Redis is unavailable. */
  readonly workers: number | null
  readonly failures: readonly Shortfall[]
  readonly incomplete: readonly Shortfall[]
  readonly nextRefreshMs: number | null
  readonly message: string | null
}

interface RunsDeps {
  readonly store: RunStore
  readonly progress: ProgressStore
  readonly queue: EnrichmentQueue
  readonly readUniverse: () => Promise<Universe>
  readonly readFollowed: ReadFollowed
  readonly listWorkers: () => Promise<readonly WorkerAnnouncement[]>
  readonly refreshCooldownMs: number
  readonly snapshotMaxAgeMs: number
  readonly now: () => number
  readonly rotation: RotationRules
  readonly onChange: () => void
  readonly log: Logger
}

/** Operations on runs, by users and by the platform (D17). */
export function createRuns(deps: RunsDeps) {
  const { store, progress, queue, readUniverse, listWorkers, rotation, onChange, log } = deps

  async function open(starter: RunStarter, latest: Run | null, universe: Universe): Promise<Run> {
    const { market } = universe
    const symbols = followedFirst(universe.symbols, await deps.readFollowed())
    const id = randomUUID()
    const stage = isSurveyNeeded(rotation, symbols.length) ? ('survey' as const) : null
    const sequence = (latest?.sequence ?? 0) + 1
    const withoutVendorRanks = skipsVendorRanks(universe, latest)
    if (await store.insert({ ...market, ...starter, id, sequence, symbols, stage, withoutVendorRanks })) {
      log.info({ run_id: id, started_by: starter.startedBy, total: symbols.length, stage }, 'enrichment.started')
      await enqueue({ id, stage }, symbols)
      onChange()
    }
    const run = await store.findLatest()
    if (run === null) throw new Error('A run was stored but none is found')
    return run
  }

  /** The run is already stored, so if Redis fails now, the supervisor adds the missing jobs later. */
  async function enqueue(jobs: RunStage, symbols: readonly string[]): Promise<void> {
    try {
      await queue.enqueue(jobs, symbols)
    } catch (error) {
      log.warn({ err: error, run_id: jobs.id }, 'enrichment.enqueue_failed')
    }
  }

  async function readQueue(): Promise<{ counts: QueueCounts; workers: readonly WorkerAnnouncement[] } | null> {
    try {
      const [counts, workers] = await Promise.all([queue.count(), listWorkers()])
      return { counts, workers }
    } catch (error) {
      log.debug({ err: error }, 'queue.unreadable')
      return null
    }
  }

  /** Removes the waiting jobs of a stopping run and ends the run once no job is active. */
  async function endStopping(runId: string): Promise<void> {
    if ((await queue.removeWaiting(runId)) > 0) return
    const closed = await store.close(runId, 'stopped')
    if (closed) log.info({ run_id: runId, done: closed.done, failed: closed.failed }, 'enrichment.stopped')
    onChange()
  }

  /**
   * Finds the latest run before a new one starts. If it is stopping, tries to end it; throws a 409 if its jobs are
   * still active.
   */
  async function findLatestForStart(): Promise<Run | null> {
    await queue.ping()
    const latest = await store.findLatest()
    if (latest?.state !== 'stopping') return latest
    await endStopping(latest.id)
    const latestNow = await store.findLatest()
    if (latestNow?.state === 'stopping') throw runStopping()
    return latestNow
  }

  const readMinRunGapMs = createCached(REFRESH_CACHE_MS, deps.now, async () => (await readUniverse()).minRunGapMs)

  /** Unknown while market-data is unavailable. */
  async function findNextRefreshMs(run: Run | null): Promise<number | null> {
    if (run === null || isActive(run)) return null
    try {
      const minRunGapMs = await readMinRunGapMs()
      return computeNextRefreshMs({ run, nowMs: deps.now(), maxAgeMs: deps.snapshotMaxAgeMs, minRunGapMs })
    } catch (error) {
      log.debug({ err: error }, 'enrichment.pace_unknown')
      return null
    }
  }

  return {
    endStopping,

    /**
     * Starts a run, or returns the active one. Reads the universe unless the caller has just read it. Throws a 503 if
     * the queue or market-data is unavailable, and a 409 while the last run is still stopping.
     */
    async start(starter: RunStarter, universe?: Universe): Promise<Run> {
      const latest = await findLatestForStart()
      return isActive(latest) ? latest : open(starter, latest, universe ?? (await readUniverse()))
    },

    /** Like `start`, but returns the last run during its cooldown. */
    async refresh(starter: RunStarter): Promise<Run> {
      const latest = await findLatestForStart()
      if (isActive(latest)) return latest
      const universe = await readUniverse()
      const { minRunGapMs } = universe
      if (isCoolingDown(latest, { cooldownMs: deps.refreshCooldownMs, minRunGapMs })) return latest
      return open(starter, latest, universe)
    },

    /** Stops the user's own run: waiting jobs are removed, active jobs finish, results are kept. */
    async stop(userId: string): Promise<void> {
      await queue.ping()
      const latest = await store.findLatest()
      const decision = decideStop(latest, userId)
      if (decision === 'platform_run') throw platformRun()
      if (decision === 'other_users_run') throw otherUsersRun()
      if (latest === null || decision === 'nothing_runs') return
      if (await store.markStopping(latest.id)) log.info({ run_id: latest.id }, 'enrichment.stopping')
      await endStopping(latest.id)
    },

    async report(): Promise<EnrichmentReport> {
      const run = await store.findLatest()
      const [failures, incomplete, queueState, nextRefreshMs] = await Promise.all([
        run === null ? [] : progress.listFailures(run.id),
        run === null ? [] : progress.listIncomplete(run.id),
        readQueue(),
        findNextRefreshMs(run),
      ])
      return {
        run,
        ...(run === null ? { ratePerSecond: null, etaSeconds: null } : computePace(run, rotation.chainsPerRun)),
        queued: queueState === null ? (isActive(run) ? countOutstanding(run) : 0) : countWaiting(queueState.counts),
        active: queueState?.counts.active ?? 0,
        workers: queueState?.workers.length ?? null,
        failures,
        incomplete,
        nextRefreshMs,
        message: describe(run, queueState?.workers ?? null),
      }
    },
  }
}

/** How long the pace that market-data suggests is used; it changes only with its settings. */
const REFRESH_CACHE_MS = 60_000

function createCached<T>(forMs: number, now: () => number, read: () => Promise<T>): () => Promise<T> {
  let cached: { readonly value: T; readonly untilMs: number } | null = null
  return async () => {
    if (cached === null || now() >= cached.untilMs) cached = { value: await read(), untilMs: now() + forMs }
    return cached.value
  }
}

function describe(run: Run | null, workers: readonly WorkerAnnouncement[] | null): string | null {
  if (workers === null) return 'Background refresh is unavailable right now. Please try again.'
  if (isActive(run)) {
    const [first] = workers
    if (first === undefined) return 'No worker is running. The refresh will start as soon as one is.'
    return workers.every(({ trouble }) => trouble !== null) ? `The refresh is paused: ${first.trouble}` : null
  }
  return run === null ? 'No refresh has run yet.' : null
}

/** The current market and the symbols that a run in it covers. */
export interface Universe {
  readonly market: Market
  readonly symbols: readonly string[]
  /** Shortest time between the starts of two runs that the source's limit allows; 0 if it has none. */
  readonly minRunGapMs: number
  /** Whether each of the vendor's IV ranks takes a call of its own. */
  readonly hasSeparateIvRanks: boolean
}

/** Reads the universe from market-data; concurrent calls share one request. */
export function createUniverseReader(marketData: ServiceClient): () => Promise<Universe> {
  let asking: Promise<Universe> | null = null
  return () => {
    asking ??= readUniverse(marketData).finally(() => {
      asking = null
    })
    return asking
  }
}

async function readUniverse(marketData: ServiceClient): Promise<Universe> {
  const answer = await marketData.call('marketData.universe')
  const { source, data_class, as_of, symbols, refresh_seconds, separate_iv_ranks } = answer
  return {
    market: { source, dataClass: data_class, asOf: new Date(as_of) },
    symbols: [...new Set(symbols.map(({ symbol }) => symbol))].sort(),
    minRunGapMs: (refresh_seconds ?? 0) * 1_000,
    hasSeparateIvRanks: separate_iv_ranks,
  }
}

export function toStatus({ run, ...report }: EnrichmentReport): EnrichmentStatus {
  return {
    status: 'success',
    state: readState(run),
    run_id: run?.id ?? null,
    started_by: run?.startedBy ?? null,
    total: run?.total ?? 0,
    done: run?.done ?? 0,
    failed: run?.failed ?? 0,
    queued: report.queued,
    active: report.active,
    rate_per_second: report.ratePerSecond,
    eta_seconds: report.etaSeconds,
    started_at: run?.startedAt.toISOString() ?? null,
    finished_at: run?.finishedAt?.toISOString() ?? null,
    next_refresh_at: report.nextRefreshMs === null ? null : new Date(report.nextRefreshMs).toISOString(),
    workers: report.workers,
    stage: run?.stage ?? null,
    last_symbol: run?.lastSymbol ?? null,
    failures: [...report.failures],
    incomplete: [...report.incomplete],
    message: report.message,
  }
}

function readState(run: Run | null): EnrichmentStatus['state'] {
  if (!isActive(run)) return 'idle'
  return run.state === 'stopping' ? 'stopping' : 'running'
}
