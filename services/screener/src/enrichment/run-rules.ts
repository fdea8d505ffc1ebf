import { findFinalPricesMs, findNextOpenMs, LATE_TRADES_MS, type MarketPhase, readPhase } from '../market-session.ts'

/** The market that a set of rows was read from; rows from two markets are never shown together. */
export interface Market {
  readonly source: string
  readonly dataClass: string
  readonly asOf: Date
}

export type RunState = 'running' | 'stopping' | 'finished' | 'stopped'

export type RunStarter =
  | { readonly startedBy: 'platform'; readonly userId: null }
  | { readonly startedBy: 'user'; readonly userId: string }

/** Stages of a two-stage run: first facts without chains for every symbol, then the chains of some. */
export type Stage = 'survey' | 'chains'

/** One pass over the universe: one job per symbol or, in two stages, one per symbol and stage. */
export type Run = Market &
  RunStarter & {
    readonly id: string
    /** Increases by one with each run; a row from an older run never replaces one from a newer run. */
    readonly sequence: number
    readonly state: RunState
    /** Null in a one-stage run. */
    readonly stage: Stage | null
    /** Whether the run skips the vendor's IV ranks, which the next run adds. */
    readonly withoutVendorRanks: boolean
    /** Number of symbols in the current stage; `done` and `failed` add up to it at the end. */
    readonly total: number
    readonly done: number
    /** Number of symbols that failed in the whole run, including its survey. */
    readonly failed: number
    readonly surveyFailed: number
    readonly symbols: number
    readonly lastSymbol: string | null
    readonly startedAt: Date
    readonly finishedAt: Date | null
    /**
     * How long the run took or, while it is active, has taken so far. This and all times below use the database's
     * clock.
     */
    readonly elapsedSeconds: number
    /** Duration of the current stage or, in a one-stage run, of the run. */
    readonly stageSeconds: number
    /** Time since the stage's last result or, if it has none yet, since the stage began. */
    readonly idleSeconds: number
    /** Time since the run ended or, while it is active, since it started. */
    readonly ageSeconds: number
    /** Seconds per chain in the last finished two-stage run; null if there is none. */
    readonly secondsPerChain: number | null
  }

type ActiveRun = Run & { readonly state: 'running' | 'stopping' }

export function isActive(run: Run | null): run is ActiveRun {
  return run !== null && (run.state === 'running' || run.state === 'stopping')
}

/**
 * Whether a run leaves out the vendor's IV ranks: the first run over a market does if each of them takes a call, so that
 * the ranking is complete a third sooner.
 */
export function skipsVendorRanks(
  { market, hasSeparateIvRanks }: { readonly market: Market; readonly hasSeparateIvRanks: boolean },
  lastRun: Run | null,
): boolean {
  return hasSeparateIvRanks && (lastRun === null || !isSameMarket(lastRun, market))
}

/** A recorded market's clock is pinned to one instant, so a different instant means a different market (D3). */
export function isSameMarket(a: Market, b: Market): boolean {
  if (a.source !== b.source) return false
  return !(isPinned(a) || isPinned(b)) || a.asOf.getTime() === b.asOf.getTime()
}

export function countOutstanding({ total, done, failed }: Run): number {
  return Math.max(0, total - done - failed)
}

export function isPinned(market: Pick<Market, 'dataClass'>): boolean {
  return market.dataClass === 'recorded'
}

type StopDecision = 'nothing_runs' | 'stop' | 'platform_run' | 'other_users_run'

/** Users can stop their own runs; platform runs cannot be stopped (D17, P8). */
export function decideStop(run: Run | null, userId: string): StopDecision {
  if (!isActive(run)) return 'nothing_runs'
  if (run.startedBy === 'platform') return 'platform_run'
  return run.userId === userId ? 'stop' : 'other_users_run'
}

interface Cooldown {
  readonly cooldownMs: number
  /** Shortest time between the starts of two runs that the source's limit allows; 0 if it has none. */
  readonly minRunGapMs: number
}

