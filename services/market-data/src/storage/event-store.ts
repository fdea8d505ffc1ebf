import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { CashDividend, DataClass, IsoDate, Missing, StockSplit } from '../providers/provider.ts'
import { lockSymbol } from './fact-stores.ts'
import { applyDueSplits, forgetOtherScale, listUnappliedSplits } from './splits.ts'

/** The rows that a list replaces: all of a symbol's rows, or those on or after a day. */
interface Span {
  readonly source: string
  readonly from: IsoDate | null
}

async function replaceDividends(
  transaction: Transaction<Tables>,
  symbol: string,
  dividends: readonly CashDividend[],
  { source, from, asked }: Span & { readonly asked: IsoDate },
): Promise<void> {
  await sql`
    delete from cash_dividend
    where symbol = ${symbol} and (${from}::date is null or ex_date >= ${from}::date)`.execute(transaction)
  const counts = new Map<IsoDate, number>()
  const sequences = dividends.map(({ exDate }) => {
    const sequence = counts.get(exDate) ?? 0
    counts.set(exDate, sequence + 1)
    return sequence
  })
  await sql`
    insert into cash_dividend (symbol, ex_date, sequence, cash_usd, kind, adjusted_on, source)
    select ${symbol}, ex_date, sequence, cash_usd, kind, ${asked}::date, ${source}
    from unnest(
      ${dividends.map(({ exDate }) => exDate)}::date[], ${sequences}::smallint[],
      ${dividends.map(({ cashUsd }) => cashUsd)}::numeric[], ${dividends.map(({ kind }) => kind)}::text[]
    ) as dividend (ex_date, sequence, cash_usd, kind)`.execute(transaction)
}

/** Replaces a symbol's splits. If a split is listed twice, keeps one. */
async function replaceSplits(
  transaction: Transaction<Tables>,
  symbol: string,
  splits: readonly StockSplit[],
  { source, from }: Span,
): Promise<void> {
  await sql`
    delete from stock_split
    where symbol = ${symbol} and (${from}::date is null or execution_date >= ${from}::date)`.execute(transaction)
  const once = [...new Map(splits.map((split) => [`${split.executionDate} ${split.kind}`, split])).values()]
  await sql`
    insert into stock_split (symbol, execution_date, kind, ratio, source)
    select ${symbol}, execution_date, kind, ratio, ${source}
    from unnest(
      ${once.map(({ executionDate }) => executionDate)}::date[], ${once.map(({ kind }) => kind)}::text[],
      ${once.map(({ ratio }) => ratio)}::float8[]
    ) as split (execution_date, kind, ratio)`.execute(transaction)
}

export type EventStore = ReturnType<typeof createEventStore>
export type EventKind = 'dividends' | 'splits'

export interface EventOrigin {
  readonly source: string
  readonly dataClass: DataClass
  readonly missing: readonly Missing[]
  readonly checkedAt: Date
}

/** All of a symbol's known events, oldest first, as of the last check. */
export interface StoredEvents<E> extends EventOrigin {
  readonly events: readonly E[]
}

/** When a symbol's complete list was stored; null if it has not been. */
interface ListedSymbolEvents {
  readonly symbol: string
  readonly checkedAt: Date | null
}

/**
 * Days used in a write: `asked` is the New York day of the request, and splits are applied up to and including `today`.
 */
export interface EventDays {
  readonly asked: IsoDate
  readonly today: IsoDate
}

/**
 * Creates the store for dividends and splits. Amounts are dollars per current share. `onRescaled` is called with each
 * symbol whose stored figures changed scale.
 */
