import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import Papa from 'papaparse'
import { inventPosition, openStack, type Stack } from './support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack.close())

const robinhood = readFileSync(new URL('../src/statement/samples/robinhood.csv', import.meta.url), 'utf8')

const preview = (user: string, csv: string) => stack.importEvents({ user, body: { csv }, query: { dry_run: 'true' } })
const importFile = (user: string, csv: string) => stack.importEvents({ user, body: { csv } })
const exportLedger = async (user: string) =>
  (await stack.ask('portfolio.export', { user, query: { what: 'ledger' } })).text
const undo = (user: string, id: string | null) => stack.get('portfolio.undoImport', { user, params: { id: id ?? '' } })

const listChains = async (user: string) =>
  (await stack.get('portfolio.listChains', { user, query: { state: 'all' } })).chains
const readChains = async (user: string) =>
  (await listChains(user)).map(
    ({ ticker, account, shares_held, net_premium_usd, realized_options_usd, realized_stock_usd, fees_usd }) => ({
      ...{ ticker, account, shares_held, net_premium_usd, realized_options_usd, realized_stock_usd, fees_usd },
    }),
  )

describe('an exported ledger', () => {
  test('imports back as the same chains, into the same and into another account, also after spreadsheets', async () => {
    const user = 'keeper'
    await importFile(user, robinhood)
    await stack.get('portfolio.add', { user, body: inventPosition({ fees_usd: 1.3 }) })
    const close = { event_id: 'own-close', kind: 'close', occurred_on: '2026-07-01', contracts: 1, price: 0.4 }
    await stack.get('portfolio.recordCallEvent', { user, params: { id: inventPosition().id }, body: close })
    const chains = await readChains(user)
    const text = await exportLedger(user)
    expect((await importFile(user, text)).counts.event).toBe(0)
    const { data } = Papa.parse<string[]>(text.trim())
    const texts = [
      text,
      Papa.unparse(data.map((row) => row.toReversed())),
      ...[';', '\t'].map((delimiter) =>
        Papa.unparse(
          data.map((row) => row.map(saveAbroad)),
          { delimiter },
        ),
      ),
    ]
    for (const [index, written] of texts.entries()) {
      const report = await importFile(`heir-${index}`, written)
      expect([report.counts.refused, report.counts.event]).toEqual([0, data.length - 1])
      expect(await readChains(`heir-${index}`)).toEqual(chains)
      expect((await importFile(`heir-${index}`, written)).counts.event).toBe(0)
    }
  })

  test('brings back notes, settings of chains and dismissed suggestions, and is undone as one', async () => {
    const user = 'noter'
    const position = inventPosition({ notes: '=mine, "quoted"', account: 'Roth' })
    await stack.get('portfolio.add', { user, body: position })
    const params = { id: position.id }
    const settings = { tax_deferred: true, intent: 'happy_to_sell', note: 'two\nlines' }
    await stack.get('portfolio.updateChain', { user, params, body: settings })
    const close = { event_id: 'own-close', kind: 'close', occurred_on: '2026-07-01', contracts: 1, price: 0.4 }
    await stack.get('portfolio.recordCallEvent', { user, params, body: { ...close, note: '-5 and more' } })
    await stack.get('portfolio.recordCallEvent', {
      user,
      params,
      body: { event_id: 'n', kind: 'note', note: 'a note' },
    })
    const text = await exportLedger(user)
    const report = await importFile('noted', text)
    expect([report.counts.event, report.counts.refused]).toEqual([3, 0])
    const describe = async (of: string) => {
      const { history } = await stack.get('portfolio.exportUser', { as: { kind: 'service' }, params: { id: of } })
      const rows = await stack.database
        .selectFrom('position')
        .select(['id', 'notes'])
        .where('userId', '=', of)
        .execute()
      const events = history.events.map(({ kind, note }) => [kind, note])
      return { chains: history.chains, events, rows }
    }
    expect(await describe('noted')).toEqual(await describe(user))
    expect((await describe(user)).chains).toMatchObject([settings])
    await stack.get('portfolio.undoImport', { user: 'noted', params: { id: report.import_id ?? '' } })
    const { events } = await stack.get('portfolio.getChain', { user, params })
    expect(events.map(({ kind, note }) => [kind, note])).toContainEqual(['note', 'a note'])
    expect((await stack.get('portfolio.listChains', { user: 'noted', query: { state: 'all' } })).chains).toEqual([])
  })

  test('that was changed is refused by line', async () => {
    const user = 'forger'
    await importFile(user, robinhood)
    const text = (await exportLedger(user)).replaceAll('""contracts"":1,', '""contracts"":""many"",')
    const { counts, lines } = await preview('receiver', text)
    expect(counts.refused).toBeGreaterThan(0)
    expect(lines.find(({ outcome }) => outcome === 'refused')?.reason).toContain('changed after the export')
  })
})

interface Row {
  readonly [name: string]: string
}

/** A ledger file with changed rows. */
function change(csv: string, edit: (rows: Row[]) => readonly Row[]): string {
  const { data } = Papa.parse<Row>(csv.replace(/^\uFEFF/, '').trim(), { header: true, delimiter: ',' })
  return Papa.unparse([...edit(data)])
}

