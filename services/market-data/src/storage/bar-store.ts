import { joinSources } from '@callwright/contracts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { DailyBar, DataClass, IsoDate } from '../providers/provider.ts'
import { lockSymbol } from './fact-stores.ts'
import { applyDueSplits } from './splits.ts'

export type BarStore = ReturnType<typeof createBarStore>

/**
 * Source of the bars and the New York day on which they were requested. The bars are adjusted for all splits up to and
 * including that day.
 */
export interface BarOrigin {
  readonly source: string
  readonly dataClass: DataClass
  readonly adjustedOn: IsoDate
  readonly checkedAt: Date
}

/** When a series was last requested, and the data class of the response. */
type SeriesCheck = Pick<BarOrigin, 'dataClass' | 'checkedAt'>

export interface StoredSeries {
  /** Names of all the bars' sources, joined. */
  readonly source: string
  readonly dataClass: DataClass
  /** Every session up to and including this one is among the bars or had no trades. */
  readonly through: IsoDate
  /** Sorted by date. */
  readonly bars: readonly DailyBar[]
}

interface SeriesToSave extends BarOrigin {
  readonly symbol: string
  readonly through: IsoDate
  readonly bars: readonly DailyBar[]
  /**
   * Whether this is the complete series, in which case stored bars that it lacks are deleted. Otherwise, it extends the
   * stored bars.
   */
  readonly isWhole: boolean
  /** Splits executed up to and including this day are applied to rows requested before them. */
  readonly today: IsoDate
}

interface SessionToSave {
  readonly date: IsoDate
  readonly symbols: readonly string[]
  /** Whether nothing is stored for these symbols yet. */
  readonly isFirst: boolean
}

/** A symbol whose stored bars end before a given session. */
export interface SeriesBehind {
  readonly symbol: string
  /** Null if nothing is stored. */
  readonly through: IsoDate | null
  readonly lastCloseUsd: number | null
}

/** Creates the store for daily bars. Prices are split-adjusted, and dates are New York days. */
export function createBarStore(database: Kysely<Tables>) {
  return {
    /** Finds a stored series from a given day on; null if there is none. */
    async findSeries(symbol: string, from: IsoDate): Promise<StoredSeries | null> {
      const series = await database
        .selectFrom('barSeries')
        .select(['dataClass', 'through'])
        .where('symbol', '=', symbol)
        .executeTakeFirst()
      if (series === undefined) return null
      const rows = await database
        .selectFrom('dailyBar')
        .select(['date', 'open', 'high', 'low', 'close', 'volume', 'source'])
        .where('symbol', '=', symbol)
        .where('date', '>=', from)
        .orderBy('date')
        .execute()
      if (rows.length === 0) return null
      const bars = rows.map(({ source: _source, ...bar }) => bar)
      return { ...series, source: joinSources(rows.map(({ source }) => source)), bars }
    },

    findThrough: (symbol: string) => findThrough(database, symbol),

    /**
     * Lists symbols whose bars end before a session, least recently requested first. Leaves out symbols that had no
     * bars at all when they were requested after the session ended.
     */
    async listBehind(symbols: readonly string[], session: IsoDate, sessionEnd: Date): Promise<readonly SeriesBehind[]> {
      const { rows } = await sql<SeriesBehind>`
        select wanted.symbol, series.through, last.close as last_close_usd
        from unnest(${[...symbols]}::text[]) as wanted (symbol)
        left join bar_series series on series.symbol = wanted.symbol
        left join lateral (
          select close from daily_bar where symbol = wanted.symbol order by date desc limit 1
        ) last on true
        where series.through is null or series.through < ${session}::date
          and (last.close is not null or series.checked_at < ${sessionEnd}::timestamptz)
        order by series.checked_at nulls first, wanted.symbol collate "C"`.execute(database)
      return rows
    },

    /**
     * Saves a series. Returns false if the series it should extend has since been deleted: bars are not stored without
     * their history.
     */
    async saveSeries(series: SeriesToSave): Promise<boolean> {
      const { symbol, through, bars, isWhole, today, ...origin } = series
      return database.transaction().execute(async (transaction) => {
        await lockSymbol(transaction, symbol)
        if (isWhole) await removeOthers(transaction, series)
        else if ((await findThrough(transaction, symbol)) === null) return false
        await upsertBars(
          transaction,
          bars.map((bar) => ({ symbol, ...bar })),
          origin,
        )
        await applyDueSplits(transaction, symbol, today)
        // Lock this row last, so that a transaction holding the lock never waits for another one.
        await upsertThrough(transaction, [symbol], through, origin)
        return true
      })
    },

    /** Records that a symbol was requested, and that it has no bars yet. */
    async saveNone(symbol: string, through: IsoDate, check: SeriesCheck): Promise<void> {
      await database.transaction().execute((transaction) => upsertThrough(transaction, [symbol], through, check))
    },

    /**
     * Stores one session's bars for many symbols, extending or starting their series. A symbol without a bar had no
     * trades. A series that has been deleted since is not started again, since its history would be missing.
     */
    async saveSession(
      { date, symbols, isFirst }: SessionToSave,
      bars: ReadonlyMap<string, DailyBar>,
      origin: BarOrigin,
    ): Promise<void> {
      const rows = symbols.flatMap((symbol) => {
        const bar = bars.get(symbol)
        return bar === undefined ? [] : [{ symbol, ...bar }]
      })
      await database.transaction().execute(async (transaction) => {
        await upsertBars(transaction, rows, origin)
        if (isFirst) await upsertThrough(transaction, symbols, date, origin)
        else await advanceThrough(transaction, symbols, date, origin)
      })
    },
  }
}

