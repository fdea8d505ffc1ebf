import { type Kysely, sql } from 'kysely'

/**
 * Creates the tables for positions, their ledger, and responses that are stored for retries. The ledger already has the
 * columns for closing or rolling a position: contracts, price, fees and the linked position.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table position (
      user_id text not null,
      id text not null,
      ticker text not null,
      entry_date date not null,
      expiry_date date not null,
      strike_price numeric(12, 4) not null check (strike_price > 0),
      entry_premium numeric(12, 4) not null check (entry_premium >= 0),
      entry_price numeric(12, 4) not null check (entry_price > 0),
      contracts integer not null check (contracts > 0),
      notes text,
      created_at timestamptz not null default clock_timestamp(),
      updated_at timestamptz not null default clock_timestamp(),
      deleted_at timestamptz,
      primary key (user_id, id),
      constraint position_ends_after_entry check (expiry_date >= entry_date)
    )`,
    'create index position_shown on position (user_id, created_at, id) where deleted_at is null',
    `create table position_event (
      sequence bigint generated always as identity primary key,
      user_id text not null,
      position_id text not null,
      kind text not null
        check (kind in ('open', 'edit', 'delete', 'restore', 'close', 'expire', 'assign', 'roll')),
      terms jsonb,
      contracts integer check (contracts > 0),
      price numeric(12, 4) check (price >= 0),
      fees_usd numeric(12, 4) check (fees_usd >= 0),
      occurred_on date,
      linked_position_id text,
      recorded_at timestamptz not null default clock_timestamp(),
      foreign key (user_id, position_id) references position (user_id, id),
      foreign key (user_id, linked_position_id) references position (user_id, id)
    )`,
    'create index position_event_position on position_event (user_id, position_id, sequence)',
    `create index position_event_linked on position_event (user_id, linked_position_id)
      where linked_position_id is not null`,
    `create function refuse_ledger_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and old.user_id = current_setting('portfolio.erased_user', true) then
        return old;
      end if;
      raise exception 'position_event only grows' using errcode = 'restrict_violation';
    end $$`,
    `create trigger position_event_append_only before update or delete on position_event
      for each row execute function refuse_ledger_change()`,
    `create trigger position_event_no_truncate before truncate on position_event
      for each statement execute function refuse_ledger_change()`,
    `create table kept_answer (
      user_id text not null,
      key text not null,
      fingerprint text not null,
      answer json not null,
      created_at timestamptz not null default clock_timestamp(),
      primary key (user_id, key)
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(database)
}
