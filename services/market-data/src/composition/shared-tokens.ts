import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Runtime } from '@callwright/service'
import type { Redis } from 'ioredis'
import { type AccessToken, type AccessTokens, createAccessTokens } from '../providers/http/access-tokens.ts'
import { ProviderFailure } from '../providers/http/provider-failure.ts'
import type { ConfiguredProvider } from '../providers/provider-definition.ts'
import { createSharedLock } from './cache-sources.ts'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** How long a replica waits for another one to renew the token. */
const WAIT_MS = 10_000

interface TokensDeps {
  readonly redis: Redis
  readonly now: () => number
}

/**
 * Creates a provider's access token, which replicas share through Redis. It is encrypted with a key that only processes
 * with the provider's secret have. While Redis is down, each process renews its own.
 */
export function createSharedTokens(
  runtime: Runtime,
  { name, keyId, secret = '' }: ConfiguredProvider,
  { redis, now }: TokensDeps,
): AccessTokens {
  const withLock = createSharedLock(runtime, redis, `token:${name}:${keyId}`)
  const redisKey = `callwright:market:token:${name}:${keyId}`
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'callwright access token', KEY_BYTES))

  async function read(): Promise<AccessToken | null> {
    if (redis.status !== 'ready') return null
    try {
      const bytes = await redis.getBuffer(redisKey)
      return bytes === null ? null : (JSON.parse(decrypt(key, bytes)) as AccessToken)
    } catch (error) {
      runtime.log.debug({ err: error }, 'token.read_failed')
      return null
    }
  }

  async function write(token: AccessToken): Promise<void> {
    if (redis.status !== 'ready') return
    try {
      const forMs = Math.max(1, Math.round(token.expiresAtMs - now()))
      await redis.set(redisKey, encrypt(key, JSON.stringify(token)), 'PX', forMs)
    } catch (error) {
      runtime.log.debug({ err: error }, 'token.write_failed')
    }
  }

  return createAccessTokens(name, now, async ({ renew }, isValid) => {
    const done = await withLock('renewal', WAIT_MS, async () => {
      const shared = await read()
      if (shared !== null && isValid(shared)) return shared
      const token = await renew()
      await write(token)
      return token
    })
    if (!done.isHeld) throw new ProviderFailure(name, { kind: 'unavailable', detail: 'no access token in time' })
    return done.value
  })
}

function encrypt(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
}

/** Throws if the text was encrypted with another key or changed. */
function decrypt(key: Buffer, bytes: Buffer): string {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')
}
