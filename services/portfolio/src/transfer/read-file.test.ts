import fc from '@callwright/properties'
import { describe, expect, test } from '@jest/globals'
import Papa from 'papaparse'
import { describeDay, detectDateOrder, readDay } from '../statement/read-dates.ts'
import { RUNS_AS_FORMULA, readLines, unquote } from '../statement/reader.ts'
import { findFileForm, readCsv } from './csv-file.ts'

describe('read csv', () => {
  const header = 'ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price'
  const dated = (amounts: string) => `KO;2026-11-20;2026-12-18;${amounts}`
  const foreign = (...rows: string[]) => [header.replaceAll(',', ';'), ...rows.map(dated)].join('\n')

  const readFile = async (csv: string) => {
    const table = await readCsv(csv)
    return { table, form: findFileForm(table, { decimal: undefined, dates: undefined }) }
  }

  describe('lines', () => {
    test.each(['', '\uFEFF'])('are numbered as in the text, even with line breaks in cells, after %j', async (mark) => {
      const csv = `${mark}${header},notes\r\nKO,a,b,1,1,1,"x\r\ny"\r\n\r\nPEP,a,b,1,1,1,\r\n`
      expect((await readCsv(csv)).rows.map(({ line }) => line)).toEqual([2, 5])
    })

    test.each([
      ['8 cells; the header has 6. Put numbers', 'NVR,2026-10-01,2026-12-18,8,500.00,120,8,250.00'],
      ['4 cells; the header has 6.', 'KO,2026-10-01,2026-12-18,75'],
      ['7 cells; the header has 6.', '"Coca-Cola, Co",KO,2026-10-01,2026-12-18,75,1,70'],
    ])('with %s are rejected', async (reason, row) => {
      const { rows, misshapen } = await readCsv(`${header},,\n${row}\n`)
      expect(rows).toEqual([])
      expect(misshapen).toEqual([{ line: 2, reason: expect.stringContaining(`Line 2 has ${reason}`) }])
    })

    test('end where there are more than can be imported, even blank ones', () => {
      expect(readLines(`a\n${'1\n'.repeat(50)}`, 'comma', 10)).toHaveLength(10)
      expect(readLines(`a${'\n'.repeat(50_000)}1`, 'comma', 10)).toHaveLength(1)
      expect(readLines('\n\na,b\n1,2', 'comma', 1)).toMatchObject([{ line: 3, cells: ['a', 'b'] }])
    })

    test('may end with empty cells, or without optional ones', async () => {
      const { rows, misshapen } = await readCsv(`${header},contracts,notes\nKO,a,b,75,1,70,,,,\nKO,a,b,75,1,70\n`)
      expect([rows.length, misshapen.length]).toEqual([2, 0])
    })
  })

  describe('cells', () => {
    test.each([
      ['comma', header],
      ['comma', '"ticker","entry_date","expiry_date","strike_price","entry_premium","entry_price","notes; mine"'],
      ['semicolon', header.replaceAll(',', ';')],
      ['tab', header.replaceAll(',', '\t')],
      ['bar', header.replaceAll(',', '|')],
    ])('are separated by the first %s outside quotes in %s', async (separator, text) => {
      expect(await readCsv(`\n${text}\n`)).toMatchObject({ separator })
    })

    test.each([
      ['comma', '75;1,13;70,250'],
      ['comma', '1.125;1,13;1.070'],
      ['point', '75;1.13;70.250'],
      ['point', '75;1,125.50;1,125'],
      [null, '75;1,125;70,250'],
      [null, '75;1.125;70'],
    ])('have a decimal %s in %s', async (decimal, amounts) => {
      expect((await readFile(foreign(amounts))).form.decimal).toBe(decimal)
    })

    test('with an ambiguous decimal sign cause a question that shows both readings', async () => {
      expect((await readFile(foreign('75;1;70', '75;1,125;70,250'))).form.questions).toEqual([
        {
          field: 'decimal',
          line: 3,
          text: '1,125',
          readings: [
            { answer: 'point', reading: '1125' },
            { answer: 'comma', reading: '1.125' },
          ],
        },
      ])
    })

    test('with contradictory decimal signs make the file unreadable', async () => {
      await expect(readFile(foreign('75;1.13;70', '75;1,13;70'))).rejects.toThrow(
        'Line 2 has 1.13 with a decimal point and line 3 has 1,13 with a decimal comma.',
      )
    })
  })

  test('text that a spreadsheet would run is unchanged after export and import', () => {
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
})

describe('read dates', () => {
  describe('the order of day and month in a file', () => {
    test.each([
      ['month_first', ['11/10/2026', '12/18/2026']],
      ['day_first', ['11/10/2026', '18/12/2026']],
      ['open', ['11/10/2026', '12/12/2026']],
      ['contradictory', ['18/12/2026', '12/18/2026']],
      [null, ['2026-11-10', '12/12/2026', '18.12.2026', 'Dec 18, 2026', 'soon', '']],
    ] as const)('is %s of %j', (order, cells) => {
      expect(detectDateOrder(cells)).toBe(order)
    })
  })

  test.each([
    ['2026-12-18', '2026-12-18'],
    ['2026/12/8', '2026-12-08'],
    ['20261218', '2026-12-18'],
    ['12/18/2026', '2026-12-18'],
    ['12/8/26', '2026-12-08'],
    ['12-18-2026', '2026-12-18'],
    ['18.12.2026', '2026-12-18'],
    ['18-Dec-26', '2026-12-18'],
    ['18 December 2026', '2026-12-18'],
    ['Dec 18, 2026', '2026-12-18'],
    ['soon', 'soon'],
    ['12/18', '12/18'],
  ])('%s is %s', (cell, day) => {
    expect(readDay(cell, 'month_first')).toBe(day)
  })

  test('if the day comes first, 10/11/2026 is in November', () => {
    expect(readDay('10/11/2026', 'day_first')).toBe('2026-11-10')
  })

  test.each([
    ['10/11/2026', 'Nov 10, 2026'],
    ['18-Dec-26', 'Dec 18, 2026'],
    ['00/10/2026', '2026-10-00'],
    ['soon', 'soon'],
  ])('a sentence shows %s as %s', (cell, shown) => {
    expect(describeDay(cell, 'day_first')).toBe(shown)
  })
})
