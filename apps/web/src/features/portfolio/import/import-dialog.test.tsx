import '../../../testing/matchers.ts'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { beUnreachable, type FakeCall, type FakeNetwork, refuse, reply } from '../../../testing/fake-network.ts'
import { screen, within } from '../../../testing/queries.ts'
import { createOptionsNetwork } from '../../../testing/render-options-card.tsx'
import { closePart, renderDialog } from '../../../testing/render-part.tsx'
import { ImportDialog } from './import-dialog.tsx'
import type { EventAnswer, PositionAnswer } from './use-import.ts'

const position = {
  id: 'csv-1',
  ticker: 'QAAA',
  entry_date: '2026-06-12',
  expiry_date: '2026-08-07',
  strike_price: 130,
  entry_premium: 3,
  entry_price: 118,
}
const NONE = { created: 0, known: 0, restored: 0, duplicate: 0, unconfirmed: 0, refused: 0 }
const refused = [{ line: 4, id: null, reason: 'The strike is no number' }]

const answer = ({ query }: FakeCall, changes: Partial<PositionAnswer> = {}): PositionAnswer => ({
  status: 'success',
  kind: 'positions',
  import_id: query.get('dry_run') === 'true' ? null : 'pos-1',
  dry_run: query.get('dry_run') === 'true',
  rows: [
    { line: 2, outcome: 'created', position: { ...position, contracts: 2 }, marks: [] },
    { line: 3, outcome: 'known', position: { ...position, id: 'csv-2', ticker: 'QBBB' }, marks: [] },
  ],
  refused,
  form: { separator: 'comma', decimal: 'point', dates: null },
  questions: [],
  counts: { ...NONE, created: 1, known: 1, refused: 1 },
  ignored_columns: [],
  message: null,
  ...changes,
})

let network: FakeNetwork
const onImported = jest.fn()
beforeEach(() => {
  network = createOptionsNetwork()
  network.answer('portfolio.import', (call) => reply('portfolio.import', answer(call)))
  onImported.mockReset()
})
afterEach(() => {
  jest.restoreAllMocks()
  closePart()
})

const TEXT = 'ticker,strike_price\nQAAA,130\nQBBB,130\nQCCC,x'

