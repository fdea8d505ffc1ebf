import { describe, expect, test } from '@jest/globals'
import { createBoundedCache, digestToken } from './bounded-cache.ts'

describe('createBoundedCache', () => {
  test('an entry lives until its end, and not at it', () => {
    const cache = createBoundedCache<string>(10)
    cache.set('a', 'value', 100)
    expect([cache.get('a', 99), cache.get('a', 100), cache.get('a', 99)]).toEqual(['value', null, null])
  })

  test('the oldest goes when it is full; an entry set again takes no second place', () => {
    const cache = createBoundedCache<number>(2)
    cache.set('a', 1, 100)
    cache.set('b', 2, 100)
    cache.set('b', 3, 100)
    expect([cache.size, cache.get('a', 0), cache.get('b', 0)]).toEqual([2, 1, 3])
    cache.set('c', 4, 100)
    expect([cache.size, cache.get('a', 0), cache.get('b', 0), cache.get('c', 0)]).toEqual([2, null, 3, 4])
  })

  test('what has ended is let go of, also what nobody asks for again', () => {
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
