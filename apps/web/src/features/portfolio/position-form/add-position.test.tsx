import '../../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import type { Position, PositionTerms } from '../../../api/portfolio.ts'
import { chooseCall, createListedMarket, fields, openAddDialog } from '../../../testing/add-position.tsx'
import { buildQuote } from '../../../testing/bar-builders.ts'
import { createGate, type FakeNetwork, refuse, reply } from '../../../testing/fake-network.ts'
import { buildExpirations } from '../../../testing/option-builders.ts'
import { buildPosition, buildPositionRow, MARKET_TIME_MS } from '../../../testing/portfolio-builders.ts'
import { screen, within } from '../../../testing/queries.ts'
import { createOptionsNetwork, listedExpirations } from '../../../testing/render-options-card.tsx'
import { closePart, renderDialog } from '../../../testing/render-part.tsx'
import { write } from '../../../testing/write.ts'
import type { SaveOutcome } from '../data/position.ts'
import { EditPositionDialog } from './position-dialogs.tsx'
import { writeFields } from './position-fields.ts'

afterEach(closePart)

const { symbol, entryDate, expiration, strike, price, premium, contracts } = fields

let network: FakeNetwork
beforeEach(() => {
  network = createListedMarket()
})

test("the ticker loads expirations, which load strikes, and a strike loads the call's market figures", async () => {
  const app = await openAddDialog({ network })
  expect(symbol()).toHaveAttribute('placeholder', 'e.g. AAPL')
  expect(entryDate()).toHaveValue('2026-07-10')
  expect([expiration(), strike()].map((field) => field.hasAttribute('disabled'))).toEqual([true, true])
  expect(expiration()).toHaveDisplayValue('Select expiration date')
  expect(strike()).toHaveDisplayValue('Select strike price')
  expect([price(), premium()].map((field) => field.getAttribute('inputmode'))).toEqual(['decimal', 'decimal'])

  await chooseCall(app)
  expect(symbol()).toHaveValue('QAAA')
  expect(expiration()).toHaveDisplayValue('Aug 14, 2026 (35 d)')
  expect(strike()).toHaveDisplayValue('130.00')
  expect(network.callsTo('options.expirations')).toHaveLength(1)
  expect(network.callsTo('options.chain').map(({ query }) => query.get('expiration_date'))).toEqual(['2026-08-14'])

  expect(price()).toHaveValue('120.50')
  expect(price()).toHaveAccessibleDescription('Last price, Jul 10, 16:00 ET')
  expect(premium()).toHaveAccessibleDescription('Bid (mid 1.23)')
  const outlook = () => app.dialog.getByText(/^Breakeven/)
  expect(outlook()).toHaveTextContent('Breakeven 119.30. If called, you make $1,070 per contract.')
  expect(app.dialog.getByText(/^Once added, the recommendation would be/)).toHaveTextContent('Hold')
  await write(contracts(), '3')
  expect(outlook()).toHaveTextContent('$1,070 per contract, $3,210 for all 3.')

  // Market figures are suggested only for trades made today.
  await write(entryDate(), '2026-06-12')
  expect([price(), premium()].map((field) => field.getAttribute('value'))).toEqual(['', ''])

  // Clearing a field clears the fields that depend on it.
  await app.user.selectOptions(expiration(), '2026-07-17')
  await waitFor(() => expect(strike()).toHaveDisplayValue('Select strike price'))
  await app.user.type(symbol(), 'B')
  expect(expiration()).toHaveValue('')
})

