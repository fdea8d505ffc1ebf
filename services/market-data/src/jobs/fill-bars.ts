import { type IsoDate, newYorkDate, nextTradingDay, previousTradingDay } from '@callwright/scoring'
import type { BarSource, DailyBar } from '../providers/provider.ts'
import type { BarOrigin } from '../storage/bar-store.ts'
import { findFinalSession } from '../storage/final-session.ts'
import { askSeries, findHistoryStart } from '../storage/series.ts'
import { eachItem, NOTHING_NEW_IN_A_ROW } from './each-item.ts'
import { type JobDeps, type JobOutcome, type JobRun, listUniverseSymbols, type MarketJob } from './job.ts'

/** Those that lack this many sessions or fewer were left behind together; one that lacks more must not cost them calls. */
const FEW_SESSIONS = 10
/** A larger step from one close to the next is looked at closer: it may be a split nobody told of. */
const USUAL_STEP_LOG = Math.log(1.2)

/** Where a symbol's stored bars end, as the job goes on. */
interface Ending {
  readonly symbol: string
  readonly through: IsoDate
  readonly lastCloseUsd: number | null
}

/**
 * Fills the daily bars of the universe up to the last finished session: one call a session for all symbols where the
 * source can and that is fewer calls, else one a symbol.
 */
export const fillBars: MarketJob = {
  name: 'fill-bars',
  async run(deps, run) {
    const { store, sources, now } = deps
    const final = findFinalSession(now())
    const behind = await store.bars.listBehind(await listUniverseSymbols(deps), final)
    if (behind.length === 0 || sources.bars === undefined) return 'idle'
    run.log.info({ session: final, symbols: behind.length }, 'market_job.bars_missing')
    const start = previousTradingDay(findHistoryStart(now()))
    const few = previousSessions(final, FEW_SESSIONS)
    const outcomes: JobOutcome[] = []
    for (const group of Map.groupBy(behind, ({ through }) => (through === null ? 'all' : through >= few)).values()) {
      const endings = group.map(({ symbol, through, lastCloseUsd }) => ({
        ...{ symbol, lastCloseUsd },
        through: through ?? start,
      }))
      outcomes.push(await fillGroup(deps, run, sources.bars, { endings, final }))
    }
    return outcomes.includes('incomplete') ? 'incomplete' : 'done'
  },
}

function previousSessions(session: IsoDate, count: number): IsoDate {
  let date = session
  for (let index = 0; index < count; index += 1) date = previousTradingDay(date)
  return date
}

interface Group {
  readonly endings: readonly Ending[]
  readonly final: IsoDate
}

async function fillGroup(deps: JobDeps, run: JobRun, source: BarSource, { endings, final }: Group) {
  const { listMarketBars } = source
  const sessions = listSessionsSince(endings, final)
  const rest =
    listMarketBars === undefined || sessions.length >= endings.length
      ? endings
      : await fillSessions(deps, run, listMarketBars, { endings, sessions })
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

/** Fills session by session; where the endings stand then. A symbol whose price leaps goes no further here. */
async function fillSessions(
  { store, now }: JobDeps,
  run: JobRun,
  listMarketBars: NonNullable<BarSource['listMarketBars']>,
  { endings, sessions }: { readonly endings: readonly Ending[]; readonly sessions: readonly IsoDate[] },
): Promise<readonly Ending[]> {
  let current = endings
  await eachItem(sessions, run, async (date) => {
    const checkedAt = new Date(now())
    const { value, source, dataClass } = await listMarketBars(date)
    if (value === null) return false
    const before = previousTradingDay(date)
    const ready = current.filter((ending) => ending.through === before && goesOn(ending, value.get(ending.symbol)))
    if (ready.length === 0) return false
    const origin: BarOrigin = { source, dataClass, checkedAt, adjustedOn: newYorkDate(checkedAt.getTime()) }
    const symbols = ready.map(({ symbol }) => symbol)
    await store.bars.saveSession(date, symbols, value, origin)
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

function goesOn({ lastCloseUsd }: Ending, bar: DailyBar | undefined): boolean {
  return bar === undefined || lastCloseUsd === null || Math.abs(Math.log(bar.close / lastCloseUsd)) <= USUAL_STEP_LOG
}

async function fillSymbols(
  { store, now }: JobDeps,
  run: JobRun,
  source: BarSource,
  { symbols, final }: { readonly symbols: readonly string[]; readonly final: IsoDate },
): Promise<JobOutcome> {
  let filled = 0
  let nothingInARow = 0
  await eachItem(symbols, run, async (symbol) => {
    const stored = await store.bars.findSeries(symbol, findHistoryStart(now()))
    await askSeries({ source, store, now }, symbol, stored)
    const isFilled = ((await store.bars.findThrough(symbol)) ?? '') >= final
    filled += isFilled ? 1 : 0
    nothingInARow = isFilled ? 0 : nothingInARow + 1
    return nothingInARow < NOTHING_NEW_IN_A_ROW
  })
  return filled === symbols.length ? 'done' : 'incomplete'
}
