import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import Papa from 'papaparse'
import { RUNS_AS_FORMULA, unquote } from './columns.ts'
import { readCsv } from './read-csv.ts'

const header = 'ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price'

const figureOf = (cell: string) => readCsv(`${header}\nKO,a,b,"${cell}",1,1`).rows[0]?.position.strike_price

describe('figures', () => {
  test.each([
    ['65', 65],
    ['65.125', 65.125],
    ['$65', 65],
    ['$1,130.50', 1130.5],
    ['1,000,000', 1e6],
    [' 7 ', 7],
  ])('%s is a number', (cell, value) => {
    expect(figureOf(cell)).toBe(value)
  })

  test.each(['', '1,13', '1,1300', '-1', '+1', '1e3', '0x1', '.5', '5.', 'NaN', '1 000', '€5', '65,5'])(
    '%s stays text, which is refused',
    (cell) => {
      expect(typeof figureOf(cell)).toBe('string')
    },
  )
})

describe('lines', () => {
  test.each(['', '\uFEFF'])('are counted as in the text, whatever the cells hold, after %j', (mark) => {
    const csv = `${mark}${header},notes\r\nKO,a,b,1,1,1,"x\r\ny"\r\n\r\nPEP,a,b,1,1,1,\r\n`
    expect(readCsv(csv).rows.map(({ line }) => line)).toEqual([2, 5])
  })

  test('that say the same have an id each, the same in every import', () => {
    const ids = () => readCsv(`${header}\n${'KO,a,b,1,1,1\n'.repeat(3)}`).rows.map(({ position }) => position.id)
    expect(new Set(ids()).size).toBe(3)
    expect(ids()).toEqual(ids())
    for (const id of ids()) expect(id).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
  })
})

test('text that a spreadsheet would run comes back as it was, whatever it is', () => {
  const start = fc.constantFrom('', "'", "''", '=', '+', '-', '@', '\t', '\r', '\uFF1D', "'=", "''@")
  fc.assert(
    fc.property(start, fc.string(), (lead, rest) => {
      const text = lead + rest
      const written = Papa.unparse([[text, 'x']], { escapeFormulae: RUNS_AS_FORMULA })
      const [cell = ''] = Papa.parse<string[]>(written, { delimiter: ',', newline: '\r\n' }).data[0] ?? []
      expect(cell).not.toMatch(/^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/)
      expect(unquote(cell)).toBe(text)
    }),
  )
})
