import '../../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { chooseCall, createListedMarket, fields, openAddDialog } from '../../../testing/add-position.tsx'
import { buildQuote } from '../../../testing/bar-builders.ts'
import { createGate, type FakeNetwork, refuse, reply } from '../../../testing/fake-network.ts'
import { buildExpirations } from '../../../testing/option-builders.ts'
import { listedExpirations } from '../../../testing/render-options-card.tsx'
import { closePart } from '../../../testing/render-part.tsx'

const { ticker, entryDate, expiry, strike, price, premium, contracts } = fields

let network: FakeNetwork
beforeEach(() => {
  network = createListedMarket()
})
afterEach(closePart)

describe('the fields', () => {
  test('begin empty, on the day of the market, with nothing to choose from', async () => {
    const { dialog } = await openAddDialog({ network })
    expect(dialog.getByText('Enter your position details')).toBeVisible()
    expect(ticker()).toHaveAttribute('placeholder', 'e.g. AAPL')
    expect(entryDate()).toHaveValue('2026-07-10')
    expect(expiry()).toBeDisabled()
    expect(expiry()).toHaveDisplayValue('Select expiration date')
    expect(strike()).toBeDisabled()
    expect(strike()).toHaveDisplayValue('Select strike price')
    expect([price(), premium()].map((field) => field.getAttribute('inputmode'))).toEqual(['decimal', 'decimal'])
  })

  test('lead from the ticker to the expirations and from there to the strikes', async () => {
    const app = await openAddDialog({ network })
    await chooseCall(app)
    expect(ticker()).toHaveValue('QAAA')
    expect(expiry()).toHaveDisplayValue('Aug 14, 2026 (35 d)')
    expect(strike()).toHaveDisplayValue('130.00')
    expect(network.callsTo('options.expirations')).toHaveLength(1)
    expect(network.callsTo('options.chain').map(({ query }) => query.get('expiration_date'))).toEqual(['2026-08-14'])
  })

  test('clear what rested on them', async () => {
    const app = await openAddDialog({ network })
    await chooseCall(app)
    await app.user.selectOptions(expiry(), '2026-07-17')
    await waitFor(() => expect(strike()).toHaveDisplayValue('Select strike price'))
    expect(premium()).toHaveValue('')
    await app.user.type(ticker(), 'B')
    expect(expiry()).toHaveValue('')
    expect(price()).toHaveValue('')
  })

  test('ask for one letter as soon as the market suggests just that symbol, and for no other letter', async () => {
    network.answer('options.expirations', () =>
      reply('options.expirations', { ...buildExpirations(listedExpirations), symbol: 'Q' }),
    )
    const { user } = await openAddDialog({ network })
    await user.type(ticker(), 'a')
    await screen.findByRole('option', { name: /Arden Foods/ })
    await user.clear(ticker())
    await user.type(ticker(), 'q')
    await waitFor(() => expect(expiry()).toBeEnabled())
    expect(network.callsTo('options.expirations').map(({ path }) => path)).toEqual([expect.stringMatching(/\/Q$/)])
    // Enter takes the symbol that is typed in full, though it is not the first of the list.
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Quill')).toBeVisible()
    expect(network.callsTo('options.expirations')).toHaveLength(1)
  })

  test('take any spelling, and go on with the one that the market lists', async () => {
    const { user } = await openAddDialog({ network })
    await user.type(ticker(), 'qaaa/b')
    await waitFor(() => expect(ticker()).toHaveValue('QAAA'))
    await waitFor(() => expect(expiry()).toBeEnabled())
    expect(network.callsTo('options.expirations').map(({ path }) => path)).toEqual([
      expect.stringMatching(/\/QAAA\.B$/),
    ])
  })

  test('take the symbol of a call apart', async () => {
    const { user } = await openAddDialog({ network })
    await user.click(ticker())
    await user.paste('QAAA  260814C00130000')
    await waitFor(() => expect(ticker()).toHaveValue('QAAA'))
    expect([expiry(), strike()].map((field) => field.getAttribute('value'))).toEqual(['2026-08-14', '130'])
    await waitFor(() => expect(premium()).toHaveValue('1.20'))
  })

  test('say that the market does not know a symbol, and not that something failed', async () => {
    network.answer('options.expirations', () => refuse(404, 'Unknown symbol: GOOGLE'))
    const { user, dialog, press, onAdd } = await openAddDialog({ network, prefill: { strikePrice: 130 } })
    await user.type(ticker(), 'google')
    await waitFor(() => expect(ticker()).toHaveAccessibleDescription('Unknown symbol: GOOGLE. Check the spelling.'))
    expect(dialog.queryByRole('button', { name: 'Retry' })).toBeNull()
    await press('Add Position')
    expect(onAdd).not.toHaveBeenCalled()
  })

  test('ask for eight suggestions', async () => {
    const { user } = await openAddDialog({ network })
    await user.type(ticker(), 'qa')
    await screen.findByRole('option', { name: /Arden Foods/ })
    const [asked] = network.callsTo('stocks.symbolsWithOptions')
    expect([asked?.query.get('search'), asked?.query.get('limit')]).toEqual(['QA', '8'])
  })
})

