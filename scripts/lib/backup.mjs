import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { isEncrypted, packFolder, unpackFile } from './backup-file.mjs'
import { dumpDatabase, loadDatabase, withClient } from './database-copy.mjs'
import { databasePassword, readJson, takeFolderLock, transferFolderLock } from './folder-lock.mjs'
import { identityOf } from './processes.mjs'
import { readRun } from './run-file.mjs'
import { migrateTo, provisionSchemas, serviceSchemas } from './services.mjs'
import { inRoot } from './tool.mjs'

/** Bump when an older release could not read the file. */
const FORMAT = 1
const MANIFEST = 'manifest.json'
const NAME = /^callwright-\d{8}T\d{6}Z\.backup$/

const adminUrlOf = (dataDir, host) => `postgres://postgres:${databasePassword(dataDir)}@${host}/postgres`

/** Starts PostgreSQL on the data folder for the time of one command: { adminUrl, folder, close }. */
export async function startDatabase({ dataDir, pgPort }) {
  const options = { dataDir: join(dataDir, 'postgres'), port: pgPort }
  const child = spawn(process.execPath, [inRoot('scripts', 'pg.mjs'), JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, PG_PASSWORD: databasePassword(dataDir) },
  })
  let last = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    last = `${last}${text}`.slice(-1_000)
  })
  const ended = new Promise((done) => child.once('exit', done))
  const folder = await new Promise((done, fail) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, ready] = /^postgres ready \d+ (.+)$/.exec(line) ?? []
      if (ready) done(ready)
    })
    child.once('exit', () => fail(new Error(`PostgreSQL did not start: ${last.trim()}`)))
  })
  const close = async () => {
    child.kill('SIGINT')
    await ended
  }
  return { adminUrl: adminUrlOf(dataDir, `127.0.0.1:${pgPort}`), folder, close }
}

/** Locks the data folder for this command, so that no `npm start` begins meanwhile; returns how to release it. */
function lockFolder(dataDir) {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  const holder = takeFolderLock(dataDir, { pid: process.pid, identity: identityOf(process.pid) })
  if (holder === null) return () => transferFolderLock(dataDir, null)
  throw new Error(`Process ${holder.pid} is using DATA_DIR=${dataDir}. Stop it, or wait until Callwright is ready.`)
}

/** The database to back up: the operator's own, that of the running product, or one started for this command. */
async function openForBackup(settings) {
  const { dataDir, databaseUrl } = settings
  const run = readRun(dataDir)
  if (databaseUrl !== null) return { adminUrl: databaseUrl, close: async () => {} }
  if (run !== null) {
    return { adminUrl: adminUrlOf(dataDir, new URL(run.databaseUrls.auth).host), close: async () => {} }
  }
  if (!existsSync(join(dataDir, 'secrets', 'postgres-admin'))) {
    throw new Error(`DATA_DIR=${dataDir} has no database to back up.`)
  }
  const release = lockFolder(dataDir)
  try {
    const { adminUrl, close } = await startDatabase(settings)
    return { adminUrl, close: () => close().finally(release) }
  } catch (error) {
    release()
    throw error
  }
}

const readRelease = () => JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).version

/** Time as part of a file name: 20261127T213000Z. */
export const formatFileTime = (time) => time.toISOString().replace(/[-:]|\.\d+/g, '')

/** File for a backup: the one that was named, or one named after the time in a folder. */
export const chooseFile = ({ file, dir, now = new Date() }) =>
  file === undefined ? join(resolve(dir), `callwright-${formatFileTime(now)}.backup`) : resolve(file)

const WORK = '.callwright-backup-'
const DAY_MS = 86_400_000

/** Removes what a backup that was killed has left, which is not encrypted. */
function removeInterrupted(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (name.startsWith(WORK) && Date.now() - statSync(path).mtimeMs > DAY_MS) rmSync(path, { recursive: true })
  }
}

/**
 * Writes all rows and secrets into one file, while the product runs or not. The file is readable by its owner only and
 * appears when it is complete. `adminUrl` names a database that already runs. Returns { file, rows, bytes }.
 */
