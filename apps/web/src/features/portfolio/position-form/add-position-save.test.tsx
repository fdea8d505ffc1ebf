import '../../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { chooseCall, createAdd, createListedMarket, fields, openAddDialog } from '../../../testing/add-position.tsx'
import { beUnreachable, type FakeNetwork, refuse, reply } from '../../../testing/fake-network.ts'
import { buildExpirations } from '../../../testing/option-builders.ts'
import { buildPosition } from '../../../testing/portfolio-builders.ts'
import { listedExpirations } from '../../../testing/render-options-card.tsx'
import { closePart } from '../../../testing/render-part.tsx'
import { write } from '../../../testing/write.ts'
import type { SaveOutcome } from '../data/position.ts'

const { ticker, entryDate, expiry, strike, price, premium, notes } = fields

const filled = {
  ticker: 'QAAA',
  expiryDate: '2026-08-14',
  strikePrice: 130,
  entryPrice: 119,
  entryPremium: 1.1,
  contracts: 2,
}

let network: FakeNetwork
let onAdd: ReturnType<typeof createAdd>
beforeEach(() => {
  network = createListedMarket()
  onAdd = createAdd()
})
afterEach(closePart)

const hasGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('adding', () => {
  test('hands over what was filled in, once however often it is asked for, and closes', async () => {
    const gate = Promise.withResolvers<SaveOutcome>()
    onAdd.mockReturnValue(gate.promise)
    const app = await openAddDialog({ network, onAdd })
    await chooseCall(app)
    await write(notes(), 'From the IRA')
    await app.user.dblClick(screen.getByRole('button', { name: 'Add Position' }))
    await app.press('Adding…')
    await app.user.type(notes(), '{Enter}{Enter}')
    gate.resolve({ kind: 'saved' })
    await hasGone()
    expect(onAdd).toHaveBeenCalledTimes(1)
    expect(onAdd.mock.lastCall?.[0]).toEqual({
      ticker: 'QAAA',
      entryDate: '2026-07-10',
      expiryDate: '2026-08-14',
      strikePrice: 130,
      entryPrice: 120.5,
      entryPremium: 1.2,
      contracts: 1,
      notes: 'From the IRA',
    })
    await app.open()
    expect(ticker()).toHaveValue('')
  })

  test('tries again under the same id, under the same key while the terms are the same, and keeps what is refused', async () => {
    onAdd.mockResolvedValue({ kind: 'failed', detail: 'No response' })
    const { press, dialog } = await openAddDialog({ network, onAdd, prefill: filled })
    const tryAgain = async (tries: number) => {
      await press('Add Position')
      await waitFor(() => expect(onAdd).toHaveBeenCalledTimes(tries))
    }
    for (const tries of [1, 2]) {
      await tryAgain(tries)
      await dialog.findByRole('button', { name: 'Add Position' })
    }
    const fault = { field: 'strike_price', detail: 'Not a strike' }
    onAdd.mockResolvedValue({ kind: 'refused', detail: 'The strike is not real.', fields: [fault] })
    await write(notes(), 'From the IRA')
    await tryAgain(3)
    await waitFor(() =>
      expect(dialog.getByRole('alert')).toHaveTextContent(
        'Failed to add position: The strike is not real. Please try again.',
      ),
    )
    expect(strike()).toHaveAccessibleDescription('Not a strike')
    expect(strike()).toHaveDisplayValue('130.00')
    const [first, second, third] = onAdd.mock.calls.map(([, attempt]) => attempt)
    expect(second).toEqual(first)
    expect(third).toEqual({ id: first?.id, key: expect.not.stringMatching(String(first?.key)), edited: true })
    expect(first?.edited).toBe(false)
    // Kept by this device until the server can be reached.
    onAdd.mockResolvedValue({ kind: 'unsynced' })
    await tryAgain(4)
    await hasGone()
  })

  test('asks for what is missing, each a way to its field', async () => {
    const { dialog, press } = await openAddDialog({ network, onAdd })
    await press('Add Position')
    expect(await dialog.findByRole('alert')).toHaveTextContent('Please fill all fields')
    await waitFor(() => expect(ticker()).toHaveFocus())
    expect(ticker()).toHaveAccessibleDescription('Enter the ticker symbol')
    await press('Entry Price ($)')
    await waitFor(() => expect(price()).toHaveFocus())
    expect(onAdd).not.toHaveBeenCalled()
  })
})

