import { type Kysely, sql } from 'kysely'

/**
 * Adds chains and the events of a call's life to the ledger. Every position becomes a chain of its own with the
 * position's id. No event is written, because replaying the ledger reads the terms of earlier events.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table chain (
      user_id text not null,
      id text not null,
      symbol text not null,
      account text,
      tax_deferred boolean not null default false,
      intent text check (intent in ('keep_shares', 'happy_to_sell')),
      note text,
      state text not null default 'open' check (state in ('open', 'ended', 'empty')),
      shares numeric(18, 6) not null default 0,
      open_contracts integer not null default 0,
      cost_usd numeric(18, 4) not null default 0,
      premium_received_usd numeric(18, 4) not null default 0,
      paid_to_close_usd numeric(18, 4) not null default 0,
      fees_usd numeric(18, 4) not null default 0,
      dividends_usd numeric(18, 4) not null default 0,
      realized_options_usd numeric(18, 4) not null default 0,
      realized_stock_usd numeric(18, 4) not null default 0,
      cash_usd numeric(18, 4) not null default 0,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp(),
      primary key (user_id, id)
    )`,
    `alter table position
      add column chain_id text,
      add column shares_from text not null default 'new' check (shares_from in ('new', 'held')),
      add column multiplier numeric(14, 6) not null default 100 check (multiplier > 0),
      add column deliverable_shares numeric(14, 6) not null default 100 check (deliverable_shares >= 0),
      add column ended_on date,
      add column has_events boolean not null default false,
      drop constraint position_contracts_check,
      add constraint position_contracts_check check (contracts >= 0)`,
    'update position set chain_id = id',
    `insert into chain (user_id, id, symbol, state, shares, open_contracts, cost_usd, premium_received_usd, cash_usd)
      select user_id, id, ticker,
        case when deleted_at is null then 'open' else 'empty' end,
        case when deleted_at is null then contracts * 100 else 0 end,
        case when deleted_at is null then contracts else 0 end,
        case when deleted_at is null then entry_price * contracts * 100 else 0 end,
        case when deleted_at is null then entry_premium * contracts * 100 else 0 end,
        case when deleted_at is null then (entry_premium - entry_price) * contracts * 100 else 0 end
      from position`,
    'alter table position alter column chain_id set not null',
    'alter table position add foreign key (user_id, chain_id) references chain (user_id, id)',
    'create index position_chain on position (user_id, chain_id)',
    `alter table position_event
      alter column position_id drop not null,
      drop constraint position_event_kind_check,
      add constraint position_event_kind_check check (kind in (
        'open', 'edit', 'delete', 'restore', 'close', 'expire', 'assign', 'roll', 'write_more', 'buy_shares',
        'sell_shares', 'dividend', 'adjust', 'join', 'note', 'void', 'dismiss')),
      add column event_id text,
      add column chain_id text,
      add column occurred_at timestamptz,
      add column body jsonb,
      add column voids text,
      add column note text,
      add column source text not null default 'manual' check (source in ('manual', 'confirmed', 'import')),
      add foreign key (user_id, chain_id) references chain (user_id, id)`,
    'create unique index position_event_id on position_event (user_id, event_id) where event_id is not null',
    'create index position_event_user on position_event (user_id, sequence)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(database)
}
