import { type Kysely, sql } from 'kysely'

/**
 * Per-share prices keep more digits than dollar amounts, because splits divide them. `adjusted_on` is the day through
 * which all splits are applied to a row; its indexes find rows that still need a split without a full scan.
 */
const statements = [
  `create table daily_bar (
    symbol text not null,
    date date not null,
    open numeric(20, 8) not null,
    high numeric(20, 8) not null,
    low numeric(20, 8) not null,
    close numeric(20, 8) not null check (close > 0),
    volume numeric(20, 4) not null,
    adjusted_on date not null,
    source text not null,
    primary key (symbol, date)
  )`,
  'create index on daily_bar (symbol, adjusted_on)',
  `create table bar_series (
    symbol text primary key,
    through date not null,
    data_class text not null,
    checked_at timestamptz not null
  )`,
  `create table stock_split (
    symbol text not null,
    execution_date date not null,
    kind text not null check (kind in ('split', 'spin_off')),
    ratio double precision not null check (ratio > 0),
    source text not null,
    primary key (symbol, execution_date, kind)
  )`,
  `create table cash_dividend (
    symbol text not null,
    ex_date date not null,
    sequence smallint not null,
    cash_usd numeric(20, 8) not null,
    adjusted_on date not null,
    source text not null,
    primary key (symbol, ex_date, sequence)
  )`,
  'create index on cash_dividend (symbol, adjusted_on)',
  `create table event_list (
    symbol text not null,
    kind text not null check (kind in ('dividends', 'splits')),
    source text not null,
    data_class text not null,
    missing jsonb not null,
    checked_at timestamptz not null,
    primary key (symbol, kind)
  )`,
  `create table fundamentals (
    symbol text primary key,
    figures jsonb not null,
    source text not null,
    data_class text not null,
    as_of timestamptz not null,
    missing jsonb not null,
    asked_at timestamptz,
    fetched_at timestamptz not null
  )`,
  `create table atm_iv (
    symbol text not null,
    session_date date not null,
    implied_volatility double precision check (implied_volatility > 0),
    method text,
    reason text,
    source text not null,
    recorded_at timestamptz not null default now(),
    primary key (symbol, session_date),
    constraint atm_iv_known_or_why check ((implied_volatility is null) = (reason is not null))
  )`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}
