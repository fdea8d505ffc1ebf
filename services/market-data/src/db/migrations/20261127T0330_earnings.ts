import { type Kysely, sql } from 'kysely'

const statements = [
  `create table earnings_report (
    symbol text not null,
    date date not null,
    session text check (session in ('before_open', 'after_close')),
    primary key (symbol, date)
  )`,
  // One row: the calendar that all reports come from.
  `create table earnings_calendar (
    id boolean primary key default true check (id),
    source text not null,
    data_class text not null,
    from_date date not null,
    to_date date not null,
    checked_at timestamptz not null
  )`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