describe('before it adds', () => {
  const question = () => within(screen.getByRole('dialog', { name: 'Add Covered Call Position' })).findByRole('alert')

  test('asks once about a premium above the price of the share, and takes the one that is meant', async () => {
    const { press } = await openAddDialog({ network, onAdd, prefill: { ...filled, contracts: 1, entryPremium: 710 } })
    await waitFor(() => expect(strike()).toHaveDisplayValue('130.00'))
    await press('Add Position')
    expect(await question()).toHaveTextContent(/710 is more than the share price of 120\.5\. Did you mean 7\.10\?/)
    expect(onAdd).not.toHaveBeenCalled()
    await press('Use 7.10')
    await hasGone()
    expect(onAdd.mock.lastCall?.[0]).toMatchObject({ entryPremium: 7.1 })
  })

  test('adds what is kept, and asks of a strike far from the price', async () => {
    const { press } = await openAddDialog({
      network,
      onAdd,
      prefill: { ...filled, strikePrice: 1300, entryPremium: 710 },
    })
    await waitFor(() => expect(strike()).toHaveDisplayValue('1,300.00 (not listed)'))
    await press('Add Position')
    await press('Keep 710')
    expect(await question()).toHaveTextContent(/1,300 is far from the share price of 120\.5\. Did you mean 130\.00\?/)
    await press('Keep 1,300')
    await hasGone()
    expect(onAdd.mock.lastCall?.[0]).toMatchObject({ entryPremium: 710, strikePrice: 1300 })
  })

  test('shows what an address brought along, and asks whether an equal position is to be added again', async () => {
    const others = [buildPosition({ ...filled, entryDate: '2026-07-10', contracts: 5 })]
    const { press } = await openAddDialog({ network, onAdd, others, prefill: filled })
    await waitFor(() => expect(entryDate()).toHaveValue('2026-07-10'))
    await waitFor(() => expect(expiry()).toHaveDisplayValue('Aug 14, 2026 (35 d)'))
    await waitFor(() => expect(strike()).toHaveDisplayValue('130.00'))
    expect([price(), premium()].map((field) => field.getAttribute('value'))).toEqual(['119', '1.1'])
    await press('Add Position')
    expect(await question()).toHaveTextContent('You already have this position')
    expect(onAdd).not.toHaveBeenCalled()
    await press('Add again')
    await hasGone()
    expect(onAdd).toHaveBeenCalledTimes(1)
    expect(onAdd.mock.lastCall?.[0]).toMatchObject(filled)
  })

  test('refuses a day on which nothing can expire, with the one that is meant at hand', async () => {
    const { user, press } = await openAddDialog({ network, onAdd, prefill: { ...filled, expiryDate: '2026-12-25' } })
    await press('Enter by hand')
    await press('Add Position')
    expect(expiry()).toHaveAccessibleDescription(/^The market is closed on Dec 25, 2026 .* expire on Dec 24, 2026$/)
    await press('Use Dec 24, 2026')
    await user.click(entryDate())
    await write(entryDate(), '2026-07-11')
    await user.tab()
    expect(entryDate()).toHaveAccessibleDescription('The entry date cannot be in the future: today is Jul 10, 2026')
    await write(entryDate(), '2026-07-05')
    expect(entryDate()).toHaveAccessibleDescription(/^The market was closed on Jul 5, 2026 \(Sunday\)/)
    await write(entryDate(), '2026-07-10')
    await write(premium(), '1.1')
    await press('Add Position')
    await hasGone()
    expect(onAdd.mock.lastCall?.[0]).toMatchObject({ expiryDate: '2026-12-24', entryDate: '2026-07-10' })
  })
})

test('closing asks first where something was written, but for Cancel, which forgets it', async () => {
  const { user, open } = await openAddDialog({ network, onAdd })
  await user.keyboard('{Escape}')
  await hasGone()

  await open()
  await user.click(notes())
  await user.paste('Mine')
  await user.keyboard('{Escape}')
  const question = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }))
  await waitFor(() => expect(question.getByRole('button', { name: 'Keep editing' })).toHaveFocus())
  await user.click(question.getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard your changes?' })).toBeNull())
  expect(notes()).toHaveValue('Mine')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await hasGone()

  await open()
  await write(ticker(), 'QA')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await hasGone()
  await open()
  expect(ticker()).toHaveValue('')
})

describe('where the market does not list the call', () => {
  test('expirations that cannot be loaded are told and tried again, and so are strikes', async () => {
    network.answer('options.expirations', beUnreachable)
    network.answer('options.chain', () => refuse(404, 'No chain'))
    const { user, dialog, press } = await openAddDialog({ network, onAdd, prefill: { ticker: 'QAAA' } })
    expect(await dialog.findByRole('alert')).toHaveTextContent('Unable to load expiration dates. Please try again.')
    network.answer('options.expirations', () => reply('options.expirations', buildExpirations(listedExpirations)))
    await press('Retry')
    await waitFor(() => expect(expiry()).toBeEnabled())
    expect(dialog.queryByRole('alert')).toBeNull()
    await user.selectOptions(expiry(), '2026-08-14')
    expect(await dialog.findByRole('alert')).toHaveTextContent('Unable to load strike prices. Please try again.')
  })

  test('a call of the past is entered by hand', async () => {
    const { dialog, press } = await openAddDialog({
      network,
      onAdd,
      prefill: { ticker: 'QAAA', entryPrice: 100, entryPremium: 2 },
    })
    await press('Enter by hand')
    await write(entryDate(), '2026-03-02')
    await write(expiry(), '2026-02-20')
    await write(strike(), '105')
    await write(price(), '100')
    await write(premium(), '2')
    await press('Add Position')
    expect(expiry()).toHaveAccessibleDescription('The call expires before the entry date')
    await write(expiry(), '2026-04-17')
    expect(dialog.getByText(/^Once added, the recommendation would be/)).toHaveTextContent('N/A')
    await press('Add Position')
    await hasGone()
    expect(onAdd.mock.lastCall?.[0]).toMatchObject({ expiryDate: '2026-04-17', strikePrice: 105, entryPremium: 2 })
  })
})
