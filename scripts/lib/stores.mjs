import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { databasePassword } from './private-files.mjs'
import { identityOf } from './processes.mjs'
import { findRedis, redisArguments } from './redis.mjs'
import { redisAnswers } from './redis-ping.mjs'
import { inRoot } from './root.mjs'

/** PostgreSQL under DATA_DIR/postgres: { spec, adminUrl, server() } for the supervisor. */
export function postgresStore({ dataDir, pgPort }) {
  const password = databasePassword(dataDir)
  let server = null
  const spec = {
    name: 'postgres',
    stage: 'store',
    command: process.execPath,
    args: [inRoot('scripts', 'pg.mjs'), JSON.stringify({ dataDir: join(dataDir, 'postgres'), port: pgPort })],
    env: { PG_PASSWORD: password },
    quiet: true,
    onLine: (line) => {
      const found = /^postgres ready (\d+)$/.exec(line)
      if (found)
        server = { name: 'postgres server', stage: 'server', pid: Number(found[1]), identity: identityOf(found[1]) }
    },
    ready: async () => server !== null,
  }
  return { spec, adminUrl: `postgres://postgres:${password}@127.0.0.1:${pgPort}/postgres`, server: () => server }
}

/** Redis under DATA_DIR/redis: { spec, url, program }. */
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
