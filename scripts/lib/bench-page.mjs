import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createIdentitySigner, IDENTITY_HEADER } from '@callwright/service'
import { chooseCores, movePinned } from './bench-cores.mjs'
import { openClient } from './bench-load.mjs'
import { openPageRounds } from './bench-page-rounds.mjs'
import { driftOf, helloOf, isDiscarded, listPageBars, renderRounds } from './bench-page-verdicts.mjs'
import { checkPages, pagePaths, writeStocks } from './bench-pages.mjs'
import { explainQueries } from './bench-queries.mjs'
import { openServers } from './bench-servers.mjs'
import { openBenchStack, readCpuSeconds, readStatements, registerUser } from './bench-stack.mjs'
import { findBusyExcuse } from './bench-verdicts.mjs'
import { processEnvironment } from './environment.mjs'
import { inRoot } from './root.mjs'
import { readRun } from './run-file.mjs'
import { isReady, memoryFlags, serviceSpec } from './services.mjs'
import { portTable } from './settings.mjs'

/** The hello process serves this path in place of market-data. */
const HELLO = '/api/stocks/sp500'
const LOAD_TIMEOUT_MS = 30_000
/** Port offsets for the measured processes, and for the bare hello with its gateway. */
const SERVERS_OFFSET = 60
const BARE_OFFSET = 10
const RUNS = 3
/** Number of offsets per path, enough for far more pages than the screener caches. */
const OTHER_PLACES = 60

const helloSpec = (name, common, { port, opsPort }, ...args) => ({
  name,
  command: process.execPath,
  args: [...memoryFlags, inRoot('scripts', 'lib', 'bench-hello.mjs'), ...args],
  env: processEnvironment(common, { port, opsPort }),
  ready: () => isReady(opsPort),
})

const addressOf = ({ port }) => `http://127.0.0.1:${port}`

/**
 * Starts the measured processes: a screener on the stack's stores, a hello built like the services and a gateway for
 * both; and a bare hello with its gateway.
 */
async function startServers(servers, run, basePort) {
  const [ports, barePorts] = [portTable(basePort), portTable(basePort + BARE_OFFSET)]
  const [hello, bare] = [ports, barePorts].map((table) => addressOf(table['market-data']))
  const common = { ...run.common, MARKET_DATA_URL: hello, SCREENER_URL: addressOf(ports.screener) }
  await servers.start(helloSpec('hello', common, ports['market-data']))
  await servers.start(serviceSpec('screener', { basePort, common, databaseUrl: run.databaseUrls.screener }))
  await servers.start(serviceSpec('gateway', { basePort, common }))
  const bareCommon = { ...common, MARKET_DATA_URL: bare }
  await servers.start(helloSpec('bare hello', bareCommon, barePorts['market-data'], 'bare'))
  const bareGateway = serviceSpec('gateway', { basePort: basePort + BARE_OFFSET, common: bareCommon })
  await servers.start({ ...bareGateway, name: 'bare gateway' })
}

function listTargets(basePort, { dataDir, token }) {
  const [ports, barePorts] = [portTable(basePort), portTable(basePort + BARE_OFFSET)]
  const sign = createIdentitySigner(
    { dataDir, profile: 'development', identityPrivateKey: null, identityPublicKeys: null },
    'gateway',
  )
  const user = { kind: 'user', userId: randomUUID(), sessionId: randomUUID() }
  const none = () => ({})
  const identified = () => ({ [IDENTITY_HEADER]: sign('screener', user) })
  const signedIn = () => ({ authorization: `Bearer ${token}` })
  const target = (paths, headers, ...processes) => ({ url: addressOf(processes[0]), paths, headers, processes })
  const { gateway, screener, 'market-data': hello } = ports
  const { gateway: bareGateway, 'market-data': bare } = barePorts
  return {
    bare: target([HELLO], none, bare),
    hello: target([HELLO], none, hello),
    page: target(pagePaths, identified, screener),
    newPage: { ...target(pagePaths, identified, screener), places: OTHER_PLACES },
    gatewayBare: target([HELLO], signedIn, bareGateway, bare),
    gatewayHello: target([HELLO], signedIn, gateway, hello),
    gatewayPage: target(pagePaths, signedIn, gateway, screener),
  }
}

/** Waits until the screener has loaded all stocks. Resolves to the mean bytes of a page. */
async function untilLoaded({ url, headers }) {
  const client = openClient(url, headers())
  const end = performance.now() + LOAD_TIMEOUT_MS
  try {
    for (;;) {
      try {
        return await checkPages(client)
      } catch (error) {
        if (performance.now() > end) throw error
        await delay(200)
      }
    }
  } finally {
    client.close()
  }
}

