import { createPublicKey } from 'node:crypto'
import type { Success } from '@callwright/contracts'
import { createKeyPair } from '@callwright/service'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createKeySet } from './key-set.ts'

type Key = Success<'auth.jwks'>['keys'][number]

function createKey(kid: string): { key: Key; pem: string } {
  const { publicKey } = createKeyPair()
  const x = String(createPublicKey(publicKey).export({ format: 'jwk' }).x)
  return { key: { kid, kty: 'OKP', crv: 'Ed25519', x, alg: 'EdDSA', use: 'sig' }, pem: publicKey }
}

/** Auth with a list of keys that a test may change, break, and count the readings of. */
function createAuth(...keys: Key[]) {
  const auth = {
    keys,
    isDown: false,
    asked: 0,
    fetchKeys: async () => {
      auth.asked += 1
      if (auth.isDown) throw new Error('auth is away')
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

/** The time that has to lie between two looks at auth. */
const passPause = () => jest.advanceTimersByTimeAsync(2_000)

describe('createKeySet', () => {
  test('asks once for a key, however many need it at once, and keeps it', async () => {
    const { key, pem } = createKey('a')
    const auth = createAuth(key)
    const keySet = createKeySet(auth.fetchKeys)
    const pems = await Promise.all([keySet.getPem('a'), keySet.getPem('a'), keySet.getPem('a')])
    expect(pems).toEqual([pem, pem, pem])
    await keySet.getPem('a')
    expect(auth.asked).toBe(1)
  })

  test('an id auth does not know is 401, and is not asked for again at once', async () => {
    const auth = createAuth(createKey('a').key)
    const keySet = createKeySet(auth.fetchKeys)
    for (let index = 0; index < 3; index += 1) {
      await expect(keySet.getPem('x')).rejects.toMatchObject({ status: 401, code: 'token_invalid' })
    }
    expect(auth.asked).toBe(1)
  })

  test('an id auth did not know is asked for again after five seconds', async () => {
    const [first, next] = [createKey('a'), createKey('b')]
    const auth = createAuth(first.key)
    let nowMs = 0
    const keySet = createKeySet(auth.fetchKeys, () => nowMs)
    await expect(keySet.getPem('b')).rejects.toMatchObject({ status: 401 })
    auth.keys = [first.key, next.key]
    nowMs += 4_999
    await expect(keySet.getPem('b')).rejects.toMatchObject({ status: 401 })
    expect(auth.asked).toBe(1)
    nowMs += 1
    await expect(keySet.getPem('b')).resolves.toBe(next.pem)
    expect(auth.asked).toBe(2)
  })

  test('many made-up ids wait for one look together', async () => {
    const auth = createAuth(createKey('a').key)
    const keySet = createKeySet(auth.fetchKeys)
    await keySet.getPem('a')
    const looks = Promise.allSettled(['u', 'v', 'w', 'x'].map((kid) => keySet.getPem(kid)))
    await passPause()
    const results = await looks
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
    expect(auth.asked).toBe(2)
  })

  test('auth away is 503 with a time to come back, and each asker may try anew', async () => {
    const auth = createAuth(createKey('a').key)
    auth.isDown = true
    const keySet = createKeySet(auth.fetchKeys)
    await expect(keySet.getPem('a')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 })
    auth.isDown = false
    await expect(keySet.getPem('a')).resolves.toContain('BEGIN PUBLIC KEY')
  })

  test('auth away leaves known keys good', async () => {
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

  test('a key that auth withdrew is good for ten minutes at most after the next look', async () => {
    const [first, second] = [createKey('a'), createKey('b')]
    const auth = createAuth(first.key)
    let nowMs = 0
    const keySet = createKeySet(auth.fetchKeys, () => nowMs)
    await keySet.getPem('a')
    auth.keys = [second.key]
    nowMs += 9 * 60_000
    await expect(keySet.getPem('a')).resolves.toBe(first.pem)
    expect(auth.asked).toBe(1)
    nowMs += 2 * 60_000
    await keySet.getPem('a')
    const found = expect(keySet.getPem('b')).resolves.toBe(second.pem)
    await passPause()
    await found
    const refused = expect(keySet.getPem('a')).rejects.toMatchObject({ status: 401 })
    await passPause()
    await refused
    expect(auth.asked).toBeLessThanOrEqual(3)
  })

  test('a list that is no list of keys is an outage, not a bad token', async () => {
    const broken = { ...createKey('a').key, x: 'short' }
    const keySet = createKeySet(async () => ({ keys: [broken] }))
    await expect(keySet.getPem('a')).rejects.toMatchObject({ status: 503 })
  })
})
