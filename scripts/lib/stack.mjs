import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readFolderLock, takeFolderLock } from './folder-lock.mjs'
import { freeOf, isFree, neededPorts, takenMessage, takenPorts } from './ports.mjs'
import { end, identityOf } from './processes.mjs'
import { readRun, recordProcesses, removeRecord, removeRun, stopLeftovers, writeRun } from './run-file.mjs'
import { prepareSchemas, presentServices, serviceSpec, withSupervisor, workerEntry, workerSpec } from './services.mjs'
import { commonEnvironment, readSecrets, workerOpsPorts } from './settings.mjs'
import { postgresStore, redisAnswers, redisStore } from './stores.mjs'
import { createSupervisor } from './supervisor.mjs'
import { prepareUpgrade } from './upgrade.mjs'
import { ensureWeb } from './web-build.mjs'

async function startWorkers({ supervisor, settings, common, urls }) {
  const count = existsSync(workerEntry()) ? settings.workers : 0
  const opsPorts = await freeOf(workerOpsPorts(settings.basePort), count, (port) => isFree(port, settings.host))
  return opsPorts.map((opsPort, index) => {
    const name = count === 1 ? 'worker' : `worker-${index + 1}`
    return supervisor.start(withSupervisor(workerSpec(name, { opsPort, common, databaseUrl: urls.screener })))
  })
}

/** Starts a service or the gateway. Use the supervisor's `ready` to wait for it. */
function startService(name, { supervisor, settings, common, urls, market }) {
  const own = name === 'market-data' ? market.env : readSecrets(name, process.env)
  const spec = serviceSpec(name, { basePort: settings.basePort, common, databaseUrl: urls[name], own })
  return supervisor.start(withSupervisor(spec))
}

/** Starts auth and market-data first, because the other services call them on startup. */
async function startServices(services, parts) {
  const { supervisor } = parts
  const allReady = (entries) => Promise.all(entries.map((entry) => supervisor.ready(entry)))
  const first = services.filter((name) => name === 'auth' || name === 'market-data')
  const others = services.filter((name) => !first.includes(name))
  await allReady(first.map((name) => startService(name, parts)))
  const entries = others.map((name) => startService(name, parts))
  const workers = await startWorkers(parts)
  await allReady([...entries, ...workers])
  return [...services, `${workers.length} worker${workers.length === 1 ? '' : 's'}`].join(', ')
}

function makeFolders(dataDir) {
  try {
    mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o711 })
  } catch (error) {
    throw new Error(`DATA_DIR=${dataDir} cannot be used (${error.message}). Choose another folder.`)
  }
  // Execute-only for others: PostgreSQL runs as another user if root starts this.
  chmodSync(dataDir, 0o711)
  chmodSync(join(dataDir, 'logs'), 0o700)
}

function heldMessage(dataDir, pid) {
  const run = readRun(dataDir)
  const where = run === null ? 'is still starting' : `serves ${run.common.PUBLIC_URL}`
  return (
    `Callwright is already running on DATA_DIR=${dataDir}: process ${pid} ${where}. It was left alone. ` +
    'Stop it first, or choose another DATA_DIR and BASE_PORT.'
  )
}

/** Throws if another start uses the data folder. Changes nothing. */
export function checkNotRunning(dataDir) {
  const holder = readFolderLock(dataDir)
  if (holder !== null) throw new Error(heldMessage(dataDir, holder.pid))
}

/**
 * Takes over the data folder. Only the holder of its lock stops what an earlier run has left behind, so a second start
 * cannot stop a running product.
 */
async function takeFolder(dataDir, self, say) {
  makeFolders(dataDir)
  const holder = takeFolderLock(dataDir, self)
  if (holder !== null) throw new Error(heldMessage(dataDir, holder.pid))
  const ended = await stopLeftovers(dataDir, say)
  removeRun(dataDir)
  return ended
}

