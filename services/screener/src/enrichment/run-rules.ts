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

/** Of a run in two stages: reading what needs no chain of every symbol, then the chains of some. */
export type Stage = 'survey' | 'chains'

/** One pass over the universe: a job for each of its symbols or, in two stages, one of each stage. */
export type Run = Market &
  RunStarter & {
    readonly id: string
    /** Grows by one with each run; a row written by an older run never replaces one of a newer run. */
    readonly sequence: number
    readonly state: RunState
    /** Null of a run in one stage. */
    readonly stage: Stage | null
    /** The symbols that the stage settles, one way or the other: `done` and `failed` add up to it. */
    readonly total: number
    readonly done: number
    /** Of the whole run: those that failed in the survey among them. */
    readonly failed: number
    readonly surveyFailed: number
    /** Of the universe, whatever the stage. */
    readonly symbols: number
    readonly lastSymbol: string | null
    readonly startedAt: Date
    readonly finishedAt: Date | null
    /** From the start to the end or, while it runs, to now. By the database's clock, as all below. */
    readonly elapsedSeconds: number
    /** The same of the stage under way or, of a run in one stage, of the run. */
    readonly stageSeconds: number
    /** Since a symbol of the stage was last settled or, before the first, since the stage began. */
    readonly idleSeconds: number
    /** Since it ended or, while it runs, since it began. */
    readonly ageSeconds: number
    /** What a chain took in the last run that read some after a survey; null where none has. */
    readonly secondsPerChain: number | null
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

/** Symbols of the stage that have no result yet. */
export function countOutstanding({ total, done, failed }: Run): number {
  return Math.max(0, total - done - failed)
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

/** A run of which a stage failed for more of its symbols than this is worth another. */
const FAILED_SHARE = 0.5

/** Each stage by its own symbols: a survey of thousands always has failures, and there are few chains to weigh them against. */
function isMostlyFailed({ symbols, surveyFailed, total, failed }: Run): boolean {
  const failedOfStage = failed - surveyFailed
  return surveyFailed > symbols * FAILED_SHARE || failedOfStage > (total - surveyFailed) * FAILED_SHARE
}

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
  if (tried !== null && isMostlyFailed(tried)) return 'failed'
  const { inSession, sinceMs } = given.phase
  const movedMs = Math.abs(market.asOf.getTime() - (stored.newestAsOf ?? market.asOf).getTime())
  const sawThesePrices = tried !== null && tried.startedAt.getTime() >= sinceMs
  if (!inSession) return movedMs > 0 && !sawThesePrices ? 'closed' : null
  // A source of daily prices tells nothing newer, however often it is asked.
  const isRecent = sawThesePrices && tried.ageSeconds * 1_000 < given.maxAgeMs
  return movedMs > given.maxAgeMs && !isRecent ? 'aged' : null
}

export interface Pace {
  readonly ratePerSecond: number | null
  readonly etaSeconds: number | null
}

const NO_PACE: Pace = { ratePerSecond: null, etaSeconds: null }
/** A run stands still when nothing was settled for so long, and for as long as so many symbols took before. */
const STILL_SECONDS = 30
const STILL_SYMBOLS = 5

function standsStill({ stageSeconds, idleSeconds }: Run, settled: number): boolean {
  const secondsPerSymbol = (stageSeconds - idleSeconds) / settled
  return idleSeconds > Math.max(STILL_SECONDS, STILL_SYMBOLS * secondsPerSymbol)
}

/**
 * Symbols a second since the stage began, and the seconds left to the end of the run at that pace; unknown until the
 * first is done, and while the run stands still. What the chains after a survey will take is taken from the last run that
 * read some, and unknown without.
 */
export function computePace(run: Run, chainsPerRun: number): Pace {
  const settled = run.done + run.failed - (run.stage === 'chains' ? run.surveyFailed : 0)
  if (settled === 0 || !(run.stageSeconds > 0)) return NO_PACE
  const ratePerSecond = settled / run.stageSeconds
  if (!isActive(run)) return { ratePerSecond, etaSeconds: null }
  if (standsStill(run, settled)) return NO_PACE
  const ofStage = countOutstanding(run) / ratePerSecond
  if (run.stage !== 'survey') return { ratePerSecond, etaSeconds: ofStage }
  const { secondsPerChain } = run
  return { ratePerSecond, etaSeconds: secondsPerChain === null ? null : ofStage + secondsPerChain * chainsPerRun }
}
