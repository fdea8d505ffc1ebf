import { expect, test } from '@jest/globals'
import { createQueryReader } from './read-query.ts'

test('reads text, several of a name as a list, and escapes', () => {
  const read = createQueryReader()
  expect(read('limit=50&q=a%20b+c&sector=x&sector=y&empty=')).toEqual({
    limit: '50',
    q: 'a b c',
    sector: ['x', 'y'],
    empty: '',
  })
  expect(read('')).toEqual({})
})

test('gives the same answer for the same text, which nobody can change', () => {
  const read = createQueryReader()
  const query = read('limit=50')
  expect(read('limit=50')).toBe(query)
  expect(() => Object.assign(query, { limit: '1' })).toThrow(TypeError)
  expect(() => (read('sector=x&sector=y').sector as string[]).push('z')).toThrow(TypeError)
  expect(read('limit=51')).toEqual({ limit: '51' })
})

test('keeps a bounded number of texts, none of them long', () => {
  const read = createQueryReader()
  const long = `q=${'x'.repeat(1_000)}`
  expect(read(long)).not.toBe(read(long))
  const first = read('page=0')
  for (let page = 1; page <= 300; page += 1) read(`page=${page}&q=${'x'.repeat(900)}`)
  expect(read('page=0')).toEqual(first)
  expect(read('page=0')).not.toBe(first)
})
