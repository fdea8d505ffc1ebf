import { type IsoDate, newYorkDate, nextTradingDay, previousTradingDay } from '@callwright/scoring'
import type { BarSource, DailyBar, StockSplit } from '../providers/provider.ts'
import type { BarOrigin, SeriesBehind } from '../storage/bar-store.ts'
import { fetchSeries, findFinalMs, findFinalSession, findHistoryStart } from '../storage/series.ts'
import {
  type JobDeps,
  type JobOutcome,
  type JobRun,
  listUniverseSymbols,
  type MarketJob,
  NOTHING_NEW_IN_A_ROW,
  processItems,
} from './job-runner.ts'

/**
 * Symbols that lack at most this many sessions are filled together, session by session. The others are filled
 * separately, so that the group does not have to fetch their longer history.
 */
const FEW_SESSIONS = 10
/**
 * Largest usual move between two closes, as a log return. A symbol with a larger move is checked separately, since the
 * move may be an unreported split.
 */
const USUAL_STEP_LOG = Math.log(1.2)

/** The last session stored for a symbol, as it advances during the job. */
interface Ending {
  readonly symbol: string
  readonly through: IsoDate
  readonly lastCloseUsd: number | null
}

/** Symbols whose stored bars end at about the same session. */
interface Group {
  readonly endings: readonly Ending[]
  readonly final: IsoDate
  /** Whether nothing is stored for these symbols yet. */
  readonly isFirst: boolean
}

/**
 * Fills in the universe's daily bars through the last finished session. If the source can return a session for all
 * symbols and that takes fewer calls, the job makes one call per session; otherwise, one call per symbol.
 */
export const fillBars: MarketJob = {
  name: 'fill-bars',
  async run(deps, run) {
    const { store, sources, now } = deps
    const final = findFinalSession(now())
    const universe = await listUniverseSymbols(deps)
    const behind = await store.bars.listBehind(universe, final, new Date(findFinalMs(final)))
    if (behind.length === 0 || sources.bars === undefined) return 'idle'
    run.log.info({ session: final, symbols: behind.length }, 'market_job.bars_missing')
    const outcomes: JobOutcome[] = []
    for (const group of listGroups(behind, final, findStart(now()))) {
      outcomes.push(await fillGroup(deps, run, sources.bars, group))
    }
    return outcomes.includes('incomplete') ? 'incomplete' : 'done'
  },
}

/** The session before the first one that the store keeps. */
const findStart = (nowMs: number) => previousTradingDay(findHistoryStart(nowMs))

function listGroups(behind: readonly SeriesBehind[], final: IsoDate, start: IsoDate): Group[] {
  let few = final
  for (let index = 0; index < FEW_SESSIONS; index += 1) few = previousTradingDay(few)
  const endings = behind.map(({ symbol, through, lastCloseUsd }): Ending => {
    return { symbol, lastCloseUsd, through: lastCloseUsd === null || through === null ? start : through }
  })
  const groups = Map.groupBy(endings, ({ lastCloseUsd, through }) => (lastCloseUsd === null ? 'first' : through >= few))
  return [...groups].map(([kind, group]) => ({ endings: group, final, isFirst: kind === 'first' }))
}

async function fillGroup(deps: JobDeps, run: JobRun, source: BarSource, group: Group): Promise<JobOutcome> {
  const { endings, final } = group
  const { listMarketBars } = source
  const sessions = listSessionsSince(endings, final)
  const isFewer = listMarketBars !== undefined && sessions.length < endings.length
  const rest = isFewer ? await fillSessions(deps, run, listMarketBars, { ...group, sessions }) : endings
  const behind = rest.filter(({ through }) => through < final).map(({ symbol }) => symbol)
  return fillSymbols(deps, run, source, { symbols: behind, final })
}

function listSessionsSince(endings: readonly Ending[], final: IsoDate): IsoDate[] {
  const sessions: IsoDate[] = []
  const first = endings.map(({ through }) => through).sort()[0] ?? final
  for (let date = first; date < final; ) {
    date = nextTradingDay(date)
    sessions.push(date)
  }
  return sessions
}

/**
 * Fills in bars session by session and returns each symbol's new last session. Filling stops for a symbol at a price
 * jump or a split: a single day on the new scale does not reveal whether the source has rescaled earlier days.
 */
async function fillSessions(
  { store, now }: JobDeps,
  run: JobRun,
  listMarketBars: NonNullable<BarSource['listMarketBars']>,
  { endings, sessions, isFirst }: Group & { readonly sessions: readonly IsoDate[] },
): Promise<readonly Ending[]> {
  const splits = await store.events.listSplitsFrom(sessions[0] ?? '')
  let current = endings
  await processItems(sessions, run, async (date) => {
    const checkedAt = new Date(now())
    const { value, source, dataClass } = await listMarketBars(date)
    if (value === null) return false
    const before = previousTradingDay(date)
    const symbols = current
      .filter((ending) => ending.through === before && isContinuous(ending, value.get(ending.symbol)))
      .filter(({ symbol, through }) => isFirst || !splitsBetween(splits.get(symbol), through, date))
      .map(({ symbol }) => symbol)
    if (symbols.length === 0) return false
    const origin: BarOrigin = { source, dataClass, checkedAt, adjustedOn: newYorkDate(checkedAt.getTime()) }
    await store.bars.saveSession({ date, symbols, isFirst }, value, origin)
    const filled = new Set(symbols)
    current = current.map((ending) =>
      filled.has(ending.symbol)
        ? { ...ending, through: date, lastCloseUsd: value.get(ending.symbol)?.close ?? ending.lastCloseUsd }
        : ending,
    )
    return true
  })
  return current
}

function isContinuous({ lastCloseUsd }: Ending, bar: DailyBar | undefined): boolean {
  return bar === undefined || lastCloseUsd === null || Math.abs(Math.log(bar.close / lastCloseUsd)) <= USUAL_STEP_LOG
}

function splitsBetween(splits: readonly StockSplit[] = [], after: IsoDate, until: IsoDate): boolean {
  return splits.some(({ executionDate }) => executionDate > after && executionDate <= until)
}

async function fillSymbols(
  { store, now }: JobDeps,
  run: JobRun,
  source: BarSource,
  { symbols, final }: { readonly symbols: readonly string[]; readonly final: IsoDate },
): Promise<JobOutcome> {
  let filled = 0
  let nothingInARow = 0
  await processItems(symbols, run, async (symbol) => {
    const checkedAt = new Date(now())
    const stored = await store.bars.findSeries(symbol, findHistoryStart(now()))
    const { value, dataClass } = await fetchSeries({ source, store, now }, symbol, stored)
    // A symbol without any bars does not reveal whether the session has been published.
    if (value === null) await store.bars.saveNone(symbol, findStart(now()), { dataClass, checkedAt })
    const isFilled = value === null || ((await store.bars.findThrough(symbol)) ?? '') >= final
    filled += isFilled ? 1 : 0
    nothingInARow = isFilled ? 0 : nothingInARow + 1
    return nothingInARow < NOTHING_NEW_IN_A_ROW
  })
  return filled === symbols.length ? 'done' : 'incomplete'
}
