import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { openStack, problemOf, type Stack } from './support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack.close())

// The market's clock is at Jul 10, 2026, before the last three lines of the story.
const robinhood = readFileSync(new URL('../src/statement/samples/robinhood.csv', import.meta.url), 'utf8')

const preview = (user: string, csv: string, body: object = {}) =>
  stack.importEvents({ user, body: { csv, ...body }, query: { dry_run: 'true' } })
const importFile = (user: string, csv: string, body: object = {}) =>
  stack.importEvents({ user, body: { csv, ...body } })
const refuse = async (user: string, body: object) => problemOf(await stack.ask('portfolio.import', { user, body }))

const readChains = async (user: string) =>
  (await stack.get('portfolio.listChains', { user, query: { state: 'all' } })).chains.map(
    ({
      ticker,
      account,
      shares_held,
      net_premium_usd,
      realized_options_usd,
      realized_stock_usd,
      dividends_usd,
      fees_usd,
      breakeven,
    }) => ({
      ticker,
      account,
      shares_held,
      net_premium_usd,
      realized_options_usd,
      realized_stock_usd,
      dividends_usd,
      fees_usd,
      breakeven,
    }),
  )

const countEvents = async (user: string) =>
  stack.database
    .selectFrom('positionEvent')
    .select('sequence')
    .where('userId', '=', user)
    .execute()
    .then((rows) => rows.length)

