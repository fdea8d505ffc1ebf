import { previousTradingDay, taxColumns } from '@callwright/scoring'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import Papa from 'papaparse'
import { fee, type Loose, listCloses, openBook, readCode } from './book.ts'
import { openStack, type Stack } from './support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack.close())

const readTax = (user: string, year: number) => stack.get('portfolio.tax', { user, query: { year: String(year) } })

async function readFile(user: string, year: number) {
  const { status, headers, text } = await stack.ask('portfolio.tax', {
    user,
    query: { year: String(year), format: 'csv' },
  })
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, '').trimEnd())
  const [header = [], ...lines] = data
  return { status, headers, text, header, rows: lines.slice(0, -1), note: lines.at(-1)?.[0] ?? '' }
}

/** Prior closes and opens of the days on which calls were written. */
const grants = (days: readonly string[], price: number) => ({
  closes: listCloses(Object.fromEntries(days.map((day) => [previousTradingDay(day), price]))),
  opens: days.map((date) => ({ date, open: price })),
})

const five = { id: 'a', entry_date: '2026-01-05', expiry_date: '2026-03-20', strike_price: 52.5, entry_premium: 1 }

describe('the worked examples of LIFECYCLE 4', () => {
  test('E5: two of five assigned, as JSON and as the lines of Form 8949', async () => {
    const book = openBook(stack, 'tax5', 'TAXA')
    stack.market.override('TAXA', grants(['2026-01-05'], 49))
    await book.open({ ...five, entry_price: 50, contracts: 5, fees_usd: 3.25 })
    await book.on('a', { kind: 'assign', occurred_on: '2026-03-11', contracts: 2 })
    await book.on('a', { kind: 'expire', occurred_on: '2026-03-20' })
    const report = await readTax('tax5', 2026)
    expect(report).toMatchObject({
      totals: { short_usd: 996.75, long_usd: 0, check_usd: 0 },
      rows: [
        {
          description: '200 sh TAXA',
          proceeds_usd: 10_698.7,
          cost_usd: 10_000,
          term: 'short',
          premium_in_proceeds_usd: 198.7,
        },
        { kind: 'call', gain_or_loss_usd: 298.05, qualified: true, contract: 'TAXA260320C00052500' },
      ],
      unconfirmed: [],
      open_at_year_end: [],
      message: null,
    })
    const file = await readFile('tax5', 2026)
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="callwright-tax-2026.csv"',
      'cache-control': 'no-store',
    })
    expect(file.header).toEqual([...taxColumns])
    expect(file.rows.map((cells) => cells.slice(0, 9))).toEqual([
      ['200 sh TAXA', '2026-01-05', '2026-03-11', '10698.70', '10000.00', '', '', '698.70', 'short'],
      ['3 calls TAXA 03/20/2026 $52.50', '2026-03-20', '2026-03-20', '298.05', '0.00', '', '', '298.05', 'short'],
    ])
    expect(file.note).toBe(report.note)
    expect(file.note).toMatch(/^Not tax advice\..* Section 1256 /)
  })

  test('E6: assigned early', async () => {
    const book = openBook(stack, 'tax6', 'TAXB')
    await book.open({
      ...{ id: 'a', entry_date: '2026-04-06', expiry_date: '2026-05-15', strike_price: 80, entry_premium: 2.4 },
      ...{ entry_price: 78.5, ...fee },
    })
    await book.on('a', { kind: 'assign', occurred_on: '2026-05-07', contracts: 1 })
    const { rows, totals } = await readTax('tax6', 2026)
    expect(rows).toMatchObject([{ proceeds_usd: 8_239.35, cost_usd: 7_850, gain_or_loss_usd: 389.35, term: 'short' }])
    expect(totals).toEqual({ short_usd: 389.35, long_usd: 0, check_usd: 0 })
  })

  test('E10: one assignment takes a long-term and a short-term lot', async () => {
    const book = openBook(stack, 'tax10', 'TAXC')
    const day = { kind: 'buy_shares', occurred_on: '2026-02-02' }
    await book.onChain('lots', { ...day, ticker: 'TAXC', shares: 100, price: 30, acquired_on: '2024-11-04' })
    await book.onChain('lots', { ...day, shares: 137.5, price: 42 })
    await book.open({
      ...{ id: 'a', chain_id: 'lots', shares_from: 'held', entry_date: '2026-03-02', expiry_date: '2026-04-17' },
      ...{ strike_price: 45, entry_premium: 1.1, fees_usd: 1.3, contracts: 2 },
    })
    await book.on('a', { kind: 'assign', occurred_on: '2026-04-17', contracts: 2 })
    const { rows } = await readTax('tax10', 2026)
    expect(
      rows.map((row) => [row.date_acquired, row.proceeds_usd, row.cost_usd, row.gain_or_loss_usd, row.term]),
    ).toEqual([
      ['2024-11-04', 4_609.35, 3_000, 1_609.35, 'long'],
      ['2026-02-02', 4_609.35, 4_200, 409.35, 'short'],
    ])
  })

  test('E12: three tax years, judged by the closes and opens of the days on which the calls were written', async () => {
    const book = openBook(stack, 'tax12', 'TAXD')
    const days: string[] = []
    const open = (
      id: string,
      entry_date: string,
      expiry_date: string,
      strike_price: number,
      entry_premium: number,
      entry_price?: number,
    ) => {
      days.push(entry_date)
      return book.open({
        ...{ id, entry_date, expiry_date, strike_price, entry_premium, ...fee, entry_price: entry_price ?? 50 },
        ...(id === 'a' ? {} : { chain_id: 'a', shares_from: entry_price === undefined ? 'held' : 'new' }),
      })
    }
    const end = (id: string, kind: string, occurred_on: string, more: Loose = {}) =>
      book.on(id, { kind, occurred_on, ...(kind === 'expire' ? {} : { contracts: 1 }), ...more })
    const roll = (id: string, day: string, close_price: number, next: Loose) => {
      days.push(day)
      return end(id, 'roll', day, { close_price, open: { ...next, ...fee }, ...fee })
    }
    await open('a', '2024-01-08', '2024-02-16', 55, 1.05, 52)
    await end('a', 'expire', '2024-02-16')
    await open('b', '2024-02-20', '2024-03-15', 54, 1.2)
    await roll('b', '2024-03-12', 2.1, { id: 'c', expiry_date: '2024-04-19', strike_price: 56, premium: 2.45 })
    await end('c', 'assign', '2024-04-19')
    await open('d', '2024-06-03', '2024-07-19', 55, 1.3, 53.5)
    await end('d', 'expire', '2024-07-19')
    await open('e', '2024-08-12', '2024-09-20', 52.5, 0.95)
    await end('e', 'close', '2024-09-10', { price: 0.15, ...fee })
    await open('f', '2024-09-11', '2024-11-15', 55, 1.15)
    await end('f', 'expire', '2024-11-15')
    await open('g', '2024-12-02', '2025-01-17', 55, 1.25)
    await roll('g', '2025-01-14', 3.4, { id: 'h', expiry_date: '2025-03-21', strike_price: 60, premium: 1.6 })
    await end('h', 'expire', '2025-03-21')
    await open('i', '2025-03-24', '2025-06-20', 60, 1.4)
    await end('i', 'expire', '2025-06-20')
    await open('j', '2025-06-23', '2025-08-15', 60, 1.1)
    await end('j', 'assign', '2025-08-07')
    await open('k', '2025-09-02', '2025-10-17', 62.5, 1.5, 61)
    await end('k', 'expire', '2025-10-17')
    await open('l', '2025-10-20', '2025-11-21', 62.5, 1.35)
    await end('l', 'expire', '2025-11-21')
    await open('m', '2025-12-01', '2026-01-16', 65, 1.2)
    await end('m', 'assign', '2026-01-16')
    for (const [paid, amount_usd] of [
      ['2024-08-09', 40],
      ['2024-11-08', 40],
      ['2025-02-07', 42],
      ['2025-05-09', 42],
    ] as const) {
      await book.onChain('a', { kind: 'dividend', occurred_on: paid, ex_date: paid, amount_usd })
    }
    stack.market.override('TAXD', grants(days, 52))

    const [first, second, third] = [
      await readTax('tax12', 2024),
      await readTax('tax12', 2025),
      await readTax('tax12', 2026),
    ]
    expect([first.totals, second.totals, third.totals]).toEqual([
      { short_usd: 979.8, long_usd: 0, check_usd: 0 },
      { short_usd: 366.1, long_usd: 759.35, check_usd: 0 },
      { short_usd: 519.35, long_usd: 0, check_usd: 0 },
    ])
    expect([first, second, third].map(({ dividends }) => dividends.map((paid) => paid.amount_usd))).toEqual([
      [40, 40],
      [42, 42],
      [],
    ])
    expect(first.rows.filter(({ qualified }) => qualified === false)).toMatchObject([
      { opened_on: '2024-02-20', gain_or_loss_usd: -91.3 },
    ])
    expect(second.rows.find(({ term }) => term === 'long')).toMatchObject({ date_acquired: '2024-06-03', flags: [] })
    expect(first.open_at_year_end).toMatchObject([{ position_id: 'g', contract: 'TAXD250117C00055000' }])
    expect(third.years).toEqual([2024, 2025, 2026])
    const loss = (await readFile('tax12', 2024)).rows.find((cells) => cells[7]?.startsWith('-'))
    expect(loss?.slice(3, 8)).toEqual(['119.35', '210.65', '', '', '-91.30'])
  })
})

