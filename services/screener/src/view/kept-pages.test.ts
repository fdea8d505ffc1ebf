import { describe, expect, test } from '@jest/globals'
import { createKeptPages } from './kept-pages.ts'

const page = (bytes: number, fill = 'a') => Buffer.alloc(bytes, fill)

describe('kept pages', () => {
  test('a page is kept from the second time on, whatever becomes of the memory it was written in', () => {
    const kept = createKeptPages()
    const written = page(100)
    kept.offer('one', written)
    expect(kept.get('one')).toBeNull()
    kept.offer('one', written)
    written.fill('b')
    expect(kept.get('one')).toEqual(page(100))
    expect(kept.get('another')).toBeNull()
  })

  test('no more than 8 MB: a full room is filled anew', () => {
    const kept = createKeptPages()
    const keys = Array.from({ length: 100 }, (_, index) => `page ${index}`)
    for (const key of [...keys, ...keys]) kept.offer(key, page(200_000))
    const held = keys.filter((key) => kept.get(key) !== null).length
    expect(held).toBeGreaterThan(0)
    expect(held * 200_000).toBeLessThanOrEqual(8 * 1_024 * 1_024)
  })

  test('a page larger than the room is never kept', () => {
    const kept = createKeptPages()
    for (let time = 0; time < 3; time += 1) kept.offer('large', page(9_000_000))
    expect(kept.get('large')).toBeNull()
  })

  test('keys of pages asked for once do not pile up', () => {
    const kept = createKeptPages()
    kept.offer('first', page(10))
    for (let index = 0; index < 5_000; index += 1) kept.offer(`page ${index}`, page(10))
    kept.offer('first', page(10))
    expect(kept.get('first')).toBeNull()
  })
})
