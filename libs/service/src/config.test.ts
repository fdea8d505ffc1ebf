import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
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
import { createKeyPair } from './secrets.ts'

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
  test('reads, converts, fills defaults and freezes', () => {
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

  test('without a default a variable must be set, and empty is not set', () => {
    expect(problemsOf({ PORT: '', NAME: '  ' })).toEqual(['PORT is not set', 'NAME is not set', 'TARGET is not set'])
  })

  test.each(['0', '65536', '-1', '1.5', '1e3', '0x10', '8080 8081', 'Infinity', 'NaN'])(
    'a malformed number (%s) never becomes a default',
    (raw) => {
      const withDefault = { port: integer('PORT', { default: 7, min: 1, max: 65_535 }) }
      expect(() => readConfig({ PORT: raw }, withDefault)).toThrow('PORT must be a whole number from 1 to 65535')
    },
  )

  test('a message never repeats a value, which may hold a password', () => {
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
  ])('a cache of %j is a problem of the variable that is wrong', (env, problem) => {
    expect(() => readConfig(env, { redis: redisCacheUrl })).toThrow(`  - ${problem}`)
  })

  test('a folder is absolute, the default as well', () => {
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
  ])('public keys that are %s are a problem among the others', (_name, raw) => {
    const readers = { ...baseReaders({ port: 1, opsPort: 2 }) }
    const read = () => readConfig({ PORT: 'x', IDENTITY_PUBLIC_KEYS: raw }, readers)
    expect(read).toThrow(/PORT must be.*\n.*IDENTITY_PUBLIC_KEYS must be a JSON object of service names/)
    expect(read).not.toThrow('hunter2')
  })

  test('public keys are read by their owner', () => {
    const { publicKey } = createKeyPair()
    const env = { IDENTITY_PUBLIC_KEYS: JSON.stringify({ gateway: publicKey }) }
    expect(readConfig(env, baseReaders({ port: 1, opsPort: 2 })).identityPublicKeys).toEqual({ gateway: publicKey })
  })

  test.each([
    [{}, 0],
    [{ PROFILE: 'production' }, 5_000],
    [{ PROFILE: 'production', DRAIN_MS: '250' }, 250],
  ])('%j goes on serving for %d ms after readiness has failed', (env, expected) => {
    expect(readConfig(env, baseReaders({ port: 1, opsPort: 2 })).drainMs).toBe(expected)
  })

  test('every process starts without a single variable of its own', () => {
    const config = readConfig({}, baseReaders({ port: 1, opsPort: 2 }))
    expect(config).toMatchObject({ host: '127.0.0.1', port: 1, opsPort: 2, logLevel: 'info', profile: 'development' })
    expect(config).toMatchObject({ opsToken: null, identityPrivateKey: null, identityPublicKeys: null })
  })
})
