import { joinSources } from '@callwright/contracts'
import { newYorkDate, sessionOf } from '@callwright/scoring'
import { yearsBefore } from '../calendar-day.ts'
import type { Answer, BarSource, DailyBar, IsoDate } from '../providers/provider.ts'
import type { StoredSeries } from './bar-store.ts'
import { findFinalSession } from './final-session.ts'
import type { MarketStore } from './market-store.ts'
import { isFreshlyFetched } from './stale.ts'

/** Two years to display, plus one year to warm up indicators. */
const HISTORY_YEARS = 3
/** How many stored sessions are requested again along with the new ones, to verify that they have not changed. */
const OVERLAP_SESSIONS = 10
/**
 * If a refetched close differs from the stored one by more than this fraction, its scale changed or it was corrected.
 */
const SAME_CLOSE_FRAC = 0.01

export type SeriesAnswer = Answer<readonly DailyBar[] | null>

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
  const { source, store, now } = deps
  const askedAtMs = now()
  const overlap = stored.bars.slice(-OVERLAP_SESSIONS)
  const answer = await source.listDailyBars(symbol, overlap[0]?.date)
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
  return { ...answer, source: joinSources([stored.source, answer.source]), value: [...stored.bars, ...since] }
}

async function fetchWholeSeries(deps: SeriesDeps, symbol: string): Promise<SeriesAnswer> {
  const askedAtMs = deps.now()
  const answer = await deps.source.listDailyBars(symbol)
  await save(deps, symbol, answer, { askedAtMs, isWhole: true, known: null })
  return answer
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
      ...{ symbol, bars, through, isWhole, source, dataClass },
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
export function toAnswer({ source, dataClass, bars, through }: StoredSeries): Answer<readonly DailyBar[]> {
  return { source, dataClass, asOfMs: sessionOf(through)?.closeMs ?? 0, value: bars, missing: [] }
}
