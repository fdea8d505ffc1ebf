import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureCluster } from './postgres-cluster.mjs'
import { binariesFor, databaseUser, dataFolderFor } from './postgres-home.mjs'
import { clearStaleLock } from './postgres-lock.mjs'

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
