import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backUp } from './backup.mjs'
import { readMigrations } from './database-copy.mjs'
import { inRoot } from './tool.mjs'

const MIGRATION = /^(\d{8}T\d{4}_\w+)\.ts$/
const KEPT = 3
const PREFIX = 'before-upgrade-'

const schemaOf = (service) => service.replaceAll('-', '_')

/** Names of the migrations that a service ships in this release. */
function shippedBy(service) {
  const folder = inRoot('services', service, 'src', 'db', 'migrations')
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((file) => MIGRATION.exec(file)?.[1] ?? [])
}

/**
 * Compares the migrations of a database with those of this release, by service: `pending` ones are not applied yet,
 * `unknown` ones were applied by a newer release. `isNew` is true for a database without any.
 */
export function compareMigrations(applied, shipped) {
  const differences = { pending: {}, unknown: {}, isNew: Object.values(applied).every((names) => names.length === 0) }
  for (const [service, names] of Object.entries(shipped)) {
    const done = applied[schemaOf(service)] ?? []
    const pending = names.filter((name) => !done.includes(name))
    const unknown = done.filter((name) => !names.includes(name))
    if (pending.length > 0) differences.pending[service] = pending
    if (unknown.length > 0) differences.unknown[service] = unknown
  }
  return differences
}

const backupsIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.startsWith(PREFIX))
        .sort()
    : []

const describe = (names) =>
  Object.entries(names)
    .map(([service, list]) => `${service} ${list.at(-1)}`)
    .join(', ')

function newerMessage(unknown, folder) {
  const latest = backupsIn(folder).at(-1)
  const backup = latest === undefined ? 'the backup that you made before the upgrade' : join(folder, latest)
  return (
    `The database was upgraded by a newer release of Callwright (${describe(unknown)}), which this release cannot use. ` +
    `Start the newer release, or go back: move DATA_DIR away, run "npm run restore -- ${backup}" with an empty DATA_DIR, ` +
    'and start this release (docs/backup.md).'
  )
}

/**
 * Before the migrations of an upgrade, backs up the database and the secrets to DATA_DIR/backups and keeps the newest
 * three such files. Returns the file, or null if there is nothing to migrate. Throws if a newer release has migrated
 * the database, and if the backup fails, because then there would be no way back.
 */
export async function prepareUpgrade({ settings, adminUrl, services, env }) {
  const folder = join(settings.dataDir, 'backups')
  const shipped = Object.fromEntries(services.map((service) => [service, shippedBy(service)]))
  const applied = await readMigrations(adminUrl, services.map(schemaOf))
  const { pending, unknown, isNew } = compareMigrations(applied, shipped)
  if (Object.keys(unknown).length > 0) throw new Error(newerMessage(unknown, folder))
  if (isNew || Object.keys(pending).length === 0 || env.UPGRADE_BACKUP === 'off') return null
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  try {
    const passphrase = env.BACKUP_PASSPHRASE || null
    const { file } = await backUp({ settings, adminUrl, file: join(folder, `${PREFIX}${time}.backup`), passphrase })
    for (const name of backupsIn(folder).slice(0, -KEPT)) rmSync(join(folder, name))
    return file
  } catch (error) {
    throw new Error(
      `The backup before the upgrade failed, so nothing was upgraded: ${error.message} ` +
        'Solve this, or make a backup of your own and set UPGRADE_BACKUP=off.',
      { cause: error },
    )
  }
}
