import { type Query, screenerSchemas } from '@callwright/contracts'
import type { IsoDate } from '@callwright/scoring'
import { AppError, type Logger, type Principal, type ServiceClient } from '@callwright/service'
import type { ReadPortfolio } from '../../valuation/valuation.ts'
import { subjectOf } from '../rules/evaluate-rule.ts'
import type { DataClass, Figures, RuleTerms, WatchedCall, WatchedScreen, WatchedStock } from '../rules/rule.ts'
import { stockFields } from '../rules/stock-kinds.ts'

const PAGE = 500
const MAX_PAGES = 20
const TIMEOUT_MS = 10_000

/** Names of the filters in the address of the screener's page, where they differ from those of its endpoint. */
const pageNames: Readonly<Record<string, string>> = {
  rating: 'min_score',
  yield: 'min_yield',
  rsi: 'max_rsi',
  iv_rank: 'min_iv_rank',
  cap: 'market_cap',
}
/** Parameters of the endpoint that are not filters. */
const shown = new Set(['limit', 'offset', 'sort_by', 'sort_order', 'fields', 'force_refresh'])
const filterNames = new Set(
  Object.keys(screenerSchemas['screener.view'].query.properties).filter((name) => !shown.has(name)),
)

/** Parameters of the page that do not choose stocks. */
const pageOnly = new Set(['sort', 'order', 'page', 'size', 'columns'])

/**
 * The filters of a saved screen, which is stored as the query string of its page. Without a filter that is unknown here, an
 * alert would watch more stocks than the screen shows; so its name is returned.
 */
export function readScreenFilters(query: string) {
  const given = [...new URLSearchParams(query)]
    .filter(([name, value]) => !pageOnly.has(name) && value.trim() !== '')
    .map(([name, value]) => [pageNames[name] ?? name, value] as const)
  const unknown = given.flatMap(([name]) => (filterNames.has(name) ? [] : [name]))
  return { filters: Object.fromEntries(given) as Query<'screener.view'>, unknown }
}

export interface FiguresReading {
  readonly figures: Figures
  /** False if some figures are still loading or could not be read, so that the rules are evaluated again soon. */
  readonly isComplete: boolean
}

export interface SavedScreen {
  readonly id: string
  readonly name: string
  readonly query: string
}

export type Reader = Extract<Principal, { readonly kind: 'user' }>

/** The user on whose behalf figures are read: ratings depend on the user's weights. */
export const readAs = (userId: string, isDemo: boolean): Reader => ({
  kind: 'user',
  userId,
  sessionId: 'alerts',
  isDemo,
})

interface FiguresDeps {
  readonly readPortfolio: ReadPortfolio
  readonly screener: Pick<ServiceClient, 'call'>
  readonly log: Logger
}

/** Data that its source could not refresh is stale, unless it never described today's market. */
const classOf = (dataClass: DataClass, cacheStatus: string): DataClass =>
  cacheStatus === 'stale' && dataClass !== 'recorded' && dataClass !== 'simulated' && dataClass !== 'none'
    ? 'stale'
    : dataClass

export function createFiguresReader({ readPortfolio, screener, log }: FiguresDeps) {
  async function readCalls(userId: string, requestId: string) {
    const { assessed, quotes, missing } = await readPortfolio(userId, requestId)
    const calls = assessed.map((position): WatchedCall => {
      const answer = quotes.get(position.valued.stored.symbol)?.answer
      return {
        assessed: position,
        asOf: answer?.as_of ?? null,
        dataClass: answer === undefined ? 'none' : classOf(answer.data_class, answer.cache_status),
      }
    })
    return { calls, isComplete: !missing.some(({ isLoading }) => isLoading) }
  }

  async function readStocks(symbols: readonly string[], reader: Reader): Promise<Map<string, WatchedStock | null>> {
    const query = { symbols: symbols.join(','), fields: stockFields.join(','), limit: PAGE }
    const view = await screener.call('screener.view', { query, as: reader, timeoutMs: TIMEOUT_MS })
    const rows = new Map(view.stocks.map((row) => [row.symbol, row]))
    return new Map(
      symbols.map((symbol) => {
        const row = rows.get(symbol)
        if (row === undefined) return [symbol, null]
        const dataClass = classOf(row.data_class ?? view.data_class, view.cache_status)
        return [symbol, { row, asOf: row.as_of ?? view.as_of, dataClass }]
      }),
    )
  }

  async function readScreen({ name, query }: SavedScreen, reader: Reader): Promise<WatchedScreen> {
    const { filters, unknown } = readScreenFilters(query)
    const symbols: string[] = []
    if (unknown.length > 0) return { name, query, symbols, unknownFilters: unknown, asOf: null, dataClass: 'none' }
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const paging = {
        limit: PAGE,
        offset: page * PAGE,
        fields: 'symbol',
        sort_by: 'symbol',
        sort_order: 'asc',
      } as const
      const view = await screener.call('screener.view', {
        query: { ...filters, ...paging },
        as: reader,
        timeoutMs: TIMEOUT_MS,
      })
      symbols.push(...view.stocks.map(({ symbol }) => symbol))
      if (symbols.length < view.total && view.stocks.length > 0) continue
      const stamp = { asOf: view.as_of, dataClass: classOf(view.data_class, view.cache_status) }
      return { name, query, symbols, unknownFilters: [], ...stamp }
    }
    throw new Error('A screen has more pages than the market')
  }

  async function listScreens(reader: Reader): Promise<readonly SavedScreen[]> {
    const { screens } = await screener.call('screener.listScreens', { as: reader, timeoutMs: TIMEOUT_MS })
    // Rules watch screens of stocks. Those of calls have filters of their own.
    return screens.filter(({ tab }) => tab === 'stocks')
  }

  /** Result of the work; null if the screener is not available. */
  async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.debug({ err: error }, 'alerts.screener_not_read')
      return null
    }
  }

  return {
    listScreens,
    readScreen,

    /** Reads the figures that rules need, each once. */
    async read(reader: Reader, { rules, marketDay, requestId }: FiguresRequest): Promise<FiguresReading> {
      const needsCalls = rules.some(({ kind }) => subjectOf(kind) === 'position')
      const read = needsCalls ? await readCalls(reader.userId, requestId) : { calls: [], isComplete: true }
      const symbols = [...new Set(rules.flatMap(({ symbol }) => (symbol === null ? [] : [symbol])))]
      const stocks = symbols.length === 0 ? new Map() : await attempt(() => readStocks(symbols, reader))
      const wanted = new Set(rules.flatMap(({ screenId }) => (screenId === null ? [] : [screenId])))
      const saved = wanted.size === 0 ? [] : await attempt(() => listScreens(reader))
      const screens = new Map<string, WatchedScreen | null>()
      for (const screen of saved ?? []) {
        if (wanted.has(screen.id)) screens.set(screen.id, await attempt(() => readScreen(screen, reader)))
      }
      const isComplete = read.isComplete && stocks !== null && saved !== null && ![...screens.values()].includes(null)
      const screenIds = saved === null ? null : new Set(saved.map(({ id }) => id))
      return {
        figures: { marketDay, calls: read.calls, stocks: stocks ?? new Map(), screens, screenIds },
        isComplete,
      }
    },
  }
}

export type FiguresReader = ReturnType<typeof createFiguresReader>

interface FiguresRequest {
  readonly rules: readonly RuleTerms[]
  readonly marketDay: IsoDate
  readonly requestId: string
}
