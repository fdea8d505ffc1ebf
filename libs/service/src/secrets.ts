import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BaseConfig } from './config.ts'

/** An Ed25519 key pair; both keys are PEM. */
export interface KeyPair {
  readonly privateKey: string
  readonly publicKey: string
}

type SecretConfig = Pick<BaseConfig, 'dataDir' | 'profile'>

/** Path of a generated secret, which all processes with the same DATA_DIR share. */
export function secretPath(dataDir: string, name: string): string {
  return join(dataDir, 'secrets', name)
}

/**
 * Reads a secret file, or creates it if the profile allows. If two processes create it at once, the first to link the
 * file wins, and both read its content. The production profile never generates secrets (D32).
 */
export function readOrCreateSecret(config: SecretConfig, name: string, create: () => string): string {
  const path = secretPath(config.dataDir, name)
  const existing = readSecret(path)
  // An empty token would be a token that anyone can guess.
  if (existing?.trim() === '') throw new Error(`${path} is empty. Restore its content, or delete the file.`)
  if (existing !== null) return existing
  if (config.profile === 'production') {
    throw new Error(
      `The production profile does not generate secrets. Provide ${name} in DATA_DIR/secrets or in its variable, or create all that are missing: npm run secrets`,
    )
  }
  mkdirSync(join(config.dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, create(), { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(path, 'utf8')
}

export function readSecret(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

export function createKeyPair(): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { privateKey, publicKey }
}

export function readOpsToken(config: SecretConfig & Pick<BaseConfig, 'opsToken'>): string {
  return config.opsToken ?? readOrCreateSecret(config, 'ops-token', () => randomBytes(24).toString('base64url'))
}
