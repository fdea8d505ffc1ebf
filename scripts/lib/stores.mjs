import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
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
 * Whether a Redis responds. A demand for a password counts as a response, but an error such as "loading" does not. With
 * TLS, Redis is assumed to respond.
 */
export function redisAnswers(url, milliseconds = 1_000) {
  const { protocol, hostname, port } = new URL(url)
  if (protocol === 'rediss:') return Promise.resolve(true)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) })
    const end = (answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(milliseconds, () => end(false))
    socket.once('error', () => end(false))
    socket.once('connect', () => socket.write('PING\r\n'))
    socket.once('data', (data) => end(/^(\+PONG|-NOAUTH|-DENIED)/.test(String(data))))
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

/** Redis in DATA_DIR/redis: { spec, url, program }. */
export function redisStore({ dataDir, redisPort }, say) {
  const program = findRedis(say)
  const dir = join(dataDir, 'redis')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const url = `redis://127.0.0.1:${redisPort}`
  const spec = {
    name: 'redis',
    stage: 'store',
    command: program,
    args: redisArguments({ port: redisPort, dir, persistent: true }),
    env: {},
    quiet: true,
    ready: () => redisAnswers(url),
  }
  return { spec, url, program }
}
