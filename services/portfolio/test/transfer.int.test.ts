import { MAX_POSITIONS } from '@callwright/contracts'
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
  stack.importPositions({ user, body: { csv }, query })

const NONE = { created: 0, known: 0, restored: 0, duplicate: 0, unconfirmed: 0, refused: 0 }

const stripTimes = async (user: string) =>
  (await stack.get('portfolio.list', { user })).positions.map(
    ({ created_at: _c, updated_at: _u, ...position }) => position,
  )

describe('an export', () => {
  beforeAll(async () => {
    const body = dangerous.map((notes, index) => inventPosition({ id: `-id${index}`, notes, contracts: index + 1 }))
    await stack.get('portfolio.migrate', { user: 'exporter', body })
  })

  test('is a CSV file with every position, its values, as-of time and data class', async () => {
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

  test('contains nothing that a spreadsheet would run', async () => {
    const { text } = await exportCsv('exporter')
    const cells = Papa.parse<string[]>(text.trim()).data.flat()
    expect(cells.length).toBeGreaterThan(100)
    for (const cell of cells) {
      const isNumber = cell !== '' && Number.isFinite(Number(cell))
      if (!isNumber) expect(cell).not.toMatch(/^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/)
    }
  })

  test('imported by another user gives exactly the same portfolio', async () => {
    const { text } = await exportCsv('exporter')
    const report = await importCsv('importer', text)
    expect(report.counts).toEqual({ ...NONE, created: dangerous.length })
    expect(report.ignored_columns).toContain('cc_pnl')
    expect(await stripTimes('importer')).toEqual(await stripTimes('exporter'))
    expect((await importCsv('importer', text)).counts).toMatchObject({ created: 0, known: dangerous.length })
  })

  test('of an empty portfolio is only the header', async () => {
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
    'KO,2026-06-26,2026-07-24,1165,1,"$1,130.50",,,X',
    'KO,2026-06-26,2026-07-24,sixty,1,60,,,X',
    'KO,2026-06-26,2026-07-24,1165,1,"$1,130.50",,,X',
  ].join('\r\n')

  test('previewed writes nothing, and reports the outcome of each line', async () => {
    const report = await importCsv('careful', csv, { dry_run: 'true' })
    expect(report).toMatchObject({
      dry_run: true,
      rows: [
        { line: 2, outcome: 'created', position: { ticker: 'KO', contracts: 2, notes: 'two\r\nlines' } },
        { line: 6, outcome: 'created', position: { entry_price: 1130.5 } },
        { line: 8, outcome: 'duplicate', marks: [{ kind: 'duplicate', sentence: 'Same as line 6.' }] },
      ],
      refused: [
        { line: 4, reason: 'The expiry date must be a valid date.' },
        { line: 7, reason: 'The strike price must be a number of dollars above 0, up to 1,000,000.' },
      ],
      form: { separator: 'comma', decimal: 'point', dates: null },
      questions: [],
      counts: { ...NONE, created: 2, duplicate: 1, refused: 2 },
      ignored_columns: ['broker'],
    })
    expect(await stack.listIds('careful')).toEqual([])
  })

  test.each([
    ['K O K,2026-06-26,2026-07-24,65,1,60,', 'The ticker must be a stock symbol, such as KO or BRK.B.'],
    ['KO,26 6 2026,2026-07-24,65,1,60,', 'The entry date must be a date in the form YYYY-MM-DD.'],
    ['KO,2026-06-26,2026-07-24,65,($7.10),60,', 'The entry premium is negative: ($7.10).'],
    ['KO,2026-06-26,2026-07-24,65,12%,60,', 'The entry premium must be a number of dollars from 0 to 1,000,000.'],
    ['KO,2026-06-26,2026-07-24,65,--,60,', 'The entry premium is missing.'],
    [
      'KO,2026-06-26,2026-12-25,65,1,60,',
      'The expiry date must be a trading day. The market is closed on Dec 25, 2026 (Christmas Day). ' +
        'Options of that week expire on Dec 24, 2026.',
    ],
    [
      'KO,2026-06-28,2026-07-24,65,1,60,',
      'The entry date must be a trading day. The market was closed on Jun 28, 2026 (Sunday). ' +
        'The last trading day before it was Jun 26, 2026.',
    ],
    ['KO,2026-07-11,2026-07-24,65,1,60,', 'The entry date must not be in the future: today is Jul 10, 2026.'],
    ['KO,2026-06-26,2026-07-24,65,1,60,1.5', 'The contracts must be a whole number from 1 to 10,000.'],
    ['KO,2026-06-26,2026-06-25,65,1,60,', 'The expiry date must not be before the entry date.'],
    [',2026-06-26,2026-07-24,65,1,,', 'The ticker is missing. The entry price is missing.'],
  ])('rejects %s with a sentence', async (row, reason) => {
    const header = 'ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price,contracts'
    const { refused } = await importCsv('worded', `${header}\n${row}\n`)
    expect(refused).toMatchObject([{ line: 2, reason }])
  })

  test('has the outcome of its preview; a repeat changes nothing', async () => {
    const preview = await importCsv('doer', csv, { dry_run: 'true' })
    const report = await importCsv('doer', csv)
    expect(report).toEqual({ ...preview, dry_run: false, import_id: expect.any(String) })
    expect(await stack.listIds('doer')).toHaveLength(2)
    expect((await importCsv('doer', csv)).counts).toEqual({ ...NONE, known: 2, duplicate: 1, refused: 2 })
  })

  test('taken back as one leaves what was there before', async () => {
    const user = 'regretful'
    await stack.get('portfolio.add', { user, body: inventPosition() })
    const { import_id: id } = await importCsv(user, csv)
    expect(await stack.get('portfolio.undoImport', { user, params: { id: id ?? '' } })).toMatchObject({ events: 2 })
    expect(await stack.listIds(user)).toEqual([inventPosition().id])
    expect((await importCsv(user, csv)).counts).toMatchObject({ restored: 2 })
  })

  test('restores a deleted position, and does not change an edited one', async () => {
    const [id = '', other = ''] = (await importCsv('mender', csv)).rows.map(({ position }) => position.id)
    await stack.get('portfolio.remove', { user: 'mender', params: { id } })
    await stack.get('portfolio.update', { user: 'mender', params: { id: other }, body: { contracts: 9 } })
    const report = await importCsv('mender', csv)
    expect(report.counts).toEqual({ ...NONE, restored: 1, duplicate: 1, refused: 3 })
    expect(report.refused).toContainEqual({
      line: 6,
      id: other,
      reason: 'A different position with this id already exists.',
    })
  })

  const header = 'ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price'
  const terms = '2026-06-26,2026-07-24,65,2.5,60'

  test('of the same positions in another spelling, number format or column order adds nothing', async () => {
    const user = 'repeater'
    const again = [
      `${header}\nbrk.b,${terms}`,
      `${header},contracts\nBRK/B,${terms},1`,
      `${header},notes\nBRKB,${terms}, \n`,
      `${header},notes\n$BRK-B,${terms},Sold on the dip\n`,
      'entry_price\tnotes\tticker\texpiry_date\tentry_date\tstrike_price\tentry_premium\n$60.00\t\tBRK B\tJul 24, 2026\t6/26/26\t065\t2.50',
      `\uFEFF${header.replaceAll(',', ';')}\nBRK.B;26.06.2026;24.07.2026;65,00;2,50;60\n`,
    ]
    expect((await importCsv(user, `${header}\nBRK.B,${terms}`)).counts).toEqual({ ...NONE, created: 1 })
    for (const csv of again) expect((await importCsv(user, csv)).counts).toEqual({ ...NONE, known: 1 })
    expect(await stack.listIds(user)).toHaveLength(1)
  })

  test('recognizes a manually added position', async () => {
    await stack.get('portfolio.add', { user: 'typist', body: inventPosition() })
    const { counts, rows } = await importCsv('typist', `${header}\nKO,${terms}\nKO,${terms}`)
    expect(counts).toEqual({ ...NONE, known: 1, duplicate: 1 })
    expect(rows[0]?.position.id).toBe(inventPosition().id)
  })

  test('adds equal rows as separate positions on request, once', async () => {
    const body = { csv: `${header}\n${`KO,${terms}\n`.repeat(3)}`, add_equal_rows: true }
    const importEqual = () => stack.importPositions({ user: 'splitter', body })
    expect((await importEqual()).counts).toEqual({ ...NONE, created: 3 })
    expect((await importEqual()).counts).toEqual({ ...NONE, known: 3 })
  })

  test('with an ambiguous decimal sign asks the user, and is rejected until the user answers', async () => {
    const user = 'abroad'
    const csv = `${header.replaceAll(',', ';')}\nKO;2026-06-26;2026-07-24;75;1,125;70,250\n`
    const preview = await importCsv(user, csv, { dry_run: 'true' })
    expect(preview).toMatchObject({
      form: { separator: 'semicolon', decimal: null },
      questions: [{ field: 'decimal', line: 2, text: '1,125' }],
      rows: [],
      refused: [{ line: 2, reason: expect.stringContaining('The entry premium 1,125 could mean 1125 or 1.125.') }],
    })
    const answer = await stack.ask('portfolio.import', { user, body: { csv } })
    expect([answer.status, problemOf(answer).code]).toEqual([422, 'unclear_csv'])
    expect(await stack.listIds(user)).toEqual([])
    const report = await stack.importPositions({ user, body: { csv, decimal: 'comma' } })
    expect(report.rows[0]?.position).toMatchObject({ strike_price: 75, entry_premium: 1.125, entry_price: 70.25 })
  })

  test('with ambiguous dates asks the user', async () => {
    const csv = `${header}\nKO,7/6/2026,10/9/2026,65,2.5,60`
    const { questions, refused } = await importCsv('dater', csv, { dry_run: 'true' })
    expect(questions).toMatchObject([{ field: 'dates', text: '7/6/2026' }])
    expect(refused).toHaveLength(1)
    const report = await stack.importPositions({ user: 'dater', body: { csv, dates: 'month_first' } })
    expect(report.rows[0]?.position).toMatchObject({ entry_date: '2026-07-06', expiry_date: '2026-10-09' })
  })

  test('reads broker number formats, and reports rounded values', async () => {
    const rows = ['.85', '+1.13', '$ 7.10', '7.1034967', '7.1300000000000001']
    const csv = `${header}\n${rows.map((premium) => `KO,2026-06-26,2026-07-24,65,${premium},60`).join('\n')}`
    const report = await importCsv('broker', csv, { dry_run: 'true' })
    expect(report.rows.map(({ position }) => position.entry_premium)).toEqual([0.85, 1.13, 7.1, 7.1035, 7.13])
    expect(report.rows.flatMap(({ line, marks }) => marks.map(({ sentence }) => [line, sentence]))).toEqual([
      [5, 'The entry premium 7.1034967 is rounded to 7.1035.'],
    ])
  })

  test('adds rows with unusual terms only if confirmed', async () => {
    const user = 'hasty'
    const csv = `${header}\nKO,2026-06-26,2026-07-24,540,710,530\nKO,${terms}`
    const preview = await importCsv(user, csv)
    expect(preview.counts).toEqual({ ...NONE, created: 1, unconfirmed: 1 })
    expect(preview.rows[0]?.marks).toEqual([
      {
        kind: 'unusual',
        sentence:
          'The premium $710.00 is more than the share price $530.00. Premiums are per share: did you mean $7.10?',
      },
    ])
    const confirmed = await stack.importPositions({ user, body: { csv, confirm_unusual: true } })
    expect(confirmed.counts).toEqual({ ...NONE, created: 1, known: 1 })
    expect((await importCsv(user, csv)).counts).toEqual({ ...NONE, known: 2 })
  })

  test('marks symbols that are unlisted or listed under another name', async () => {
    const symbols = ['ZZZZQ', 'BRKB', 'fb', 'KO']
    stack.market.resolved.splice(0)
    const csv = `${header}\n${symbols.map((symbol) => `${symbol},${terms}`).join('\n')}`
    const { rows, message } = await importCsv('namer', csv)
    expect(rows.map(({ position, marks }) => [position.ticker, marks[0]?.sentence])).toEqual([
      ['ZZZZQ', 'Unknown symbol: ZZZZQ. There will be no market data for it.'],
      ['BRK.B', 'BRKB is listed as BRK.B.'],
      ['META', 'FB is now META.'],
      ['KO', undefined],
    ])
    expect([message, stack.market.resolved.length]).toEqual([null, 1])
  })

  test('loses nothing while the market is down, and adds nothing twice when it is back', async () => {
    stack.market.breakFor('symbols', 'refuses')
    const csv = `${header}\nBRKB,${terms}\nbrk/b,2026-06-26,2026-07-31,65,2.5,60`
    const report = await importCsv('patient', csv)
    stack.market.mend()
    expect(report.rows.map(({ position }) => position.ticker)).toEqual(['BRKB', 'BRK.B'])
    expect(report.message).toContain('could not be checked')
    expect((await importCsv('patient', csv)).counts).toEqual({ ...NONE, known: 2 })
  })

  test('accepts an export of the maximum number of positions with the longest notes', async () => {
    const notes = `"${'é"'.repeat(499)}"`
    const rows = Array.from({ length: MAX_POSITIONS }, (_, index) => inventPosition({ id: `row-${index}`, notes }))
    for (let start = 0; start < rows.length; start += 100) {
      await stack.get('portfolio.migrate', { user: 'owner', body: rows.slice(start, start + 100) })
    }
    const { text } = await exportCsv('owner')
    expect((await importCsv('owner', text)).counts).toEqual({ ...NONE, known: MAX_POSITIONS })
    expect((await importCsv('heir', text)).counts).toEqual({ ...NONE, created: MAX_POSITIONS })
  })

  test.each([
    ['no lines', '\n\n', 'has no header'],
    ['no table', 'a,b\n1,2', 'no header line with at least three columns'],
    [
      'a position without its expiration',
      'ticker,entry_date,strike_price,entry_premium,entry_price\n',
      'missing expiry_date',
    ],
    ['a column twice', 'ticker,ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price', 'twice'],
    [
      'too many rows',
      `ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price\n${'KO,,,,,\n'.repeat(1_001)}`,
      'At most 1000',
    ],
  ])('of %s is rejected as a whole', async (_what, text, reason) => {
    const answer = await stack.ask('portfolio.import', { user: 'wrong', body: { csv: text } })
    expect([answer.status, problemOf(answer).code]).toEqual([400, 'unreadable_csv'])
    expect(problemOf(answer).detail).toContain(reason)
  })
})