async function openDialog() {
  const { user } = await renderDialog(
    (opened, close) => <ImportDialog opened={opened} onImported={onImported} onClose={close} />,
    network,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Import positions' }))
  const press = async (name: string) => user.click(await dialog.findByRole('button', { name }))
  const paste = async (text = TEXT) => {
    await user.click(dialog.getByLabelText('Or rows as text'))
    await user.paste(text)
  }
  return { user, dialog, press, paste }
}

const readTable = (dialog: Awaited<ReturnType<typeof openDialog>>['dialog'], name: string) =>
  within(dialog.getByRole('region', { name }))
    .getAllByRole('row')
    .map((row) => Array.from(row.children, ({ textContent }) => textContent))

const sent = () => network.callsTo('portfolio.import')

test('previews each row, then imports; a retried import keeps its idempotency key', async () => {
  const { dialog, press, paste } = await openDialog()
  await paste()
  await press('Check rows')
  expect(await dialog.findByRole('status')).toHaveTextContent('1 position to add, 1 already there, 1 row rejected.')
  expect(readTable(dialog, 'Rejected rows')).toEqual([
    ['Line', 'Reason'],
    ['4', 'The strike is no number'],
  ])
  expect(readTable(dialog, 'Positions')[1]).toEqual([
    '2',
    'Will be added',
    'QAAA',
    'Jun 12, 2026',
    'Aug 7, 2026',
    '130.00',
    '118.00',
    '3.00',
    '2',
  ])
  network.answer('portfolio.import', beUnreachable)
  await press('Import 1 position')
  expect(await dialog.findByRole('alert')).toHaveTextContent('Could not import the rows: Cannot reach the server')
  expect(onImported).not.toHaveBeenCalled()
  network.answer('portfolio.import', (call) => reply('portfolio.import', answer(call)))
  await press('Import 1 position')
  expect(await dialog.findByText('1 position added, 1 already there, 1 row rejected.')).toBeVisible()
  expect(sent().map(({ query, body }) => [query.get('dry_run'), body])).toEqual([
    ['true', { csv: TEXT }],
    ['false', { csv: TEXT }],
    ['false', { csv: TEXT }],
  ])
  const [, first, second] = sent().map(({ headers }) => headers.get('idempotency-key'))
  expect(first).toBe(second)
  expect(onImported).toHaveBeenCalledTimes(1)
  await press('Done')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('requires text, reads a file, shows errors that concern all of it, and asks before discarding it', async () => {
  network.answer('portfolio.import', () => refuse(422, 'The header lacks ticker.'))
  const { user, dialog, press } = await openDialog()
  await press('Check rows')
  expect(await dialog.findByRole('alert')).toHaveTextContent('Choose a file, or paste rows with a header line')
  expect(sent()).toHaveLength(0)
  const file = new File([], 'positions.csv', { type: 'text/csv' })
  file.arrayBuffer = async () => new TextEncoder().encode(TEXT).buffer as ArrayBuffer
  await user.upload(dialog.getByLabelText('CSV file'), file)
  await waitFor(() => expect(dialog.getByLabelText('Or rows as text')).toHaveValue(TEXT))
  await press('Check rows')
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'Could not check the rows: The header lacks ticker. Please try again.',
  )
  expect(dialog.getByLabelText('Or rows as text')).toHaveValue(TEXT)
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('imports nothing if no row is new', async () => {
  const counts = { ...NONE, known: 2 }
  network.answer('portfolio.import', (call) => reply('portfolio.import', answer(call, { counts, refused: [] })))
  const { dialog, press, paste } = await openDialog()
  await paste()
  await press('Check rows')
  await dialog.findByRole('status')
  await press('Nothing to import')
  expect(sent()).toHaveLength(1)
})

test('asks about an ambiguous number and imports with the answer', async () => {
  const open = {
    rows: [],
    refused: [{ line: 2, id: null, reason: 'The entry premium 1,125 could mean 1125 or 1.125.' }],
    form: { separator: 'semicolon', decimal: null, dates: null },
    counts: { ...NONE, refused: 1 },
    questions: [
      {
        ...{ field: 'decimal', line: 2, text: '1,125' },
        readings: [
          { answer: 'point', reading: '1125' },
          { answer: 'comma', reading: '1.125' },
        ],
      },
    ],
  } satisfies Partial<PositionAnswer>
  const isAnswered = ({ body }: FakeCall) => typeof body === 'object' && body !== null && 'decimal' in body
  network.answer('portfolio.import', (call) => reply('portfolio.import', answer(call, isAnswered(call) ? {} : open)))
  const { user, dialog, press, paste } = await openDialog()
  await paste()
  await press('Check rows')
  const question = within(await dialog.findByRole('radiogroup', { name: 'Line 2: what does 1,125 mean?' }))
  expect(dialog.queryByLabelText('Decimal separator')).toBeNull()
  await press('Answer the question first')
  expect(sent()).toHaveLength(1)
  network.answer('portfolio.import', beUnreachable)
  await user.click(question.getByRole('radio', { name: '1.125' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Cannot reach the server')
  expect(question.getByRole('radio', { name: '1.125' })).not.toBeChecked()
  network.answer('portfolio.import', (call) => reply('portfolio.import', answer(call, isAnswered(call) ? {} : open)))
  await user.click(question.getByRole('radio', { name: '1.125' }))
  await press('Import 1 position')
  await dialog.findByText(/^1 position added/)
  expect(sent().map(({ body }) => body)).toEqual([
    { csv: TEXT },
    { csv: TEXT, decimal: 'comma' },
    { csv: TEXT, decimal: 'comma' },
    { csv: TEXT, decimal: 'comma' },
  ])
})

test('shows how the text was read, and rereads it with other settings unless those fail', async () => {
  const { user, dialog, press, paste } = await openDialog()
  await paste()
  await press('Check rows')
  expect(await dialog.findByLabelText('Cell separator')).toHaveDisplayValue('Comma')
  network.answer('portfolio.import', () => refuse(400, 'The header lacks ticker.'))
  await user.selectOptions(dialog.getByLabelText('Cell separator'), 'Tab')
  expect(await dialog.findByRole('alert')).toHaveTextContent('The header lacks ticker')
  expect(dialog.getByLabelText('Cell separator')).toHaveDisplayValue('Comma')
  network.answer('portfolio.import', (call) => {
    const form = { separator: 'comma', decimal: 'comma', dates: null } as const
    return reply('portfolio.import', answer(call, { form }))
  })
  await user.selectOptions(dialog.getByLabelText('Decimal separator'), 'Comma: 1.125,50')
  await waitFor(() => expect(dialog.getByLabelText('Decimal separator')).toHaveDisplayValue('Comma: 1.125,50'))
  expect(sent().at(-1)?.body).toEqual({ csv: TEXT, decimal: 'comma' })
})

test('skips duplicates and unusual rows until the user confirms them', async () => {
  const rows = [
    {
      ...{ line: 2, outcome: 'unconfirmed', position: { ...position, entry_premium: 7.1035 } },
      marks: [
        { kind: 'rounded', sentence: 'The entry premium 7.10349 is rounded to 7.1035.' },
        { kind: 'unusual', sentence: 'The premium is more than the share price.' },
      ],
    },
    { line: 3, outcome: 'duplicate', position, marks: [{ kind: 'duplicate', sentence: 'Same as line 2.' }] },
  ] satisfies PositionAnswer['rows']
  const counts = { ...NONE, duplicate: 1, unconfirmed: 1 }
  const message = 'The symbols could not be checked right now.'
  network.answer('portfolio.import', (call) =>
    reply('portfolio.import', answer(call, { rows, counts, refused: [], message })),
  )
  const { user, dialog, press, paste } = await openDialog()
  await paste()
  await press('Check rows')
  expect(await dialog.findByRole('status')).toHaveTextContent('0 positions to add, 1 duplicate, 1 not confirmed.')
  expect(dialog.getByText(message)).toBeVisible()
  const table = readTable(dialog, 'Positions')
  // A note gets its own row below the position that it is about.
  expect(table.slice(1).map((cells) => (cells.length === 1 ? cells : [cells[1], cells[7]]))).toEqual([
    ['Unusual, please confirm', '7.1035'],
    ['The entry premium 7.10349 is rounded to 7.1035. The premium is more than the share price.'],
    ['Duplicate, will be skipped', '3.00'],
    ['Same as line 2.'],
  ])
  await user.click(dialog.getByRole('checkbox', { name: 'The unusual row is correct: add it' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Equal rows are separate positions: add them all' }))
  await waitFor(() => expect(sent().at(-1)?.body).toEqual({ csv: TEXT, confirm_unusual: true, add_equal_rows: true }))
})

const events = (dryRun: boolean, changes: Partial<EventAnswer> = {}): EventAnswer => ({
  ...{
    status: 'success',
    kind: 'events',
    dry_run: dryRun,
    preview: 'p1',
    import_id: dryRun ? null : 'imp-1',
    message: null,
  },
  detected: { format: 'schwab', broker: 'Schwab', accounts: ['Schwab 4711'], known_accounts: ['Roth'], lines: 3 },
  form: { separator: 'comma', decimal: 'point', dates: 'month_first' },
  form_questions: [],
  lines: [
    { line: 2, outcome: 'event', reason: 'Rolled 2 QAAA 130 calls', refs: ['r-1'] },
    { line: 3, outcome: 'refused', reason: 'x is not a number.', refs: [] },
  ],
  events: [
    {
      ...{
        ref: 'r-1',
        origin: 'line',
        kind: 'roll',
        ticker: 'QAAA',
        occurred_on: '2026-06-12',
        sentence: 'Rolled 2 QAAA 130 calls',
      },
      ...{
        contracts: 2,
        shares: null,
        price: 1.2,
        fees_usd: 1.3,
        lines: [2],
        is_roll: true,
        marks: ['Unknown symbol: QAAA.'],
      },
    },
  ],
  questions: [],
  chains: [
    {
      ...{ chain_id: 'c', ticker: 'QAAA', account: 'Schwab 4711', shares: 200, open_contracts: 2, cost_usd: 24100 },
      ...{ net_premium_usd: 654.85, realized_usd: -10.5 },
    },
  ],
  counts: { event: 1, merged: 0, known: 0, ignored: 0, question: 0, refused: 1 },
  ...changes,
})

test("previews a broker's file line by line, lets the user choose, and imports what the preview showed", async () => {
  const question: EventAnswer['questions'][number] = {
    id: 'q1',
    kind: 'share_cost',
    symbol: 'QAAA',
    text: 'What did your QAAA shares cost?',
    takes_price: true,
    choices: [{ value: 'skip', label: 'Leave out QAAA' }],
  }
  network.answer('portfolio.import', ({ query, body }) => {
    const isAnswered = JSON.stringify(body).includes('q1')
    return reply(
      'portfolio.import',
      events(query.get('dry_run') === 'true', isAnswered ? {} : { questions: [question] }),
    )
  })
  const { user, dialog, press, paste } = await openDialog()
  await paste('Date,Action')
  await press('Check rows')
  expect(await dialog.findByRole('status')).toHaveTextContent(
    'Schwab 4711: 1 event to record from 3 lines, 1 rejected, 1 question.',
  )
  const price = dialog.getByLabelText('Dollars per share: QAAA')
  await user.type(price, '1,205')
  expect(dialog.getByText('1,205 could mean 1205 or 1.205. Enter the one you mean')).toBeInTheDocument()
  await user.clear(price)
  await user.type(price, '120,5')
  await press('Use these answers')
  await waitFor(() => expect(dialog.queryByRole('region', { name: 'Questions' })).toBeNull())
  expect(dialog.getByRole('region', { name: 'Your answers' })).toHaveTextContent(
    'What did your QAAA shares cost? $120.50',
  )
  await press('Change the answer: What did your QAAA shares cost?')
  expect(await dialog.findByLabelText('Dollars per share: QAAA')).toHaveValue('120,5')
  await press('Use these answers')
  await waitFor(() => expect(dialog.queryByRole('region', { name: 'Questions' })).toBeNull())
  expect(readTable(dialog, 'Lines')).toEqual([
    ['Line', 'Outcome', 'What it says', 'Choice'],
    ['2', 'Will be recorded', 'Rolled 2 QAAA 130 calls. Unknown symbol: QAAA.', 'Roll'],
    ['3', 'Rejected', 'x is not a number.', ''],
  ])
  expect(readTable(dialog, 'Chains')[1]).toEqual([
    'QAAA',
    'Schwab 4711',
    '200',
    '2',
    '$24,100.00',
    '$654.85',
    '\u2212$10.50',
  ])
  await user.click(dialog.getByRole('checkbox', { name: 'Roll: line 2' }))
  await press('Import 1 event')
  await press('Done')
  expect(sent().at(-1)?.body).toEqual({
    ...{ csv: 'Date,Action', preview: 'p1', answers: { q1: '120.5' } },
    choices: { 'r-1': { as_roll: false } },
  })
})

test('shows which events were joined, inferred, or taken from an answer', async () => {
  const [event] = events(true).events
  if (event === undefined) throw new Error('No event')
  const shown = { ...event, kind: 'open' as const, is_roll: false, marks: [] }
  const reported = events(true, {
    lines: [
      { line: 2, outcome: 'event', reason: 'Sold 2 QAAA 130 calls', refs: ['r-1'] },
      { line: 3, outcome: 'merged', reason: 'Part of line 2.', refs: ['r-1'] },
      { line: 4, outcome: 'event', reason: 'Assigned: 2 QAAA 130 calls', refs: ['r-2'] },
    ],
    events: [
      { ...shown, origin: 'joined', lines: [2, 3] },
      { ...shown, ref: 'r-2', kind: 'assign', origin: 'inferred', lines: [4] },
      { ...shown, ref: 'r-3', kind: 'buy_shares', origin: 'answer', sentence: 'Bought 200 QAAA shares', lines: [] },
    ],
    counts: { event: 2, merged: 1, known: 0, ignored: 0, question: 0, refused: 0 },
  })
  network.answer('portfolio.import', () => reply('portfolio.import', reported))
  const { dialog, press, paste } = await openDialog()
  await paste('Date,Action')
  await press('Check rows')
  expect(await dialog.findByRole('status')).toHaveTextContent(
    'Schwab 4711: 3 events to record from 3 lines, 1 inferred, 1 from your answers.',
  )
  expect(readTable(dialog, 'Lines').slice(1)).toEqual([
    ['—', 'Will be recorded, from your answer', 'Bought 200 QAAA shares'],
    ['2', 'Will be recorded, joined from 2 lines', 'Sold 2 QAAA 130 calls'],
    ['3', 'Part of another line', 'Part of line 2.'],
    ['4', 'Will be recorded, inferred', 'Assigned: 2 QAAA 130 calls'],
  ])
})

test('asks which account a file belongs to', async () => {
  network.answer('portfolio.import', () => reply('portfolio.import', events(true)))
  const { user, dialog, press, paste } = await openDialog()
  await paste('Date,Action')
  await press('Check rows')
  const account = await dialog.findByLabelText('Account')
  expect(account).toHaveValue('Schwab 4711')
  await user.clear(account)
  await user.type(account, 'Roth{Enter}')
  await waitFor(() => expect(sent().at(-1)?.body).toEqual({ csv: 'Date,Action', account: 'Roth' }))
})

test('asks what unknown columns mean, and remembers it', async () => {
  const header = ['When', 'Action', 'Contract', 'Qty', 'Price']
  network.answer('portfolio.saveImportMap', () => reply('portfolio.saveImportMap', { status: 'success' }))
  network.answer('portfolio.import', ({ body }) =>
    'map' in (body as object)
      ? reply('portfolio.import', events(true))
      : reply('portfolio.import', {
          ...{
            status: 'success',
            kind: 'columns',
            dry_run: true,
            separator: 'comma',
            header_line: 1,
            header,
            map: null,
            map_id: null,
          },
          samples: [['2026-06-01', 'Sold to open', 'QAAA 08/21/2026 130 C', '2', '1.20']],
          words: [[], ['Interest', 'Sold to open'], [], [], []],
        }),
  )
  const { user, dialog, press, paste } = await openDialog()
  await paste('When,Action')
  await press('Check rows')
  expect(await dialog.findByLabelText('Date')).toHaveValue('When')
  expect(dialog.getByLabelText('Sold to open')).toHaveValue('open')
  expect(dialog.getByLabelText('Interest')).toHaveValue('ignore')
  await user.type(dialog.getByLabelText('Name'), 'My bank')
  await press('Read with these columns')
  await dialog.findByText(/1 event to record/)
  const map = {
    ...{ name: 'My bank', price_per: 'share', actions: { Interest: 'ignore', 'Sold to open': 'open' } },
    columns: { day: 'When', action: 'Action', contract: 'Contract', quantity: 'Qty', price: 'Price' },
  }
  expect(sent().at(-1)?.body).toEqual({ csv: 'When,Action', map })
  expect(network.callsTo('portfolio.saveImportMap')[0]?.body).toEqual({ header, map })
  await press('Change the columns')
  expect(await dialog.findByLabelText('Name')).toHaveValue('My bank')
  expect(sent().at(-1)?.body).toEqual({ csv: 'When,Action' })
})

test('says which columns are missing or chosen twice, and deletes what was saved', async () => {
  const saved = {
    ...{ name: 'My bank', price_per: 'share' as const, actions: { Sold: 'assign' as const } },
    columns: { day: 'WHEN', action: 'Type', quantity: 'Qty', contract: 'Option' },
  }
  network.answer('portfolio.removeImportMap', () => reply('portfolio.removeImportMap', { status: 'success' }))
  network.answer('portfolio.import', () =>
    reply('portfolio.import', {
      ...{ status: 'success', kind: 'columns', dry_run: true, separator: 'comma', header_line: 1 },
      header: ['When', 'Type', 'Qty', 'Option', 'Memo'],
      ...{ samples: [], words: [[], ['SOLD'], [], [], []], map: saved, map_id: 'map-1' },
    }),
  )
  const { user, dialog, press, paste } = await openDialog()
  await paste('When,Type')
  await press('Check rows')
  expect(await dialog.findByText('You named these columns before: My bank.')).toBeVisible()
  const choose = (label: string, column: string) => user.selectOptions(dialog.getByLabelText(label), column)
  expect(dialog.getByLabelText('Date')).toHaveValue('When')
  expect(dialog.getByLabelText('SOLD')).toHaveValue('assign')
  await choose('Quantity', '—')
  await choose('Price (optional)', 'When')
  await choose('Option symbol or description (optional)', '—')
  await choose('Action', 'Memo')
  await press('Read with these columns')
  expect(dialog.getByLabelText('Quantity')).toHaveAccessibleDescription('Choose the column for quantity')
  expect(dialog.getByLabelText('Date')).toHaveFocus()
  expect(dialog.getByLabelText('Date')).toHaveAccessibleDescription('Also chosen for price')
  expect(dialog.getByLabelText('Price (optional)')).toHaveAccessibleDescription('Also chosen for date')
  expect(dialog.getByLabelText('Symbol (optional)')).toHaveAccessibleDescription(/Choose the column for the symbol/)
  expect(dialog.getByLabelText('Action')).toHaveAccessibleDescription(/too many different texts/)
  expect(sent()).toHaveLength(1)
  await press('Delete saved columns')
  expect(await dialog.findByText('The meaning of these columns is no longer saved.')).toBeVisible()
  expect(network.callsTo('portfolio.removeImportMap')).toHaveLength(1)
  expect(dialog.getByLabelText('Remember for files with these columns')).not.toBeChecked()
})
