import { networkInterfaces } from 'node:os'
import { resolve } from 'node:path'
import { inRoot } from './tool.mjs'

export const LOOPBACK = '127.0.0.1'

/** Offsets from BASE_PORT: the public port, then the internal ports. */
const serviceOffsets = { gateway: 0, auth: 1, 'market-data': 2, screener: 3, portfolio: 4, coach: 5 }
const OPS_OFFSET = 20
const WORKER_OPS_OFFSET = 30
const MAX_WORKERS = 10

/** Ports above 1024 that browsers and fetch block. */
const blocked = new Set([
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697],
  10080,
])

export const serviceNames = Object.keys(serviceOffsets).filter((name) => name !== 'gateway')

/** { gateway: { port, opsPort }, auth: ..., ... } */
export const portTable = (basePort) =>
  Object.fromEntries(
    Object.entries(serviceOffsets).map(([name, offset]) => [
      name,
      { port: basePort + offset, opsPort: basePort + OPS_OFFSET + offset },
    ]),
  )

export const workerOpsPorts = (basePort) =>
  Array.from({ length: MAX_WORKERS }, (_, index) => basePort + WORKER_OPS_OFFSET + index)

function portFrom(env, name, fallback, problems) {
  const text = env[name] ?? ''
  if (text === '') return fallback
  const port = Number(text)
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port
  problems.push(`${name}=${text} is not a port (1 to 65535)`)
  return fallback
}

function workersFrom(env, problems) {
  const text = env.WORKERS ?? ''
  const workers = text === '' ? 1 : Number(text)
  if (Number.isInteger(workers) && workers >= 0 && workers <= MAX_WORKERS) return workers
  problems.push(`WORKERS=${text} is not a number of processes (0 to ${MAX_WORKERS})`)
  return 1
}

function urlFrom(env, name, protocols, problems) {
  const text = env[name] || null
  if (text === null || protocols.some((protocol) => text.startsWith(`${protocol}://`) && URL.canParse(text)))
    return text
  // Do not print the value, because it may contain a password.
  problems.push(`${name} must be a URL that starts with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`)
  return null
}

function redisFrom(env, problems) {
  const [both, cache, queue] = ['REDIS_URL', 'REDIS_CACHE_URL', 'REDIS_QUEUE_URL'].map((name) =>
    urlFrom(env, name, ['redis', 'rediss'], problems),
  )
  return { cache: cache ?? both, queue: queue ?? both }
}

function hostFrom(env, problems) {
  const host = env.PRIVATE_ADDRESS || LOOPBACK
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses.map(({ address }) => address))
  if (!own.includes(host)) problems.push(`PRIVATE_ADDRESS=${host} is not an address of this machine`)
  return host
}

/** Finds two processes configured for the same port. */
function findClash({ pgPort, redisPort, basePort }) {
  const reserved = Object.entries(portTable(basePort)).flatMap(([name, { port, opsPort }]) => [
    [port, name],
    [opsPort, `${name} ops`],
  ])
  const owners = new Map([...reserved, ...workerOpsPorts(basePort).map((port) => [port, 'worker ops'])])
  if (owners.has(pgPort)) return `PG_PORT=${pgPort} is the port of ${owners.get(pgPort)} (BASE_PORT=${basePort})`
  if (owners.has(redisPort))
    return `REDIS_PORT=${redisPort} is the port of ${owners.get(redisPort)} (BASE_PORT=${basePort})`
  return pgPort === redisPort ? `PG_PORT and REDIS_PORT are both ${pgPort}` : null
}

/** Reads the settings of `npm start` and `npm run worker`. Throws all problems in one message. */
export function readSettings(env) {
  const problems = []
  const basePort = portFrom(env, 'BASE_PORT', 8080, problems)
  const settings = {
    basePort,
    host: hostFrom(env, problems),
    pgPort: portFrom(env, 'PG_PORT', basePort + 50, problems),
    redisPort: portFrom(env, 'REDIS_PORT', basePort + 51, problems),
    dataDir: env.DATA_DIR ? resolve(env.DATA_DIR) : inRoot('.data'),
    workers: workersFrom(env, problems),
    databaseUrl: urlFrom(env, 'DATABASE_URL', ['postgres', 'postgresql'], problems),
    redis: redisFrom(env, problems),
    logAll: env.LOG === '1',
  }
  if (basePort + 51 > 65_535) problems.push(`BASE_PORT=${basePort} is too high: Callwright uses 52 ports from it on`)
  const clash = findClash(settings)
  if (clash !== null) problems.push(clash)
  const refused = Object.values(portTable(basePort))
    .flatMap(({ port, opsPort }) => [port, opsPort])
    .concat(workerOpsPorts(basePort))
    .filter((port) => blocked.has(port))
  if (refused.length > 0) problems.push(`BASE_PORT=${basePort} needs port ${refused[0]}, which browsers block`)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return settings
}

const CHOOSE = 'for real, delayed prices, run: npm run setup'

const source = (...path) => import(inRoot('services', 'market-data', 'src', ...path))

/**
 * Reads the source of prices with market-data's own configuration code. Returns { note, env }: a sentence for the
 * terminal, and the settings for market-data, with unset variables as undefined. Throws market-data's own error if a
 * setting is invalid or the recorded market cannot be opened. Requires installed packages and the pinned Node.
 */
export async function chooseMarket(env) {
  const { marketVariables, readMarketSource } = await source('config.ts')
  // A live market's stores are not checked here, because the stack provides them.
  const market = readMarketSource(env)
  const settings = Object.fromEntries(marketVariables.map((name) => [name, env[name]]))
  // Processes run in the checkout's folder, so a relative path must be resolved here.
  if (market.kind === 'recorded') settings.RECORDED_DATA_DIR = market.folder
  return { note: await describe(market), env: settings }
}

