import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { isDeeperThan } from './json-depth.ts'

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

describe('the depth of a JSON text', () => {
  test.each([
    ['1', 0],
    ['"[[["', 0],
    ['[]', 1],
    ['{"a":[1,{"b":2}]}', 3],
    ['["\\"[[[", 1]', 1],
    ['["\\\\", [1]]', 2],
    ['{"[":"{"}', 1],
  ])('%s is %i deep', (text, depth) => {
    expect(isDeeperThan(text, depth)).toBe(false)
    if (depth > 0) expect(isDeeperThan(text, depth - 1)).toBe(true)
  })

  test('agrees with the parsed value for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value)
        const depth = depthOf(JSON.parse(text))
        expect(isDeeperThan(text, depth)).toBe(false)
        if (depth > 0) expect(isDeeperThan(text, depth - 1)).toBe(true)
      }),
    )
  })

  test('a text that is no JSON is read to its end all the same', () => {
    expect(isDeeperThan('["never closed [[[[', 3)).toBe(false)
    expect(isDeeperThan('['.repeat(1_000_000), 64)).toBe(true)
  })
})
