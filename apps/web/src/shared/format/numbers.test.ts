/** @jest-environment node */
import { describe, expect, test } from '@jest/globals'
import {
  formatCompactUsd,
  formatDelta,
  formatFinePct,
  formatFloored,
  formatInteger,
  formatPlace,
  formatPoints,
  formatPointsChange,
  formatPrice,
  formatProbabilityPct,
  formatRating,
  formatRatio,
  formatSignedPct,
  formatSignedUsd,
  formatStrike,
  formatStrikeUsd,
  formatUsd,
  formatVolPct,
  formatYieldPct,
} from './numbers.ts'

const all = {
  formatCompactUsd,
  formatFinePct,
  formatFloored,
  formatInteger,
  formatPlace,
  formatPoints,
  formatPointsChange,
  formatPrice,
  formatRating,
  formatRatio,
  formatSignedPct,
  formatVolPct,
  formatYieldPct,
}

test('whole dollars and half ones add up as they are written', () => {
  expect([formatSignedUsd(652), formatSignedUsd(-290.5), formatSignedUsd(361.5)]).toEqual(['+$652', '−$290', '+$362'])
})

describe('unknown is a dash and zero is a figure', () => {
  test.each(Object.entries(all))('%s', (_name, format) => {
    for (const unknown of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) expect(format(unknown)).toBe('—')
    expect(format(0)).toMatch(/^\$?0(\.0+)?$/)
    expect(format(-0)).toBe(format(0))
  })
})

test.each([
  [formatPrice, 385.1, '385.10'],
  [formatPrice, 1188.585, '1,188.59'],
  [formatPrice, -0.001, '0.00'],
  [formatPrice, -2.5, '−2.50'],
  [formatYieldPct, 21.68, '21.7'],
  [formatYieldPct, 8, '8.0'],
  [formatSignedPct, 2.06, '+2.1'],
  [formatSignedPct, -0.44, '−0.4'],
  [formatSignedPct, -0.04, '0.0'],
  [formatFinePct, 0.435, '0.44'],
  [formatRatio, 1.254, '1.25'],
  [formatPointsChange, 1.25, '+1.3'],
  [formatPointsChange, -0.36, '−0.4'],
  [formatVolPct, 0.3204, '32.04'],
  [formatVolPct, 1.5, '150.00'],
  [formatDelta, 0.19849, '0.198'],
  [formatUsd, 2728.4, '$2,728'],
  [formatUsd, -0.4, '$0'],
  [formatSignedUsd, 2728, '+$2,728'],
  [formatSignedUsd, -4154.2, '−$4,154'],
  [formatSignedUsd, 0.3, '$0'],
  [formatSignedUsd, -23.500000000000014, '−$23'],
  [formatSignedUsd, 123.4999999999999, '+$124'],
  [formatStrikeUsd, 130, '$130'],
  [formatStrikeUsd, 372.5, '$372.50'],
  [formatStrikeUsd, 62.125, '$62.125'],
  [formatStrike, 505, '505'],
  [formatStrike, 1237.5, '1,237.50'],
  [formatDelta, -0.5, '−0.500'],
  [formatProbabilityPct, 0.803, '80'],
  [formatInteger, 82.4, '82'],
  [formatInteger, 1234567, '1,234,567'],
  [formatCompactUsd, 2.77e12, '$2.77T'],
  [formatCompactUsd, 448e9, '$448B'],
  [formatCompactUsd, 69.94e9, '$69.9B'],
  [formatCompactUsd, 999.9e9, '$1.00T'],
  [formatCompactUsd, 300e6, '$300M'],
  [formatPlace, 99.99, '99'],
  [formatPlace, 100, '100'],
  [formatFloored, 69.69, '69.6'],
  [formatFloored, 32.3, '32.3'],
  [formatRating, 40, '40'],
  [formatRating, 39.99, '39'],
  [formatRating, 39.999999999, '40'],
  [formatPoints, 12.89, '12.89'],
  [formatPoints, 9.3, '9.30'],
  [formatPoints, 41.24999999999, '41.25'],
])('%p of %d is %s', (format, value, text) => {
  expect(format(value)).toBe(text)
})