/** Uses the configured Redis or starts one: { urls: { cache, queue }, detail } */
async function startRedis({ settings, supervisor, say }) {
  const { cache, queue } = settings.redis
  for (const url of new Set([cache, queue])) {
    if (url && !(await redisAnswers(url))) say(`Redis at ${new URL(url).host} is not responding yet. Continuing.`)
  }
  if (cache !== null && queue !== null) return { urls: { cache, queue }, detail: 'configured by the environment' }
  const store = redisStore(settings, say)
  const entry = supervisor.start(store.spec)
  await supervisor.ready(entry).catch(async (error) => {
    if (!store.isDamaged(error.message)) throw error
    say(`Redis cannot read its journal. It was moved to ${store.setJournalAside()}; caches and queues start empty.`)
    supervisor.retry(entry)
    await supervisor.ready(entry)
  })
  const detail = `${basename(store.program)}, port ${settings.redisPort}`
  return { urls: { cache: cache ?? store.url, queue: queue ?? store.url }, detail }
}

/** Creates the whole stack: `up` starts it step by step, `down` stops it in order. */
export function createStack({ settings, market, report, onDead }) {
  const { dataDir, basePort } = settings
  const services = presentServices()
  const self = { name: 'start', stage: 'supervisor', pid: process.pid, identity: identityOf(process.pid) }
  let supervisor = null
  let postgres = null

  const record = () => {
    const server = postgres?.server()
    recordProcesses(dataDir, [self, ...(server ? [server] : []), ...(supervisor?.living() ?? [])])
  }

  async function clear() {
    const ended = await takeFolder(dataDir, self, report.line)
    const taken = await takenPorts(neededPorts({ settings, services }))
    if (taken.length > 0) throw new Error(takenMessage(taken))
    record()
    supervisor = createSupervisor({
      logDir: join(dataDir, 'logs'),
      logAll: settings.logAll,
      print: report.line,
      onChange: record,
      onDead,
    })
    return ended.length > 0 ? 'free again' : 'free'
  }

  async function startDatabase() {
    if (settings.databaseUrl !== null) return 'configured by DATABASE_URL'
    postgres = postgresStore(settings)
    await supervisor.ready(supervisor.start(postgres.spec))
    record()
    const moved = postgres.movedTo()
    // Root runs PostgreSQL as another user, which may be unable to enter a folder above DATA_DIR.
    if (moved) report.line(`The database user cannot access ${dataDir}. The database is in ${moved}.`)
    return `port ${settings.pgPort}`
  }

  async function prepareDatabase(common) {
    const adminUrl = postgres?.adminUrl ?? settings.databaseUrl
    const backup = await prepareUpgrade({ settings, adminUrl, services, env: process.env })
    if (backup !== null) report.line(`Upgrading. The data as they were are in ${backup}.`)
    const urls = await prepareSchemas({ services, common, adminUrl })
    return { urls, detail: Object.keys(urls).join(', ') }
  }

  return {
    async up() {
      await report.step('Ports', clear)
      await report.step('PostgreSQL', startDatabase)
      const redis = await report.step('Redis', () => startRedis({ settings, supervisor, say: report.line }))
      const common = commonEnvironment({ settings, redisUrls: redis.urls, market, env: process.env })
      const { urls } = await report.step('Database schemas', () => prepareDatabase(common))
      await report.step('Web app', () => ensureWeb())
      const parts = { supervisor, settings, common, urls, market }
      await report.step('Services', () => startServices(services, parts))
      await report.step('Gateway', async () => {
        await supervisor.ready(startService('gateway', parts))
        return `port ${basePort}`
      })
      supervisor.settle()
      writeRun(dataDir, { supervisor: self, basePort, common, databaseUrls: urls })
    },
    async down() {
      if (supervisor === null) return
      removeRun(dataDir)
      await supervisor.stop()
      const server = postgres?.server()
      if (server) await end(server.pid, server.identity, { name: 'SIGINT' })
      removeRecord(dataDir)
    },
    isRunning: () => (supervisor?.living().length ?? 0) > 0,
  }
}
