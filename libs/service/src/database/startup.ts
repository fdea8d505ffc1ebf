import { type Kysely, sql } from 'kysely'
import type { Runtime } from '../runtime/runtime.ts'
import { MIGRATION_TABLE, type Migrations } from './migrate.ts'

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