describe('a ledger file that was changed', () => {
  const owner = 'owner'
  let text = ''
  beforeAll(async () => {
    const position = inventPosition({ id: 'kept', account: 'Roth', fees_usd: 1.3 })
    await stack.get('portfolio.add', { user: owner, body: position })
    const params = { id: 'kept' }
    await stack.get('portfolio.updateChain', { user: owner, params, body: { tax_deferred: true, note: 'mine' } })
    for (const [id, contracts] of [
      ['deleted', 2],
      ['other', 3],
    ] as const)
      await stack.get('portfolio.add', { user: owner, body: inventPosition({ id, chain_id: 'kept', contracts }) })
    for (const id of ['deleted', 'other'])
      await stack.get('portfolio.recordCallEvent', {
        ...{ user: owner, params: { id } },
        body: { event_id: `note-${id}`, kind: 'note', note: `About ${id}` },
      })
    await stack.get('portfolio.remove', { user: owner, params: { id: 'deleted' } })
    text = await exportLedger(owner)
  })

  test('keeps the note on a call that was deleted, on its chain', async () => {
    const { counts } = await importFile('finder', text)
    expect([counts.event, counts.refused]).toEqual([4, 0])
    const { events } = await stack.get('portfolio.getChain', { user: 'finder', params: { id: 'kept' } })
    const notes = events.filter(({ kind }) => kind === 'note')
    expect(notes.map(({ note, position_id }) => [note, position_id])).toEqual([
      ['About deleted', null],
      ['About other', 'other'],
    ])
  })

  test('has repeated rows once, and refuses a repeated id with other content', async () => {
    const twice = change(text, (rows) => [...rows, ...rows])
    const { counts, lines } = await preview('repeater', twice)
    expect(counts).toMatchObject({ event: 4, known: 4, refused: 0 })
    expect(lines.filter(({ outcome }) => outcome === 'known')[0]?.reason).toMatch(/^Same as line \d+\.$/)
    const other = change(text, (rows) => [
      ...rows,
      ...rows.map((row) => ({ ...row, details: row.details?.replace('"strike":65', '"strike":66') ?? '' })),
    ])
    expect((await preview('repeater', other)).counts).toMatchObject({ event: 4, known: 2, refused: 2 })
  })

  test('keeps the settings of chains when it is sorted', async () => {
    await importFile(
      'sorter',
      change(text, (rows) => rows.toReversed()),
    )
    const [chain] = await listChains('sorter')
    expect(chain).toMatchObject({ account: 'Roth', tax_deferred: true })
    expect(await readChains('sorter')).toEqual(await readChains(owner))
  })

  test('refuses rows that are cut or shifted', async () => {
    const [header = '', ...lines] = text.trim().split('\r\n')
    const cut = [header, ...lines.map((line, at) => (at === 0 ? `extra,${line}` : at === 1 ? line.slice(0, 20) : line))]
    expect((await preview('cutter', cut.join('\r\n'))).counts.refused).toBe(2)
    const emptied = change(text, (rows) => rows.map((row, at) => (at === 0 ? { ...row, details: '' } : row)))
    const { lines: shown } = await preview('cutter', emptied)
    expect(shown[1]).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(/^The details are missing/) })
  })

  test("of another person goes to chains of its own, with the file's settings", async () => {
    const user = 'spouse'
    await stack.get('portfolio.add', { user, body: inventPosition({ id: 'kept', contracts: 7 }) })
    const { counts, events } = await importFile(user, text)
    expect([counts.event, counts.refused]).toEqual([4, 0])
    expect(events[0]?.marks).toEqual(['Its chain is tax-deferred, and is left out of the tax view.'])
    const chains = await listChains(user)
    expect(chains.map(({ account, tax_deferred }) => [account, tax_deferred]).toSorted()).toEqual([
      [null, false],
      ['Roth', true],
    ])
    expect((await importFile(user, text)).counts).toMatchObject({ event: 0, known: 4 })
  })

  test('says that a chain keeps its settings where the file has others', async () => {
    const user = 'returner'
    await importFile(
      user,
      change(text, (rows) => rows.slice(0, 1)),
    )
    const body = { tax_deferred: false, account: 'Taxable' }
    await stack.get('portfolio.updateChain', { user, params: { id: 'kept' }, body })
    const { events } = await preview(user, text)
    expect(events.flatMap(({ marks }) => marks)).toEqual([
      'Its chain keeps its settings; the file has others: the account Roth, tax-deferred.',
    ])
  })

  test('has the day of a call whose entry was edited', async () => {
    const user = 'mover'
    const { id, ...terms } = inventPosition({ entry_date: '2026-06-25' })
    await stack.get('portfolio.add', { user, body: inventPosition() })
    await stack.get('portfolio.update', { user, params: { id }, body: terms })
    const { data } = Papa.parse<Row>((await exportLedger(user)).replace(/^\uFEFF/, '').trim(), { header: true })
    expect(data.map(({ kind, occurred_on: day }) => [kind, day])).toContainEqual(['open', '2026-06-25'])
  })

  test('is taken back twice: the second time only what the second import brought', async () => {
    const user = 'repenter'
    for (let nth = 0; nth < 2; nth += 1) {
      const { import_id: id, counts } = await importFile(user, text)
      expect(counts.event).toBe(4)
      expect(await undo(user, id)).toMatchObject({ events: 4 })
      expect(await listChains(user)).toEqual([])
    }
  })
})

/** A date or a number as a spreadsheet of another country saves it. */
function saveAbroad(cell: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(cell) ?? []
  if (year !== undefined) return `${day}/${month}/${year}`
  return /^-?\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell
}
