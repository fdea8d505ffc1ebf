import { createPublicKey } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ACCESS_TOKEN_SECONDS, buildPath, endpointIds, type Success } from '@callwright/contracts'
import { createKeyPair, createRuntime } from '@callwright/service'
import { buildTestConfig } from '@callwright/service/testing'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { isCleanPath, pathOf } from './access.ts'
import { createKeySet } from './key-set.ts'
import { createEventStreams } from './proxy/event-streams.ts'
import { createRevocations } from './revocations.ts'

describe('key set', () => {
  type Key = Success<'auth.jwks'>['keys'][number]

  function createKey(kid: string): { key: Key; pem: string } {
    const { publicKey } = createKeyPair()
    const x = String(createPublicKey(publicKey).export({ format: 'jwk' }).x)
    return { key: { kid, kty: 'OKP', crv: 'Ed25519', x, alg: 'EdDSA', use: 'sig' }, pem: publicKey }
  }

  /** Fake auth service with replaceable keys, a switch for an outage, and a request counter. */
  function createAuth(...keys: Key[]) {
    const auth = {
      keys,
      isDown: false,
      requests: 0,
      fetchKeys: async () => {
        auth.requests += 1
        if (auth.isDown) throw new Error('auth is down')
        return { keys: auth.keys }
      },
    }
    return auth
  }

  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  /** Advances past the minimum time between two fetches from auth. */
  const passPause = () => jest.advanceTimersByTimeAsync(2_000)

  describe('createKeySet', () => {
    test('fetches a key once for concurrent callers and caches it', async () => {
      const { key, pem } = createKey('a')
      const auth = createAuth(key)
      const keySet = createKeySet(auth.fetchKeys)
      const pems = await Promise.all([keySet.getPem('a'), keySet.getPem('a'), keySet.getPem('a')])
      expect(pems).toEqual([pem, pem, pem])
      await keySet.getPem('a')
      expect(auth.requests).toBe(1)
    })

    test('returns 401 for an unknown id and does not refetch the keys at once', async () => {
      const auth = createAuth(createKey('a').key)
      const keySet = createKeySet(auth.fetchKeys)
      for (let index = 0; index < 3; index += 1) {
        await expect(keySet.getPem('x')).rejects.toMatchObject({ status: 401, code: 'token_invalid' })
      }
      expect(auth.requests).toBe(1)
    })

    test('refetches the keys for an unknown id after five seconds', async () => {
      const [first, next] = [createKey('a'), createKey('b')]
      const auth = createAuth(first.key)
      let nowMs = 0
      const keySet = createKeySet(auth.fetchKeys, () => nowMs)
      await expect(keySet.getPem('b')).rejects.toMatchObject({ status: 401 })
      auth.keys = [first.key, next.key]
      nowMs += 4_999
      await expect(keySet.getPem('b')).rejects.toMatchObject({ status: 401 })
      expect(auth.requests).toBe(1)
      nowMs += 1
      await expect(keySet.getPem('b')).resolves.toBe(next.pem)
      expect(auth.requests).toBe(2)
    })

    test('shares one fetch among many made-up ids', async () => {
      const auth = createAuth(createKey('a').key)
      const keySet = createKeySet(auth.fetchKeys)
      await keySet.getPem('a')
      const lookups = Promise.allSettled(['u', 'v', 'w', 'x'].map((kid) => keySet.getPem(kid)))
      await passPause()
      const results = await lookups
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
      expect(auth.requests).toBe(2)
    })

    test('returns 503 with Retry-After while auth is down, and retries for each caller', async () => {
      const auth = createAuth(createKey('a').key)
      auth.isDown = true
      const keySet = createKeySet(auth.fetchKeys)
      await expect(keySet.getPem('a')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 })
      auth.isDown = false
      await expect(keySet.getPem('a')).resolves.toContain('BEGIN PUBLIC KEY')
    })

    test('keeps known keys valid while auth is down', async () => {
      const { key, pem } = createKey('a')
      const auth = createAuth(key)
      let nowMs = 0
      const keySet = createKeySet(auth.fetchKeys, () => nowMs)
      await keySet.getPem('a')
      auth.isDown = true
      nowMs += 60 * 60_000
      await expect(keySet.getPem('a')).resolves.toBe(pem)
      await expect(keySet.getPem('x')).rejects.toMatchObject({ status: 503 })
      await expect(keySet.getPem('a')).resolves.toBe(pem)
    })

    test('accepts a withdrawn key for at most ten minutes', async () => {
      const [first, second] = [createKey('a'), createKey('b')]
      const auth = createAuth(first.key)
      let nowMs = 0
      const keySet = createKeySet(auth.fetchKeys, () => nowMs)
      await keySet.getPem('a')
      auth.keys = [second.key]
      nowMs += 9 * 60_000
      await expect(keySet.getPem('a')).resolves.toBe(first.pem)
      expect(auth.requests).toBe(1)
      nowMs += 2 * 60_000
      await keySet.getPem('a')
      const found = expect(keySet.getPem('b')).resolves.toBe(second.pem)
      await passPause()
      await found
      const refused = expect(keySet.getPem('a')).rejects.toMatchObject({ status: 401 })
      await passPause()
      await refused
      expect(auth.requests).toBeLessThanOrEqual(3)
    })

    test('treats an invalid key list as an outage, not as a bad token', async () => {
      const broken = { ...createKey('a').key, x: 'short' }
      const keySet = createKeySet(async () => ({ keys: [broken] }))
      await expect(keySet.getPem('a')).rejects.toMatchObject({ status: 503 })
    })
  })
})

