import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseOwners, roleOf, serviceUrl } from '../../libs/service/src/database/provision.ts'
import { createIdentitySigner } from '../../libs/service/src/identity.ts'
import { readOpsToken, readOrCreateSecret, readSecret, secretPath } from '../../libs/service/src/secrets.ts'
import { readSigningKey } from '../../services/auth/src/sessions/tokens.ts'
import { readVapidKeys } from '../../services/portfolio/src/alerts/channels/vapid.ts'
import { serviceNames } from './settings.mjs'

const ADMIN_SECRET = 'database-admin'
const REDIS_SECRET = 'redis-password'
/** Folder in the volume of secrets with a folder for each container. */
const PARTS = 'parts'

/** Secrets of single processes beyond their database password and identity key. */
const ownSecrets = { auth: ['access-token.pem'], portfolio: ['vapid.pem'] }

/** Files that each container mounts: no container can read the keys of another. */
export function listSecrets(part, all) {
  if (part === 'postgres') return [ADMIN_SECRET]
  if (part === 'redis') return [REDIS_SECRET]
  if (part === 'schemas') return all.filter((name) => name.startsWith('database-'))
  const owner = part === 'worker' ? 'screener' : part
  const wanted = [`database-${owner}`, `identity-${owner}.pem`, REDIS_SECRET, 'ops-token', ...(ownSecrets[part] ?? [])]
  return all.filter((name) => wanted.includes(name) || /^identity-.+\.pub\.pem$/.test(name))
}

/** Creates missing secrets under DATA_DIR/secrets. No process needs to write there afterward. */
export function createSecrets(dataDir) {
  const config = {
    ...{ dataDir, profile: 'development', opsToken: null },
    ...{ identityPrivateKey: null, identityPublicKeys: null, accessTokenPrivateKey: null, vapidPrivateKey: null },
  }
  for (const name of [ADMIN_SECRET, REDIS_SECRET, ...databaseOwners.map((owner) => `database-${owner}`)]) {
    readOrCreateSecret(config, name, () => randomBytes(24).toString('base64url'))
  }
  for (const issuer of ['gateway', ...serviceNames]) createIdentitySigner(config, issuer)
  readSigningKey(config)
  readVapidKeys(config)
  readOpsToken(config)
}

/** Creates missing secrets, and copies what each container needs to a folder of its own. */
export function makeSecrets(dataDir) {
  createSecrets(dataDir)
  distribute(join(dataDir, 'secrets'), readGenerated(dataDir, REDIS_SECRET))
}

function distribute(folder, redisPassword) {
  const all = readdirSync(folder).filter((name) => name !== PARTS)
  for (const part of ['postgres', 'redis', 'schemas', 'gateway', 'worker', ...serviceNames]) {
    const wanted = listSecrets(part, all)
    const contents = new Map(wanted.map((name) => [name, readFileSync(join(folder, name))]))
    if (part === 'redis') contents.set('redis.conf', `requirepass ${redisPassword}\n`)
    // Valkey runs as a user of its own, and only its container mounts this folder.
    fill(join(folder, PARTS, part), contents, part === 'redis' ? [0o755, 0o644] : [0o700, 0o600])
  }
}

/** Replaces the files one by one and keeps the folder, which running containers have mounted. */
function fill(target, contents, [folderMode, fileMode]) {
  mkdirSync(target, { recursive: true })
  chmodSync(target, folderMode)
  for (const name of readdirSync(target)) if (!contents.has(name)) rmSync(join(target, name))
  for (const [name, content] of contents) {
    const draft = join(target, `.${name}.draft`)
    writeFileSync(draft, content, { mode: fileMode })
    renameSync(draft, join(target, name))
  }
}

/** URL of DATABASE_SERVER with the administrator's password. */
export function adminUrl({ DATABASE_SERVER, DATA_DIR }) {
  const address = new URL(DATABASE_SERVER)
  address.password = readGenerated(DATA_DIR, ADMIN_SECRET)
  return address.href
}

/**
 * Environment that docker-compose.yml cannot contain: the process's database role and the URLs of Redis, with their
 * generated passwords.
 */
export function privateEnvironment(part, env) {
  return { ...redisEnvironment(env), ...databaseEnvironment(part, env) }
}

function redisEnvironment({ DATA_DIR, ...env }) {
  const urls = ['REDIS_CACHE_URL', 'REDIS_QUEUE_URL'].filter((name) => env[name])
  const withPassword = (address) => {
    const url = new URL(address)
    url.password ||= readGenerated(DATA_DIR, REDIS_SECRET)
    return url.href
  }
  return Object.fromEntries(urls.map((name) => [name, withPassword(env[name])]))
}

function databaseEnvironment(part, { DATABASE_SERVER, DATA_DIR }) {
  const owner = part === 'worker' ? 'screener' : part
  if (!databaseOwners.includes(owner)) return {}
  const role = roleOf(new URL(DATABASE_SERVER).pathname.slice(1), owner)
  const password = readGenerated(DATA_DIR, `database-${owner}`)
  return { DATABASE_URL: serviceUrl(DATABASE_SERVER, owner, { role, password }) }
}

function readGenerated(dataDir, name) {
  const secret = readSecret(secretPath(dataDir, name))
  if (secret === null) throw new Error(`DATA_DIR/secrets/${name} does not exist. Run the secrets part first.`)
  return secret
}
