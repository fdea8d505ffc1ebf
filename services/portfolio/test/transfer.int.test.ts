import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import Papa from 'papaparse'
import { inventPosition, openStack, problemOf, type Stack } from './support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack.close())

const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', "'=1", '\uFF1D1+1', 'a,"b"\nc', '=cmd|"/c calc"!A1']

async function exportCsv(user: string) {
  const answer = await stack.ask('portfolio.export', { user })
  expect(answer.status).toBe(200)
  return answer
}

const importCsv = (user: string, csv: string, query: Record<string, string> = {}) =>
  stack.get('portfolio.import', { user, body: { csv }, query })

const stripTimes = async (user: string) =>
  (await stack.get('portfolio.list', { user })).positions.map(
    ({ created_at: _c, updated_at: _u, ...position }) => position,
  )

describe('an export', () => {
  beforeAll(async () => {
    const body = dangerous.map((notes, index) => inventPosition({ id: `-id${index}`, notes, contracts: index + 1 }))
    await stack.get('portfolio.migrate', { user: 'exporter', body })
  })

  test('is a CSV file with every position, its figures, and of when and what kind they are', async () => {
    const { headers, text } = await exportCsv('exporter')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toBe('attachment; filename="callwright-positions-2026-07-10.csv"')
    const { data } = Papa.parse<Record<string, string>>(text.trim(), { header: true })
    expect(data).toHaveLength(dangerous.length)
    expect(data[0]).toMatchObject({
      ...{ ticker: 'KO', strike_price: '65', current_premium: '1.25', cc_pnl: '325', recommendation: 'Hold' },
      cc_pnl_percent: '5.4167',
      ...{ as_of: '2026-07-10T15:00:00.000Z', data_class: 'recorded', source: 'fake' },
    })
  })

  test('holds nothing that a spreadsheet would run', async () => {
    const { text } = await exportCsv('exporter')
    const cells = Papa.parse<string[]>(text.trim()).data.flat()
    expect(cells.length).toBeGreaterThan(100)
    for (const cell of cells) {
      const isNumber = cell !== '' && Number.isFinite(Number(cell))
      if (!isNumber) expect(cell).not.toMatch(/^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/)
    }
  })

  test('imported by another user is the same portfolio, to the last character', async () => {
    const { text } = await exportCsv('exporter')
    const report = await importCsv('importer', text)
    expect(report.counts).toEqual({ created: dangerous.length, known: 0, restored: 0, refused: 0 })
    expect(report.ignored_columns).toContain('cc_pnl')
    expect(await stripTimes('importer')).toEqual(await stripTimes('exporter'))
    expect((await importCsv('importer', text)).counts).toMatchObject({ created: 0, known: dangerous.length })
  })

  test('of nothing is its header', async () => {
    const { text } = await exportCsv('nobody')
    expect(text.trim().split('\n')).toHaveLength(1)
  })
})

describe('an import', () => {
  const csv = [
    'Ticker,Entry Date,Expiry Date,Strike Price,Entry Premium,Entry Price,Contracts,Notes,Broker',
    'ko,2026-06-26,2026-07-24,65,2.50,60,2,"two',
    'lines",X',
    'PEP,2026-06-26,2026-02-30,140,1,"$1,130.50",,,X',
    ',,,,,,,,',
    'KO,2026-06-26,2026-07-24,65,1,"$1,130.50",,,X',
    'KO,2026-06-26,2026-07-24,sixty,1,60,,,X',
    'KO,2026-06-26,2026-07-24,65,1,"$1,130.50",,,X',
  ].join('\r\n')

  test('previewed writes nothing, and says line by line what it would do', async () => {
    const report = await importCsv('careful', csv, { dry_run: 'true' })
    expect(report).toMatchObject({
      dry_run: true,
      rows: [
        { line: 2, outcome: 'created', position: { ticker: 'ko', contracts: 2, notes: 'two\r\nlines' } },
        { line: 6, outcome: 'created', position: { entry_price: 1130.5 } },
        { line: 8, outcome: 'created' },
      ],
      refused: [
        { line: 4, reason: 'The expiry date must be a day of the calendar.' },
        { line: 7, reason: 'The strike price must be a number of dollars above 0, up to 1,000,000.' },
      ],
      counts: { created: 3, known: 0, restored: 0, refused: 2 },
      ignored_columns: ['broker'],
    })
    expect(await stack.listIds('careful')).toEqual([])
  })

  test.each([
    ['K O,2026-06-26,2026-07-24,65,1,60,', 'The ticker must be a stock symbol, such as KO or BRK.B.'],
    ['KO,6/26/2026,2026-07-24,65,1,60,', 'The entry date must be a day, written like 2026-07-24.'],
    ['KO,2026-06-26,2026-07-24,65,-1,60,', 'The entry premium must be a number of dollars from 0 to 1,000,000.'],
    ['KO,2026-06-26,2026-07-24,65,1,60,1.5', 'The contracts must be a whole number from 1 to 10,000.'],
    [
      'KO,2026-06-26,2026-06-25,65,1.00001,60,',
      ['The entry premium must have at most 4 decimals.', 'The expiry date must not be before the entry date.'].join(
        ' ',
      ),
    ],
    [',2026-06-26,2026-07-24,65,1,,', 'The ticker is missing. The entry price is missing.'],
  ])('refuses %s in plain words', async (row, reason) => {
    const header = 'ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price,contracts'
    const { refused } = await importCsv('worded', `${header}\n${row}\n`)
    expect(refused).toMatchObject([{ line: 2, reason }])
  })

  test('does what its preview said; again, nothing', async () => {
    const preview = await importCsv('doer', csv, { dry_run: 'true' })
    const report = await importCsv('doer', csv)
    expect(report).toEqual({ ...preview, dry_run: false })
    expect(await stack.listIds('doer')).toHaveLength(3)
    expect((await importCsv('doer', csv)).counts).toEqual({ created: 0, known: 3, restored: 0, refused: 2 })
  })

  test('brings a deleted one back, and leaves a changed one as it is', async () => {
    const [id = '', other = ''] = (await importCsv('mender', csv)).rows.map(({ position }) => position.id)
    await stack.get('portfolio.remove', { user: 'mender', params: { id } })
    await stack.get('portfolio.update', { user: 'mender', params: { id: other }, body: { contracts: 9 } })
    const report = await importCsv('mender', csv)
    expect(report.counts).toEqual({ created: 0, known: 1, restored: 1, refused: 3 })
    expect(report.refused).toContainEqual({ line: 6, id: other, reason: 'Another position with this id is stored.' })
  })

  test('reads what a spreadsheet of another country writes', async () => {
    const report = await importCsv(
      'abroad',
      `\uFEFF${csv.split('\r\n')[0]?.replaceAll(',', ';')}\nKO;2026-06-26;2026-07-24;65;1;60;;;X\n`,
    )
    expect(report.counts).toMatchObject({ created: 1, refused: 0 })
  })

  test.each([
    ['no line', '\n\n', 'holds no header'],
    ['no such columns', 'a,b\n1,2', 'lacks ticker'],
    ['a column twice', 'ticker,ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price', 'twice'],
    [
      'too many rows',
      `ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price\n${'KO,,,,,\n'.repeat(1_001)}`,
      'At most 1000',
    ],
  ])('of %s is refused as a whole', async (_what, text, reason) => {
    const answer = await stack.ask('portfolio.import', { user: 'wrong', body: { csv: text } })
    expect([answer.status, problemOf(answer).code]).toEqual([400, 'unreadable_csv'])
    expect(problemOf(answer).detail).toContain(reason)
  })
})