/** For a run that has ended. */
const msSinceStart = ({ elapsedSeconds, ageSeconds }: Run) => (elapsedSeconds + ageSeconds) * 1_000

/**
 * Whether a refresh must return the last run because it is too recent (D17). If a user stopped the run, the cooldown
 * counts from its start; otherwise users could bypass it by alternating refresh and stop. A stopped platform run has no
 * cooldown.
 */
export function isCoolingDown(run: Run | null, { cooldownMs, minRunGapMs }: Cooldown): run is Run {
  if (run === null || isActive(run)) return false
  const isPaced = !isMostlyFailed(run) && msSinceStart(run) < minRunGapMs
  if (run.state === 'finished') return run.ageSeconds * 1_000 < cooldownMs || isPaced
  return run.startedBy === 'user' && msSinceStart(run) < cooldownMs
}

export interface StoredRows {
  readonly count: number
  readonly newestAsOf: Date | null
}

type PlatformRunReason = 'no_rows' | 'failed' | 'ranks' | 'aged' | 'closed'

/** A run is repeated if more than this fraction of a stage's symbols failed. */
const FAILED_SHARE = 0.5

/**
 * Checks each stage separately, because a survey of thousands of symbols can have more failures than the run reads
 * chains.
 */
function isMostlyFailed({ symbols, surveyFailed, total, failed }: Run): boolean {
  const failedOfStage = failed - surveyFailed
  return surveyFailed > symbols * FAILED_SHARE || failedOfStage > (total - surveyFailed) * FAILED_SHARE
}

/** Whether the next run has to add the vendor's IV ranks. */
const hasSkippedVendorRanks = (run: Run) => run.state === 'finished' && run.withoutVendorRanks && !isMostlyFailed(run)

/**
 * Decides whether the platform starts a run: if no rows of this market are stored, if most of the last run failed, if
 * the last run skipped the vendor's IV ranks, if the market's clock (D3) is more than `maxAgeMs` ahead of the rows
 * during a session, or once after the close for the closing prices. A recorded market's clock never moves. After an
 * unsuccessful run, the platform waits `retryAfterMs` before it starts another.
 */
export function decidePlatformRun(given: {
  readonly market: Market
  readonly stored: StoredRows
  readonly lastRun: Run | null
  readonly phase: MarketPhase
  readonly maxAgeMs: number
  /** Shortest time between the starts of two runs in a session; 0 if the source has no limit. */
  readonly minRunGapMs: number
  readonly retryAfterMs: number
}): PlatformRunReason | null {
  const { market, stored, lastRun } = given
  if (isActive(lastRun)) return null
  const tried = lastRun !== null && isSameMarket(lastRun, market) ? lastRun : null
  if (tried !== null && hasSkippedVendorRanks(tried)) return msSinceStart(tried) < given.minRunGapMs ? null : 'ranks'
  if (tried !== null && tried.ageSeconds * 1_000 < given.retryAfterMs) return null
  if (stored.count === 0) return 'no_rows'
  if (tried !== null && isMostlyFailed(tried)) return 'failed'
  const { inSession, sinceMs } = given.phase
  const movedMs = Math.abs(market.asOf.getTime() - (stored.newestAsOf ?? market.asOf).getTime())
  const sawThesePrices = tried !== null && tried.startedAt.getTime() >= sinceMs
  if (!inSession) return movedMs > 0 && !sawThesePrices ? 'closed' : null
  // During a session, a source with only daily prices has nothing newer.
  const isRecent =
    sawThesePrices && (tried.ageSeconds * 1_000 < given.maxAgeMs || msSinceStart(tried) < given.minRunGapMs)
  return movedMs > given.maxAgeMs && !isRecent ? 'aged' : null
}

/**
 * When the platform starts its next run, by `decidePlatformRun`, if the market's clock moves: in a session by the age of
 * the last run and the source's limit, otherwise at the open. Null if a run is due now, or if none will follow.
 */
