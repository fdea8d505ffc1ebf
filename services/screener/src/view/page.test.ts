import { expect, test } from '@jest/globals'
import { createPageBuffers } from './page.ts'

test('memory that came back is given out again, to answers of its size only', () => {
  const buffers = createPageBuffers()
  const page = buffers.take(26_000)
  const large = buffers.take(100_000)
  expect([page.length, large.length]).toEqual([32_768, 131_072])
  buffers.give(page)
  buffers.give(large)
  expect(buffers.take(70_000)).toBe(large)
  expect(buffers.take(200)).toBe(page)
  expect(buffers.take(32_768)).not.toBe(page)
})

test('what is out is never given out twice, and what is too large is not kept', () => {
  const buffers = createPageBuffers()
  expect(buffers.take(1)).not.toBe(buffers.take(1))
  const huge = buffers.take(5_000_000)
  expect(huge.length).toBe(5_000_000)
  buffers.give(huge)
  expect(buffers.take(5_000_000)).not.toBe(huge)
})

test('no more memory is kept than so much', () => {
  const buffers = createPageBuffers()
  const given = Array.from({ length: 500 }, () => buffers.take(10))
  for (const buffer of given) buffers.give(buffer)
  const again = new Set(Array.from({ length: 500 }, () => buffers.take(10)))
  expect(given.filter((buffer) => again.has(buffer))).toHaveLength((4 * 1_024 * 1_024) / 32_768)
})
