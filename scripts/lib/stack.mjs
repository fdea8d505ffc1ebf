import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { commonEnvironment } from './environment.mjs'
import { recordProcesses, stopLeftovers } from './leftovers.mjs'
import { freeOf, neededPorts, takenMessage, takenPorts } from './port-check.mjs'
import { remove, writePrivate } from './private-files.mjs'
import { end, identityOf } from './processes.mjs'
import { redisAnswers } from './redis-ping.mjs'
import { inRoot } from './root.mjs'
import { migrations, presentServices, serviceSpec, workerEntry, workerSpec } from './services.mjs'
import { workerOpsPorts } from './settings.mjs'
import { postgresStore, redisStore } from './stores.mjs'
import { createSupervisor } from './supervisor.mjs'
import { mustRun } from './tool.mjs'
import { ensureWeb } from './web-build.mjs'

/** What other commands need to join the running stack. */
export const runFile = (dataDir) => join(dataDir, 'run.json')

function makeFolders(dataDir) {
  mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o711 })
  // Passable, not readable: PostgreSQL runs as another user when root starts this.
  chmodSync(dataDir, 0o711)
  chmodSync(join(dataDir, 'logs'), 0o700)
}

async function inventPack(folder) {
  if (existsSync(folder)) return
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true })
  const maker = inRoot('services', 'market-data', 'src', 'providers', 'recorded', 'make-invented-pack.ts')
  await mustRun('Making the invented market', process.execPath, [maker, part])
  renameSync(part, folder)
}

/** The whole stack: `up` takes it through its steps, `down` stops it in order. */
export function createStack({ settings, market, report, onDead }) {
  const { dataDir, basePort } = settings
  const ownDatabase = settings.databaseUrl === null
  const ownRedis = settings.redis.cache === null || settings.redis.queue === null
  const services = presentServices()
  const self = { name: 'start', stage: 'supervisor', pid: process.pid, identity: identityOf(process.pid) }
  let supervisor = null
  let postgres = null

  const record = () => {
    const server = postgres?.server()
    recordProcesses(dataDir, [self, ...(server ? [server] : []), ...(supervisor?.living() ?? [])])
  }

  async function clear() {
    makeFolders(dataDir)
    const stopped = await stopLeftovers(dataDir, report.line)
    remove(runFile(dataDir))
    const taken = await takenPorts(neededPorts({ settings, services, ownDatabase, ownRedis }))
    if (taken.length > 0) throw new Error(takenMessage(taken))
    record()
    supervisor = createSupervisor({
      logDir: join(dataDir, 'logs'),
      logAll: settings.logAll,
      print: report.line,
      onChange: record,
      onDead,
    })
    return stopped.length > 0 ? 'free again' : 'free'
  }

  async function database() {
    if (!ownDatabase) return 'the one of DATABASE_URL'
    postgres = postgresStore(settings)
    await supervisor.ready(supervisor.start(postgres.spec))
    record()
    const moved = postgres.movedTo()
    // Root runs it as another user, who cannot pass every folder above DATA_DIR.
    if (moved) report.line(`The database user cannot reach ${dataDir}: its files are in ${moved}`)
    return `port ${settings.pgPort}`
  }

  async function redis() {
    const { cache, queue } = settings.redis
    for (const url of new Set([cache, queue])) {
      if (url && !(await redisAnswers(url))) report.line(`Redis at ${new URL(url).host} does not answer yet; going on`)
    }
    if (!ownRedis) return { urls: { cache, queue }, detail: 'the one of the environment' }
    const store = redisStore(settings, report.line)
    await supervisor.ready(supervisor.start(store.spec))
    const detail = `${basename(store.program)}, port ${settings.redisPort}`
    return { urls: { cache: cache ?? store.url, queue: queue ?? store.url }, detail }
  }

  /** One role and schema per service, then each service's own migrations: { auth: url, ... } */
  async function schemas(common) {
    const provision = inRoot('libs', 'service', 'src', 'database', 'provision.ts')
    const adminUrl = postgres?.adminUrl ?? settings.databaseUrl
    const env = { ...common, DATABASE_URL: adminUrl }
    const made = await mustRun('Preparing the database', process.execPath, [provision], { env })
    const urls = JSON.parse(made.stdout.trim().split('\n').at(-1))
    const migrate = ([name, file]) =>
      mustRun(`Migrating ${name}`, process.execPath, [file], { env: { ...common, DATABASE_URL: urls[name] } })
    await Promise.all(migrations(services).map(migrate))
    return urls
  }

  const startService = (name, common, urls) =>
    supervisor.start(serviceSpec(name, { basePort, common, databaseUrl: urls[name] }))

  /** The data source and sign-in first: the others ask them as soon as they run. */
  async function startServices(common, urls) {
    if (market.invented) await inventPack(market.folder)
    const first = services.filter((name) => name === 'auth' || name === 'market-data')
    const others = services.filter((name) => !first.includes(name))
    await Promise.all(first.map((name) => supervisor.ready(startService(name, common, urls))))
    const entries = others.map((name) => startService(name, common, urls))
    const workers = existsSync(workerEntry()) ? settings.workers : 0
    const opsPorts = await freeOf(workerOpsPorts(basePort), workers)
    for (const [index, opsPort] of opsPorts.entries()) {
      const name = workers === 1 ? 'worker' : `worker-${index + 1}`
      entries.push(supervisor.start(workerSpec(name, { opsPort, common, databaseUrl: urls.screener })))
    }
    await Promise.all(entries.map((entry) => supervisor.ready(entry)))
    return [...services, `${workers} worker${workers === 1 ? '' : 's'}`].join(', ')
  }

  async function up() {
    await report.step('Ports', clear)
    await report.step('PostgreSQL', database)
    let redisUrls = null
    await report.step('Redis', async () => {
      const { urls, detail } = await redis()
      redisUrls = urls
      return detail
    })
    const common = commonEnvironment({ settings, redisUrls, market, env: process.env })
    let urls = null
    await report.step('Database schemas', async () => {
      urls = await schemas(common)
      return Object.keys(urls).join(', ')
    })
    await report.step('Web app', () => ensureWeb())
    await report.step('Services', () => startServices(common, urls))
    await report.step('Gateway', async () => {
      await supervisor.ready(startService('gateway', common, urls))
      return `port ${basePort}`
    })
    supervisor.settle()
    writePrivate(runFile(dataDir), JSON.stringify({ supervisor: self, basePort, common, databaseUrls: urls }))
  }

  async function down() {
    if (supervisor === null) return
    remove(runFile(dataDir))
    await supervisor.stop()
    const server = postgres?.server()
    if (server) await end(server.pid, server.identity, { name: 'SIGINT' })
    remove(join(dataDir, 'pids.json'))
  }

  return { up, down, isRunning: () => (supervisor?.living().length ?? 0) > 0 }
}
