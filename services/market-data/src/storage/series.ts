import { joinSources } from '@callwright/contracts'
import { type IsoDate, newYorkDate, previousTradingDay, sessionOf } from '@callwright/scoring'
import { markStaleByFailure } from '../composition/freshness.ts'
import { ProviderFailure } from '../providers/http/provider-failure.ts'
import type { Answer, BarSource, DailyBar } from '../providers/provider.ts'
import { yearsBefore } from '../sessions.ts'
import type { StoredSeries } from './bar-store.ts'
import type { MarketStore } from './market-store.ts'

/** How long after the close a session's figures become final: by then, late feeds and late prints have arrived. */
const FINAL_AFTER_MS = 30 * 60_000

/** Finds the last session whose figures are final, taking early closes into account. */
export function findFinalSession(nowMs: number): IsoDate {
  const today = newYorkDate(nowMs)
  const session = sessionOf(today)
  return session !== null && nowMs >= session.closeMs + FINAL_AFTER_MS ? today : previousTradingDay(today)
}

/** Instant at which a session's figures become final. */
export function findFinalMs(session: IsoDate): number {
  return (sessionOf(session)?.closeMs ?? 0) + FINAL_AFTER_MS
}

/** Whether today's session has begun and its figures may still change. */
function isSessionUnfinished(nowMs: number): boolean {
  const session = sessionOf(newYorkDate(nowMs))
  return session !== null && nowMs >= session.openMs && nowMs < session.closeMs + FINAL_AFTER_MS
}

/** Calls the source; if that fails, returns the stored answer marked as stale. */
export async function fetchOrStale<T>(
  ask: () => Promise<Answer<T>>,
  stored: Answer<T>,
  now: () => number,
): Promise<Answer<T>> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return { ...markStaleByFailure(stored, error, now()), cacheStatus: 'stale' }
  }
}

/** Whether the source was just called. A cached answer is older than it looks, and must not be stored. */
export function isFreshlyFetched({ dataClass, cacheStatus }: Answer<unknown>): boolean {
  return dataClass !== 'stale' && (cacheStatus === undefined || cacheStatus === 'miss')
}

/** Two years to display, plus one year to warm up indicators. */
const HISTORY_YEARS = 3
/** How many stored sessions are requested again along with the new ones, to verify that they have not changed. */
const OVERLAP_SESSIONS = 10
/**
 * If a refetched close differs from the stored one by more than this fraction, its scale changed or it was corrected.
 */
const SAME_CLOSE_FRAC = 0.01

type SeriesAnswer = Answer<readonly DailyBar[] | null>

interface SeriesDeps {
  readonly source: BarSource
  readonly store: MarketStore
  readonly now: () => number
}

/** First day that the store keeps and charts show. */
export function findHistoryStart(nowMs: number): IsoDate {
  return yearsBefore(newYorkDate(nowMs), HISTORY_YEARS)
}

/**
 * Fetches the bars that a stored series lacks, or all bars if there is none, and stores finished sessions. Refetches
 * the whole series if it has been deleted since, or if its last sessions have changed (an unreported split, a
 * correction, a session that was missing). Rejects if the source does.
 */
export async function fetchSeries(
  deps: SeriesDeps,
  symbol: string,
  stored: StoredSeries | null,
): Promise<SeriesAnswer> {
  if (stored === null) return fetchWholeSeries(deps, symbol)
  const extended = await extendWithLatest(deps, symbol, toAnswer(stored), false)
  if (extended !== null) return extended
  const { store, now } = deps
  const askedAtMs = now()
  const overlap = stored.bars.slice(-OVERLAP_SESSIONS)
  const answer = await deps.source.listDailyBars(symbol, overlap[0]?.date)
  if (answer.value === null) return { ...toAnswer(stored), missing: answer.missing }
  const last = overlap.at(-1)?.date ?? ''
  const since = answer.value.filter(({ date }) => date > last)
  const extendsStored =
    continues(overlap, answer.value) &&
    (await save(deps, symbol, { ...answer, value: since }, { askedAtMs, isWhole: false, known: last }))
  if (!extendsStored) {
    const whole = await fetchWholeSeries(deps, symbol)
    store.noteRescaled(symbol)
    return whole
  }
  const source = joinSources([stored.source, answer.source])
  const series = { ...answer, source, value: [...stored.bars, ...since] }
  return (await extendWithLatest(deps, symbol, series, true)) ?? series
}

async function fetchWholeSeries(deps: SeriesDeps, symbol: string): Promise<SeriesAnswer> {
  const askedAtMs = deps.now()
  const answer = await deps.source.listDailyBars(symbol)
  await save(deps, symbol, answer, { askedAtMs, isWhole: true, known: null })
  return (await extendWithLatest(deps, symbol, answer, true)) ?? answer
}