async function describe(market) {
  if (market.kind === 'recorded') return describeRecorded(market)
  if (market.kind === 'simulated') {
    const size = market.universe === 'extended' ? ' of 6,000 symbols' : ''
    return `Simulated market${size}: not real prices (${CHOOSE})`
  }
  const names = market.providers.map(({ name }) => name).join(', ')
  return [`Market data from ${names} (docs/providers.md)`, ...market.notes].join('; ')
}

async function describeRecorded(market) {
  const { openLocalMarket } = await source('open-local-market.ts')
  const { interactive } = await openLocalMarket(market, { reject: () => {}, now: Date.now })
  const { asOfMs, dataClass } = interactive.stamp()
  if (dataClass === 'simulated') return `Simulated market: not real prices (${market.folder})`
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' }).format(asOfMs)
  return `Recorded market from ${day} (${market.folder})`
}

const urlName = (service) => `${service.replaceAll('-', '_').toUpperCase()}_URL`

/** Variables with the services' URLs: AUTH_URL, MARKET_DATA_URL and so on. */
export const urlNames = serviceNames.map(urlName)

/** Service URLs for every process. A variable that is set lists the addresses of several processes. */
export const serviceUrls = ({ basePort, host }, env) =>
  Object.fromEntries(
    serviceNames.map((name) => [
      urlName(name),
      env[urlName(name)] || `http://${host}:${portTable(basePort)[name].port}`,
    ]),
  )

/** URL of the gateway, under which its users find it unless PUBLIC_URL names another one. */
export const publicUrl = ({ basePort, host }) => `http://${host === LOOPBACK ? 'localhost' : host}:${basePort}`

/** Secrets by the services that receive them; no other process does. */
const serviceSecrets = {
  auth: ['SMTP_URL', 'SMTP_PASSWORD', 'OIDC_CLIENT_SECRET'],
  coach: ['OPENAI_API_KEY'],
  portfolio: ['SMTP_URL', 'SMTP_PASSWORD', 'VAPID_PRIVATE_KEY'],
}

export const readSecrets = (service, env) =>
  Object.fromEntries((serviceSecrets[service] ?? []).map((name) => [name, env[name]]))

/**
 * Environment shared by all processes of a stack. Only market-data receives the market's settings and keys, and only
 * the coach receives the model provider's key.
 */
export const commonEnvironment = ({ settings, redisUrls, market, env }) => ({
  HOST: settings.host,
  LOG_LEVEL: env.LOG_LEVEL || 'info',
  PROFILE: env.PROFILE || 'development',
  DATA_DIR: settings.dataDir,
  PUBLIC_URL: env.PUBLIC_URL || publicUrl(settings),
  REDIS_CACHE_URL: redisUrls.cache,
  REDIS_QUEUE_URL: redisUrls.queue,
  ...serviceUrls(settings, env),
  WEB_ROOT: inRoot('apps', 'web', 'dist'),
  ...Object.fromEntries(
    [...Object.keys(market.env), ...Object.values(serviceSecrets).flat()].map((name) => [name, undefined]),
  ),
})

/** Environment of one process: shared variables, its ports, its own settings and any database role. */
export const processEnvironment = (common, { port, opsPort, databaseUrl, own = {} }) => ({
  ...common,
  ...own,
  ...(port === undefined ? {} : { PORT: String(port) }),
  OPS_PORT: String(opsPort),
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
})

const needed = ['SCREENER_DATABASE_URL', 'REDIS_QUEUE_URL', 'MARKET_DATA_URL']

/**
 * Environment for a worker, from the running stack or, if SCREENER_DATABASE_URL is set, from the process's own
 * environment. DATABASE_URL is not used, because `npm start` treats it as the administrator's URL, which a worker must
 * not have. Unless OPS_PORT is set, the worker uses any free ops port and registers it in the queue.
 */
export function joinEnvironment(env, run, settings) {
  const own = {
    OPS_PORT: env.OPS_PORT || '0',
    ...(env.LOG_LEVEL ? { LOG_LEVEL: env.LOG_LEVEL } : {}),
    ...(env.PROFILE ? { PROFILE: env.PROFILE } : {}),
  }
  if (run && !env.SCREENER_DATABASE_URL) {
    return { ...run.common, ...own, DATABASE_URL: run.databaseUrls.screener }
  }
  return {
    HOST: env.HOST || settings.host,
    LOG_LEVEL: 'info',
    PROFILE: 'development',
    ...own,
    ...elsewhere(env, settings),
  }
}

function elsewhere(env, { dataDir, redis }) {
  const given = {
    SCREENER_DATABASE_URL: env.SCREENER_DATABASE_URL,
    REDIS_QUEUE_URL: redis.queue,
    MARKET_DATA_URL: env.MARKET_DATA_URL,
  }
  const missing = needed.filter((name) => !given[name])
  if (missing.length > 0) {
    const what = missing.join(', ')
    throw new Error(
      env.SCREENER_DATABASE_URL
        ? `SCREENER_DATABASE_URL refers to a stack on another machine. Also set ${what}.`
        : `No stack is running with DATA_DIR=${dataDir}. Run npm start first (with the same DATA_DIR), or set ${what}.`,
    )
  }
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: given.SCREENER_DATABASE_URL,
    REDIS_QUEUE_URL: given.REDIS_QUEUE_URL,
    REDIS_CACHE_URL: redis.cache ?? given.REDIS_QUEUE_URL,
    MARKET_DATA_URL: given.MARKET_DATA_URL,
  }
}
