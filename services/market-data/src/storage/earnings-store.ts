import { newYorkDate } from '@callwright/scoring'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Answer, DataClass, EarningsReport, EarningsSource, IsoDate } from '../providers/provider.ts'
import type { MarketStore } from './market-store.ts'
import { fetchOrStale } from './series.ts'

export type EarningsStore = ReturnType<typeof createEarningsStore>

/** The whole-market calendar that stored reports come from. */
export interface EarningsCalendar {
  readonly source: string
  readonly dataClass: DataClass
  readonly fromDate: IsoDate
  /** Last day that the calendar covers. */
  readonly toDate: IsoDate
  readonly checkedAt: Date
}

/** Creates the store for announced earnings reports, which a whole-market calendar fills. */
export function createEarningsStore(database: Kysely<Tables>) {
  const findCalendar = async (): Promise<EarningsCalendar | null> => {
    const row = await database
      .selectFrom('earningsCalendar')
      .select(['source', 'dataClass', 'fromDate', 'toDate', 'checkedAt'])
      .executeTakeFirst()
    return row ?? null
  }
  return {
    findCalendar,

    /** Finds a symbol's first report on or after a day, with its calendar; null if either is not stored. */
    async findNext(symbol: string, from: IsoDate): Promise<(EarningsCalendar & { report: EarningsReport }) | null> {
      const report = await database
        .selectFrom('earningsReport')
        .select(['date', 'session'])
        .where('symbol', '=', symbol)
        .where('date', '>=', from)
        .orderBy('date')
        .executeTakeFirst()
      const calendar = report === undefined ? null : await findCalendar()
      return report === undefined || calendar === null ? null : { ...calendar, report }
    },

    async countFrom(from: IsoDate): Promise<number> {
      const { count } = await database
        .selectFrom('earningsReport')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('date', '>=', from)
        .executeTakeFirstOrThrow()
      return Number(count)
    },

    /** Replaces the reports from the calendar's first day on. */
    async save(calendar: EarningsCalendar, reports: ReadonlyMap<string, EarningsReport>): Promise<void> {
      const entries = [...reports]
      await database.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('earningsReport').where('date', '>=', calendar.fromDate).execute()
        await sql`
          insert into earnings_report (symbol, date, session)
          select symbol, date, session from unnest(
            ${entries.map(([symbol]) => symbol)}::text[], ${entries.map(([, { date }]) => date)}::date[],
            ${entries.map(([, { session }]) => session)}::text[]
          ) as report (symbol, date, session)
          order by symbol
          on conflict (symbol, date) do update set session = excluded.session`.execute(transaction)
        await transaction
          .insertInto('earningsCalendar')
          .values(calendar)
          .onConflict((conflict) => conflict.column('id').doUpdateSet(calendar))
          .execute()
      })
    },
  }
}

/** How long a stored calendar is used: over a weekend and the next session, since a job replaces it every session. */
const CALENDAR_MS = 4 * 24 * 3_600_000

/**
 * Serves the next report from the stored calendar. A symbol that it does not list is requested from the source, whose
 * answers may reach further.
 */
export function storeEarnings(source: EarningsSource, store: MarketStore, now: () => number): EarningsSource {
  return {
    ...source,
    async findNextEarnings(symbol): Promise<Answer<EarningsReport | null>> {
      const stored = await store.attempt(() => store.earnings.findNext(symbol, newYorkDate(now())))
      if (stored === null) return source.findNextEarnings(symbol)
      const { source: name, dataClass, checkedAt, report } = stored
      const answer = { source: name, dataClass, asOfMs: checkedAt.getTime(), value: report, missing: [] }
      if (now() - checkedAt.getTime() < CALENDAR_MS) return { ...answer, cacheStatus: 'fresh' }
      return fetchOrStale(() => source.findNextEarnings(symbol), answer, now)
    },
  }
}
