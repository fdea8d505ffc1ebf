import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Owner } from '@callwright/contracts'
import { describe, expect, test } from '@jest/globals'
import { createSigner } from 'fast-jwt'
import { createBoundedCache, digestToken } from './bounded-cache.ts'
import {
  baseReaders,
  ConfigError,
  choice,
  flag,
  folder,
  integer,
  optionalText,
  readConfig,
  redisCacheUrl,
  text,
  url,
} from './config.ts'
import { createIdentitySigner, createIdentityVerifier, type Principal } from './identity.ts'
import { createKeyPair, readOpsToken, readOrCreateSecret, secretPath } from './secrets.ts'
import { buildTestConfig } from './testing/index.ts'

describe('config', () => {
  const { publicKey: foreignKey } = generateKeyPairSync('x25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })

  const readers = {
    port: integer('PORT', { min: 1, max: 65_535 }),
    name: text('NAME', { pattern: /^[a-z]+$/ }),
    mode: choice('MODE', ['fast', 'slow'], { default: 'slow' }),
    isOn: flag('IS_ON', { default: false }),
    target: url('TARGET', ['http', 'https']),
    note: optionalText('NOTE'),
  }
  const good = { PORT: '8080', NAME: 'abc', TARGET: 'http://host/' }

  function problemsOf(env: Record<string, string | undefined>): readonly string[] {
    try {
      readConfig(env, readers)
      return []
    } catch (error) {
      if (error instanceof ConfigError) return error.problems
      throw error
    }
  }

  describe('readConfig', () => {
    test('reads and converts variables, fills in defaults, and freezes the result', () => {
      const config = readConfig({ ...good, NAME: ' abc ', IS_ON: '1' }, readers)
      expect(config).toEqual({ port: 8080, name: 'abc', mode: 'slow', isOn: true, target: 'http://host', note: null })
      expect(Object.isFrozen(config)).toBe(true)
    })

    test('names every problem in one message', () => {
      const env = { PORT: '80a', NAME: 'A1', MODE: 'medium', IS_ON: 'yes', TARGET: 'host' }
      expect(problemsOf(env)).toHaveLength(5)
      for (const name of Object.keys(env)) expect(() => readConfig(env, readers)).toThrow(name)
      expect(() => readConfig(env, readers)).toThrow(/^Invalid configuration:\n {2}- /)
    })

    test('a variable without a default is required, and an empty one counts as not set', () => {
      expect(problemsOf({ PORT: '', NAME: '  ' })).toEqual(['PORT is not set', 'NAME is not set', 'TARGET is not set'])
    })

    test.each(['0', '65536', '-1', '1.5', '1e3', '0x10', '8080 8081', 'Infinity', 'NaN'])(
      'a malformed number (%s) never falls back to a default',
      (raw) => {
        const withDefault = { port: integer('PORT', { default: 7, min: 1, max: 65_535 }) }
        expect(() => readConfig({ PORT: raw }, withDefault)).toThrow('PORT must be a whole number from 1 to 65535')
      },
    )

    test('an error message never repeats a value, which may contain a password', () => {
      const secret = 'hunter2'
      const env = { TARGET: `ftp://user:${secret}@host`, PORT: secret, NAME: `${secret}!`, MODE: secret, IS_ON: secret }
      expect(problemsOf(env)).toHaveLength(5)
      expect(problemsOf(env).join()).not.toContain(secret)
    })

    test.each([
      [{ REDIS_CACHE_URL: 'redis://cache', REDIS_URL: 'redis://both' }, 'redis://cache'],
      [{ REDIS_CACHE_URL: ' ', REDIS_URL: 'redis://both' }, 'redis://both'],
    ])('the cache is %j', (env, expected) => {
      expect(readConfig(env, { redis: redisCacheUrl }).redis).toBe(expected)
    })

    test.each([
      [{ REDIS_URL: 'http://both' }, 'REDIS_URL must be'],
      [{ REDIS_CACHE_URL: 'http://cache', REDIS_URL: 'redis://both' }, 'REDIS_CACHE_URL must be'],
      [{}, 'REDIS_CACHE_URL is not set'],
    ])('an error about the cache of %j names the wrong variable', (env, problem) => {
      expect(() => readConfig(env, { redis: redisCacheUrl })).toThrow(`  - ${problem}`)
    })

    test('a folder is always absolute, even the default one', () => {
      const read = (env: Record<string, string>) => readConfig(env, { data: folder('DATA', { default: '.data' }) }).data
      expect(read({})).toBe(`${process.cwd()}/.data`)
      expect(read({ DATA: 'x/../y' })).toBe(`${process.cwd()}/y`)
      expect(read({ DATA: '/var/lib/callwright' })).toBe('/var/lib/callwright')
    })

    test.each([
      ['cut', '{"auth":'],
      ['a list', '[]'],
      ['no object', '7'],
      ['nothing', 'null'],
      ['no key', '{"auth":"hunter2"}'],
      ['a key of another kind', JSON.stringify({ auth: foreignKey })],
      ['a number for a key', '{"auth":1}'],
    ])('invalid public keys (%s) are reported with the other problems', (_name, raw) => {
      const readers = { ...baseReaders({ port: 1, opsPort: 2 }) }
      const read = () => readConfig({ PORT: 'x', IDENTITY_PUBLIC_KEYS: raw }, readers)
      expect(read).toThrow(/PORT must be.*\n.*IDENTITY_PUBLIC_KEYS must be a JSON object that maps service names/)
      expect(read).not.toThrow('hunter2')
    })

    test('reads the public key of each owner', () => {
      const { publicKey } = createKeyPair()
      const env = { IDENTITY_PUBLIC_KEYS: JSON.stringify({ gateway: publicKey }) }
      expect(readConfig(env, baseReaders({ port: 1, opsPort: 2 })).identityPublicKeys).toEqual({ gateway: publicKey })
    })

    test.each([
      [{}, 0],
      [{ PROFILE: 'production' }, 5_000],
      [{ PROFILE: 'production', DRAIN_MS: '250' }, 250],
    ])('%j keeps serving for %d ms after readiness fails', (env, expected) => {
      expect(readConfig(env, baseReaders({ port: 1, opsPort: 2 })).drainMs).toBe(expected)
    })

    test('every base variable has a default', () => {
      const config = readConfig({}, baseReaders({ port: 1, opsPort: 2 }))
      expect(config).toMatchObject({ host: '127.0.0.1', port: 1, opsPort: 2, logLevel: 'info', profile: 'development' })
      expect(config).toMatchObject({ opsToken: null, identityPrivateKey: null, identityPublicKeys: null })
    })
  })
})

describe('identity', () => {
  const keys = { gateway: createKeyPair(), screener: createKeyPair(), coach: createKeyPair() }
  const publicKeys = Object.fromEntries(Object.entries(keys).map(([name, { publicKey }]) => [name, publicKey]))
  const user: Principal = { kind: 'user', userId: 'user-1', sessionId: 'session-1', isDemo: false }

  function configOf(owner: keyof typeof keys) {
    return buildTestConfig({
      identityPrivateKey: keys[owner].privateKey,
      identityPublicKeys: publicKeys,
    })
  }

  const signAs = (owner: keyof typeof keys, now?: () => number) => createIdentitySigner(configOf(owner), owner, now)
  const verifyAs = (audience: Owner, trusted: readonly Owner[] = ['gateway', 'screener']) =>
    createIdentityVerifier(configOf('gateway'), audience, trusted)

  /** Signs an identity by hand, with claims that our signer never issues. */
  function forge(claims: object, privateKey = keys.gateway.privateKey): string {
    const nowSeconds = Math.floor(Date.now() / 1_000)
    return createSigner({ algorithm: 'EdDSA', key: privateKey })({
      iss: 'gateway',
      aud: 'market-data',
      kind: 'user',
      sub: 'user-1',
      sid: 'session-1',
      jti: 'x',
      iat: nowSeconds,
      exp: nowSeconds + 60,
      ...claims,
    })
  }

  describe('an identity', () => {
    test.each([[user], [{ ...user, isDemo: true }], [{ kind: 'anonymous' }], [{ kind: 'service' }]] as const)(
      'is verified as it was signed: %j',
      (principal) => {
        expect(verifyAs('market-data')(signAs('gateway')('market-data', principal))).toEqual({
          ...principal,
          caller: 'gateway',
        })
      },
    )

    test('is accepted by only one service', () => {
      const token = signAs('gateway')('market-data', user)
      expect(() => verifyAs('screener')(token)).toThrow('no valid identity')
    })

    test('is rejected from an untrusted caller', () => {
      const token = signAs('coach')('market-data', user)
      expect(() => verifyAs('market-data')(token)).toThrow('no valid identity')
      expect(verifyAs('market-data', ['coach'])(token)).toMatchObject({ caller: 'coach' })
    })

    test('is rejected if one caller signs as another', () => {
      expect(() => verifyAs('market-data')(forge({}, keys.screener.privateKey))).toThrow('no valid identity')
      expect(verifyAs('market-data')(forge({}))).toMatchObject({ kind: 'user', userId: 'user-1' })
    })

    test('expires after at most a minute', () => {
      const longAgo = Date.now() - 61_000
      expect(() => verifyAs('market-data')(signAs('gateway', () => longAgo)('market-data', user))).toThrow('no valid')
      const nowSeconds = Math.floor(Date.now() / 1_000)
      const aged = { iat: nowSeconds - 120, exp: nowSeconds + 600 }
      expect(() => verifyAs('market-data')(forge(aged))).toThrow('no valid identity')
    })

    test.each(['iss', 'aud', 'exp', 'iat', 'jti', 'kind'])('is rejected without %s', (claim) => {
      const [header, body] = forge({}).split('.')
      const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString())
      delete claims[claim]
      const input = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
      expect(() => verifyAs('market-data')(signInput(input))).toThrow('no valid identity')
    })

    test.each([
      ['of an unknown kind', { kind: 'admin' }],
      ['of a user without an id', { sub: undefined }],
      ['of a user without a session', { sid: undefined }],
      ['of a user whose id is a number', { sub: 7 }],
    ])('%s is rejected', (_name, claims) => {
      expect(() => verifyAs('market-data')(forge(claims))).toThrow('no valid identity')
    })

    test.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJpc3MiOiJnYXRld2F5In0.'])('"%s" is rejected', (token) => {
      expect(() => verifyAs('market-data')(token)).toThrow('no valid identity')
    })

    test('is rejected if missing', () => {
      expect(() => verifyAs('market-data')(undefined)).toThrow('The request has no identity.')
    })

    test('is rejected if signed with the public key as a shared secret', () => {
      const secret = createSigner({ algorithm: 'HS256', key: Buffer.from(keys.gateway.publicKey) })
      const nowSeconds = Math.floor(Date.now() / 1_000)
      const token = secret({ iss: 'gateway', aud: 'market-data', kind: 'service', jti: 'x', exp: nowSeconds + 60 })
      expect(() => verifyAs('market-data')(token)).toThrow('no valid identity')
    })

    test('is rejected if tampered with, even after the original was verified', () => {
      const verify = verifyAs('market-data')
      const token = signAs('gateway')('market-data', user)
      verify(token)
      const [header, body, signature] = token.split('.')
      const claims = JSON.parse(Buffer.from(body ?? '', 'base64url').toString())
      const other = Buffer.from(JSON.stringify({ ...claims, sub: 'user-2' })).toString('base64url')
      expect(() => verify(`${header}.${other}.${signature}`)).toThrow('no valid identity')
      expect(() => verify(token.slice(0, -2))).toThrow('no valid identity')
      expect(verify(token)).toMatchObject({ userId: 'user-1' })
    })
  })

  describe('the identity caches', () => {
    test('calls for one user to one service share a token until 15 s before it expires', () => {
      let nowMs = Date.now()
      const mint = signAs('gateway', () => nowMs)
      const first = mint('market-data', user)
      nowMs += 44_000
      expect(mint('market-data', user)).toBe(first)
      nowMs += 2_000
      expect(mint('market-data', user)).not.toBe(first)
    })

    test('no other call shares that token', () => {
      const mint = signAs('gateway')
      const tokens = [
        mint('market-data', user),
        mint('screener', user),
        mint('market-data', { ...user, userId: 'user-2' }),
        mint('market-data', { ...user, sessionId: 'session-2' }),
        mint('market-data', { kind: 'anonymous' }),
        mint('market-data', { kind: 'service' }),
      ]
      expect(new Set(tokens).size).toBe(tokens.length)
    })

    test('an expired identity is not served from the cache', () => {
      let nowMs = Date.now()
      const verify = createIdentityVerifier(configOf('gateway'), 'market-data', ['gateway'], () => nowMs)
      const token = forge({ iat: Math.floor(nowMs / 1_000) - 59, exp: Math.floor(nowMs / 1_000) + 1 })
      expect(verify(token)).toMatchObject({ userId: 'user-1' })
      expect(verify(token)).toBe(verify(token))
      const kept = verify(token)
      nowMs += 2_000
      expect(readOrNull(() => verify(token))).not.toBe(kept)
    })
  })

  function readOrNull<T>(read: () => T): T | null {
    try {
      return read()
    } catch {
      return null
    }
  }

  function signInput(input: string): string {
    return `${input}.${sign(null, Buffer.from(input), keys.gateway.privateKey).toString('base64url')}`
  }
})

