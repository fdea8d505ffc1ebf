import { newYorkDate } from '@callwright/scoring'
import { type JsonObject, readDay, readPositiveNumber, readText } from '../http/json-values.ts'
import type { Query } from '../http/provider-client.ts'
import { ProviderFailure } from '../http/provider-failure.ts'
import type { CashDividend, DividendKind, DividendSource, IsoDate, SplitSource, StockSplit } from '../provider.ts'
import type { MassiveContext } from './massive-client.ts'

const PAGE_ROWS = 1_000
const MAX_PAGES = 5
/** A few weeks of dividends for the whole market take a handful of pages; years of them take about fifty. */
const MAX_MARKET_PAGES = 100
/** The vendor is moving both lists. Depending on how old a key is, it may have access to only one of the two paths. */
const DIVIDEND_PATHS = ['/stocks/v1/dividends', '/v3/reference/dividends']
const SPLIT_PATHS = ['/stocks/v1/splits', '/v3/reference/splits']

/**
 * Creates sources of all known cash dividends and splits, oldest first: for one symbol, or for all symbols from a given
 * day on.
 */
export function createEvents(context: MassiveContext): { dividends: DividendSource; splits: SplitSource } {
  const dividendRows = createMovedList(context, DIVIDEND_PATHS)
  const splitRows = createMovedList(context, SPLIT_PATHS)
  const { reject, stamps } = context

  const listSplitsOf = async (symbol: string) => readSplits(await splitRows.listOf(symbol), reject)
  async function listMarketSplits(from: IsoDate): Promise<ReadonlyMap<string, readonly StockSplit[]>> {
    const bySymbol = groupBySymbol(await splitRows.listMarket({ 'execution_date.gte': from }))
    return mapValues(bySymbol, (rows) => readSplits(rows, reject))
  }

  return {
    splits: {
      listSplits: async (symbol) => stamps.facts(await listSplitsOf(symbol)),
      listMarketSplits: async (from) => stamps.facts(await listMarketSplits(from)),
    },
    dividends: {
      async listDividends(symbol) {
        const { inDollars, missing } = keepDollars(await dividendRows.listOf(symbol))
        const splits = inDollars.some(isAsPaid) ? await listSplitsOf(symbol) : []
        return stamps.facts(readDividends(context, inDollars, splits), missing)
      },
      async listMarketDividends(from) {
        const { inDollars, missing } = keepDollars(await dividendRows.listMarket({ 'ex_dividend_date.gte': from }))
        const splits = inDollars.some(isAsPaid) ? await listMarketSplits(from) : new Map<string, StockSplit[]>()
        const bySymbol = mapValues(groupBySymbol(inDollars), (rows, symbol) =>
          readDividends(context, rows, splits.get(symbol) ?? []),
        )
        return stamps.facts(bySymbol, missing)
      },
    },
  }
}

/** Creates a function that lists rows from the first path this key has access to, and remembers that path. */
function createMovedList({ client }: MassiveContext, paths: readonly string[]) {
  let first = 0
  async function list(query: Query, maxPages: number): Promise<readonly JsonObject[]> {
    for (let index = first; ; index += 1) {
      const path = paths[index] ?? ''
      try {
        const { rows, brokenBy } = await client.listPages({ path, query: { ...query, limit: PAGE_ROWS } }, { maxPages })
        if (brokenBy !== null) throw brokenBy
        return rows
      } catch (error) {
        if (!(error instanceof ProviderFailure) || !isElsewhere(error) || index === paths.length - 1) throw error
        first = index + 1
      }
    }
  }
  return {
    async listOf(symbol: string): Promise<readonly JsonObject[]> {
      const rows = await list({ ticker: symbol }, MAX_PAGES)
      return rows.filter(({ ticker }) => (readText(ticker) ?? symbol) === symbol)
    },
    listMarket: (query: Query) => list(query, MAX_MARKET_PAGES),
  }
}

const isElsewhere = ({ kind, status }: ProviderFailure) =>
  kind === 'not_entitled' || kind === 'not_found' || status === 410

function groupBySymbol(rows: readonly JsonObject[]): ReadonlyMap<string, readonly JsonObject[]> {
  const named = rows.filter(({ ticker }) => readText(ticker) !== null)
  return Map.groupBy(named, ({ ticker }) => readText(ticker) ?? '')
}

function mapValues<V, W>(values: ReadonlyMap<string, V>, map: (value: V, key: string) => W): ReadonlyMap<string, W> {
  return new Map([...values].map(([key, value]) => [key, map(value, key)]))
}

function keep<T>(values: readonly (T | null)[], reject: MassiveContext['reject']): T[] {
  const kept = values.filter((value) => value !== null)
  if (kept.length < values.length) reject('malformed', values.length - kept.length)
  return kept
}

function readSplits(rows: readonly JsonObject[], reject: MassiveContext['reject']): StockSplit[] {
  return keep(rows.map(readSplit), reject).sort((a, b) => (a.executionDate < b.executionDate ? -1 : 1))
}

function readSplit(row: JsonObject): StockSplit | null {
  const executionDate = readDay(row.execution_date)
  const from = readPositiveNumber(row.split_from)
  const to = readPositiveNumber(row.split_to)
  if (executionDate === null || from === null || to === null) return null
  return { executionDate, ratio: to / from, kind: 'split' }
}

function keepDollars(rows: readonly JsonObject[]) {
  const inDollars = rows.filter(({ currency }) => (readText(currency) ?? 'USD').toUpperCase() === 'USD')
  const foreign = rows.length - inDollars.length
  const missing = foreign === 0 ? [] : [{ field: 'dividends', reason: `${foreign} dividends are not in dollars` }]
  return { inDollars, missing }
}

const isAsPaid = (row: JsonObject) => readPositiveNumber(row.split_adjusted_cash_amount) === null

function readDividends({ now, reject }: MassiveContext, rows: readonly JsonObject[], splits: readonly StockSplit[]) {
  const today = newYorkDate(now())
  const dividends = keep(
    rows.map((row) => readDividend(row, splits, today)),
    reject,
  )
  return dividends.sort((x, y) => (x.exDate < y.exDate ? -1 : 1))
}

/**
 * Reads a dividend, in dollars per current share. The older list has the amount as paid, so later splits must be
 * applied.
 */
function readDividend(row: JsonObject, splits: readonly StockSplit[], today: IsoDate): CashDividend | null {
  const exDate = readDay(row.ex_dividend_date)
  const adjusted = readPositiveNumber(row.split_adjusted_cash_amount)
  const paid = readPositiveNumber(row.cash_amount)
  if (exDate === null || (adjusted === null && paid === null)) return null
  const kind = readKind(row)
  if (adjusted !== null || paid === null) return adjusted === null ? null : { exDate, cashUsd: adjusted, kind }
  const since = splits.filter(({ executionDate }) => executionDate > exDate && executionDate <= today)
  return { exDate, cashUsd: since.reduce((cash, { ratio }) => cash / ratio, paid), kind }
}

/**
 * Kinds by code. `CD` is paid on a schedule, `SC` is special cash, and `LT` and `ST` are capital gains. The newer list
 * uses words.
 */
const KINDS: Readonly<Record<string, DividendKind>> = {
  CD: 'regular',
  SC: 'special',
  LT: 'special',
  ST: 'special',
  recurring: 'regular',
  special: 'special',
}

function readKind({ dividend_type, distribution_type }: JsonObject): DividendKind | null {
  return KINDS[readText(dividend_type) ?? ''] ?? KINDS[readText(distribution_type) ?? ''] ?? null
}