describe('a file of a broker', () => {
  test('previewed writes nothing; imported writes what the preview showed, in one transaction', async () => {
    const user = 'wheeler'
    const shown = await preview(user, robinhood)
    expect(await countEvents(user)).toBe(0)
    expect(shown).toMatchObject({
      kind: 'events',
      dry_run: true,
      import_id: null,
      questions: [],
      form_questions: [],
      detected: { format: 'robinhood', broker: 'Robinhood', accounts: ['Robinhood'] },
      chains: [
        { ticker: 'XYZ', account: 'Robinhood', shares: 100, open_contracts: 1, cost_usd: 5300, realized_usd: 1595.5 },
      ],
    })
    expect(shown.lines.filter(({ outcome }) => outcome === 'refused').map(({ reason }) => reason)).toEqual([
      'Aug 21, 2026 is in the future.',
      'Jul 15, 2026 is in the future.',
    ])
    const body = { csv: robinhood, preview: shown.preview }
    const send = () => stack.importEvents({ user, body, headers: { 'idempotency-key': 'lost' } })
    const stored = await send()
    expect(await send()).toEqual(stored)
    expect(stored).toEqual({ ...shown, dry_run: false, import_id: stored.import_id })
    expect(await countEvents(user)).toBe(shown.events.length)
    expect(await readChains(user)).toEqual([
      {
        ticker: 'XYZ',
        account: 'Robinhood',
        shares_held: 100,
        net_premium_usd: 654.85,
        realized_options_usd: 555.5,
        realized_stock_usd: 1000,
        dividends_usd: 40,
        fees_usd: 7.15,
        breakeven: 36.4515,
      },
    ])
    const again = await importFile(user, robinhood)
    expect([again.events, again.counts.event, again.import_id]).toEqual([[], 0, null])
    expect((await refuse(user, { csv: robinhood, preview: shown.preview })).code).toBe('preview_changed')
  })

  test('taken back as one leaves nothing, and can be imported again', async () => {
    const user = 'undoer'
    const { import_id: id } = await importFile(user, robinhood)
    const before = await readChains(user)
    await stack.get('portfolio.undoImport', { user, params: { id: id ?? '' } })
    expect([await readChains(user), await stack.listIds(user)]).toEqual([[], []])
    const repeated = await stack.ask('portfolio.undoImport', { user, params: { id: id ?? '' } })
    expect([repeated.status, problemOf(repeated).code]).toEqual([404, 'unknown_import'])
    await importFile(user, robinhood)
    expect(await readChains(user)).toEqual(before)
  })

  test('leaves out what was entered by hand, unless the user adds it, and a roll that is none', async () => {
    const user = 'typist'
    const terms = { id: 'own', ticker: 'XYZ', entry_date: '2026-07-01', expiry_date: '2026-08-21', strike_price: 56 }
    await stack.get('portfolio.add', { user, body: { ...terms, entry_premium: 1, entry_price: 53, contracts: 1 } })
    const shown = await preview(user, robinhood)
    const known = shown.lines.filter(({ outcome }) => outcome === 'known')
    expect(known.map(({ reason }) => reason)).toEqual(['Equals something in your portfolio.'])
    const [ref = ''] = known.flatMap(({ refs }) => refs)
    const added = await preview(user, robinhood, { choices: { [ref]: { add: true } } })
    expect(added.counts.event).toBe(shown.counts.event + 1)
    const roll = shown.events.find(({ is_roll }) => is_roll)
    const apart = await preview(user, robinhood, { choices: { [roll?.ref ?? '']: { as_roll: false } } })
    expect(apart.events.filter(({ kind }) => kind === 'roll')).toEqual([])
    expect(apart.events).toHaveLength(shown.events.length + 1)
    expect(apart.chains[0]?.realized_usd).toBe(shown.chains[0]?.realized_usd)
  })

  const header = 'Activity Date,Process Date,Settle Date,Instrument,Description,Trans Code,Quantity,Price,Amount'
  const sale = '6/1/2026,6/1/2026,6/2/2026,ABC,ABC 8/21/2026 Call $30.00,STO,1,$0.50,$49.35'
  const end = '6/1/2026,6/1/2026,6/2/2026,ABC,ABC 6/18/2026 Call $28.00,BTC,1,$0.10,($10.65)'

  test('asks once what it does not say, and writes nothing of it until then', async () => {
    const user = 'asked'
    const csv = [header, sale, end].join('\n')
    const shown = await preview(user, csv)
    expect(shown.questions.map(({ kind, symbol, takes_price }) => [kind, symbol, takes_price])).toEqual([
      ['share_cost', 'ABC', true],
    ])
    expect([shown.counts.question, shown.events]).toEqual([2, []])
    const [cost = ''] = shown.questions.map(({ id }) => id)
    const more = await preview(user, csv, { answers: { [cost]: '25.5' } })
    expect(more.questions.map(({ kind }) => kind)).toEqual(['opening_premium'])
    const answers = { [cost]: '25.5', [more.questions[0]?.id ?? '']: '0.4' }
    const done = await importFile(user, csv, { answers })
    expect(done.questions).toEqual([])
    expect(done.events.map(({ origin }) => origin).toSorted()).toEqual(['answer', 'answer', 'line', 'line'])
    expect(done.chains).toMatchObject([
      { ticker: 'ABC', cost_usd: done.chains[0]?.shares === 200 ? 5100 : 2550, open_contracts: 1 },
    ])
    expect((await preview('skipper', csv, { answers: { [cost]: 'skip' } })).counts).toMatchObject({
      event: 0,
      ignored: 3,
    })
  })

  test('with a premium above the price of the shares asks whether it is per share', async () => {
    const csv = [
      header,
      sale.replace('$0.50', '$50.00'),
      '5/1/2026,5/1/2026,5/4/2026,ABC,Abc Corp,Buy,100,$25.00,"($2,500.00)"',
    ].join('\n')
    const { questions, events } = await preview('wrong', csv)
    expect([questions.map(({ text }) => text), events]).toEqual([
      ['One premium is above the price of the shares. Line 2 has $50.00. Premiums are per share: is $0.50 meant?'],
      [],
    ])
    expect((await preview('wrong', csv, { answers: { unusual: 'import' } })).events).toHaveLength(2)
  })

  test('of unknown columns is read with a map, which is saved for its header', async () => {
    const user = 'mapper'
    const csv =
      'When;What;Contract;Count;Premium;Costs\n01.06.2026;Verkauf;ABC 08/21/2026 30 Call;1;50,00;0,65\n29.05.2026;Kauf;ABC;100;25,00;0\n'
    const asked = await stack.get('portfolio.import', { user, body: { csv }, query: { dry_run: 'true' } })
    expect(asked).toMatchObject({
      kind: 'columns',
      separator: 'semicolon',
      header: ['When', 'What', 'Contract', 'Count', 'Premium', 'Costs'],
      map: null,
    })
    expect(asked.kind === 'columns' && asked.words[1]).toEqual(['Kauf', 'Verkauf'])
    expect((await refuse(user, { csv })).code).toBe('unknown_columns')
    const map = {
      name: 'My bank',
      price_per: 'contract',
      actions: { Verkauf: 'open', Kauf: 'buy' },
      columns: {
        day: 'When',
        action: 'What',
        contract: 'Contract',
        quantity: 'Count',
        price: 'Premium',
        fees: 'Costs',
      },
    }
    const shown = await preview(user, csv, { map })
    expect(shown.chains).toMatchObject([
      { ticker: 'ABC', account: 'My bank', shares: 100, cost_usd: 2500, net_premium_usd: 49.35 },
    ])
    const header = ['When', 'What', 'Contract', 'Count', 'Premium', 'Costs']
    await stack.get('portfolio.saveImportMap', { user, body: { header, map } })
    const known = await stack.get('portfolio.import', { user, body: { csv }, query: { dry_run: 'true' } })
    expect(known).toMatchObject({ kind: 'columns', map: { name: 'My bank' } })
    const { maps } = await stack.get('portfolio.listImportMaps', { user })
    expect(maps).toEqual([{ id: known.kind === 'columns' && known.map_id, header, map }])
    const exportUser = async () =>
      (await stack.get('portfolio.exportUser', { as: { kind: 'service' }, params: { id: user } })).history.import_maps
    expect(await exportUser()).toEqual(maps)
    await stack.get('portfolio.removeImportMap', { user, params: { id: maps[0]?.id ?? '' } })
    expect(await exportUser()).toEqual([])
    for (const bad of ['a\u0000b', 'a\ud800']) {
      const refused = await stack.ask('portfolio.saveImportMap', { user, body: { header: [...header, bad], map } })
      expect([refused.status, JSON.parse(refused.text).code]).toEqual([400, 'validation'])
    }
    await stack.get('portfolio.saveImportMap', { user, body: { header, map } })
    await stack.get('portfolio.erase', { as: { kind: 'service' }, params: { id: user } })
    expect(await exportUser()).toEqual([])
  })
})

