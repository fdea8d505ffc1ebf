import { availableParallelism } from 'node:os'
import { createMetrics } from '@callwright/service'
import { describe, expect, test } from '@jest/globals'
import { parseOptions } from '@node-rs/argon2'
import { findPasswordProblem, normalizeName } from './password-policy.ts'
import { computeHashConcurrency, createPasswords, owaspCost } from './passwords.ts'

describe('passwords', () => {
  function build(cost = owaspCost) {
    const metrics = createMetrics('auth', { version: '0', commit: 'test' })
    const passwords = createPasswords(metrics, cost)
    const countHashes = async (operation: string) => {
      const metric = await metrics.registry.getSingleMetric('password_hash_duration_seconds')?.get()
      const values = (metric?.values ?? []) as { metricName?: string; labels: Record<string, unknown>; value: number }[]
      const count = values.find((value) => value.metricName?.endsWith('_count') && value.labels.operation === operation)
      return count?.value ?? 0
    }
    return { passwords, countHashes }
  }

  describe('passwords', () => {
    test('are Argon2id with 19 MiB, two passes and one lane', async () => {
      const { passwords } = build()
      expect(parseOptions(await passwords.hash('correct horse'))).toMatchObject({
        algorithm: 2,
        memoryCost: 19_456,
        timeCost: 2,
        parallelism: 1,
        outputLen: 32,
        saltLen: 16,
      })
    })

    test('are not truncated: byte 73 and the last of 1,024 characters still count', async () => {
      const { passwords } = build()
      for (const length of [73, 1_024]) {
        const stem = 'x'.repeat(length - 1)
        const stored = await passwords.hash(`${stem}a`)
        expect(await passwords.verify(stored, `${stem}a`)).toBe(true)
        expect(await passwords.verify(stored, `${stem}b`)).toBe(false)
      }
    })

    test('are sensitive to spaces and case', async () => {
      const { passwords } = build()
      const stored = await passwords.hash(' Pass word ')
      expect(await passwords.verify(stored, ' Pass word ')).toBe(true)
      for (const other of ['Pass word', ' pass word ', ' Pass  word ']) {
        expect(await passwords.verify(stored, other)).toBe(false)
      }
    })

    test('checking an unknown account costs one hash with the same parameters, and never succeeds', async () => {
      const { passwords, countHashes } = build()
      expect(await passwords.verify(null, 'anything')).toBe(false)
      expect(await countHashes('verify')).toBe(1)
    })

    test.each([
      [1, 1],
      [2, 1],
      [3, 2],
      [5, 4],
      [64, 4],
    ])('%d cores run %d hashes at once', (cores, hashes) => expect(computeHashConcurrency(cores)).toBe(hashes))

    test('with every slot in use and 50 hashes waiting, another fails immediately with a 503', async () => {
      // Cheap hashes, so that no waiting one reaches the limit of its wait.
      const { passwords, countHashes } = build({ memoryCost: 1_024, timeCost: 1 })
      const taken = computeHashConcurrency(availableParallelism()) + 50
      const results = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.verify(null, 'flood')))
      const refused = results.filter((result) => result.status === 'rejected')
      expect(refused).toHaveLength(60 - taken)
      for (const { reason } of refused)
        expect(reason).toMatchObject({ status: 503, code: 'busy', retryAfterSeconds: 2 })
      expect(await countHashes('verify')).toBe(taken)
    })
  })
})

describe('password policy', () => {
  const specified = { minLength: 6, refuseCommon: false }
  const strict = { minLength: 8, refuseCommon: true }

  describe('length', () => {
    test.each([
      ['12345', 'Password must be at least 6 characters'],
      ['123456', null],
      ['\u{1F511}'.repeat(5), 'Password must be at least 6 characters'],
      ['\u{1F511}'.repeat(6), null],
      [' '.repeat(6), null],
    ])('%j', (password, problem) => {
      expect(findPasswordProblem(password, specified)).toBe(problem)
    })

    test('the sentence contains the configured length', () => {
      expect(findPasswordProblem('Tr7-kp2', strict)).toBe('Password must be at least 8 characters')
    })
  })

  describe('the deny-list', () => {
    const refused = [
      'password',
      'PASSWORD123',
      'P4$$w0rd!',
      'passw0rd2026',
      '12345678',
      '87654321',
      'qwertyuiop',
      'poiuytrewq',
      '1qaz2wsx',
      'aaaaaaaa',
      '12121212',
      'abcabcabc',
      '19840521',
      '21051984',
      'iloveyou1',
      'letmein!!',
      'Welcome1234',
      'callwright1',
      'ｐａｓｓｗｏｒｄ',
    ]
    test.each(refused)('rejects %s', (password) => {
      expect(findPasswordProblem(password, strict)).toBe('This password is too common. Please choose another')
      expect(findPasswordProblem(password, specified)).toBeNull()
    })

    test.each(['correct horse battery staple', 'vK9#tLqz', 'passwordless-otter-41', 'mel0n-gravel', '73910284'])(
      'accepts %s',
      (password) => {
        expect(findPasswordProblem(password, strict)).toBeNull()
      },
    )

    test("rejects the user's own name in any spelling", () => {
      const names = ['Margaret.H', 'margaret@example.com']
      expect(findPasswordProblem('margaret.h', strict, names)).toBe('Password must not be your username or email')
      expect(findPasswordProblem('MARGARET@EXAMPLE.COM', strict, names)).toBe(
        'Password must not be your username or email',
      )
    })
  })
})

describe('normalizeName', () => {
  test.each([
    ['Alice', 'alice'],
    ['  alice\t', 'alice'],
    ['ＡＬＩＣＥ', 'alice'],
    ['ﬁona', 'fiona'],
    ['STRASSE@x.de', 'straße@x.de'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['ſam', 'sam'],
    ['\u212Aen', 'ken'],
    ['e\u0301ve', '\u00e9ve'],
    ['al\u200Bi\u00ADce', 'alice'],
    ['ali\u0000ce', 'alice'],
  ])('%j and %j are the same name', (one, other) => {
    expect(normalizeName(one)).toBe(normalizeName(other))
  })

  test.each([
    ['alice', 'a.lice'],
    ['alice', 'аlice'],
    ['user1', 'userl'],
  ])('%j and %j are different names', (one, other) => {
    expect(normalizeName(one)).not.toBe(normalizeName(other))
  })

  test('is idempotent', () => {
    for (const text of ['İstanbul', 'ǅ', 'ϓ', 'ﬃ', 'ᾳ', 'ŉ']) {
      expect(normalizeName(normalizeName(text))).toBe(normalizeName(text))
    }
  })
})