/** Measures one run in the order of PERFORMANCE section 5, with hello first and last. */
async function measureRun({ loaded }, targets) {
  return {
    bare: await loaded(targets.bare),
    gatewayBare: await loaded(targets.gatewayBare),
    before: await loaded(targets.hello),
    page: await loaded(targets.page),
    newPage: await loaded(targets.newPage),
    gatewayHello: await loaded(targets.gatewayHello),
    gatewayPage: await loaded(targets.gatewayPage),
    after: await loaded(targets.hello),
  }
}

/** Counts the screener's database statements while `work` runs, and for the same length of time while idle. */
async function countStatements(read, work) {
  const startedAt = performance.now()
  const before = await read()
  await work()
  const between = await read()
  await delay(performance.now() - startedAt)
  return { loaded: between - before, idle: (await read()) - between }
}

async function measureServers({ dataDir, cores, seconds, targets, report }) {
  const readCpu = ({ opsPort }) => readCpuSeconds(dataDir, opsPort)
  const rounds = openPageRounds({ core: cores.load, seconds, readCpu })
  const { hello, page, newPage, gatewayHello, gatewayPage } = targets
  const unloaded = await report.step('Unloaded', async () => ({
    ...(await rounds.unloaded({ hello, page, gatewayHello, gatewayPage })),
    // Measure uncached pages separately: there are so many that they evict the cached ones from the screener.
    ...(await rounds.unloaded({ newPage })),
  }))
  const statements = await report.step('Statements', () =>
    countStatements(
      () => readStatements(dataDir, targets.page.processes[0].opsPort),
      () => rounds.loaded(targets.page),
    ),
  )
  let loaded = await report.step('Rounds', () => measureRun(rounds, targets))
  for (let run = 1; run < RUNS && isDiscarded(loaded); run += 1) {
    report.line(`The two hello rounds differ by ${Math.round(driftOf(loaded) * 100)}%. Repeating.`)
    loaded = await measureRun(rounds, targets)
  }
  return { unloaded, statements, loaded }
}

/** Renders the figures and the conditions during the run as Markdown. */
function render({ cores, loaded, unloaded, queries }) {
  const { bare, gatewayBare, before, page, newPage, gatewayHello, gatewayPage, after } = loaded
  const rows = Object.entries({
    'bare Fastify hello': bare,
    'gateway, bare hello': gatewayBare,
    'hello, built like the services': before,
    page,
    'uncached page': newPage,
    'gateway, hello': gatewayHello,
    'gateway, page': gatewayPage,
    'hello again': after,
  })
  const p50 = Object.entries(unloaded).map(([name, round]) => `${name} ${round.p50.toFixed(3)}`)
  return [
    cores.servers === null
      ? 'Processes cannot be pinned on this machine: all cores were shared.'
      : 'Servers on one core, load on another.',
    renderRounds(rows, helloOf(loaded)),
    '',
    `Unloaded p50, ms: ${p50.join(', ')}`,
    ...queries.map(
      ({ name, milliseconds, scans }) => `${name}: ${milliseconds.toFixed(3)} ms, reads ${scans.join(', ')}`,
    ),
  ].join('\n')
}

function findPageExcuse(otherCores, loaded) {
  const busy = findBusyExcuse(otherCores)
  if (busy !== null) return busy
  return isDiscarded(loaded) ? `the two hello rounds differ by ${Math.round(driftOf(loaded) * 100)}%` : null
}

/**
 * S1 to S5: measures the cost of a screener page relative to a constant response, directly and through the gateway, and
 * its database statements. Returns { text, bars, excuse }.
 */
export async function measurePages({ basePort, seconds, report, closers, otherCores }) {
  const cores = chooseCores()
  movePinned(cores.load, process.pid)
  const settings = { MARKET_DATA_PROVIDER: 'simulated', SIMULATED_SEED: undefined, WORKERS: '0' }
  const stack = openBenchStack(basePort, settings, cores.servers)
  closers.push(stack.close)
  movePinned(cores.load, await report.step('Stack', () => stack.start('start.mjs', /^ready /m)))
  const { dataDir } = stack
  const run = readRun(dataDir)
  await report.step('Stocks', () => writeStocks(run.databaseUrls.screener))

  const serversPort = basePort + SERVERS_OFFSET
  const servers = openServers({ core: cores.servers, logDir: join(dataDir, 'logs') })
  closers.push(servers.close)
  await report.step('Measured processes', () => startServers(servers, run, serversPort))
  const targets = listTargets(serversPort, { dataDir, token: await registerUser(stack.url) })
  await report.step('Pages', () => untilLoaded(targets.page))
  const queries = await report.step('Queries', () => explainQueries(run.databaseUrls.screener))
  const measured = await measureServers({ dataDir, cores, seconds, targets, report })
  const all = { cores, queries, ...measured }
  return { text: render(all), bars: listPageBars(all), excuse: findPageExcuse(otherCores, measured.loaded) }
}