describe('the ticker', () => {
  test('looks up a single letter only if the suggestions contain that symbol', async () => {
    network.answer('options.expirations', () =>
      reply('options.expirations', { ...buildExpirations(listedExpirations), symbol: 'Q' }),
    )
    const { user } = await openAddDialog({ network })
    await user.type(symbol(), 'a')
    await screen.findByRole('option', { name: /Arden Foods/ })
    const [asked] = network.callsTo('stocks.symbolsWithOptions')
    expect([asked?.query.get('search'), asked?.query.get('limit')]).toEqual(['A', '8'])
    await user.clear(symbol())
    await user.type(symbol(), 'q')
    await waitFor(() => expect(expiration()).toBeEnabled())
    expect(network.callsTo('options.expirations').map(({ path }) => path)).toEqual([expect.stringMatching(/\/Q$/)])
    // Enter selects the symbol that was typed in full, even if it is not first in the list.
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Quill')).toBeVisible()
    expect(network.callsTo('options.expirations')).toHaveLength(1)
  })

  test('splits the option symbol of a call into fields', async () => {
    const { user } = await openAddDialog({ network })
    await user.click(symbol())
    await user.paste('QAAA  260814C00130000')
    await waitFor(() => expect(symbol()).toHaveValue('QAAA'))
    expect([expiration(), strike()].map((field) => field.getAttribute('value'))).toEqual(['2026-08-14', '130'])
    await waitFor(() => expect(premium()).toHaveValue('1.20'))
  })

  test('accepts any spelling and continues with the listed one', async () => {
    const { user } = await openAddDialog({ network })
    await user.click(symbol())
    await user.paste('qaaa/b')
    await waitFor(() => expect(symbol()).toHaveValue('QAAA'))
    await waitFor(() => expect(expiration()).toBeEnabled())
    expect(network.callsTo('options.expirations').map(({ path }) => path)).toEqual([
      expect.stringMatching(/\/QAAA\.B$/),
    ])
  })

  test('reports an unknown symbol as such, not as a failure', async () => {
    network.answer('options.expirations', () => refuse(404, 'Unknown symbol: GOOGLE'))
    const { user, dialog, press, onAdd } = await openAddDialog({ network, prefill: { strike: 130 } })
    await user.click(symbol())
    await user.paste('google')
    await waitFor(() => expect(symbol()).toHaveAccessibleDescription('Unknown symbol: GOOGLE. Check the spelling.'))
    expect(dialog.queryByRole('button', { name: 'Retry' })).toBeNull()
    await press('Add Position')
    expect(onAdd).not.toHaveBeenCalled()
  })
})

describe('price and premium', () => {
  const call = { symbol: 'QAAA', expiration: '2026-08-14', strike: 130 }

  test('are not labeled as market figures if prefilled, and keep the user’s input', async () => {
    const { user } = await openAddDialog({ network, prefill: { ...call, entryPrice: 120.5, premium: 0 } })
    // The chain arrives after the quote; its bid of 0 is not suggested as a premium.
    await waitFor(() => expect(within(strike()).getByRole('option', { name: '135.00' })).toBeInTheDocument())
    expect(price()).toHaveValue('120.5')
    expect(price()).not.toHaveAccessibleDescription()
    expect(premium()).not.toHaveValue('0')
    await write(premium(), '1.5')
    await user.selectOptions(strike(), '135')
    expect(premium()).toHaveValue('1.5')
    expect(premium()).not.toHaveAccessibleDescription()
  })

  test('are replaced by typing in the focused field', async () => {
    const { handler, open } = createGate(() => reply('stocks.quote', buildQuote()))
    network.answer('stocks.quote', handler)
    const { user } = await openAddDialog({ network, prefill: { symbol: 'QAAA' } })
    const field = price() as HTMLInputElement
    await user.click(field)
    open()
    await waitFor(() => expect(field).toHaveValue('120.50'))
    await waitFor(() => expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6]))
    await user.keyboard('99')
    expect(field).toHaveValue('99')
  })

  test('the default entry date on a Sunday is Friday', () => {
    expect(writeFields({}, '2026-11-22').entryDate).toBe('2026-11-20')
  })

  test('follow the market’s day, derived from the listed expirations', async () => {
    const { user } = await openAddDialog({
      network,
      prefill: { symbol: 'QAAA' },
      marketTimeMs: Date.parse('2026-11-22T17:00:00Z'),
    })
    await waitFor(() => expect(entryDate()).toHaveValue('2026-07-10'))
    await waitFor(() => expect(price()).toHaveValue('120.50'))
    await user.selectOptions(expiration(), '2026-08-14')
    expect(expiration()).not.toHaveAccessibleDescription()
  })

  test('stay empty without a quote', async () => {
    network.answer('stocks.quote', () => refuse(503, 'No quote'))
    const app = await openAddDialog({ network, prefill: call })
    await waitFor(() => expect(premium()).toHaveValue('1.20'))
    expect(price()).toHaveValue('')
    expect(app.dialog.queryByRole('alert')).toBeNull()
  })
})