describe('an event that no single line shows', () => {
  const header = 'Activity Date,Process Date,Settle Date,Instrument,Description,Trans Code,Quantity,Price,Amount'
  const write = (...rows: string[]) => [header, ...rows].join('\n')
  const buy = '4/1/2026,4/1/2026,4/2/2026,ABC,Abc,Buy,200,$25.00,"($5,000.00)"'
  const fill = '4/1/2026,4/1/2026,4/2/2026,ABC,ABC 4/17/2026 Call $26.00,STO,1,$0.50,$50.00'
  const assigned = '4/17/2026,4/17/2026,4/17/2026,ABC,ABC 4/17/2026 Call $26.00,OASGN,2,,'

  test('is shown as joined or inferred, with the lines that it comes from', async () => {
    const { events } = await preview('joiner', write(buy, fill, fill, assigned))
    expect(events.map(({ origin, kind, lines }) => [origin, kind, lines])).toEqual([
      ['line', 'buy_shares', [2]],
      ['joined', 'open', [3, 4]],
      ['inferred', 'assign', [5]],
    ])
  })

  test('is one of two from one line: the line names both', async () => {
    const user = 'two-chains'
    const terms = { ticker: 'ABC', entry_date: '2026-03-02', expiry_date: '2026-04-17', strike_price: 26 }
    for (const id of ['one', 'two'])
      await stack.get('portfolio.add', {
        user,
        body: { ...terms, id, entry_premium: id === 'one' ? 0.4 : 0.3, entry_price: 25, contracts: 1 },
      })
    const close = fill.replace('STO,1,$0.50,$50.00', 'BTC,2,$0.10,($20.00)')
    const { lines, events } = await preview(user, write(close))
    expect(events.map(({ kind, contracts }) => [kind, contracts])).toEqual([
      ['close', 1],
      ['close', 1],
    ])
    expect(lines[1]?.refs).toEqual(events.map(({ ref }) => ref))
    expect(lines[1]?.reason).toBe(
      'Bought back 1 ABC 26 call of Apr 17, 2026 at $0.10. Bought back 1 ABC 26 call of Apr 17, 2026 at $0.10',
    )
  })
})