/** A larger move than this, as a log return, may be a split, so the source's series is checked first. */
const USUAL_STEP_LOG = Math.log(1.25)

/**
 * Extends a series from a source that publishes daily bars late by the bar it makes from the quote. Null if the source
 * publishes them at once, or has no bar that continues the series.
 */
async function extendWithLatest(
  deps: SeriesDeps,
  symbol: string,
  series: SeriesAnswer,
  isJustFetched: boolean,
): Promise<SeriesAnswer | null> {
  const { source, now } = deps
  const last = series.value?.at(-1)
  if (source.findLatestBar === undefined || series.value === null || last === undefined) return null
  const askedAtMs = now()
  const answer = await source.findLatestBar(symbol).catch((error: unknown) => {
    if (!(error instanceof ProviderFailure)) throw error
    return null
  })
  const bar = answer?.value ?? null
  if (answer === null || bar === null) return null
  if (bar.date <= last.date) return last.date >= findFinalSession(askedAtMs) ? series : null
  const isNext = previousTradingDay(bar.date) <= last.date
  const isUsualStep = Math.abs(Math.log(bar.open / last.close)) <= USUAL_STEP_LOG
  if (!isNext || !(isUsualStep || isJustFetched)) return null
  const extension = { ...answer, value: [bar] }
  const isKept = await save(deps, symbol, extension, { askedAtMs, isWhole: false, known: last.date })
  if (!isKept) return null
  return { ...answer, source: joinSources([series.source, answer.source]), value: [...series.value, bar] }
}

interface Saving {
  readonly askedAtMs: number
  readonly isWhole: boolean
  /** Last session in the store; null if there is none. */
  readonly known: IsoDate | null
}

/**
 * Stores the finished sessions in an answer; false if the series it should extend has been deleted. If the store is
 * down, the answer is still returned, and the next request fetches again.
 */
async function save(
  { store, now }: SeriesDeps,
  symbol: string,
  answer: SeriesAnswer,
  { askedAtMs, isWhole, known }: Saving,
): Promise<boolean> {
  const final = findFinalSession(askedAtMs)
  const bars = (answer.value ?? []).filter(({ date }) => date <= final)
  const through = bars.at(-1)?.date ?? known
  if (!isFreshlyFetched(answer) || through === null) return true
  const { source, dataClass } = answer
  const isSaved = await store.attempt(() =>
    store.bars.saveSeries({
      symbol,
      bars,
      through,
      isWhole,
      source,
      dataClass,
      adjustedOn: newYorkDate(askedAtMs),
      checkedAt: new Date(askedAtMs),
      today: newYorkDate(now()),
    }),
  )
  return isSaved ?? true
}

/** Whether fetched bars that overlap the stored ones continue them: on the same scale and without a gap. */
function continues(overlap: readonly DailyBar[], fetched: readonly DailyBar[]): boolean {
  const closes = new Map(fetched.map(({ date, close }) => [date, close]))
  const common = overlap.filter(({ date }) => closes.has(date))
  const isSame = ({ date, close }: DailyBar) =>
    Math.abs((closes.get(date) ?? Number.NaN) / close - 1) <= SAME_CLOSE_FRAC
  const [first = '', last = ''] = [common[0]?.date, common.at(-1)?.date]
  const within = fetched.filter(({ date }) => date >= first && date <= last)
  return common.length > 0 && within.length === common.length && common.every(isSame)
}

/** Converts a stored series to an answer, as of its last session. */
function toAnswer({ source, dataClass, bars, through }: StoredSeries): Answer<readonly DailyBar[]> {
  return { source, dataClass, asOfMs: sessionOf(through)?.closeMs ?? 0, value: bars, missing: [] }
}

/**
 * Serves daily bars from the store. The source supplies only the sessions after the last stored one, including the one
 * in progress, which is never stored. If the source fails, returns the stored series marked as stale.
 */
export function storeBars(source: BarSource, store: MarketStore, now: () => number): BarSource {
  const deps = { source, store, now }
  return {
    ...source,
    async listDailyBars(symbol) {
      const nowMs = now()
      const stored = await store.attempt(() => store.bars.findSeries(symbol, findHistoryStart(nowMs)))
      if (stored === null) return fetchSeries(deps, symbol, null)
      if (!isSessionUnfinished(nowMs) && stored.through >= findFinalSession(nowMs)) {
        return { ...toAnswer(stored), cacheStatus: 'fresh' }
      }
      return fetchOrStale(() => fetchSeries(deps, symbol, stored), toAnswer(stored), now)
    },
  }
}
