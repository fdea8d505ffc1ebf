/** @jest-environment node */
import { findTerm } from '@callwright/scoring/glossary'
import { expect, test } from '@jest/globals'
import { listColumns, moneynessFacts, moveFacts, strikeFacts } from '../features/analysis/chain/chain-columns.ts'
import { summaryFacts } from '../features/analysis/chart/summary-words.ts'
import { positionColumns } from '../features/portfolio/table/position-columns.ts'
import { columnFacts } from '../features/screener/columns/column-facts.ts'
import { commonFigures, type FigureFacts } from '../shared/figure-facts.ts'

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

test('every figure is explained, and every term it names is in the glossary', () => {
  const named = facts.flatMap(({ term }) => term ?? [])
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((id) => findTerm(id)?.id !== id)).toEqual([])
  expect(facts.filter(({ term, meaning }) => term === undefined && meaning === undefined)).toEqual([])
})
