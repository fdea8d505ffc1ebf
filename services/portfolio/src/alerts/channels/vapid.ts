import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { type BaseConfig, readOrCreateSecret } from '@callwright/service'

/** Both halves as unpadded base64url: the public one as an uncompressed point, as browsers expect it. */
export interface VapidKeys {
  readonly publicKey: string
  readonly privateKey: string
}

type KeyConfig = Pick<BaseConfig, 'dataDir' | 'profile'> & { readonly vapidPrivateKey: string | null }

const UNCOMPRESSED_POINT = 4
const REFUSAL = 'VAPID_PRIVATE_KEY (or DATA_DIR/secrets/vapid.pem) must be a P-256 private key in PEM'

/**
 * Reads the key pair that identifies this server to push services, from VAPID_PRIVATE_KEY or from DATA_DIR, where it
 * is created if the profile allows that (D32). Subscriptions end if the key changes.
 */
export function readVapidKeys(config: KeyConfig): VapidKeys {
  const pem = config.vapidPrivateKey?.replaceAll('\\n', '\n') ?? readOrCreateSecret(config, 'vapid.pem', createPem)
  const { crv, x, y, d } = readJwk(pem)
  if (crv !== 'P-256' || x === undefined || y === undefined || d === undefined) throw new Error(REFUSAL)
  const point = [Buffer.from([UNCOMPRESSED_POINT]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d }
}

function readJwk(pem: string) {
  try {
    return createPrivateKey(pem).export({ format: 'jwk' })
  } catch {
    // Drop the library's error message, which may contain parts of the key.
    throw new Error(REFUSAL)
  }
}

function createPem(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
