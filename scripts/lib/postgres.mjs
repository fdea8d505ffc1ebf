import { spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { binariesFor, databaseUser, dataFolderFor } from './postgres-home.mjs'
import { commandOf, end, identityOf } from './processes.mjs'

const READY = 'database system is ready to accept connections'

/** How many processes still hold the shared memory that a lock file names (its seventh line: key and id). */
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
 * A server that outlived its keeper (kill -9) is stopped. A lock file that remains goes only when nothing of the old
 * server works on the files any more; PostgreSQL itself would be fooled by a zombie or by a reused process number.
 */
async function clearStale(dataDir) {
  const lock = join(dataDir, 'postmaster.pid')
  if (!existsSync(lock)) return
  const text = readFileSync(lock, 'utf8')
  const pid = Number(text.split('\n')[0])
  const command = commandOf(pid)
  if (command.includes('postgres') && command.includes(dataDir)) {
    await end(pid, identityOf(pid), { name: 'SIGINT' })
  }
  for (let waited = 0; holders(text) > 0; waited += 100) {
    if (waited > 10_000) throw new Error(`Processes of an earlier PostgreSQL still work on ${dataDir}: end them first`)
    await delay(100)
  }
  rmSync(lock, { force: true })
}

function initialise(dataDir, { native, user, password, initFlags }) {
  const half = join(dirname(dataDir), 'postgres.password')
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { mode: 0o700 })
  writeFileSync(half, `${password}\n`, { mode: 0o600 })
  try {
    if (user.uid !== undefined) {
      chownSync(dataDir, user.uid, user.gid)
      chownSync(half, user.uid, user.gid)
    }
    const made = spawnSync(
      join(native, 'bin', 'initdb'),
      [
        `--pgdata=${dataDir}`,
        '--username=postgres',
        `--pwfile=${half}`,
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
    writeFileSync(join(dataDir, 'callwright.initialised'), '')
  } finally {
    rmSync(half, { force: true })
  }
}

/**
 * Starts PostgreSQL on 127.0.0.1 and resolves when it accepts connections: { child, dataDir }.
 * The cluster is made on first use; a cluster whose making was cut short is made again.
 */
export async function startPostgres({ dataDir: wanted, port, password, flags = [], initFlags = [], onLog }) {
  const user = databaseUser()
  const native = binariesFor(user)
  const dataDir = dataFolderFor(wanted, user, password)
  await clearStale(dataDir)
  if (!existsSync(join(dataDir, 'callwright.initialised'))) {
    initialise(dataDir, { native, user, password, initFlags })
  }
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
