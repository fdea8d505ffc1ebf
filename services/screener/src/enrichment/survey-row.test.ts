import { ScreenerRow } from '@callwright/contracts'
import { expect, test } from '@jest/globals'
import { Compile } from 'typebox/compile'
import { inventFacts } from '../../test/invented-facts.ts'
import { buildRow } from './build-row.ts'
import { toStoredRow } from './stock-row.ts'
import { buildSurveyRow } from './survey-row.ts'

const asOf = new Date('2026-07-10T20:00:00Z')
const facts = { ...inventFacts('QAA'), chain: null, missing: [{ field: 'chain', reason: 'Not asked for' }] }

test('a surveyed stock has every figure that needs no chain, and none that does', () => {
  const { row } = buildSurveyRow(facts, asOf)
  const whole = buildRow(inventFacts('QAA'), { asOf, past: { callVolumes: [], ratings: [] } }).row
  const { currentPrice, rsi, ma20, stochasticK, volume, marketCapValue } = whole
  expect(row).toMatchObject({ currentPrice, rsi, ma20, stochasticK, volume, marketCapValue })
  expect(row).toMatchObject({ bestContract: null, impliedVolatility: null, ivRank: null, avgCallVolume: null })
  const wire = { ...toStoredRow(row), enriched_at: '2026-07-10T20:00:01.000Z' }
  expect(Compile(ScreenerRow).Errors(wire)).toEqual([])
})

test('it says that its options have not been read, never that there are none', () => {
  const { row } = buildSurveyRow(facts, asOf)
  expect(row).toMatchObject({
    missingReason: 'Its options have not been read yet',
    ccScore: null,
    scoreReason: 'options_not_read',
    displayInApp: 0,
  })
  const unknown = row.scoreParts.filter((part) => part.unknown)
  expect(unknown.map(({ key }) => key)).toEqual(['liquidity_spread', 'iv_rank', 'income'])
  for (const { explanation } of unknown) expect(explanation).toBe('Its options have not been read yet.')
})

test('its points are those of volume, technical setup and quality', () => {
  const { row, points } = buildSurveyRow(facts, asOf)
  const known = row.scoreParts.filter((part) => !part.unknown)
  expect(known.map(({ key }) => key)).toEqual(['liquidity_volume', 'technical', 'quality'])
  expect(points).toBeCloseTo(
    known.reduce((sum, part) => sum + part.points, 0),
    10,
  )
  expect(points).toBeGreaterThan(0)
})
