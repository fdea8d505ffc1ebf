import { expect, test } from '@jest/globals'
import { namesTag } from './routes.ts'

test.each([
  [undefined, false],
  ['', false],
  ['"abc"', true],
  ['W/"abc"', true],
  ['"x", W/"abc" ,"y"', true],
  ['"x","y"', false],
  ['"a,b", "abc"', true],
  ['"abc-gzip"', false],
  ['abc', false],
  ['*', true],
  [' * ', true],
  ['"*"', false],
])('If-None-Match: %s names "abc": %p', (header, expected) => {
  expect(namesTag(header, '"abc"')).toBe(expected)
})