describe('facts of the day on which a call is written', () => {
  const today = '2026-07-10'
  const written = { ...five, entry_date: today, expiry_date: '2026-08-21', strike_price: 50, entry_price: 51 }
  const facts = { symbol: 'TAXJ', day: today, priorClose: 51, open: 51.5, listedStrikes: [45, 50, 55] }

  test('are stored with a call in the money, which is judged by them later', async () => {
    const book = openBook(stack, 'grant', 'TAXJ')
    const prices = { closes: listCloses({ '2026-07-09': 51 }), opens: [{ date: today, open: 51.5 }] }
    stack.market.override('TAXJ', { ...prices, strikes: [45, 50, 55] })
    await book.open(written)
    await book.open({ ...written, id: 'late', entry_date: '2026-07-09' })
    const roll = {
      ...{ kind: 'roll', event_id: 'rolled', occurred_on: today, contracts: 1, close_price: 3 },
      open: { id: 'b', expiry_date: '2026-09-18', strike_price: 50, premium: 4 },
    }
    await book.on('a', roll)
    stack.market.override('TAXJ', { ...prices, strikes: [50] })
    expect((await book.on('a', roll)).event.event_id).toBe('rolled')
    const rows = await stack.database.selectFrom('positionEvent').selectAll().where('userId', '=', 'grant').execute()
    expect(rows.map(({ body }) => body?.grant ?? null)).toEqual([
      { ...facts, expiration: '2026-08-21' },
      null,
      { ...facts, expiration: '2026-09-18' },
    ])
    await book.on('late', { kind: 'close', occurred_on: today, contracts: 1, price: 1 })
    const { rows: taxed } = await readTax('grant', 2026)
    expect(taxed.map(({ opened_on, qualified }) => [opened_on, qualified])).toEqual([
      ['2026-07-09', null],
      ['2026-07-10', true],
    ])
  })

  test('are no condition for recording the call', async () => {
    const book = openBook(stack, 'grantless', 'TAXK')
    stack.market.breakFor('TAXK', 'hangs')
    await book.open(written)
    stack.market.mend()
    expect((await book.list()).positions).toHaveLength(1)
  })
})

