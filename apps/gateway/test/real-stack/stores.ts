import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readTestUrl, waitFor } from '@callwright/service/testing'
import { Redis } from 'ioredis'
import { expectAlive, findFreePorts, type RealProcess, startProcess } from './processes.ts'

/** Can be killed and restarted without losing its data. */
export interface RealStore {
  readonly url: string
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** PostgreSQL in `folder` with its default durability: a crash loses no committed data. */
export async function openPostgres(folder: string): Promise<RealStore> {
  const [port = 0] = await findFreePorts(1)
  const password = randomBytes(12).toString('hex')
  const options = JSON.stringify({ dataDir: join(folder, 'postgres'), port, initFlags: ['--no-sync'] })
  const readServer = (server: RealProcess) => Number(/^postgres ready (\d+)/m.exec(server.output())?.[1] ?? 0)
  let server: RealProcess

  /** Retries, because child processes of the killed server may still hold its data folder. */
  async function start(): Promise<void> {
    server = startProcess(['scripts/pg.mjs', options], { PG_PASSWORD: password })
    await waitFor('PostgreSQL', () => {
      if (server.child.exitCode !== null) server = startProcess(['scripts/pg.mjs', options], { PG_PASSWORD: password })
      return readServer(server) !== 0
    })
  }
  await start()
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    start,
    async kill() {
      process.kill(readServer(server), 'SIGKILL')
      await waitFor('PostgreSQL to end', () => server.child.exitCode !== null)
    },
    close: () => server.end('SIGTERM'),
  }
}

/** Redis in `folder`. Runs the test command's binary with the same persistence settings as `npm start`. */
export async function openRedisServer(folder: string): Promise<RealStore> {
  const [port = 0] = await findFreePorts(1)
  const dir = join(folder, 'redis')
  mkdirSync(dir)
  const program = await readInfo(readTestUrl('TEST_REDIS_URL'), 'executable')
  const url = `redis://127.0.0.1:${port}`
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', '', '--appendonly', 'yes']
  let server: RealProcess

  async function start(): Promise<void> {
    server = startProcess(['scripts/tied.mjs', program, ...settings, '--maxmemory-policy', 'noeviction'])
    await waitFor('Redis', () => {
      expectAlive(server)
      return server.output().includes('Ready to accept connections')
    })
  }
  await start()
  return {
    url,
    start,
    async kill() {
      process.kill(Number(await readInfo(url, 'process_id')), 'SIGKILL')
      await waitFor('Redis to end', () => server.child.exitCode !== null)
    },
    close: () => server.end('SIGTERM'),
  }
}

async function readInfo(url: string, name: string): Promise<string> {
  const redis = new Redis(url)
  const info = await redis.info('server')
  redis.disconnect()
  const found = new RegExp(`^${name}:(.+?)\\r?$`, 'm').exec(info)?.[1]
  if (found === undefined) throw new Error(`Redis INFO has no ${name}`)
  return found
}
