import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import * as scoring from './index.ts'

test('docs/formulas.md lists every exported function by name', () => {
  const text = readFileSync(new URL('../../../docs/formulas.md', import.meta.url), 'utf8')
  const functions = Object.entries(scoring).filter(([, value]) => typeof value === 'function')
  expect(functions.length).toBeGreaterThan(100)
  expect(functions.map(([name]) => name).filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
