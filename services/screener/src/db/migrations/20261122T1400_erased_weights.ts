import { type Kysely, sql } from 'kysely'

/** The version at which somebody's weights last disappeared: who knows less must read everything again. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table rating_weights_version add column removed_version bigint not null default 0`.execute(database)
}
