import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const ISSUER = 'Callwright'
const DIGITS = 6
const PERIOD_SECONDS = 30
/** Steps before and after the current one whose codes are accepted, because clocks differ and typing takes time. */
const WINDOW = 1
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20

const buildTotp = (secret: Buffer, username = '') =>
  new TOTP({
    ...{ issuer: ISSUER, label: username, digits: DIGITS, period: PERIOD_SECONDS },
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  })

export const createSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** The secret as text for an authenticator app, and as an `otpauth:` link that opens one. */
export function describeSecret(secret: Buffer, username: string): { readonly secret: string; readonly uri: string } {
  const totp = buildTotp(secret, username)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** Returns the time step that a code belongs to, or null if it is not valid at this time. */
export function findStep(secret: Buffer, code: string, atMs: number): number | null {
  const delta = buildTotp(secret).validate({ token: code, timestamp: atMs, window: WINDOW })
  return delta === null ? null : TOTP.counter({ period: PERIOD_SECONDS, timestamp: atMs }) + delta
}

const RECOVERY_CODES = 10
/** 80 random bits, so that a plain hash cannot be searched. */
const RECOVERY_BYTES = 10

export const createRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    (new Secret({ size: RECOVERY_BYTES }).base32.toLowerCase().match(/.{4}/g) ?? []).join('-'),
  )

/** Spaces, hyphens and case do not count, because people copy these codes from paper. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256').update(code.replaceAll(/[\s-]/g, '').toLowerCase()).digest()

const totpPattern = /^\d{6}$/

/** Reads a typed code: six digits of an app, or else a recovery code. */
export function readCode(text: string): { readonly kind: 'app' | 'recovery'; readonly code: string } {
  const code = text.replaceAll(/\s/g, '')
  return { kind: totpPattern.test(code) ? 'app' : 'recovery', code }
}

/** Encrypts secrets for the database. */
export interface SecretSeal {
  seal(secret: Buffer, accountId: string): Buffer
  /** Returns null if the secret was sealed with another key or for another account. */
  open(sealed: Buffer, accountId: string): Buffer | null
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * The key is derived from the token key, so a rotation of that key makes all stored secrets unreadable; recovery codes
 * still work. The account's id is authenticated, so a secret cannot be moved to another account's row.
 */
export function createSecretSeal(privateKeyPem: string): SecretSeal {
  const key = Buffer.from(hkdfSync('sha256', privateKeyPem, '', 'callwright second factor', 32))
  return {
    seal(secret, accountId) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(accountId))
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open(sealed, accountId) {
      const nonce = sealed.subarray(0, NONCE_BYTES)
      const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      try {
        const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(accountId)).setAuthTag(tag)
        return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
      } catch {
        return null
      }
    },
  }
}
