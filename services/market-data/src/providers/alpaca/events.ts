import { addDays, type IsoDate, newYorkDate } from '@callwright/scoring'
import { yearsBefore } from '../../sessions.ts'
import { createCallMemo } from '../http/call-memo.ts'
import { type JsonObject, readDay, readObject, readObjects, readPositiveNumber, readText } from '../http/json-values.ts'
import { callGroup, groupSymbols } from '../http/symbol-groups.ts'
import type { CashDividend, DividendSource, SplitSource, StockSplit } from '../provider.ts'
import type { UniverseMember } from '../provider-definition.ts'
import type { AlpacaContext } from './alpaca-client.ts'

const PATH = '/v1/corporate-actions'
const TYPES = 'cash_dividend,forward_split,reverse_split'
const SYMBOLS_PER_CALL = 100
const PAGE_ROWS = 1_000
const MAX_PAGES = 20
/** A few weeks of dividends for the whole market take a handful of pages. */
const MAX_MARKET_PAGES = 100
const HISTORY_YEARS = 5
/** How long a call's events serve other symbols of its group, and the other kind of event. */
const KEEP_MS = 10 * 60_000
const MAX_KEPT_ROWS = 50_000
/** No dividend is declared further ahead. */
const AHEAD_DAYS = 1_100

interface Actions {
  readonly dividends: readonly JsonObject[]
  readonly splits: readonly JsonObject[]
}

interface ActionQuery {
  readonly from: IsoDate
  /** Comma-separated; null means every symbol. */
  readonly symbols: string | null
}

export const createActionMemo = () =>
  createCallMemo<Actions>({
    keepMs: KEEP_MS,
    maxWeight: MAX_KEPT_ROWS,
    weigh: ({ dividends, splits }) => dividends.length + splits.length + 1,
  })

/**
 * Creates sources of cash dividends and splits, oldest first: for one symbol, or for all symbols from a given day on.
 * Spin-offs are left out, since the vendor reports the number of new shares and not what they were worth.
 */
export function createEvents(
  context: AlpacaContext,
  universe: readonly UniverseMember[],
  memo: ReturnType<typeof createActionMemo>,
): { dividends: DividendSource; splits: SplitSource } {
  const { now, reject, stamps } = context
  const recall = memo.open(now)
  const groups = groupSymbols(universe, SYMBOLS_PER_CALL)

  async function listOf(symbol: string): Promise<Actions> {
    const from = yearsBefore(newYorkDate(now()), HISTORY_YEARS)
    const listed = await callGroup(groups, symbol, (symbols) =>
      recall(`${from} ${symbols}`, () => listActions(context, { from, symbols })),
    )
    const isOfSymbol = (row: JsonObject) => row.symbol === symbol
    return { dividends: listed.dividends.filter(isOfSymbol), splits: listed.splits.filter(isOfSymbol) }
  }

  return {
    splits: {
      async listSplits(symbol) {
        const { splits } = await listOf(symbol)
        return stamps.facts(readSplits(splits, reject))
      },
      async listMarketSplits(from) {
        const { splits } = await listActions(context, { from, symbols: null })
        return stamps.facts(mapValues(groupBySymbol(splits), (rows) => readSplits(rows, reject)))
      },
    },
    dividends: {
      async listDividends(symbol) {
        const { dividends, splits } = await listOf(symbol)
        return stamps.facts(readDividends(context, dividends, readSplits(splits, reject)))
      },
      async listMarketDividends(from) {
        const { dividends, splits } = await listActions(context, { from, symbols: null })
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

async function listActions({ data, now }: AlpacaContext, { from, symbols }: ActionQuery): Promise<Actions> {
  const query = {
    symbols: symbols ?? undefined,
    types: TYPES,
    start: from,
    end: addDays(newYorkDate(now()), AHEAD_DAYS),
    limit: PAGE_ROWS,
    sort: 'asc',
  }
  const maxPages = symbols === null ? MAX_MARKET_PAGES : MAX_PAGES
  const { parts, brokenBy } = await data.listPages(PATH, query, { maxPages, part: 'corporate_actions' })
  if (brokenBy !== null) throw brokenBy
  const pages = parts.map(readObject)
  const rowsOf = (name: string) => pages.flatMap((page) => readObjects(page[name]))
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