describe('a field', () => {
  test('accepts decimal commas, pasted text and arrow keys; a premium above the price is not a loss', async () => {
    const { user, dialog } = await openAddDialog({ network, prefill: { strike: 1300 } })
    await user.click(price())
    await user.paste('$1,234.50')
    await user.type(premium(), '9,10')
    expect(dialog.getByText(/^Breakeven/)).toHaveTextContent('Breakeven 1,225.40.')
    await user.keyboard('{ArrowUp}')
    expect(premium()).toHaveValue('9.11')
    await write(premium(), '1234.6')
    expect(dialog.getByText(/^This position cannot lose/)).toHaveTextContent(
      'If called, you make $130,010 per contract.',
    )
  })

  test('keeps the comma of a strike entered by hand, and reads it as the decimal sign', async () => {
    const { user, dialog, press } = await openAddDialog({ network })
    await user.type(symbol(), 'QAAA')
    await press('Enter by hand')
    await write(expiration(), '2026-08-14')
    await user.type(strike(), '132,50')
    await write(price(), '120,50')
    await write(premium(), '1,1')
    await user.click(contracts())
    expect([strike(), price(), premium()].map((field) => field.getAttribute('value'))).toEqual([
      '132,50',
      '120,50',
      '1,1',
    ])
    expect(dialog.getByText(/^Breakeven/)).toHaveTextContent(
      'Breakeven 119.40. If called, you make $1,310 per contract.',
    )
  })

  test('is validated on blur and on change; an empty one only on submit', async () => {
    const { user } = await openAddDialog({ network })
    await waitFor(() => expect(symbol()).toHaveFocus())
    await user.tab()
    expect(symbol()).not.toHaveAccessibleDescription()
    await user.type(symbol(), '7')
    await user.tab()
    expect(symbol()).toHaveAccessibleDescription('Enter a symbol, such as AAPL')
    await write(symbol(), 'QAAA')
    await waitFor(() => expect(symbol()).not.toHaveAccessibleDescription())
    for (const [field, text, asked] of [
      [price(), '-3', 'Enter a price above 0'],
      [premium(), '-3', 'Enter a premium of 0 or more'],
      [premium(), '1,125', '1,125 could mean 1125 or 1.125. Enter the one you mean'],
    ] as const) {
      await user.click(field)
      await write(field, text)
      await user.tab()
      expect(field).toHaveAccessibleDescription(asked)
      expect(field).toHaveValue(text)
    }
  })
})

describe('editing', () => {
  let network: FakeNetwork
  const onEdit = jest.fn<(position: Position, terms: PositionTerms) => Promise<SaveOutcome>>()
  beforeEach(() => {
    network = createOptionsNetwork()
    network.answer('stocks.quote', () => refuse(503, 'No quote'))
    onEdit.mockReset()
    onEdit.mockResolvedValue({ kind: 'saved' })
  })

  async function openDialog(changes: Partial<Position> = {}) {
    const row = buildPositionRow({ position: changes })
    const { user } = await renderDialog(
      (opened, close) => (
        <EditPositionDialog opened={opened} row={row} marketTimeMs={MARKET_TIME_MS} onEdit={onEdit} onClose={close} />
      ),
      network,
    )
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Edit Covered Call Position' })) }
  }

  test('starts with the stored terms, listed or not, and saves changes', async () => {
    const { user, dialog } = await openDialog({ contracts: 2, notes: 'From the IRA' })
    await waitFor(() => expect(dialog.getByLabelText('Expiry Date')).toHaveDisplayValue('Aug 7, 2026 (not listed)'))
    expect(dialog.getByLabelText('Strike Price ($)')).toHaveDisplayValue('130.00')
    expect(dialog.getByLabelText('Notes (optional)')).toHaveValue('From the IRA')
    await write(dialog.getByLabelText('Premium Received ($)'), '3,25')
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const before = buildPosition({ contracts: 2, notes: 'From the IRA' })
    const { id: _id, ...terms } = before
    expect(onEdit.mock.lastCall?.slice(0, 2)).toEqual([before, { ...terms, premium: 3.25 }])
  })

  test('keeps the user’s figures when the call changes', async () => {
    const { user, dialog } = await openDialog({ entryDate: '2026-07-10', expiration: '2026-08-14' })
    const strike = dialog.getByLabelText('Strike Price ($)')
    await waitFor(() => expect(within(strike).getByRole('option', { name: '135.00' })).toBeInTheDocument())
    await user.selectOptions(strike, '135')
    expect(dialog.getByLabelText('Premium Received ($)')).toHaveValue('3')
  })

  test('opens an expired call with its typed date and strike, and stays open if the server rejects the change', async () => {
    onEdit.mockResolvedValue({ kind: 'rejected', detail: 'No such position', fields: [] })
    const { user, dialog } = await openDialog({ entryDate: '2026-03-02', expiration: '2026-04-17' })
    expect(dialog.getByLabelText('Expiry Date')).toHaveValue('2026-04-17')
    expect(dialog.getByLabelText('Strike Price ($)')).toHaveValue('130')
    await write(dialog.getByLabelText('Notes (optional)'), 'x')
    await user.click(dialog.getByRole('button', { name: 'Save changes' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Failed to save position: No such position. Please try again.',
    )
  })
})
