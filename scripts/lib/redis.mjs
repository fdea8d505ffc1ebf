import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const servers = ['valkey-server', 'redis-server']

/** Full path of the first of these programs found on PATH, or null. */
export function onPath(names) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of names) {
      try {
        accessSync(join(folder, name), constants.X_OK)
        return join(folder, name)
      } catch {}
    }
  }
  return null
}

const run = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: 'ignore', env: { ...process.env, ...env } }).status === 0

function install(say) {
  if (process.getuid?.() === 0 && onPath(['apt-get'])) {
    say('Redis is not installed: installing it with apt-get')
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
    run('apt-get', ['update', '-qq'], quiet)
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'redis-server'], quiet)
  } else if (onPath(['brew'])) {
    say('Redis is not installed: installing it with brew')
    run('brew', ['install', 'redis'])
  }
}

/** The Redis-compatible server to run: the one on PATH, else installed now. */
export function findRedis(say) {
  const found = onPath(servers)
  if (found) return found
  install(say)
  const installed = onPath(servers)
  if (installed) return installed
  throw new Error(
    'No Redis: set REDIS_URL to a running one (noeviction), or install valkey or redis so that valkey-server or ' +
      'redis-server is on PATH (apt-get install redis-server, brew install redis), then start again',
  )
}

export const redisArguments = ({ port, dir, persistent }) => [
  ...['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--daemonize', 'no', '--save', ''],
  ...['--maxmemory-policy', 'noeviction', '--appendonly', persistent ? 'yes' : 'no', '--appendfsync', 'everysec'],
]
