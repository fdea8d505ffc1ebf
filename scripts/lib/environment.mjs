import { inRoot } from './root.mjs'
import { portTable, serviceNames } from './settings.mjs'

const loopback = (port) => `http://127.0.0.1:${port}`
const urlName = (service) => `${service.replaceAll('-', '_').toUpperCase()}_URL`

/** AUTH_URL, MARKET_DATA_URL ... as every process gets them. */
export const serviceUrls = (basePort) =>
  Object.fromEntries(serviceNames.map((name) => [urlName(name), loopback(portTable(basePort)[name].port)]))

/** What only the coach may know. */
const coachSecrets = ['OPENAI_API_KEY']

export const readCoachSecrets = (env) => Object.fromEntries(coachSecrets.map((name) => [name, env[name]]))

/**
 * What all processes of one stack share; the market's settings, keys among them, are kept from all but market-data, and the
 * key of the model provider from all but the coach.
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

/** One process: the shared part, its ports, its own settings and, where it has one, its own database role. */
export const processEnvironment = (common, { port, opsPort, databaseUrl, own = {} }) => ({
  ...common,
  ...own,
  ...(port === undefined ? {} : { PORT: String(port) }),
  OPS_PORT: String(opsPort),
  ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
})
