import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openServers } from './bench-servers.mjs'
import { startPostgres } from './postgres.mjs'
import { prepareSchemas } from './schemas.mjs'
import { serviceSpec } from './services.mjs'
import { portTable } from './settings.mjs'

const RESTART_TIMEOUT_MS = 30_000
const UNUSED_URL = 'http://127.0.0.1:9'

/**
 * Starts PostgreSQL and the portfolio service alone, with throwaway data: { url, dataDir, databaseUrl, crash }. `crash`
 * kills one of them with SIGKILL and resolves when it has restarted. Cleanup functions are pushed to `closers`.
 */
export async function openCrashStack(basePort, closers) {
  const folder = mkdtempSync(join(tmpdir(), 'callwright-crash-'))
  // Execute-only for others: PostgreSQL runs as another user if root starts this.
  chmodSync(folder, 0o711)
  const dataDir = join(folder, 'data')
  const logDir = join(dataDir, 'logs')
  mkdirSync(logDir, { recursive: true, mode: 0o711 })
  const password = randomBytes(12).toString('hex')
  const port = basePort + 50
  const options = { dataDir: join(dataDir, 'postgres'), port, password, onLog: () => undefined }
  const common = { HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'info', MARKET_DATA_URL: UNUSED_URL }

  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  let postgres = await startPostgres(options)
  closers.push(() => endPostgres(postgres, options))
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const { portfolio: databaseUrl } = await prepareSchemas({ services: ['portfolio'], common, adminUrl })
  const spec = serviceSpec('portfolio', { basePort, common, databaseUrl })
  let service = await startService()
  closers.push(() => service.close())

  async function startService() {
    const servers = openServers({ core: null, logDir })
    await servers.start(spec)
    return servers
  }

  async function untilStarted(start) {
    const end = performance.now() + RESTART_TIMEOUT_MS
    for (;;) {
      try {
        return await start()
      } catch (error) {
        // Child processes of the killed server may still hold its data folder.
        if (performance.now() > end) throw error
        await delay(100)
      }
    }
  }

  return {
    url: `http://127.0.0.1:${portTable(basePort).portfolio.port}`,
    ...{ dataDir, databaseUrl },
    crash: {
      async postgres() {
        await end(postgres.child, 'SIGKILL')
        postgres = await untilStarted(() => startPostgres(options))
      },
      async service() {
        await service.kill()
        service = await startService()
      },
    },
  }
}

/** Stops PostgreSQL with a fast shutdown. If root started it, its data may be in another folder. */
async function endPostgres({ child, dataDir }, options) {
  await end(child, 'SIGINT')
  if (dataDir !== options.dataDir) rmSync(dataDir, { recursive: true, force: true })
}

async function end(child, name) {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  if (child.exitCode === null && child.kill(name)) await gone
}
