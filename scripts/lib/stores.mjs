import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { databasePassword } from './folder-lock.mjs'
import { identityOf } from './processes.mjs'
import { onPath } from './programs.mjs'
import { inRoot } from './tool.mjs'

const servers = ['valkey-server', 'redis-server']

const run = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: 'ignore', env: { ...process.env, ...env } }).status === 0

function install(say) {
  if (process.getuid?.() === 0 && onPath(['apt-get'])) {
    say('Redis is not installed. Installing it with apt-get.')
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
    run('apt-get', ['update', '-qq'], quiet)
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], quiet)
  } else if (onPath(['brew'])) {
    say('Redis is not installed. Installing it with brew.')
    run('brew', ['install', 'redis'])
  }
}

/** Finds a Redis-compatible server on PATH, or installs one. */
export function findRedis(say) {
  const found = onPath(servers)
  if (found) return found
  install(say)
  const installed = onPath(servers)
  if (installed) return installed
  throw new Error(
    'Redis not found. Set REDIS_URL to a running server (noeviction), or install valkey or redis so that valkey-server or ' +
      'redis-server is on PATH (apt-get install redis-server, brew install redis), then try again.',
  )
}

export const redisArguments = ({ port, dir, persistent }) => [
  ...['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--daemonize', 'no', '--save', ''],
  ...['--maxmemory-policy', 'noeviction', '--appendonly', persistent ? 'yes' : 'no', '--appendfsync', 'everysec'],
]

/**
 * Whether a Redis serves. A demand for a password counts, but an error such as "loading" does not. With TLS, Redis is
 * assumed to serve.
 */
export async function redisAnswers(url, milliseconds = 1_000) {
  if (new URL(url).protocol === 'rediss:') return true
  return /^(\+PONG|-NOAUTH|-DENIED)/.test((await pingRedis(url, milliseconds)) ?? '')
}

/** Response to PING, or null without one. */
function pingRedis(url, milliseconds) {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) })
    const end = (answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(milliseconds, () => end(null))
    socket.once('error', () => end(null))
    socket.once('connect', () => socket.write('PING\r\n'))
    socket.once('data', (data) => end(String(data)))
  })
}

/** PostgreSQL in DATA_DIR/postgres, for the supervisor: { spec, adminUrl, server(), movedTo() }. */
export function postgresStore({ dataDir, pgPort }) {
  const password = databasePassword(dataDir)
  const wanted = join(dataDir, 'postgres')
  let server = null
  let movedTo = null
  const spec = {
    name: 'postgres',
    stage: 'store',
    command: process.execPath,
    args: [inRoot('scripts', 'pg.mjs'), JSON.stringify({ dataDir: wanted, port: pgPort })],
    env: { PG_PASSWORD: password },
    quiet: true,
    onLine: (line) => {
      const [, pid, folder] = /^postgres ready (\d+) (.+)$/.exec(line) ?? []
      if (!pid) return
      server = { name: 'postgres server', stage: 'server', pid: Number(pid), identity: identityOf(pid) }
      movedTo = folder === wanted ? null : folder
    },
    ready: async () => server !== null,
  }
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${pgPort}/postgres`
  return { spec, adminUrl, server: () => server, movedTo: () => movedTo }
}

/** Redis in DATA_DIR/redis: { spec, url, program, isDamaged(output), setJournalAside() }. */
export function redisStore({ dataDir, redisPort }, say) {
  const program = findRedis(say)
  const dir = join(dataDir, 'redis')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const url = `redis://127.0.0.1:${redisPort}`
  const spec = {
    name: 'redis',
    stage: 'store',
    command: process.execPath,
    args: [inRoot('scripts', 'tied.mjs'), program, ...redisArguments({ port: redisPort, dir, persistent: true })],
    env: {},
    quiet: true,
    wrapped: true,
    ready: () => redisAnswers(url),
    responds: async () => (await pingRedis(url, 5_000)) !== null,
  }
  const journal = join(dir, 'appendonlydir')
  /** Moves a damaged journal aside. Redis holds caches and job queues, which are filled again. */
  function setJournalAside() {
    const aside = join(dir, `damaged-${Date.now()}`)
    renameSync(journal, aside)
    return aside
  }
  const isDamaged = (output) => existsSync(journal) && /append.only file|AOF/i.test(output)
  return { spec, url, program, isDamaged, setJournalAside }
}