describe('what is listed apart', () => {
  test('an empty year has no rows, and its file only the header and the note', async () => {
    const { rows, dividends, years } = await readTax('nobody', 2019)
    expect({ rows, dividends, years }).toEqual({ rows: [], dividends: [], years: [2019, 2026] })
    const file = await readFile('nobody', 2019)
    expect([file.header.length, file.rows, file.note.slice(0, 15)]).toEqual([taxColumns.length, [], 'Not tax advice.'])
    expect((await stack.get('portfolio.tax', { user: 'nobody' })).year).toBe(2026)
    for (const query of [{ year: '20x6' }, { year: '2026.5' }, { year: '1969' }, { format: 'xml' }] as const) {
      expect(readCode(await stack.ask('portfolio.tax', { query }))).toEqual([400, 'validation'])
    }
  })

  test('years are those of New York trade days', async () => {
    const book = openBook(stack, 'eve', 'TAXE')
    await book.onChain('eve', { kind: 'buy_shares', ticker: 'TAXE', occurred_on: '2025-12-01', shares: 20, price: 50 })
    const evening = { occurred_on: '2025-12-31', occurred_at: '2026-01-01T00:59:00Z' }
    await book.onChain('eve', { kind: 'sell_shares', ...evening, shares: 10, price: 55 })
    await book.onChain('eve', { kind: 'sell_shares', occurred_on: '2026-01-02', shares: 10, price: 55 })
    const sold = async (year: number) => (await readTax('eve', year)).rows.map((row) => row.date_sold)
    expect([await sold(2025), await sold(2026)]).toEqual([['2025-12-31'], ['2026-01-02']])
  })

  test('unconfirmed outcomes, pending splits and open calls are listed, not counted', async () => {
    const book = openBook(stack, 'apart', 'TAXF')
    stack.market.override('TAXF', { closes: listCloses({ '2026-03-20': 49 }), current_price: 49 })
    await book.open({ ...five, entry_price: 50 })
    await book.open({ ...five, id: 'b', chain_id: 'b', expiry_date: '2026-08-21', entry_price: 50 })
    const split = openBook(stack, 'apart', 'TAXG')
    const splits = [{ kind: 'split' as const, date: '2026-05-11', ratio: 3 }]
    stack.market.override('TAXG', { splits, closes: listCloses({ '2026-02-02': 100 }), current_price: 101 })
    await split.open({
      ...{ id: 'c', entry_date: '2026-02-02', expiry_date: '2026-09-18', strike_price: 325, entry_premium: 8.75 },
      entry_price: 300,
    })
    const report = await readTax('apart', 2026)
    expect(report.rows).toEqual([])
    expect(report.unconfirmed.map(({ kind, symbol, day }) => [kind, symbol, day]).toSorted()).toEqual([
      ['adjustment', 'TAXG', '2026-05-11'],
      ['outcome', 'TAXF', '2026-03-20'],
    ])
    expect(report.open_at_year_end.map(({ position_id, contracts }) => [position_id, contracts])).toEqual([
      ['b', 1],
      ['c', 1],
    ])
    expect((await readTax('apart', 2025)).unconfirmed).toEqual([])
  })

  test('tax-deferred chains are left out, but their purchases may make a loss a wash sale; cells never run as formulas', async () => {
    const book = openBook(stack, 'wash', 'TAXH')
    const bought = { kind: 'buy_shares', ticker: 'TAXH', shares: 10, price: 50 }
    await book.onChain('taxed', { ...bought, event_id: '-1', occurred_on: '2026-01-05' })
    await book.onChain('ira', { ...bought, occurred_on: '2026-03-02', account: 'IRA' })
    await book.onChain('taxed', {
      kind: 'sell_shares',
      event_id: '-2',
      occurred_on: '2026-02-02',
      shares: 10,
      price: 45,
    })
    await book.onChain('ira', { kind: 'sell_shares', occurred_on: '2026-04-02', shares: 10, price: 60 })
    expect((await readTax('wash', 2026)).rows).toHaveLength(2)
    await stack.get('portfolio.updateChain', { user: 'wash', params: { id: 'ira' }, body: { tax_deferred: true } })
    const { rows } = await readTax('wash', 2026)
    expect(rows).toMatchObject([
      {
        flags: ['wash_sale_possible'],
        wash_sale: { sold_on: '2026-02-02', bought_on: '2026-03-02' },
        adjustment_usd: null,
      },
    ])
    const [cells] = (await readFile('wash', 2026)).rows
    expect(cells?.slice(7)).toEqual([
      ...['-50.00', 'short', 'shares', 'TAXH', '', '10', '2026-01-05', '2026-02-02', '0.00', '450.00', ''],
      ...['wash_sale_possible sold 2026-02-02 bought 2026-03-02', "'-1 -2"],
    ])
  })

  test('without market data the figures stay, and what they lack is named', async () => {
    const book = openBook(stack, 'down', 'TAXI')
    await book.open({ ...five, entry_date: '2024-01-05', expiry_date: '2024-02-16', entry_price: 50 })
    await book.on('a', { kind: 'expire', occurred_on: '2024-02-16' })
    await book.onChain('a', { kind: 'sell_shares', occurred_on: '2025-03-03', shares: 100, price: 60 })
    stack.market.breakFor('TAXI', 'refuses')
    const report = await readTax('down', 2025)
    expect(report).toMatchObject({
      totals: { long_usd: 1_000 },
      message: expect.stringContaining('No market data for TAXI'),
    })
    expect(report.rows).toMatchObject([{ term: 'long', flags: ['qualification_unknown'] }])
    stack.market.mend()
  })
})
