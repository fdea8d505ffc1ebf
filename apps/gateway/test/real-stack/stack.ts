import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTcpProxy, waitFor } from '@callwright/service/testing'
import { type Upstream, upstreams } from '../../src/config.ts'
import type { Summary } from '../../src/ops/monitor.ts'
import { expectAlive, findFreePorts, type RealProcess, runScript, startProcess } from './processes.ts'
import { openPostgres, openRedisServer } from './stores.ts'

export type Part = Upstream | 'gateway' | 'worker'
const parts: readonly Part[] = [...upstreams, 'worker', 'gateway']

const shiftClock = join(import.meta.dirname, 'shift-clock.mjs')
const OPS_TOKEN = 'the-ops-token-of-a-whole-stack'

const entries: Readonly<Partial<Record<Part, string>>> = {
  gateway: 'apps/gateway/src/main.ts',
  worker: 'services/screener/src/worker.ts',
}
const entryOf = (part: Part) => entries[part] ?? `services/${part}/src/main.ts`
const ownerOf = (part: Part) => (part === 'worker' ? 'screener' : part)
const nameUrl = (part: Part) => `${part.replaceAll('-', '_').toUpperCase()}_URL`
const loopback = (port: number) => `http://127.0.0.1:${port}`

export type RealStack = Awaited<ReturnType<typeof openRealStack>>

/** Creates a role and a schema per service, as `npm start` does, and returns their URLs. */
async function makeSchemas(env: Readonly<Record<string, string>>): Promise<Record<Upstream, string>> {
  const output = await runScript(['libs/service/src/main.ts'], env)
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Record<Upstream, string>
}

/**
 * Starts all processes with their own PostgreSQL and Redis on a made-up market. Tests kill and restart them. `settings`
 * are additional environment variables of all processes.
 */
export async function openRealStack(settings: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'callwright-faults-'))
  // Execute-only for others: PostgreSQL runs as another user if root starts the tests.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const pack = join(folder, 'pack')
  mkdirSync(dataDir)
  const [postgres, redis, ports] = await Promise.all([
    openPostgres(folder),
    openRedisServer(folder),
    findFreePorts(2 * parts.length),
    runScript(['services/market-data/src/providers/recorded/make-invented-pack.ts', pack]),
  ])
  const urls = await makeSchemas({ DATA_DIR: dataDir, PROFILE: 'test', DATABASE_URL: postgres.url })
  const address = new URL(urls.portfolio)
  const portfolioDatabase = await openTcpProxy({ host: address.hostname, port: Number(address.port) })
  address.port = String(portfolioDatabase.port)
  const portOf = (part: Part) => ports[parts.indexOf(part)] ?? 0
  const opsPortOf = (part: Part) => ports[parts.length + parts.indexOf(part)] ?? 0

  const shared = {
    DATA_DIR: dataDir,
    PROFILE: 'test',
    OPS_TOKEN,
    WEB_ROOT: join(folder, 'no-web'),
    REDIS_CACHE_URL: redis.url,
    REDIS_QUEUE_URL: redis.url,
    REFRESH_COOLDOWN_MS: '0',
    // One user sends more than the default budget, which has tests of its own.
    REQUESTS_PER_MINUTE: '100000000',
    MARKET_DATA_PROVIDER: 'recorded',
    RECORDED_DATA_DIR: pack,
    ...Object.fromEntries(upstreams.map((part) => [nameUrl(part), loopback(portOf(part))])),
    ...Object.fromEntries(
      upstreams.map((part) => [nameUrl(part).replace('_URL', '_OPS_URL'), loopback(opsPortOf(part))]),
    ),
    ...settings,
  }
  const databaseUrls: Readonly<Partial<Record<string, string>>> = { ...urls, portfolio: address.href }
  const environmentOf = (part: Part) => {
    const databaseUrl = databaseUrls[ownerOf(part)]
    return {
      ...shared,
      PORT: String(portOf(part)),
      OPS_PORT: String(opsPortOf(part)),
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    }
  }
  const started: RealProcess[] = []
  const running = new Map<Part, RealProcess>()

  /** `own` are additional environment variables of this process. */
  async function start(part: Part, own: Readonly<Record<string, string>> = {}): Promise<void> {
    const flags = [
      '--disable-warning=ExperimentalWarning',
      ...(own.CLOCK_SHIFT_MS === undefined ? [] : ['--import', shiftClock]),
    ]
    const process = startProcess([...flags, entryOf(part)], { ...environmentOf(part), ...own })
    started.push(process)
    running.set(part, process)
    await waitFor(`${part} to be ready`, async () => {
      expectAlive(process)
      const answer = await fetch(`${loopback(opsPortOf(part))}/readyz`).catch(() => null)
      await answer?.arrayBuffer()
      return answer?.status === 200
    })
  }

  async function readOps(part: Part, path: string): Promise<string> {
    const answer = await fetch(loopback(opsPortOf(part)) + path, { headers: { authorization: `Bearer ${OPS_TOKEN}` } })
    if (!answer.ok) throw new Error(`${part} returned ${answer.status} for ${path}`)
    return answer.text()
  }

  async function close(): Promise<void> {
    await Promise.all([...running.values()].map((process) => process.end('SIGTERM')))
    await Promise.all([portfolioDatabase.close(), postgres.close(), redis.close()])
    rmSync(folder, { recursive: true, force: true })
  }

  try {
    await Promise.all(
      upstreams.map((owner) =>
        runScript([`services/${owner}/src/migrate.ts`], { ...shared, DATABASE_URL: urls[owner] }),
      ),
    )
    await Promise.all(parts.map((part) => start(part)))
  } catch (error) {
    await close()
    throw error
  }
  return {
    url: loopback(portOf('gateway')),
    dataDir,
    urlOf: (part: Part) => loopback(portOf(part)),
    portfolioDatabase,
    start: (part: Part | 'redis' | 'postgres', own: Readonly<Record<string, string>> = {}) =>
      part === 'redis' ? redis.start() : part === 'postgres' ? postgres.start() : start(part, own),
    /** Shifts the clock of a process that was started with CLOCK_SHIFT_MS. */
    shiftClock: (part: Part) => running.get(part)?.child.kill('SIGUSR2'),
    /** Sends SIGKILL and resolves when the process has ended. */
    async kill(part: Part | 'redis' | 'postgres'): Promise<void> {
      if (part === 'redis') await redis.kill()
      else if (part === 'postgres') await postgres.kill()
      else await running.get(part)?.end('SIGKILL')
    },
    /** Takes down the recorded market's provider. */
    removeMarketFiles: () => rename(pack, `${pack}-away`),
    readSummary: async () => JSON.parse(await readOps('gateway', '/ops/api/summary')) as Summary,
    async readMetrics(): Promise<string> {
      const living = parts.filter((part) => running.get(part)?.isAlive())
      return (await Promise.all(living.map((part) => readOps(part, '/metrics')))).join('\n')
    },
    readRedis: () =>
      readdirSync(join(folder, 'redis'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
        .join('\n'),
    readLogs: () => started.map((process) => process.output()).join('\n'),
    close,
  }
}