export function computeNextRefreshMs(given: {
  readonly run: Run | null
  readonly nowMs: number
  readonly maxAgeMs: number
  readonly minRunGapMs: number
}): number | null {
  const { run, nowMs } = given
  if (run === null || run.finishedAt === null || isActive(run) || isPinned(run)) return null
  if (hasSkippedVendorRanks(run)) return null
  const pacedMs = run.startedAt.getTime() + given.minRunGapMs
  const phase = readPhase(nowMs)
  if (run.startedAt.getTime() < phase.sinceMs) return null
  if (!phase.inSession) return findNextOpenMs(nowMs)
  const dueMs = Math.max(run.finishedAt.getTime() + given.maxAgeMs, pacedMs)
  const finalMs = findFinalPricesMs(nowMs)
  const nextMs = dueMs < finalMs - LATE_TRADES_MS ? dueMs : finalMs
  return nextMs <= nowMs ? null : nextMs
}

export interface Pace {
  readonly ratePerSecond: number | null
  readonly etaSeconds: number | null
}

const NO_PACE: Pace = { ratePerSecond: null, etaSeconds: null }
/**
 * A run has stalled if it had no result for this long or, if that is longer, for the average time of `STALLED_SYMBOLS`
 * symbols.
 */
const STALLED_SECONDS = 30
const STALLED_SYMBOLS = 5

function isStalled({ stageSeconds, idleSeconds }: Run, counted: number): boolean {
  const secondsPerSymbol = (stageSeconds - idleSeconds) / counted
  return idleSeconds > Math.max(STALLED_SECONDS, STALLED_SYMBOLS * secondsPerSymbol)
}

/**
 * Symbols per second since the stage began, and how many seconds the rest of the run takes at that pace. Both are
 * unknown until the first result and while the run is stalled. During a survey, the time for the chains is estimated
 * from the last two-stage run; without one, the remaining time is unknown.
 */
export function computePace(run: Run, chainsPerRun: number): Pace {
  const counted = run.done + run.failed - (run.stage === 'chains' ? run.surveyFailed : 0)
  if (counted === 0 || !(run.stageSeconds > 0)) return NO_PACE
  const ratePerSecond = counted / run.stageSeconds
  if (!isActive(run)) return { ratePerSecond, etaSeconds: null }
  if (isStalled(run, counted)) return NO_PACE
  const stageEtaSeconds = countOutstanding(run) / ratePerSecond
  if (run.stage !== 'survey') return { ratePerSecond, etaSeconds: stageEtaSeconds }
  const { secondsPerChain } = run
  return {
    ratePerSecond,
    etaSeconds: secondsPerChain === null ? null : stageEtaSeconds + secondsPerChain * chainsPerRun,
  }
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
  /** Symbols whose chains are read: followed stocks first, then the best ones, then those in rotation. */
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

/** Largest fraction of the chains outside the rotation that goes to stocks that users follow. */
const FOLLOWED_SHARE = 0.5

/**
 * Chooses which chains a run reads: those of stocks that users follow, those of the survey's best stocks, and those read
 * longest ago (never-read ones first). Followed stocks take at most half of the chains outside the rotation, so that the
 * ranking stays current; the ones read longest ago come first. Ties are broken by points, then by symbol, so that the
 * same survey always leads to the same choice.
 */
export function chooseChains(
  surveyed: readonly SurveyedSymbol[],
  rules: RotationRules,
  followed: ReadonlySet<string>,
): ChainChoice {
  const byRank = [...surveyed].sort(byPoints)
  const isSurveyed = isSurveyNeeded(rules, byRank.length)
  const turns = countTurns(rules)
  const best = rules.chainsPerRun - turns
  const first = byRank
    .filter(({ symbol }) => followed.has(symbol))
    .sort((a, b) => compareTurns(a.lastTurn, b.lastTurn) || byPoints(a, b))
    .slice(0, isSurveyed ? Math.ceil(best * FOLLOWED_SHARE) : undefined)
  const isFirst = new Set(first)
  const ranked = [...first, ...byRank.filter((each) => !isFirst.has(each))]
  if (!isSurveyed) return { chosen: ranked.map(({ symbol }) => symbol), waiting: [] }
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
