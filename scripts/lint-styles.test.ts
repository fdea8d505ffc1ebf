import { expect, test } from '@jest/globals'
import { findRawStyles } from './lint-styles.mjs'

test('finds sizes, weights and spaces that are not tokens', () => {
  const css = '.a {\n  font-size: 13px;\n  font-weight: 600;\n  padding: var(--space-2) 7px;\n  gap: 1px;\n}\n'
  expect(findRawStyles(css).map(({ line, declaration }) => `${line} ${declaration}`)).toEqual([
    '2 font-size: 13px',
    '3 font-weight: 600',
    '4 padding: var(--space-2) 7px',
  ])
})

test('accepts tokens, their multiples, hairlines and comments', () => {
  const css =
    '.a { /* font-size: 9px; */ font-size: calc(0.5 * var(--font-size-display)); margin: -1px auto 0; padding: var(--space-1); }'
  expect(findRawStyles(css)).toEqual([])
})