describe('price and premium', () => {
  test('are what the market says, and say so', async () => {
    const app = await openAddDialog({ network })
    await chooseCall(app)
    expect(price()).toHaveValue('120.50')
    expect(price()).toHaveAccessibleDescription('The last price, Jul 10, 16:00 ET')
    expect(premium()).toHaveAccessibleDescription('The bid; the mid is 1.23')
  })

  test('that were handed over are nobody’s last price, even where they are the same figure', async () => {
    const prefill = { ticker: 'QAAA', expiryDate: '2026-08-14', strikePrice: 130, entryPrice: 120.5, entryPremium: 1.1 }
    await openAddDialog({ network, prefill })
    // The chain comes after the quote.
    await waitFor(() => expect(within(strike()).getByRole('option', { name: '135.00' })).toBeInTheDocument())
    expect(price()).toHaveValue('120.5')
    expect(price()).not.toHaveAccessibleDescription()
  })

  test('stay the reader’s own once written', async () => {
    const app = await openAddDialog({ network })
    await chooseCall(app)
    await app.user.clear(premium())
    await app.user.type(premium(), '1.5')
    await app.user.selectOptions(strike(), '135')
    expect(premium()).toHaveValue('1.5')
    expect(premium()).not.toHaveAccessibleDescription()
  })

  test('give way to what is typed in a field that they come into', async () => {
    const { handler, open } = createGate(() => reply('stocks.quote', buildQuote()))
    network.answer('stocks.quote', handler)
    const { user } = await openAddDialog({ network, prefill: { ticker: 'QAAA' } })
    const field = price() as HTMLInputElement
    await user.click(field)
    open()
    await waitFor(() => expect(field).toHaveValue('120.50'))
    await waitFor(() => expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6]))
    await user.keyboard('99')
    expect(field).toHaveValue('99')
  })

  test('are of the market’s day, which the listed expirations tell', async () => {
    const { user } = await openAddDialog({
      network,
      prefill: { ticker: 'QAAA' },
      marketTimeMs: Date.parse('2026-11-22T17:00:00Z'),
    })
    await waitFor(() => expect(entryDate()).toHaveValue('2026-07-10'))
    await waitFor(() => expect(price()).toHaveValue('120.50'))
    await user.selectOptions(expiry(), '2026-08-14')
    expect(expiry()).not.toHaveAccessibleDescription()
  })

  test('are nobody’s business of another day', async () => {
    const app = await openAddDialog({ network })
    await chooseCall(app)
    await app.user.clear(entryDate())
    await app.user.type(entryDate(), '2026-06-12')
    expect(price()).toHaveValue('')
    expect(premium()).toHaveValue('')
  })

  test('give the breakeven, the gain if called, and what the rules would say', async () => {
    const app = await openAddDialog({ network })
    await chooseCall(app)
    expect(app.dialog.getByText(/^Breakeven/).textContent).toBe(
      'Breakeven 119.30. If called you make $1,070 per contract.',
    )
    expect(app.dialog.getByText(/^Once added, the recommendation would be/)).toHaveTextContent('Hold')
    await app.user.clear(contracts())
    await app.user.type(contracts(), '3')
    expect(app.dialog.getByText(/^Breakeven/)).toHaveTextContent('$1,070 per contract, $3,210 of all 3.')
  })

  test('stay empty where there is no quote', async () => {
    network.answer('stocks.quote', () => refuse(503, 'No quote'))
    const app = await openAddDialog({ network })
    await chooseCall(app)
    expect(price()).toHaveValue('')
    expect(app.dialog.queryByRole('alert')).toBeNull()
  })
})

describe('a field for a figure', () => {
  test('reads a decimal comma, what was pasted, and the arrow keys', async () => {
    const { user, dialog } = await openAddDialog({ network, prefill: { strikePrice: 1300 } })
    await user.click(price())
    await user.paste('$1,234.50')
    await user.type(premium(), '9,10')
    expect(dialog.getByText(/^Breakeven/)).toHaveTextContent('Breakeven 1,225.40.')
    await user.keyboard('{ArrowUp}')
    expect(premium()).toHaveValue('9.11')
  })

  test('asks which of two numbers is meant, and keeps what was typed', async () => {
    const { user } = await openAddDialog({ network })
    await user.type(premium(), '1,125')
    await user.tab()
    expect(premium()).toHaveAccessibleDescription('1,125 could mean 1125 or 1.125. Write the one that you mean')
    expect(premium()).toHaveValue('1,125')
  })

  test('of a premium stays empty where the bid is 0', async () => {
    await openAddDialog({
      network,
      prefill: { ticker: 'QAAA', expiryDate: '2026-08-14', strikePrice: 130, entryPremium: 0 },
    })
    expect(premium()).not.toHaveValue('0')
  })

  test('of a premium above the price does not call it a loss', async () => {
    const { user, dialog } = await openAddDialog({ network, prefill: { strikePrice: 540, entryPrice: 530 } })
    await user.type(premium(), '710')
    expect(dialog.getByText(/^It cannot lose/)).toHaveTextContent(
      'It cannot lose: the premium is more than the shares cost. If called you make $72,000 per contract.',
    )
  })
})

describe('a field', () => {
  test('is judged as it is left, and again as it changes', async () => {
    const { user } = await openAddDialog({ network })
    await waitFor(() => expect(ticker()).toHaveFocus())
    await user.type(ticker(), '7')
    await user.tab()
    expect(ticker()).toHaveAccessibleDescription('Write a symbol, such as AAPL')
    await user.clear(ticker())
    await user.type(ticker(), 'QAAA')
    await waitFor(() => expect(ticker()).not.toHaveAccessibleDescription())
  })

  test.each([
    [price, 'Write a price above 0'],
    [premium, 'Write a premium of 0 or more'],
  ])('with a figure below zero says which figures it takes', async (field, asked) => {
    const { user } = await openAddDialog({ network })
    await user.type(field(), '-3')
    await user.tab()
    expect(field()).toHaveAccessibleDescription(asked)
  })

  test('that is left empty is asked for only when the form is sent', async () => {
    const { user } = await openAddDialog({ network })
    await user.tab()
    expect(ticker()).not.toHaveAccessibleDescription()
  })
})
