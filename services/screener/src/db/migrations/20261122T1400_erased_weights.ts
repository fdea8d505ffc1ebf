import { type Kysely, sql } from 'kysely'

/** Adds the version at which weights were last deleted: replicas at an older version reload all weights. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table rating_weights_version add column removed_version bigint not null default 0`.execute(database)
}
