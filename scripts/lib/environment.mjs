import { inRoot } from './root.mjs'
import { portTable, serviceNames } from './settings.mjs'

const loopback = (port) => `http://127.0.0.1:${port}`
const urlName = (service) => `${service.replaceAll('-', '_').toUpperCase()}_URL`

/** Service URLs for every process: AUTH_URL, MARKET_DATA_URL and so on. */
export const serviceUrls = (basePort) =>
  Object.fromEntries(serviceNames.map((name) => [urlName(name), loopback(portTable(basePort)[name].port)]))

/** Secrets that only the coach receives. */
const coachSecrets = ['OPENAI_API_KEY']

export const readCoachSecrets = (env) => Object.fromEntries(coachSecrets.map((name) => [name, env[name]]))

/**
 * Environment shared by all processes of a stack. Only market-data receives the market's settings and keys, and only
 * the coach receives the model provider's key.
 */
export const commonEnvironment = ({ settings, redisUrls, market, env }) => ({
  HOST: '127.0.0.1',
  LOG_LEVEL: env.LOG_LEVEL || 'info',
  PROFILE: env.PROFILE || 'development',
  DATA_DIR: settings.dataDir,
  REDIS_CACHE_URL: redisUrls.cache,
  REDIS_QUEUE_URL: redisUrls.queue,
  ...serviceUrls(settings.basePort),
  WEB_ROOT: inRoot('apps', 'web', 'dist'),
  ...Object.fromEntries([...Object.keys(market.env), ...coachSecrets].map((name) => [name, undefined])),
})

/** Environment of one process: shared variables, its ports, its own settings and any database role. */
export const processEnvironment = (common, { port, opsPort, databaseUrl, own = {} }) => ({
  ...common,
  ...own,
  ...(port === undefined ? {} : { PORT: String(port) }),
  OPS_PORT: String(opsPort),
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
})