describe('clean path', () => {
  describe('isCleanPath', () => {
    test.each(endpointIds)('accepts the path of %s', (id) => {
      expect(
        isCleanPath(buildPath(id, { symbol: 'BRK.B', id: '1763650000000-a_b', token: 'a_b-c', file: 'a_b-c.ics' })),
      ).toBe(true)
    })

    test.each([
      '/',
      '/login',
      '/assets/index-Bq3xk29a.js',
      '/a/',
      "/a-b_c~d!$&'()*+,=:@/e",
      '/caf%C3%A9',
      '/A%20B',
      '/..a',
      '/a..',
      '/api/stocks/quote/BRK%2FB',
      '/api/options/recommendations/brk%2fb/custom',
    ])('accepts %s', (path) => {
      expect(isCleanPath(path)).toBe(true)
    })

    test.each([
      '',
      'a',
      '*',
      '//',
      '/a//b',
      '//a',
      '/a//',
      '/.',
      '/..',
      '/a/../b',
      '/a/./b',
      '/%2e',
      '/a%2Eb',
      '/a%2fb',
      '/BRK%2FB',
      '/internal/a%2Fb',
      '/api/a%2F..',
      '/api/a%2Fb%2Fc',
      '/api/%2Fb',
      '/api/a%2Fau',
      '/a%5cb',
      '/a\\b',
      '/a;b',
      '/a%3Bb',
      '/a%00',
      '/a%1f',
      '/a%7f',
      '/a%c2%85',
      '/a%25',
      '/a%252e',
      '/a%',
      '/a%g0',
      '/%ff',
      '/%c0%ae',
      '/a b',
      '/a#b',
      '/a"b',
      '/a<b',
      '/a{b}',
      '/a|b',
      '/a^b',
      '/a`b',
      '/é',
      'http://host/a',
      `/${'a'.repeat(101)}`,
      `/${'%20'.repeat(101)}`,
    ])('rejects %s', (path) => {
      expect(isCleanPath(path)).toBe(false)
    })

    test('rejects escapes of unreserved characters and accepts others', () => {
      const codes = Array.from({ length: 0x80 }, (_, code) => code)
      const hex = (code: number) => code.toString(16).padStart(2, '0')
      const plain = codes.filter((code) => /[A-Za-z0-9._~-]/.test(String.fromCharCode(code)))
      const refused = plain.flatMap((code) => [`/a%${hex(code)}b`, `/a%${hex(code).toUpperCase()}b`])
      expect(refused.filter(isCleanPath)).toEqual([])
      const printable = codes.filter(
        (code) => code >= 0x20 && code < 0x7f && !'/\\;%'.includes(String.fromCharCode(code)),
      )
      const kept = printable.filter((code) => !plain.includes(code)).map((code) => `/a%${hex(code)}b`)
      expect(kept.filter((path) => !isCleanPath(path))).toEqual([])
    })

    test('accepts segments of 100 characters', () => {
      expect(isCleanPath(`/${'a'.repeat(100)}/${'%20'.repeat(100)}`)).toBe(true)
    })
  })

  test('pathOf removes the query string', () => {
    expect(['/a?b=//..', '/a', '/?', '?'].map(pathOf)).toEqual(['/a', '/a', '/', ''])
  })
})

