import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { Pool } from 'pg'
import type { Runtime } from '../runtime/runtime.ts'

/** Forward-only migrations by name, which starts with a timestamp: `{ '20261120T0900_accounts': { up } }`. */
export type Migrations = Readonly<Record<string, Migration>>

export const MIGRATION_TABLE = 'schema_migration'

interface MigrateOptions {
  readonly url: string
  readonly migrations: Migrations
  /** Name of the last migration to apply; undefined applies all. A restore loads rows at the version of their backup. */
  readonly to?: string | undefined
}

/**
 * Migrates one service's schema. Concurrent runs are safe, because the migrator takes a lock. Returns the names of the
 * applied migrations. Rejects if `to` is unknown.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
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
    const { error, results } =
      options.to === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(options.to)
    if (error !== undefined) throw explain(error)
    return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
  } finally {
    await database.destroy()
  }
}

/** Kysely calls a database corrupted that a newer release has migrated. */
function explain(error: unknown): unknown {
  const [, name] = /previously executed migration (\S+) is missing/.exec(String(error)) ?? []
  if (name === undefined) return error
  return new Error(
    `The database was upgraded by a newer release (${name}). Start that release, or restore the backup from before the upgrade (docs/backup.md).`,
    { cause: error },
  )
}

/**
 * Reports the process as started once all migrations that ship with it are applied. The database may have newer ones:
 * during a rollout, the newer release migrates first.
 */
export function awaitMigrations<Tables>(runtime: Runtime, database: Kysely<Tables>, migrations: Migrations): void {
  runtime.health.addStartup({
    name: 'postgres:migrations',
    run: async () => {
      const { rows } = await sql<{ name: string }>`select name from ${sql.table(MIGRATION_TABLE)}`.execute(database)
      const applied = new Set(rows.map(({ name }) => name))
      const missing = Object.keys(migrations).filter((name) => !applied.has(name))
      if (missing.length > 0) throw new Error(`Not applied yet: ${missing.join(', ')}`)
    },
  })
}
