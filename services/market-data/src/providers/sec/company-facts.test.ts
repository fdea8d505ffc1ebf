import { describe, expect, test } from '@jest/globals'
import { readCompanyFacts } from './company-facts.ts'
import { toDay } from './facts.ts'

describe('rows that make no sense are left out', () => {
  const good = { start: '2025-01-01', end: '2025-12-31', val: 100, fy: 1999, fp: 'Q1', filed: '2026-02-01' }
  const readRows = (...rows: readonly unknown[]) =>
    readCompanyFacts(JSON.stringify({ facts: { 'us-gaap': { Revenues: { units: { USD: rows } } } } }))

  test.each([
    ['no value', { ...good, val: null }],
    ['a figure as text', { ...good, val: '100' }],
    ['N/A', { ...good, val: 'N/A' }],
    ['an object', { ...good, val: {} }],
    ['no end', { ...good, end: null }],
    ['no day of the calendar', { ...good, end: '2025-02-30' }],
    ['a start after the end', { ...good, start: '2026-01-01' }],
    ['a start that is no day', { ...good, start: 20_250_101 }],
  ])('%s', (_name, bad) => {
    const known = { startDay: toDay('2025-01-01'), endDay: toDay('2025-12-31'), valueUsd: 100 }
    expect(readRows(bad, good, bad)?.get('Revenues')).toEqual([known])
    expect(() => readRows(bad)).toThrow('answered facts without a usable row')
  })

  test('nothing at all in a row', () => {
    expect(() => readRows(null)).toThrow('without a usable row')
    expect(readRows()?.size).toBe(0)
  })

  test('of a span filed twice the later filing holds, whatever their order; one without a day of filing is the oldest', () => {
    const filings = [
      { ...good, val: 3, filed: '2026-03-01' },
      { ...good, val: 1, filed: null },
      { ...good, val: 2 },
    ]
    for (const rows of [filings, filings.toReversed()]) {
      expect(readRows(...rows)?.get('Revenues')).toEqual([expect.objectContaining({ valueUsd: 3 })])
    }
  })

  test('figures in another currency are not dollars', () => {
    const text = JSON.stringify({ facts: { 'us-gaap': { Revenues: { units: { EUR: [good] } } } } })
    expect(readCompanyFacts(text)?.size).toBe(0)
  })
})

describe('a text that is not the facts of a company', () => {
  test.each([
    ['no facts', '{"error":"none"}', 'answered no facts'],
    ['an empty object', '{}', 'answered no facts'],
    ['a list', '[]', 'answered no facts'],
    ['a page', '<!doctype html>', 'answered no facts'],
    ['nothing', '', 'answered no facts'],
    ['facts that are none', '{"facts":[]}', 'answered no facts'],
    ['cut', '{"facts":{"us-gaap":{"Revenues":{"units":{"USD":[{"end":"2025', 'cut or malformed'],
    ['cut before the first', '{"facts":{"us-gaap":{', 'cut or malformed'],
    ['no units', '{"facts":{"us-gaap":{"Revenues":{}}}}', 'without units'],
    ['null', '{"facts":{"us-gaap":{"Revenues":null}}}', 'without units'],
    ['dollars that are no list', '{"facts":{"us-gaap":{"Revenues":{"units":{"USD":{}}}}}}', 'no list'],
    [
      'endless nesting',
      `{"facts":{"us-gaap":{"Revenues":${'['.repeat(90_000)}${']'.repeat(90_000)}}}}`,
      'without units',
    ],
  ])('%s', (_name, text, detail) => {
    expect(() => readCompanyFacts(text)).toThrow(
      expect.objectContaining({ kind: 'unreadable', message: expect.stringContaining(detail) }),
    )
  })

  test('a company that reports by other rules has none of these facts', () => {
    expect(readCompanyFacts('{"cik":1,"facts":{"ifrs-full":{"Revenue":{"units":{"USD":[]}}}}}')).toBeNull()
    expect(readCompanyFacts('{"facts":{}}')).toBeNull()
  })
})
