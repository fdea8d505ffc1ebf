/** @jest-environment node */

import { findTerm } from '@callwright/scoring/glossary'
import { describe, expect, test } from '@jest/globals'
import { splitColumns } from '../features/analysis/chain/chain-columns.tsx'
import { listFigures, moveFacts } from '../features/analysis/chain/chain-figures.tsx'
import { summaryFacts } from '../features/analysis/chart/summary-row.tsx'
import { sortableColumns } from '../features/portfolio/table/position-columns.tsx'
import { stockColumns } from '../features/screener/columns/columns.tsx'
import { commonFigures, type FigureFacts } from '../shared/glossary.ts'
import { isApiAddressValid } from './report-error.ts'

describe('the API origin', () => {
  const pageOrigin = 'https://callwright.example'

  test.each([
    ['without a configured URL', undefined, pageOrigin, true],
    ['with a URL on the page’s origin', 'https://callwright.example/api', pageOrigin, true],
    ['for a page on localhost', undefined, 'http://localhost:8080', true],
    ['with localhost for a page on another host', 'http://localhost:8080', pageOrigin, false],
    ['with another host', 'https://api.example', pageOrigin, false],
    ['with an invalid URL', 'api', pageOrigin, false],
    ['for a page opened as a file', undefined, 'null', false],
  ])('validates the API origin in production %s', (_name, configured, origin, isValid) => {
    expect(isApiAddressValid({ production: true, configured, pageOrigin: origin })).toBe(isValid)
  })

  test('accepts any API URL outside production', () => {
    expect(isApiAddressValid({ production: false, configured: 'http://localhost:8080', pageOrigin })).toBe(true)
  })
})

describe('the glossary', () => {
  const facts: readonly Partial<FigureFacts>[] = [
    ...Object.values(stockColumns),
    ...Object.values(commonFigures),
    ...Object.values(summaryFacts),
    ...listFigures('call'),
    ...splitColumns([], 'call').columns,
    ...sortableColumns,
    moveFacts,
  ]

  test('explains every figure, and the glossary has every term that figures refer to', () => {
    const named = facts.flatMap(({ term }) => term ?? [])
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter((id) => findTerm(id)?.id !== id)).toEqual([])
    expect(facts.filter(({ term, meaning }) => term === undefined && meaning === undefined)).toEqual([])
  })
})
