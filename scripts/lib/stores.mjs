import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { databasePassword } from './private-files.mjs'
import { identityOf } from './processes.mjs'
import { findRedis, redisArguments } from './redis.mjs'
import { redisAnswers } from './redis-ping.mjs'
import { inRoot } from './root.mjs'

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
