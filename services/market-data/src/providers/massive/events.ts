import { newYorkDate } from '@callwright/scoring'
import { type JsonObject, readDay, readPositiveNumber, readText } from '../http/json-values.ts'
import { ProviderFailure } from '../http/provider-failure.ts'
import type { CashDividend, DividendSource, IsoDate, SplitSource, StockSplit } from '../provider.ts'
import type { MassiveContext } from './answers.ts'

const PAGE_ROWS = 1_000
const MOST_PAGES = 5
/** The vendor is moving both lists; keys of either age may know only one of the two places. */
const DIVIDEND_PATHS = ['/stocks/v1/dividends', '/v3/reference/dividends']
const SPLIT_PATHS = ['/stocks/v1/splits', '/v3/reference/splits']

/** Cash dividends and splits of a symbol, all that are known, ascending. */
export function createEvents(context: MassiveContext): { dividends: DividendSource; splits: SplitSource } {
  const listDividendRows = createMovedList(context, DIVIDEND_PATHS)
  const listSplitRows = createMovedList(context, SPLIT_PATHS)
  const { now, reject, stamps } = context

  async function listSplitsOf(symbol: string): Promise<StockSplit[]> {
    const splits = (await listSplitRows(symbol)).map(readSplit)
    return keep(splits, reject).sort((a, b) => (a.executionDate < b.executionDate ? -1 : 1))
  }

  return {
    splits: {
      listSplits: async (symbol) => stamps.facts(await listSplitsOf(symbol)),
    },
    dividends: {
      async listDividends(symbol) {
        const rows = await listDividendRows(symbol)
        const inDollars = rows.filter(({ currency }) => (readText(currency) ?? 'USD').toUpperCase() === 'USD')
        const needsSplits = inDollars.some((row) => readPositiveNumber(row.split_adjusted_cash_amount) === null)
        const splits = needsSplits ? await listSplitsOf(symbol) : []
        const dividends = keep(
          inDollars.map((row) => readDividend(row, splits, newYorkDate(now()))),
          reject,
        )
        const foreign = rows.length - inDollars.length
        const missing = foreign === 0 ? [] : [{ field: 'dividends', reason: `${foreign} dividends are not in dollars` }]
        return stamps.facts(
          dividends.sort((a, b) => (a.exDate < b.exDate ? -1 : 1)),
          missing,
        )
      },
    },
  }
}

/** Lists a symbol's rows from the first of the places that this key may ask, and keeps to it. */
function createMovedList({ client }: MassiveContext, paths: readonly string[]) {
  let first = 0
  return async (symbol: string): Promise<readonly JsonObject[]> => {
    for (let index = first; ; index += 1) {
      const path = paths[index] ?? ''
      try {
        const query = { ticker: symbol, limit: PAGE_ROWS }
        const { rows, brokenBy } = await client.listPages({ path, query }, { maxPages: MOST_PAGES })
        if (brokenBy !== null) throw brokenBy
        return rows.filter(({ ticker }) => (readText(ticker) ?? symbol) === symbol)
      } catch (error) {
        if (!(error instanceof ProviderFailure) || !isElsewhere(error) || index === paths.length - 1) throw error
        first = index + 1
      }
    }
  }
}

const isElsewhere = ({ kind, status }: ProviderFailure) =>
  kind === 'not_entitled' || kind === 'not_found' || status === 410

function keep<T>(values: readonly (T | null)[], reject: MassiveContext['reject']): T[] {
  const kept = values.filter((value) => value !== null)
  if (kept.length < values.length) reject('malformed', values.length - kept.length)
  return kept
}

function readSplit(row: JsonObject): StockSplit | null {
  const executionDate = readDay(row.execution_date)
  const from = readPositiveNumber(row.split_from)
  const to = readPositiveNumber(row.split_to)
  if (executionDate === null || from === null || to === null) return null
  return { executionDate, ratio: to / from, kind: 'split' }
}

/**
 * A dividend per share of today. The older list has the amount as it was paid: every split since then has divided it.
 */
function readDividend(row: JsonObject, splits: readonly StockSplit[], today: IsoDate): CashDividend | null {
  const exDate = readDay(row.ex_dividend_date)
  const adjusted = readPositiveNumber(row.split_adjusted_cash_amount)
  const paid = readPositiveNumber(row.cash_amount)
  if (exDate === null || (adjusted === null && paid === null)) return null
  if (adjusted !== null || paid === null) return adjusted === null ? null : { exDate, cashUsd: adjusted }
  const since = splits.filter(({ executionDate }) => executionDate > exDate && executionDate <= today)
  return { exDate, cashUsd: since.reduce((cash, { ratio }) => cash / ratio, paid) }
}