export async function backUp({ settings, file, passphrase, adminUrl = null }) {
  if (existsSync(file)) throw new Error(`${file} exists already. Choose another name.`)
  mkdirSync(dirname(file), { recursive: true })
  removeInterrupted(dirname(file))
  const work = mkdtempSync(join(dirname(file), WORK))
  try {
    const database = adminUrl === null ? await openForBackup(settings) : { adminUrl, close: async () => {} }
    let described
    try {
      described = await dumpDatabase(database.adminUrl, serviceSchemas, work)
    } finally {
      await database.close()
    }
    if (described.tables.length === 0) throw new Error('The database has no tables of Callwright.')
    const secrets = join(settings.dataDir, 'secrets')
    if (existsSync(secrets)) cpSync(secrets, join(work, 'secrets'), { recursive: true })
    const manifest = { format: FORMAT, release: readRelease(), createdAt: new Date().toISOString(), ...described }
    writeFileSync(join(work, MANIFEST), JSON.stringify(manifest, null, 2))
    await packFolder(work, file, passphrase)
    return { file, rows: countRows(described.tables), bytes: statSync(file).size }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const countRows = (tables) => tables.reduce((sum, { rows }) => sum + rows, 0)

/** Deletes all but the newest backups that were named after their time; returns the deleted names. */
export function removeOldBackups(dir, keep) {
  const names = readdirSync(dir).filter((name) => NAME.test(name))
  const old = names.sort().slice(0, Math.max(0, names.length - keep))
  for (const name of old) rmSync(join(dir, name))
  return old
}

/** Rejects unless nothing would be overwritten. */
async function requireEmpty({ dataDir, databaseUrl }) {
  const taken = ['postgres', 'secrets'].filter((name) => existsSync(join(dataDir, name)))
  if (taken.length > 0) {
    const folders = taken.map((name) => join(dataDir, name)).join(' and ')
    throw new Error(`${folders} exists. Restore needs an empty DATA_DIR: stop Callwright and move the folder away.`)
  }
  if (databaseUrl === null) return
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query('select tablename from pg_tables where schemaname = any($1) limit 1', [serviceSchemas]),
  )
  if (rows.length > 0)
    throw new Error('The database of DATABASE_URL has tables of Callwright. Restore needs an empty one.')
}

function readManifest(work) {
  const manifest = readJson(join(work, MANIFEST))
  if (manifest === null || !Number.isInteger(manifest.format))
    throw new Error('The file is not a backup of Callwright.')
  if (manifest.format <= FORMAT) return manifest
  throw new Error(`The backup was made by release ${manifest.release}, which is newer. Restore it with that release.`)
}

/** Brings the schemas to the versions of the backup. */
async function prepareSchemas(manifest, { settings, adminUrl }) {
  const common = { DATA_DIR: settings.dataDir, PROFILE: process.env.PROFILE || 'development', LOG_LEVEL: 'warn' }
  const urls = await provisionSchemas({ common, adminUrl })
  for (const [service, url] of Object.entries(urls)) {
    const applied = manifest.migrations[service.replaceAll('-', '_')] ?? []
    const last = applied.at(-1)
    if (last === undefined) continue
    try {
      await migrateTo(service, { common, url, to: last })
    } catch (error) {
      throw new Error(
        `This release does not know the backup's version of ${service} (${last}). Restore it with release ${manifest.release} or a newer one.`,
        { cause: error },
      )
    }
  }
}

/**
 * Restores a backup into an empty data folder or an empty database. Every table is compared with its digest before
 * anything is kept; after a failure, the folder is as empty as before. Returns { rows, release, createdAt }.
 */
export async function restore({ settings, file, passphrase }) {
  if (!existsSync(file)) throw new Error(`${file} does not exist.`)
  await requireEmpty(settings)
  if (isEncrypted(file) && !passphrase) {
    throw new Error('This backup is encrypted. Set BACKUP_PASSPHRASE to its passphrase.')
  }
  const { dataDir } = settings
  const release = lockFolder(dataDir)
  const work = mkdtempSync(join(dataDir, '.restore-'))
  let database = null
  try {
    await unpackFile(file, work, passphrase)
    const manifest = readManifest(work)
    const secrets = join(work, 'secrets')
    if (existsSync(secrets)) {
      cpSync(secrets, join(dataDir, 'secrets'), { recursive: true })
      chmodSync(join(dataDir, 'secrets'), 0o700)
    }
    database =
      settings.databaseUrl === null
        ? await startDatabase(settings)
        : { adminUrl: settings.databaseUrl, folder: null, close: async () => {} }
    await prepareSchemas(manifest, { settings, adminUrl: database.adminUrl })
    await loadDatabase(database.adminUrl, manifest, work)
    await database.close()
    return { rows: countRows(manifest.tables), release: manifest.release, createdAt: manifest.createdAt }
  } catch (error) {
    await database?.close()
    const left = [join(dataDir, 'secrets'), join(dataDir, 'postgres'), database?.folder ?? null]
    for (const folder of left) if (folder !== null) rmSync(folder, { recursive: true, force: true })
    throw error
  } finally {
    rmSync(work, { recursive: true, force: true })
    release()
  }
}
