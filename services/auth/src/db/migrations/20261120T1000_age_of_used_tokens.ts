import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create index refresh_token_used on refresh_token (issued_at) where used_at is not null`.execute(database)
}