export function createEventStore(database: Kysely<Tables>, onRescaled: (symbol: string) => void) {
  async function findOrigin(symbol: string, kind: EventKind): Promise<EventOrigin | null> {
    const row = await database
      .selectFrom('eventList')
      .select(['source', 'dataClass', 'missing', 'checkedAt'])
      .where('symbol', '=', symbol)
      .where('kind', '=', kind)
      .executeTakeFirst()
    return row ?? null
  }

  /**
   * Runs a write for one symbol. Applies splits that are due in the same transaction, so that no read sees the old
   * scale.
   */
  async function write(symbol: string, today: IsoDate, work: (transaction: Transaction<Tables>) => Promise<boolean>) {
    const rescaled = await database.transaction().execute(async (transaction) => {
      await lockSymbol(transaction, symbol)
      const changed = await work(transaction)
      const applied = await applyDueSplits(transaction, symbol, today)
      return changed || applied
    })
    if (rescaled) onRescaled(symbol)
  }

  return {
    async findDividends(symbol: string): Promise<StoredEvents<CashDividend> | null> {
      const origin = await findOrigin(symbol, 'dividends')
      if (origin === null) return null
      return { ...origin, events: await listDividends(database, symbol) }
    },

    async findSplits(symbol: string): Promise<StoredEvents<StockSplit> | null> {
      const origin = await findOrigin(symbol, 'splits')
      if (origin === null) return null
      return { ...origin, events: await listSplits(database, symbol) }
    },

    /** Finds when these symbols' lists were last confirmed as complete. */
    async listChecked(kind: EventKind, symbols: readonly string[]): Promise<readonly ListedSymbolEvents[]> {
      const { rows } = await sql<ListedSymbolEvents>`
        select wanted.symbol, list.checked_at from unnest(${[...symbols]}::text[]) as wanted (symbol)
        left join event_list list on list.symbol = wanted.symbol and list.kind = ${kind}
        order by list.checked_at nulls first, wanted.symbol collate "C"`.execute(database)
      return rows
    },

    /** Lists all symbols that have a stored list, least recently checked first. */
    async listKept(kind: EventKind): Promise<readonly { readonly symbol: string; readonly checkedAt: Date }[]> {
      return database
        .selectFrom('eventList')
        .select(['symbol', 'checkedAt'])
        .where('kind', '=', kind)
        .orderBy('checkedAt')
        .execute()
    },

    /** Replaces a symbol's dividends, either all of them or those on or after a day. */
    async saveDividends(
      symbol: string,
      dividends: readonly CashDividend[],
      origin: EventOrigin,
      { asked, today }: EventDays,
      from: IsoDate | null = null,
    ): Promise<void> {
      await write(symbol, today, async (transaction) => {
        await replaceDividends(transaction, symbol, dividends, { source: origin.source, asked, from })
        if (from === null) await upsertList(transaction, symbol, 'dividends', origin)
        return false
      })
    },

    /** Replaces a symbol's splits, either all of them or those on or after a day. */
    async saveSplits(
      symbol: string,
      splits: readonly StockSplit[],
      origin: EventOrigin,
      { today }: EventDays,
      from: IsoDate | null = null,
    ): Promise<void> {
      await write(symbol, today, async (transaction) => {
        const before = await listSplits(transaction, symbol)
        const after = [...before.filter(({ executionDate }) => from !== null && executionDate < from), ...splits]
        const forgotten = await forgetOtherScale(transaction, symbol, { before, after, today })
        await replaceSplits(transaction, symbol, splits, { source: origin.source, from })
        if (from === null) await upsertList(transaction, symbol, 'splits', origin)
        return forgotten
      })
    },

    /** Lists stored dividends on or after a day, by symbol. */
    async listDividendsFrom(from: IsoDate): Promise<ReadonlyMap<string, readonly CashDividend[]>> {
      const rows = await database
        .selectFrom('cashDividend')
        .select(['symbol', 'exDate', 'cashUsd', 'kind'])
        .where('exDate', '>=', from)
        .orderBy('exDate')
        .orderBy('sequence')
        .execute()
      return groupBySymbol(rows)
    },

    async listSplitsFrom(from: IsoDate): Promise<ReadonlyMap<string, readonly StockSplit[]>> {
      const rows = await database
        .selectFrom('stockSplit')
        .select(['symbol', 'executionDate', 'ratio', 'kind'])
        .where('executionDate', '>=', from)
        .orderBy('executionDate')
        .execute()
      return groupBySymbol(rows)
    },

    /** Marks every stored list as current after a whole-market check, except the lists for the symbols in `except`. */
    async markChecked(kind: EventKind, checkedAt: Date, except: readonly string[]): Promise<void> {
      await sql`
        update event_list set checked_at = ${checkedAt}::timestamptz
        where kind = ${kind} and symbol <> all(${[...except]}::text[])`.execute(database)
    },

    /** Lists symbols whose stored rows predate a split that is due and have not been adjusted for it yet. */
    async listUnsplit(today: IsoDate): Promise<readonly string[]> {
      return [...new Set((await listUnappliedSplits(database, today)).map(({ symbol }) => symbol))]
    },

    async applySplits(symbol: string, today: IsoDate): Promise<void> {
      await write(symbol, today, async () => false)
    },
  }
}

function listDividends(database: Kysely<Tables>, symbol: string): Promise<readonly CashDividend[]> {
  return database
    .selectFrom('cashDividend')
    .select(['exDate', 'cashUsd', 'kind'])
    .where('symbol', '=', symbol)
    .orderBy('exDate')
    .orderBy('sequence')
    .execute()
}

function listSplits(database: Kysely<Tables>, symbol: string): Promise<readonly StockSplit[]> {
  return database
    .selectFrom('stockSplit')
    .select(['executionDate', 'ratio', 'kind'])
    .where('symbol', '=', symbol)
    .orderBy('executionDate')
    .execute()
}

async function upsertList(
  transaction: Transaction<Tables>,
  symbol: string,
  kind: EventKind,
  { source, dataClass, missing, checkedAt }: EventOrigin,
): Promise<void> {
  const row = { source, dataClass, missing: JSON.stringify(missing), checkedAt }
  await transaction
    .insertInto('eventList')
    .values({ symbol, kind, ...row })
    .onConflict((conflict) => conflict.columns(['symbol', 'kind']).doUpdateSet(row))
    .execute()
}

function groupBySymbol<E extends { readonly symbol: string }>(
  rows: readonly E[],
): ReadonlyMap<string, readonly Omit<E, 'symbol'>[]> {
  const grouped = Map.groupBy(rows, ({ symbol }) => symbol)
  return new Map([...grouped].map(([symbol, list]) => [symbol, list.map(({ symbol: _symbol, ...event }) => event)]))
}
