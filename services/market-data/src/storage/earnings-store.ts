import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { DataClass, EarningsReport, IsoDate } from '../providers/provider.ts'

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
