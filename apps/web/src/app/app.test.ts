/** @jest-environment node */

import { findTerm } from '@callwright/scoring/glossary'
import { describe, expect, test } from '@jest/globals'
import { listColumns, moneynessFacts, moveFacts, strikeFacts } from '../features/analysis/chain/chain-columns.ts'
import { summaryFacts } from '../features/analysis/chart/summary-words.ts'
import { positionColumns } from '../features/portfolio/table/position-columns.ts'
import { columnFacts } from '../features/screener/columns/column-facts.ts'
import { commonFigures, type FigureFacts } from '../shared/figure-facts.ts'
import { isApiAddressValid } from './api-address.ts'

describe('the API origin', () => {
  const pageOrigin = 'https://callwright.example'

  test.each([
    ['nothing is named', undefined, pageOrigin, true],
    ['the page itself is named', 'https://callwright.example/api', pageOrigin, true],
    ['a stack on this machine is its own origin', undefined, 'http://localhost:8080', true],
    ['localhost is named for a page elsewhere', 'http://localhost:8080', pageOrigin, false],
    ['another host is named', 'https://api.example', pageOrigin, false],
    ['no address is named', 'api', pageOrigin, false],
    ['the page is a file', undefined, 'null', false],
  ])('in production, when %s', (_name, configured, origin, sound) => {
    expect(isApiAddressValid({ production: true, configured, pageOrigin: origin })).toBe(sound)
  })

  test('accepts any API URL outside production', () => {
    expect(isApiAddressValid({ production: false, configured: 'http://localhost:8080', pageOrigin })).toBe(true)
  })
})

describe('the glossary', () => {
  const facts: readonly FigureFacts[] = [
    ...Object.values(columnFacts),
    ...Object.values(commonFigures),
    ...Object.values(summaryFacts),
    ...listColumns('call'),
    ...listColumns('put'),
    ...positionColumns,
    moneynessFacts,
    moveFacts,
    strikeFacts,
  ]

  test('explains every figure, and the glossary has every term that figures refer to', () => {
    const named = facts.flatMap(({ term }) => term ?? [])
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter((id) => findTerm(id)?.id !== id)).toEqual([])
    expect(facts.filter(({ term, meaning }) => term === undefined && meaning === undefined)).toEqual([])
  })
})
