import '../../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { chooseCall, createListedMarket, fields, openAddDialog } from '../../../testing/add-position.tsx'
import { type FakeNetwork, refuse } from '../../../testing/fake-network.ts'
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

  test('do not ask for one letter, which may be a beginning, unless it was chosen', async () => {
    const { user } = await openAddDialog({ network })
    await user.type(ticker(), 'Q')
    await user.click(await screen.findByRole('option', { name: /Quill/ }))
    await waitFor(() => expect(network.callsTo('options.expirations').map(({ path }) => path)).toHaveLength(1))
    expect(network.callsTo('options.expirations')[0]?.path).toMatch(/\/Q$/)
    expect(screen.getByText('Quill')).toBeVisible()
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
