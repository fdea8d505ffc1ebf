import { addDays, type IsoDate, newYorkDate } from '@callwright/scoring'
import { yearsBefore } from '../../wire.ts'
import { type JsonObject, readDay, readObject, readObjects, readPositiveNumber, readText } from '../http/json-values.ts'
import type { CashDividend, DividendSource, SplitSource, StockSplit } from '../provider.ts'
import type { AlpacaContext } from './alpaca-client.ts'

const PATH = '/v1/corporate-actions'
const SPLIT_TYPES = ['forward_split', 'reverse_split']
const PAGE_ROWS = 1_000
const MAX_PAGES = 5
/** A few weeks of dividends for the whole market take a handful of pages. */
const MAX_MARKET_PAGES = 100
const HISTORY_YEARS = 5
/** No dividend is declared further ahead. */
const AHEAD_DAYS = 1_100

interface Actions {
  readonly dividends: readonly JsonObject[]
  readonly splits: readonly JsonObject[]
}

interface ActionQuery {
  readonly types: readonly string[]
  readonly from: IsoDate
  /** Null means every symbol. */
  readonly symbol: string | null
}

/**
 * Creates sources of cash dividends and splits, oldest first: for one symbol, or for all symbols from a given day on.
 * Spin-offs are left out, since the vendor reports the number of new shares and not what they were worth.
 */
export function createEvents(context: AlpacaContext): { dividends: DividendSource; splits: SplitSource } {
  const { now, reject, stamps } = context
  const startOf = () => yearsBefore(newYorkDate(now()), HISTORY_YEARS)
  const all = ['cash_dividend', ...SPLIT_TYPES]

  return {
    splits: {
      async listSplits(symbol) {
        const { splits } = await listActions(context, { types: SPLIT_TYPES, from: startOf(), symbol })
        return stamps.facts(readSplits(splits, reject))
      },
      async listMarketSplits(from) {
        const { splits } = await listActions(context, { types: SPLIT_TYPES, from, symbol: null })
        return stamps.facts(mapValues(groupBySymbol(splits), (rows) => readSplits(rows, reject)))
      },
    },
    dividends: {
      async listDividends(symbol) {
        const { dividends, splits } = await listActions(context, { types: all, from: startOf(), symbol })
        return stamps.facts(readDividends(context, dividends, readSplits(splits, reject)))
      },
      async listMarketDividends(from) {
        const { dividends, splits } = await listActions(context, { types: all, from, symbol: null })
        const splitsOf = groupBySymbol(splits)
        return stamps.facts(
          mapValues(groupBySymbol(dividends), (rows, symbol) =>
            readDividends(context, rows, readSplits(splitsOf.get(symbol) ?? [], reject)),
          ),
        )
      },
    },
  }
}

async function listActions({ data, now }: AlpacaContext, { types, from, symbol }: ActionQuery): Promise<Actions> {
  const query = {
    symbols: symbol ?? undefined,
    types: types.join(','),
    start: from,
    end: addDays(newYorkDate(now()), AHEAD_DAYS),
    limit: PAGE_ROWS,
    sort: 'asc',
  }
  const maxPages = symbol === null ? MAX_MARKET_PAGES : MAX_PAGES
  const { parts, brokenBy } = await data.listPages(PATH, query, { maxPages, part: 'corporate_actions' })
  if (brokenBy !== null) throw brokenBy
  const pages = parts.map(readObject)
  const rowsOf = (name: string) =>
    pages.flatMap((page) => readObjects(page[name])).filter((row) => symbol === null || row.symbol === symbol)
  return { dividends: rowsOf('cash_dividends'), splits: [...rowsOf('forward_splits'), ...rowsOf('reverse_splits')] }
}

function groupBySymbol(rows: readonly JsonObject[]): ReadonlyMap<string, readonly JsonObject[]> {
  const named = rows.filter(({ symbol }) => readText(symbol) !== null)
  return Map.groupBy(named, ({ symbol }) => readText(symbol) ?? '')
}

function mapValues<V, W>(values: ReadonlyMap<string, V>, map: (value: V, key: string) => W): ReadonlyMap<string, W> {
  return new Map([...values].map(([key, value]) => [key, map(value, key)]))
}

function keep<T>(values: readonly (T | null)[], reject: AlpacaContext['reject']): T[] {
  const kept = values.filter((value) => value !== null)
  if (kept.length < values.length) reject('malformed', values.length - kept.length)
  return kept
}

function readSplits(rows: readonly JsonObject[], reject: AlpacaContext['reject']): StockSplit[] {
  return keep(rows.map(readSplit), reject).sort((a, b) => (a.executionDate < b.executionDate ? -1 : 1))
}

function readSplit({ ex_date, old_rate, new_rate }: JsonObject): StockSplit | null {
  const executionDate = readDay(ex_date)
  const from = readPositiveNumber(old_rate)
  const to = readPositiveNumber(new_rate)
  return executionDate === null || from === null || to === null
    ? null
    : { executionDate, ratio: to / from, kind: 'split' }
}

/** Reads dividends, in dollars per current share. The vendor has the amounts as paid, so later splits are applied. */
function readDividends({ now, reject }: AlpacaContext, rows: readonly JsonObject[], splits: readonly StockSplit[]) {
  const today = newYorkDate(now())
  const dividends = rows.map(({ ex_date, rate, special }): CashDividend | null => {
    const exDate = readDay(ex_date)
    const paid = readPositiveNumber(rate)
    if (exDate === null || paid === null) return null
    const since = splits.filter(({ executionDate }) => executionDate > exDate && executionDate <= today)
    const cashUsd = since.reduce((cash, { ratio }) => cash / ratio, paid)
    return { exDate, cashUsd, kind: special === true ? 'special' : 'regular' }
  })
  return keep(dividends, reject).sort((a, b) => (a.exDate < b.exDate ? -1 : 1))
}