describe('event streams', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] })
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  test('ends a stream and its source after the lifetime of a token', async () => {
    const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'test')
    const streams = createEventStreams(runtime, createRevocations())
    const source = new PassThrough()
    const { body } = await streams.open(
      { kind: 'user', userId: 'u', sessionId: 's', isDemo: false },
      'screener',
      async () => ({
        status: 200,
        headers: { 'content-type': 'text/event-stream' },
        body: source,
      }),
    )
    const reader = (body as Readable).resume()
    jest.advanceTimersByTime((ACCESS_TOKEN_SECONDS - 1) * 1_000)
    expect([reader.readableEnded, source.destroyed]).toEqual([false, false])
    jest.advanceTimersByTime(1_000)
    await finished(reader)
    expect(reader.readableEnded).toBe(true)
    await new Promise((resolve) => setImmediate(resolve))
    expect(source.destroyed).toBe(true)
    await runtime.close()
  })

  test('opens no stream if the session ended after its token was verified', async () => {
    const runtime = createRuntime(buildTestConfig({ logLevel: 'silent' }), 'test')
    const revocations = createRevocations()
    const streams = createEventStreams(runtime, revocations)
    revocations.add('s')
    let calls = 0
    const opening = streams.open({ kind: 'user', userId: 'u', sessionId: 's', isDemo: false }, 'screener', async () => {
      calls += 1
      throw new Error('must not be called')
    })
    await expect(opening).rejects.toMatchObject({ status: 401, code: 'token_revoked' })
    expect(calls).toBe(0)
    await runtime.close()
  })
})

describe('revocations', () => {
  const MINUTE_MS = 60_000

  test('remembers a revoked session for the lifetime of its tokens plus clock skew', () => {
    let nowMs = 1_000_000
    const revocations = createRevocations(() => nowMs)
    revocations.add('a')
    expect([revocations.has('a'), revocations.has('b')]).toEqual([true, false])
    nowMs += 15 * MINUTE_MS + 5_000
    expect(revocations.has('a')).toBe(true)
    nowMs += MINUTE_MS
    expect(revocations.has('a')).toBe(false)
  })

  test('sweeps expired entries and keeps the others', () => {
    let nowMs = 1_000_000
    const revocations = createRevocations(() => nowMs)
    for (let index = 0; index < 1_000; index += 1) revocations.add(`old-${index}`)
    nowMs += 10 * MINUTE_MS
    for (let index = 0; index < 10; index += 1) revocations.add(`new-${index}`)
    expect(revocations.size).toBe(1_010)
    nowMs += 6 * MINUTE_MS
    revocations.add('last')
    expect(revocations.size).toBe(11)
    expect(revocations.has('new-0')).toBe(true)
  })

  test('remembers a session for the full period again when it is revoked again', () => {
    let nowMs = 1_000_000
    const revocations = createRevocations(() => nowMs)
    revocations.add('a')
    nowMs += 10 * MINUTE_MS
    revocations.add('a')
    nowMs += 10 * MINUTE_MS
    expect(revocations.has('a')).toBe(true)
  })
})
