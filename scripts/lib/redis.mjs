import { spawnSync } from 'node:child_process'
import { onPath } from './on-path.mjs'

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