async function findThrough(database: Kysely<Tables>, symbol: string): Promise<IsoDate | null> {
  const row = await database.selectFrom('barSeries').select('through').where('symbol', '=', symbol).executeTakeFirst()
  return row?.through ?? null
}

async function removeOthers(transaction: Transaction<Tables>, { symbol, bars, adjustedOn }: SeriesToSave) {
  const last = bars.at(-1)
  if (last === undefined) return
  await sql`
    delete from daily_bar
    where symbol = ${symbol} and date <= ${last.date}::date and adjusted_on <= ${adjustedOn}::date
      and date <> all(${bars.map(({ date }) => date)}::date[])`.execute(transaction)
}

/** A row never replaces one that was requested later, since it may be on the pre-split scale. */
async function upsertBars(
  transaction: Transaction<Tables>,
  rows: readonly (DailyBar & { readonly symbol: string })[],
  { adjustedOn, source }: BarOrigin,
): Promise<void> {
  if (rows.length === 0) return
  const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name])
  await sql`
    insert into daily_bar (symbol, date, open, high, low, close, volume, adjusted_on, source)
    select bar.symbol, bar.date, bar.open, bar.high, bar.low, bar.close, bar.volume, ${adjustedOn}::date, ${source}
    from unnest(
      ${column('symbol')}::text[], ${column('date')}::date[], ${column('open')}::numeric[], ${column('high')}::numeric[],
      ${column('low')}::numeric[], ${column('close')}::numeric[], ${column('volume')}::numeric[]
    ) as bar (symbol, date, open, high, low, close, volume)
    order by bar.symbol, bar.date
    on conflict (symbol, date) do update set
      open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume,
      adjusted_on = excluded.adjusted_on, source = excluded.source
    where daily_bar.adjusted_on <= excluded.adjusted_on`.execute(transaction)
}

async function upsertThrough(
  transaction: Transaction<Tables>,
  symbols: readonly string[],
  through: IsoDate,
  { dataClass, checkedAt }: SeriesCheck,
): Promise<void> {
  await sql`
    insert into bar_series (symbol, through, data_class, checked_at)
    select symbol, ${through}::date, ${dataClass}, ${checkedAt}::timestamptz
    from unnest(${[...symbols]}::text[]) as wanted (symbol)
    order by symbol
    on conflict (symbol) do update set
      through = greatest(bar_series.through, excluded.through), data_class = excluded.data_class,
      checked_at = greatest(bar_series.checked_at, excluded.checked_at)`.execute(transaction)
}

async function advanceThrough(
  transaction: Transaction<Tables>,
  symbols: readonly string[],
  through: IsoDate,
  { dataClass, checkedAt }: SeriesCheck,
): Promise<void> {
  await sql`
    update bar_series set
      through = greatest(through, ${through}::date), data_class = ${dataClass},
      checked_at = greatest(checked_at, ${checkedAt}::timestamptz)
    where symbol = any(${[...symbols]}::text[])`.execute(transaction)
}
