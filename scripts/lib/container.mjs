import { randomBytes } from 'node:crypto'
import { databaseOwners, roleOf, serviceUrl } from '../../libs/service/src/database/provision.ts'
import { createIdentitySigner } from '../../libs/service/src/identity.ts'
import { readOpsToken, readOrCreateSecret, readSecret, secretPath } from '../../libs/service/src/secrets.ts'
import { readSigningKey } from '../../services/auth/src/sessions/tokens.ts'
import { readVapidKeys } from '../../services/portfolio/src/alerts/channels/vapid.ts'
import { serviceNames } from './settings.mjs'

const ADMIN_SECRET = 'database-admin'

/** Creates missing secrets under DATA_DIR/secrets. No process needs to write there afterward. */
export function makeSecrets(dataDir) {
  const config = {
    ...{ dataDir, profile: 'development', opsToken: null },
    ...{ identityPrivateKey: null, identityPublicKeys: null, accessTokenPrivateKey: null, vapidPrivateKey: null },
  }
  for (const name of [ADMIN_SECRET, ...databaseOwners.map((owner) => `database-${owner}`)]) {
    readOrCreateSecret(config, name, () => randomBytes(24).toString('base64url'))
  }
  for (const issuer of ['gateway', ...serviceNames]) createIdentitySigner(config, issuer)
  readSigningKey(config)
  readVapidKeys(config)
  readOpsToken(config)
}

/** URL of DATABASE_SERVER with the administrator's password. */
export function adminUrl({ DATABASE_SERVER, DATA_DIR }) {
  const address = new URL(DATABASE_SERVER)
  address.password = readGenerated(DATA_DIR, ADMIN_SECRET)
  return address.href
}

/** Environment that docker-compose.yml cannot contain: the process's database role with its generated password. */
export function privateEnvironment(part, { DATABASE_SERVER, DATA_DIR }) {
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
