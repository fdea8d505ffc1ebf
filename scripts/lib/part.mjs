import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOOPBACK, portTable, serviceNames, urlNames } from './settings.mjs'

export const parts = ['gateway', 'worker', ...serviceNames]

const ownerOf = (part) => (part === 'worker' ? 'screener' : part)

/** Variable with a part's database URL, in its settings. DATABASE_URL is the administrator's, which no part must have. */
const databaseVariable = (part) => `${ownerOf(part).replaceAll('-', '_').toUpperCase()}_DATABASE_URL`

const databaseUrlIn = {
  auth: (env) => env.AUTH_DATABASE_URL,
  'market-data': (env) => env.MARKET_DATA_DATABASE_URL,
  screener: (env) => env.SCREENER_DATABASE_URL,
  portfolio: (env) => env.PORTFOLIO_DATABASE_URL,
  coach: (env) => env.COACH_DATABASE_URL,
}

/** Keys of single parts, by the file in DATA_DIR/secrets. */
const ownKeys = {
  auth: ['access-token.pem', 'ACCESS_TOKEN_PRIVATE_KEY'],
  portfolio: ['vapid.pem', 'VAPID_PRIVATE_KEY'],
}

const isLoopback = (url) => [LOOPBACK, '[::1]', 'localhost'].includes(new URL(url).hostname)

/**
 * Settings with which another machine runs a part of the stack that runs here, as the text of an env file: addresses,
 * the part's database role, and keys. Throws if another machine could not reach an address.
 */
export function describePart(part, { run, dataDir, env }) {
  const { common, databaseUrls } = run
  const databaseUrl = databaseUrls[ownerOf(part)]
  const names = ['PUBLIC_URL', 'PROFILE', 'REDIS_CACHE_URL', 'REDIS_QUEUE_URL', ...urlNames]
  const values = {
    ...Object.fromEntries(names.map((name) => [name, common[name]])),
    ...(databaseUrl === undefined ? {} : { [databaseVariable(part)]: databaseUrl }),
    ...readKeys(part, dataDir, env),
  }
  const local = [
    ...names.filter((name) => name.endsWith('_URL') && name !== 'PUBLIC_URL'),
    databaseVariable(part),
  ].filter((name) => (values[name] ?? '').split(',').some((url) => url !== '' && isLoopback(url)))
  if (local.length > 0) {
    throw new Error(
      `Another machine cannot reach ${local.join(', ')}. Start the stack with PRIVATE_ADDRESS, this machine's address on ` +
        'a private network, and with DATABASE_URL and REDIS_URL of stores on that network (docs/scaling.md).',
    )
  }
  return Object.entries(values)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('')
}

function readKeys(part, dataDir, env) {
  const read = (name) => readFileSync(join(dataDir, 'secrets', name), 'utf8').trim()
  // A service that calls no other one has no key.
  const publicKeys = ['gateway', ...serviceNames]
    .filter((owner) => existsSync(join(dataDir, 'secrets', `identity-${owner}.pub.pem`)))
    .map((owner) => [owner, `${read(`identity-${owner}.pub.pem`)}\n`])
  const [file, variable] = ownKeys[part] ?? []
  return {
    OPS_TOKEN: env.OPS_TOKEN || read('ops-token'),
    ...(publicKeys.some(([owner]) => owner === ownerOf(part))
      ? { IDENTITY_PRIVATE_KEY: read(`identity-${ownerOf(part)}.pem`) }
      : {}),
    IDENTITY_PUBLIC_KEYS: JSON.stringify(Object.fromEntries(publicKeys)),
    ...(file === undefined ? {} : { [variable]: env[variable] || read(file) }),
  }
}

/** Environment of a part on this machine, from the settings of `describePart`. */
export function partEnvironment(part, { host, basePort, dataDir }, env) {
  const { port, opsPort } = portTable(basePort)[part]
  const databaseUrl = databaseUrlIn[part]?.(env)
  const missing = [...urlNames.filter((name) => !env[name]), ...(env.OPS_TOKEN ? [] : ['OPS_TOKEN'])]
  // A gateway may listen on loopback, behind a proxy of the same machine.
  if (part !== 'gateway' && host === LOOPBACK) {
    throw new Error("Set PRIVATE_ADDRESS to this machine's address on the private network (docs/scaling.md).")
  }
  if (missing.length > 0) {
    throw new Error(
      `${missing.join(', ')} not set. On the machine of npm start, run: npm run -s part -- ${part} --settings`,
    )
  }
  return {
    HOST: host,
    PORT: String(port),
    OPS_PORT: String(opsPort),
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  }
}
