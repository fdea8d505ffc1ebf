import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { createIdentitySigner, createIdentityVerifier } from './identity.ts'
import { readOpsToken, readOrCreateSecret, secretPath } from './secrets.ts'
import { buildTestConfig } from './testing/index.ts'

describe('secrets (D32)', () => {
  test('are readable by their owner alone', () => {
    const config = buildTestConfig()
    readOrCreateSecret(config, 'one', () => 'content')
    expect(statSync(secretPath(config.dataDir, 'one')).mode & 0o777).toBe(0o600)
    expect(statSync(join(config.dataDir, 'secrets')).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(config.dataDir, 'secrets'))).toEqual(['one'])
  })

  test('are made once, also when another process makes the same one meanwhile', () => {
    const config = buildTestConfig()
    expect(readOrCreateSecret(config, 'one', () => 'first')).toBe('first')
    expect(readOrCreateSecret(config, 'one', () => 'second')).toBe('first')
    const createLate = () => {
      writeFileSync(secretPath(config.dataDir, 'two'), 'of the other process')
      return 'too late'
    }
    expect(readOrCreateSecret(config, 'two', createLate)).toBe('of the other process')
    expect(readdirSync(join(config.dataDir, 'secrets')).sort()).toEqual(['one', 'two'])
  })

  test('are never made up in production, but used where they are given', () => {
    const config = buildTestConfig({ profile: 'production', opsToken: null })
    expect(() => readOrCreateSecret(config, 'one', () => 'made up')).toThrow('makes no secrets: provide one')
    expect(() => createIdentitySigner(config, 'gateway')).toThrow('identity-gateway.pem')
    expect(() => readOpsToken(config)).toThrow('ops-token')
    expect(readOpsToken({ ...config, opsToken: 'given' })).toBe('given')
    mkdirSync(join(config.dataDir, 'secrets'))
    writeFileSync(secretPath(config.dataDir, 'one'), 'from the operator')
    expect(readOrCreateSecret(config, 'one', () => 'made up')).toBe('from the operator')
  })

  test('a caller publishes its key, so that others on the same data folder know it', () => {
    const config = buildTestConfig()
    const verify = createIdentityVerifier(config, 'market-data', ['gateway'])
    expect(() => verify('x')).toThrow('no valid identity')
    const token = createIdentitySigner(config, 'gateway')('market-data', { kind: 'service' })
    expect(verify(token)).toEqual({ kind: 'service', caller: 'gateway' })
    const published = readFileSync(secretPath(config.dataDir, 'identity-gateway.pub.pem'), 'utf8')
    expect(published).toContain('BEGIN PUBLIC KEY')
    expect(published).not.toContain('PRIVATE')
  })
})
