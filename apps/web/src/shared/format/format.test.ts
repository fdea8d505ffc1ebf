/** @jest-environment node */

import { describe, expect, test } from '@jest/globals'
import { readNumber, stepNumber } from '../form/number-field.ts'
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
import {
  formatDay,
  formatDuration,
  formatEtDay,
  formatEtTime,
  formatEtTimeLong,
  formatLocalTime,
  readEtDay,
} from './times.ts'
import { cutWords, toSentence, typesetMinus } from './words.ts'

describe('numbers', () => {
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

  test('whole dollars and half dollars add up as displayed', () => {
    expect([formatSignedUsd(652), formatSignedUsd(-290.5), formatSignedUsd(361.5)]).toEqual(['+$652', '−$290', '+$362'])
  })

  describe('shows unknown as a dash and zero as a number', () => {
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
})

describe('times', () => {
  test.each([
    ['2026-07-10T20:00:00Z', 'Jul 10, 16:00 ET'],
    ['2026-11-20T16:15:00Z', 'Nov 20, 11:15 ET'],
    ['2026-07-11T03:59:59Z', 'Jul 10, 23:59 ET'],
    ['2026-07-11T04:00:00Z', 'Jul 11, 00:00 ET'],
    ['2026-03-08T06:59:00Z', 'Mar 8, 01:59 ET'],
    ['2026-03-08T07:00:00Z', 'Mar 8, 03:00 ET'],
    [null, '—'],
    ['yesterday', '—'],
  ])('%s in New York is %s', (instant, text) => {
    expect(formatEtTime(instant)).toBe(text)
  })

  test('includes the year in the long form', () => {
    expect(formatEtTimeLong('2027-01-01T03:30:00Z')).toBe('Dec 31, 2026, 22:30 ET')
    expect(formatEtTimeLong(null)).toBe('—')
  })

  test('uses the day in New York', () => {
    expect(formatEtDay('2027-01-01T03:30:00Z')).toBe('Dec 31, 2026')
    expect(formatEtDay(null)).toBe('—')
  })

  test("formats the exchange's day as a date", () => {
    expect(readEtDay('2027-01-01T03:30:00Z')).toBe('2026-12-31')
    expect(readEtDay('2026-07-10T20:00:00Z')).toBe('2026-07-10')
    expect(readEtDay(null)).toBeNull()
  })

  test('formats a calendar day without a time zone', () => {
    expect(formatDay('2026-07-10')).toBe('Jul 10')
    expect(formatDay('2026-01-01')).toBe('Jan 1')
    expect(formatDay('soon')).toBe('—')
  })

  test('includes the time zone in a local time', () => {
    expect(formatLocalTime('2026-07-10T20:00:00Z')).toMatch(/^Jul 1[01], \d\d:\d\d \S+/)
    expect(formatLocalTime(null)).toBe('—')
  })

  test.each([
    [0, '0 s'],
    [44.6, '45 s'],
    [89, '89 s'],
    [89.2, '2 min'],
    [119, '2 min'],
    [121, '3 min'],
    [3_540, '59 min'],
    [3_541, '1 h'],
    [3_900, '1 h 5 min'],
    [-3, '0 s'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text)
  })
})

describe('text', () => {
  test.each([
    ['No chain', 'No chain.'],
    ['No chain.', 'No chain.'],
    ['Away. ', 'Away.'],
    ['Really?', 'Really?'],
  ])('%j as a sentence is "%s"', (words, sentence) => {
    expect(toSentence(words)).toBe(sentence)
  })

  test.each([
    ['abc', 'abc'],
    ['abcd', 'abc…'],
    ['😀😀😀', '😀😀😀'],
  ])('%j cut to three characters is %j', (words, cut) => {
    expect(cutWords(words, 3)).toBe(cut)
  })

  test.each([
    ['captured is -5.19 %', 'captured is \u22125.19 %'],
    ['-1 by 2026-08-14', '\u22121 by 2026-08-14'],
    ['covered-call', 'covered-call'],
  ])('%j is typeset as %j', (words, typeset) => {
    expect(typesetMinus(words)).toBe(typeset)
  })
})

describe('typed numbers', () => {
  const notNumber = 'Enter a number, such as 2.45'
  const wholeOnly = { notNumber: 'Enter a whole number', whole: true }

  test.each([
    ['9,10', 9.1],
    ['$1,234.50', 1234.5],
    ['1.234,50', 1234.5],
    ['1 234,50', 1234.5],
    ['1.125', 1.125],
    ['.5', 0.5],
    ['-3', -3],
  ])('reads %s as %d', (text, value) => {
    expect(readNumber(text, { notNumber })).toEqual({ value, fault: null })
  })

  test.each([
    ['1,125', '1,125 could mean 1125 or 1.125. Enter the one you mean'],
    ['2.45x', notNumber],
    ['1,2,3', notNumber],
    ['n/a', notNumber],
    ['590.00555', 'Use at most 4 decimal places'],
  ])('rejects %s: %s', (text, fault) => {
    expect(readNumber(text, { notNumber })).toEqual({ value: null, fault })
  })

  test.each([
    ['1,125', 1125],
    ['1,000', 1000],
    ['10', 10],
    ['2.5', null],
    ['1.0', 1],
    ['1.000', null],
  ])('for whole numbers, reads %s as %p', (text, value) => {
    expect(readNumber(text, wholeOnly).value).toBe(value)
  })

  test.each([
    ['2.45', 0.01, '2.46'],
    ['9,10', -0.01, '9.09'],
    ['', 0.01, '0.01'],
    ['0', -1, '0'],
    ['1,125', 1, null],
  ])('an arrow key changes %p by %d to %p', (text, by, next) => {
    expect(stepNumber(text, by, 0)).toBe(next)
  })
})
