import { resolve } from 'node:path'
import { inRoot } from './root.mjs'

/** Offsets from BASE_PORT: the public port, then the ports on loopback. */
const serviceOffsets = { gateway: 0, auth: 1, 'market-data': 2, screener: 3, portfolio: 4, coach: 5 }
const OPS_OFFSET = 20
const WORKER_OPS_OFFSET = 30
export const MAX_WORKERS = 10

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
