import { Kysely, PostgresDialect } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { Pool } from 'pg'

/** Forward-only migrations by name, which starts with a timestamp: `{ '20261120T0900_accounts': { up } }`. */
export type Migrations = Readonly<Record<string, Migration>>

export const MIGRATION_TABLE = 'schema_migration'

/**
 * Migrates one service's schema to the newest version. Concurrent runs are safe, because the migrator takes a lock.
 * Returns the names of the applied migrations.
 */
export async function migrate(options: { url: string; migrations: Migrations }): Promise<string[]> {
  const pool = new Pool({ connectionString: options.url, max: 1, connectionTimeoutMillis: 10_000 })
  // Without a listener, a lost connection would crash the process; the current statement fails either way.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const database = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    const migrator = new Migrator({
      db: database,
      provider: { getMigrations: async () => ({ ...options.migrations }) },
      migrationTableName: MIGRATION_TABLE,
      migrationLockTableName: 'schema_migration_lock',
    })
    const { error, results } = await migrator.migrateToLatest()
    if (error !== undefined) throw error
    return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
  } finally {
    await database.destroy()
  }
}
