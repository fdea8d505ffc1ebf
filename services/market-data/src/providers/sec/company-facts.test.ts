import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import { listFrames, readCompanyFacts, readFrame, readSymbols, toDay } from './facts.ts'
import { readJsonMembers } from './sec-client.ts'

describe('company facts', () => {
  describe('invalid rows are left out', () => {
    const good = { start: '2025-01-01', end: '2025-12-31', val: 100, fy: 1999, fp: 'Q1', filed: '2026-02-01' }
    const readRows = (...rows: readonly unknown[]) =>
      readCompanyFacts(JSON.stringify({ facts: { 'us-gaap': { Revenues: { units: { USD: rows } } } } }))

    test.each([
      ['no value', { ...good, val: null }],
      ['a figure as text', { ...good, val: '100' }],
      ['N/A', { ...good, val: 'N/A' }],
      ['an object', { ...good, val: {} }],
      ['no end', { ...good, end: null }],
      ['an invalid date', { ...good, end: '2025-02-30' }],
      ['a start after the end', { ...good, start: '2026-01-01' }],
      ['an invalid start', { ...good, start: 20_250_101 }],
    ])('%s', (_name, bad) => {
      const known = { startDay: toDay('2025-01-01'), endDay: toDay('2025-12-31'), valueUsd: 100 }
      expect(readRows(bad, good, bad)?.get('Revenues')).toEqual([known])
      expect(() => readRows(bad)).toThrow('returned facts without a usable row')
    })

    test('an empty row', () => {
      expect(() => readRows(null)).toThrow('without a usable row')
      expect(readRows()?.size).toBe(0)
    })

    test('uses the later of two filings for a span, in any order; a filing without a date counts as the oldest', () => {
      const filings = [
        { ...good, val: 3, filed: '2026-03-01' },
        { ...good, val: 1, filed: null },
        { ...good, val: 2 },
      ]
      for (const rows of [filings, filings.toReversed()]) {
        expect(readRows(...rows)?.get('Revenues')).toEqual([expect.objectContaining({ valueUsd: 3 })])
      }
    })

    test('ignores figures in another currency', () => {
      const text = JSON.stringify({ facts: { 'us-gaap': { Revenues: { units: { EUR: [good] } } } } })
      expect(readCompanyFacts(text)?.size).toBe(0)
    })
  })

  describe('a text without company facts', () => {
    test.each([
      ['no facts', '{"error":"none"}', 'returned no company facts'],
      ['an empty object', '{}', 'returned no company facts'],
      ['a list', '[]', 'returned no company facts'],
      ['a page', '<!doctype html>', 'returned no company facts'],
      ['nothing', '', 'returned no company facts'],
      ['facts that are none', '{"facts":[]}', 'returned no company facts'],
      ['cut', '{"facts":{"us-gaap":{"Revenues":{"units":{"USD":[{"end":"2025', 'truncated or malformed'],
      ['cut before the first', '{"facts":{"us-gaap":{', 'truncated or malformed'],
      ['no units', '{"facts":{"us-gaap":{"Revenues":{}}}}', 'without units'],
      ['null', '{"facts":{"us-gaap":{"Revenues":null}}}', 'without units'],
      ['dollars that are no list', '{"facts":{"us-gaap":{"Revenues":{"units":{"USD":{}}}}}}', 'not a list'],
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

    test('a company under other accounting rules has none of these facts', () => {
      expect(readCompanyFacts('{"cik":1,"facts":{"ifrs-full":{"Revenue":{"units":{"USD":[]}}}}}')).toBeNull()
      expect(readCompanyFacts('{"facts":{}}')).toBeNull()
    })
  })
})

describe('json members', () => {
  const read = (text: string, path: readonly string[], ...names: readonly string[]) => {
    const members = readJsonMembers(text, path, new Set(names))
    return members === null ? null : Object.fromEntries(members)
  }

  describe('members of an object inside a JSON text', () => {
    test.each([
      [
        'nested',
        '{"a":1,"facts":{"dei":{"X":1},"gaap":{"X":[1,{"X":2}],"Y":{"z":3},"Q":0}},"X":9}',
        { X: [1, { X: 2 }] },
      ],
      ['spaced', '{ "facts" :\n{ "gaap" : { "X" : "a" , "Y":1 } } }', { X: 'a' }],
      ['a name inside strings', '{"facts":{"t":"\\"gaap\\":{\\"X\\":1","gaap":{"n":"X","X":null}}}', { X: null }],
      [
        'the path elsewhere first',
        '{"o":{"facts":{"gaap":{"X":0}}},"facts":{"o":{"gaap":{"X":0}},"gaap":{"X":5}}}',
        { X: 5 },
      ],
      ['a member of the same name that is not an object', '{"facts":[{"gaap":{"X":1}}],"gaap":{"X":2}}', null],
      ['no such object', '{"facts":{}}', null],
      ['an empty object', '{"facts":{"gaap":{}}}', {}],
      ['another kind of text', '[]', null],
      ['words', 'none', null],
    ])('%s', (_name, text, expected) => {
      expect(read(text, ['facts', 'gaap'], 'X')).toEqual(expected)
    })

    test.each([
      '{"facts":{"gaap":{"X":[1,2',
      '{"facts":{"gaap":{"X":1',
      '{"facts":{"gaap":{"X":nul}}}',
      '{"facts":{"a',
    ])('cut or malformed: %s', (text) => {
      expect(() => read(text, ['facts', 'gaap'], 'X')).toThrow(SyntaxError)
    })

    test('reads the same as a full parse', () => {
      const value = fc.jsonValue({ maxDepth: 3 })
      const object = fc.dictionary(fc.constantFrom('a', 'b', '"', '\\', '{', 'c:'), value)
      fc.assert(
        fc.property(object, object, object, fc.constantFrom(undefined, 1, '\t'), (before, inner, after, indent) => {
          const whole = { ...before, p: { ...before, q: inner, ...after }, ...after }
          const text = JSON.stringify(whole, null, indent)
          const names = ['a', 'b', 'missing']
          const parsed = JSON.parse(text).p.q as Record<string, unknown>
          const expected = Object.fromEntries(names.flatMap((name) => (name in parsed ? [[name, parsed[name]]] : [])))
          expect(read(text, ['p', 'q'], ...names)).toEqual(expected)
        }),
      )
    })
  })
})

describe('lists', () => {
  const unreadable = expect.objectContaining({ name: 'ProviderFailure', kind: 'unreadable' })

  describe('companies', () => {
    test('uses the first company of a symbol, accepts numbers as text, and skips invalid rows', () => {
      const rows = {
        0: { cik_str: '0000320193', ticker: 'aapl' },
        1: { cik_str: 1, ticker: 'AAPL' },
        2: { cik_str: 1_067_983, ticker: 'BRK-B' },
        3: { cik_str: 0, ticker: 'ZERO' },
        4: { cik_str: 'N/A', ticker: 'WORD' },
        5: { cik_str: 1.5, ticker: 'PART' },
        6: { cik_str: 1e10, ticker: 'LONG' },
        7: { cik_str: 7, ticker: null },
        8: { cik_str: 7, ticker: ' ' },
        9: null,
      }
      expect([...readSymbols(rows)]).toEqual([
        ['AAPL', 320_193],
        ['BRK.B', 1_067_983],
      ])
    })

    test.each([[{}], [[]], [{ error: 'none' }], ['AAPL'], [{ 0: {} }]])('rejects %j as a list of companies', (body) => {
      expect(() => readSymbols(body)).toThrow(unreadable)
    })
  })

  describe('frames', () => {
    test('skips rows without a company or a figure; a frame with only such rows is unreadable', () => {
      const good = { cik: 1, end: '2026-03-31', val: 5 }
      const taken: number[] = []
      const take = (cik: number) => taken.push(cik)
      readFrame({ data: [good, { ...good, cik: null }, { ...good, val: '5' }, null, { ...good, cik: 2 }] }, take)
      expect(taken).toEqual([1, 2])
      readFrame({ data: [] }, take)
      expect(() => readFrame({ data: [{ ...good, val: null }] }, take)).toThrow(unreadable)
      for (const body of [{ data: null }, {}, [], 'none']) expect(() => readFrame(body, take)).toThrow(unreadable)
    })

    test('the periods go back into the previous year', () => {
      const periodsOf = (tag: string) =>
        listFrames('2026-01-05')
          .filter((frame) => frame.tag === tag)
          .map(({ period }) => period.replace('CY20', ''))
      expect(periodsOf('NetIncomeLoss').join(' ')).toBe('26 25 24 26Q1 25Q4 25Q3 25Q2 25Q1 24Q4 24Q3 24Q2')
      expect(periodsOf('StockholdersEquity').join(' ')).toBe('26Q1I 25Q4I 25Q3I')
      expect(periodsOf('OperatingLeaseLiability').at(-1)).toBe('24Q4I')
    })
  })
})
