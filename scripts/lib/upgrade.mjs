import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backUp, formatFileTime } from './backup.mjs'
import { readMigrations } from './database-copy.mjs'
import { readJson, writePrivate } from './folder-lock.mjs'
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

/** Backups before upgrades, oldest first: { file, applied }. `applied` names the migrations of the database at that time. */
function listBackups(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith(PREFIX) && name.endsWith('.backup'))
    .sort()
    .map((name) => ({ file: join(folder, name), applied: readJson(notesOf(join(folder, name)))?.applied ?? null }))
}

const notesOf = (file) => `${file}.json`

const describe = (names) =>
  Object.entries(names)
    .map(([service, list]) => `${service} ${list.at(-1)}`)
    .join(', ')

/** Whether this release knows every migration of a backup, and can therefore restore it. */
const isKnown = (applied, shipped) =>
  applied !== null && Object.keys(compareMigrations(applied, shipped).unknown).length === 0

function newerMessage({ unknown, shipped, folder, settings }) {
  const latest = listBackups(folder).findLast(({ applied }) => isKnown(applied, shipped))
  const place =
    settings.databaseUrl === null ? 'move DATA_DIR away' : 'empty the database of DATABASE_URL and move DATA_DIR away'
  const steps =
    latest === undefined
      ? `${place} and restore the backup that you made before the upgrade`
      : `copy ${latest.file} out of DATA_DIR, ${place}, and run "npm run restore -- COPY"`
  return (
    `The database was upgraded by a newer release of Callwright (${describe(unknown)}), which this release cannot use. ` +
    `Start the newer release, or go back: ${steps}, then start this release (docs/backup.md).`
  )
}

/**
 * Keeps the newest backup of each version of the database, and of those the newest three. A failed upgrade that is
 * tried again and again therefore replaces its own backup, not the one from before the upgrade.
 */
function prune(folder) {
  const kept = new Map()
  for (const backup of listBackups(folder)) {
    const version = JSON.stringify(backup.applied)
    const older = kept.get(version)
    if (older !== undefined) removeBackup(older)
    kept.delete(version)
    kept.set(version, backup)
  }
  for (const backup of [...kept.values()].slice(0, -KEPT)) removeBackup(backup)
}

function removeBackup({ file }) {
  rmSync(file, { force: true })
  rmSync(notesOf(file), { force: true })
}

/**
 * Before the migrations of an upgrade, backs up the database and the secrets to DATA_DIR/backups. Returns the file, or
 * null if there is nothing to migrate. Throws if a newer release has migrated the database, and if the backup fails,
 * because then there would be no way back.
 */
export async function prepareUpgrade({ settings, adminUrl, services, env, now = new Date() }) {
  const folder = join(settings.dataDir, 'backups')
  const shipped = Object.fromEntries(services.map((service) => [service, shippedBy(service)]))
  const applied = await readMigrations(adminUrl, services.map(schemaOf))
  const { pending, unknown, isNew } = compareMigrations(applied, shipped)
  if (Object.keys(unknown).length > 0) throw new Error(newerMessage({ unknown, shipped, folder, settings }))
  if (isNew || Object.keys(pending).length === 0 || env.UPGRADE_BACKUP === 'off') return null
  const file = join(folder, `${PREFIX}${formatFileTime(now)}.backup`)
  try {
    await backUp({ settings, adminUrl, file, passphrase: env.BACKUP_PASSPHRASE || null })
    writePrivate(notesOf(file), JSON.stringify({ applied }))
    prune(folder)
    return file
  } catch (error) {
    throw new Error(
      `The backup before the upgrade failed, so nothing was upgraded: ${error.message} ` +
        'Solve this, or make a backup of your own and set UPGRADE_BACKUP=off.',
      { cause: error },
    )
  }
}
