import { joinSources } from '@callwright/contracts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { DailyBar, DataClass, IsoDate } from '../providers/provider.ts'
import { applyDueSplits } from './split-rewrite.ts'
import { lockSymbol } from './symbol-lock.ts'

export type BarStore = ReturnType<typeof createBarStore>

/** Whose bars they are, and the New York day on which they were asked for: all splits up to it are in them. */
export interface BarOrigin {
  readonly source: string
  readonly dataClass: DataClass
  readonly adjustedOn: IsoDate
  readonly checkedAt: Date
}

/** When a series was last asked for, and what class of bars came. */
type Look = Pick<BarOrigin, 'dataClass' | 'checkedAt'>

export interface StoredSeries {
  /** Everybody whose bars are among them. */
  readonly source: string
  readonly dataClass: DataClass
  /** Every session up to this one is among the bars, or had no trade. */
  readonly through: IsoDate
  /** Ascending. */
  readonly bars: readonly DailyBar[]
}

export interface SeriesToSave extends BarOrigin {
  readonly symbol: string
  readonly through: IsoDate
  readonly bars: readonly DailyBar[]
  /** The series as it is told now: stored bars that it lacks go. Otherwise the bars go on from those that are there. */
  readonly isWhole: boolean
  /** Splits carried out by this day are applied to what was asked for before them. */
  readonly today: IsoDate
}

export interface SessionToSave {
  readonly date: IsoDate
  readonly symbols: readonly string[]
  /** Nothing is stored of them yet. */
  readonly isFirst: boolean
}

/** A symbol whose stored bars end before a session. */
export interface SeriesBehind {
  readonly symbol: string
  /** Null where nothing is stored. */
  readonly through: IsoDate | null
  readonly lastCloseUsd: number | null
}

/** All SQL about daily bars. Figures of a split-adjusted share, dates of New York. */
export function createBarStore(database: Kysely<Tables>) {
  return {
    /** The stored series from a day on; null where there is none. */
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
     * Those of the symbols whose bars end before a session; those that were asked for longest ago come first. One of which
     * there was no bar at all when it was asked for since the session's end is not among them.
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

    /** False where a series was to go on from one that is forgotten: without its history it is not stored. */
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
        // The last one that others may wait for: whoever holds it waits for nobody.
        await upsertThrough(transaction, [symbol], through, origin)
        return true
      })
    },

    /** A symbol was asked for and has no bar at all, from its first day to now. */
    async saveNone(symbol: string, through: IsoDate, look: Look): Promise<void> {
      await database.transaction().execute((transaction) => upsertThrough(transaction, [symbol], through, look))
    },

    /**
     * One session of many symbols, whose series it continues, or begins; those without a bar had no trade. A series that
     * was forgotten meanwhile stays forgotten: its history has to be asked for as well.
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

/** What was asked for earlier never replaces what was asked for later: it may be of the scale before a split. */
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
  { dataClass, checkedAt }: Look,
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
  { dataClass, checkedAt }: Look,
): Promise<void> {
  await sql`
    update bar_series set
      through = greatest(through, ${through}::date), data_class = ${dataClass},
      checked_at = greatest(checked_at, ${checkedAt}::timestamptz)
    where symbol = any(${[...symbols]}::text[])`.execute(transaction)
}