describe('secrets (D32)', () => {
  test('are readable only by their owner', () => {
    const config = buildTestConfig()
    readOrCreateSecret(config, 'one', () => 'content')
    expect(statSync(secretPath(config.dataDir, 'one')).mode & 0o777).toBe(0o600)
    expect(statSync(join(config.dataDir, 'secrets')).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(config.dataDir, 'secrets'))).toEqual(['one'])
  })

  test('are created once, even if another process creates the same one at the same time', () => {
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

  test('are never generated in production, but used if provided', () => {
    const config = buildTestConfig({ profile: 'production', opsToken: null })
    expect(() => readOrCreateSecret(config, 'one', () => 'made up')).toThrow('does not generate secrets. Provide one')
    expect(() => createIdentitySigner(config, 'gateway')).toThrow('identity-gateway.pem')
    expect(() => readOpsToken(config)).toThrow('ops-token')
    expect(readOpsToken({ ...config, opsToken: 'given' })).toBe('given')
    mkdirSync(join(config.dataDir, 'secrets'))
    writeFileSync(secretPath(config.dataDir, 'one'), 'from the operator')
    expect(readOrCreateSecret(config, 'one', () => 'made up')).toBe('from the operator')
  })

  test('an empty file is an error, because an empty token would admit everyone', () => {
    const config = buildTestConfig({ opsToken: null })
    mkdirSync(join(config.dataDir, 'secrets'))
    writeFileSync(secretPath(config.dataDir, 'ops-token'), '\n')
    expect(() => readOpsToken(config)).toThrow(`${secretPath(config.dataDir, 'ops-token')} is empty.`)
  })

  test('a caller publishes its key to the shared data folder', () => {
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

describe('bounded cache', () => {
  describe('createBoundedCache', () => {
    test('an entry is valid until just before its expiration', () => {
      const cache = createBoundedCache<string>(10)
      cache.set('a', 'value', 100)
      expect([cache.get('a', 99), cache.get('a', 100), cache.get('a', 99)]).toEqual(['value', null, null])
    })

    test('a full cache evicts its oldest entry; setting a key again takes no extra space', () => {
      const cache = createBoundedCache<number>(2)
      cache.set('a', 1, 100)
      cache.set('b', 2, 100)
      cache.set('b', 3, 100)
      expect([cache.size, cache.get('a', 0), cache.get('b', 0)]).toEqual([2, 1, 3])
      cache.set('c', 4, 100)
      expect([cache.size, cache.get('a', 0), cache.get('b', 0), cache.get('c', 0)]).toEqual([2, null, 3, 4])
    })

    test('prune removes expired entries', () => {
      const cache = createBoundedCache<number>(10)
      cache.set('a', 1, 100)
      cache.set('b', 2, 110)
      cache.set('a', 3, 120)
      cache.prune(110)
      expect([cache.size, cache.get('a', 110)]).toEqual([1, 3])
    })

    test('clear empties it', () => {
      const cache = createBoundedCache<number>(2)
      cache.set('a', 1, 100)
      cache.clear()
      expect([cache.size, cache.get('a', 0)]).toEqual([0, null])
    })
  })

  test('the digest covers the whole token', () => {
    const digests = ['a.b.c', 'a.b.d', 'a.b.c ', 'A.b.c', 'a.b.c='].map(digestToken)
    expect(new Set(digests).size).toBe(5)
    expect(digestToken('a.b.c')).toBe(digests[0])
    expect(digests[0]).toHaveLength(43)
  })
})
