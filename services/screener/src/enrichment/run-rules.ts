import type { MarketPhase } from '../market-session.ts'

/** Which market a set of rows was read from; rows of two markets never share a screen. */
export interface Market {
  readonly source: string
  readonly dataClass: string
  readonly asOf: Date
}

export type RunState = 'running' | 'stopping' | 'finished' | 'stopped'

export type RunStarter =
  | { readonly startedBy: 'platform'; readonly userId: null }
  | { readonly startedBy: 'user'; readonly userId: string }

/** One pass over the universe: a job for each of its symbols. */
export type Run = Market &
  RunStarter & {
    readonly id: string
    /** Grows by one with each run; a row written by an older run never replaces one of a newer run. */
    readonly sequence: number
    readonly state: RunState
    readonly total: number
    /** Final once the run is over; see `RunProgress` while it runs. */
    readonly done: number
    readonly failed: number
    readonly startedAt: Date
    readonly finishedAt: Date | null
    /** From the start to the end or, while it runs, to now. By the database's clock, as the two below. */
    readonly elapsedSeconds: number
    /** Since it ended or, while it runs, since it began. */
    readonly ageSeconds: number
  }

export interface RunProgress {
  readonly done: number
  readonly failed: number
}

export type ActiveRun = Run & { readonly state: 'running' | 'stopping' }

export function isActive(run: Run | null): run is ActiveRun {
  return run !== null && (run.state === 'running' || run.state === 'stopping')
}

/** A recorded market stands still at one instant, so another instant is another market (D3). */
export function isSameMarket(a: Market, b: Market): boolean {
  if (a.source !== b.source) return false
  return !(isPinned(a) || isPinned(b)) || a.asOf.getTime() === b.asOf.getTime()
}

export function isPinned(market: Pick<Market, 'dataClass'>): boolean {
  return market.dataClass === 'recorded'
}

export type StopDecision = 'nothing_runs' | 'stop' | 'platform_run' | 'other_users_run'

/** Who may stop what (D17, P8): a user their own run, nobody the platform's. */
export function decideStop(run: Run | null, userId: string): StopDecision {
  if (!isActive(run)) return 'nothing_runs'
  if (run.startedBy === 'platform') return 'platform_run'
  return run.userId === userId ? 'stop' : 'other_users_run'
}

/**
 * A refresh soon after the last run is answered with that run (D17). What a user stopped counts from its start, or
 * refresh and stop in turns would ask for the whole market as often as they please; what the platform gave up does not.
 */
export function isCoolingDown(run: Run | null, cooldownMs: number): run is Run {
  if (run === null || isActive(run)) return false
  if (run.state === 'finished') return run.ageSeconds * 1_000 < cooldownMs
  return run.startedBy === 'user' && (run.elapsedSeconds + run.ageSeconds) * 1_000 < cooldownMs
}

/** What is known of the stored rows of the market in use. */
export interface StoredRows {
  readonly count: number
  /** The market's time when the youngest of them was read. */
  readonly newestAsOf: Date | null
}

export type PlatformRunReason = 'no_rows' | 'failed' | 'aged' | 'closed'

/** A run that failed for more of its symbols than this is worth another. */
const FAILED_SHARE = 0.5

/**
 * Whether the platform should start a run by itself: when nothing of this market is stored, when its last run failed for
 * the most part, when the market's own clock (D3) has moved on by more than `maxAgeMs` while it trades, or once more for
 * the closing prices. A recorded market stands still. After a run that did not help it waits.
 */
export function decidePlatformRun(given: {
  readonly market: Market
  readonly stored: StoredRows
  readonly lastRun: Run | null
  readonly phase: MarketPhase
  readonly maxAgeMs: number
  readonly retryAfterMs: number
}): PlatformRunReason | null {
  const { market, stored, lastRun } = given
  if (isActive(lastRun)) return null
  const tried = lastRun !== null && isSameMarket(lastRun, market) ? lastRun : null
  if (tried !== null && tried.ageSeconds * 1_000 < given.retryAfterMs) return null
  if (stored.count === 0) return 'no_rows'
  if (tried !== null && tried.failed > tried.total * FAILED_SHARE) return 'failed'
  const { inSession, sinceMs } = given.phase
  const movedMs = Math.abs(market.asOf.getTime() - (stored.newestAsOf ?? market.asOf).getTime())
  const sawThesePrices = tried !== null && tried.startedAt.getTime() >= sinceMs
  if (!inSession) return movedMs > 0 && !sawThesePrices ? 'closed' : null
  // A source of daily prices tells nothing newer, however often it is asked.
  const isRecent = sawThesePrices && tried.ageSeconds * 1_000 < given.maxAgeMs
  return movedMs > given.maxAgeMs && !isRecent ? 'aged' : null
}

/** Symbols a second since the start, and the seconds left at that pace; unknown until the first is done. */
export function computePace(
  run: Pick<Run, 'total' | 'elapsedSeconds'>,
  { done, failed }: RunProgress,
): { readonly ratePerSecond: number | null; readonly etaSeconds: number | null } {
  const settled = done + failed
  if (settled === 0 || !(run.elapsedSeconds > 0)) return { ratePerSecond: null, etaSeconds: null }
  const ratePerSecond = settled / run.elapsedSeconds
  return { ratePerSecond, etaSeconds: Math.max(0, run.total - settled) / ratePerSecond }
}
