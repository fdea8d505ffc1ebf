import '../../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { chooseCall, createAdd, createListedMarket, fields, openAddDialog } from '../../../testing/add-position.tsx'
import { beUnreachable, type FakeNetwork, refuse, reply } from '../../../testing/fake-network.ts'
import { buildExpirations } from '../../../testing/option-builders.ts'
import { buildPosition } from '../../../testing/portfolio-builders.ts'
import { screen, within } from '../../../testing/queries.ts'
import { listedExpirations } from '../../../testing/render-options-card.tsx'
import { closePart } from '../../../testing/render-part.tsx'
import { write } from '../../../testing/write.ts'
import type { SaveOutcome } from '../data/position.ts'

const { symbol, entryDate, expiration, strike, price, premium, notes } = fields

const filled = {
  symbol: 'QAAA',
  expiration: '2026-08-14',
  strike: 130,
  entryPrice: 119,
  premium: 1.1,
  contracts: 2,
}

let network: FakeNetwork
let onAdd: ReturnType<typeof createAdd>
beforeEach(() => {
  network = createListedMarket()
  onAdd = createAdd()
})
afterEach(closePart)

const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('adding', () => {
  test('submits the input once, even on repeated submits, and closes', async () => {
    const gate = Promise.withResolvers<SaveOutcome>()
    onAdd.mockReturnValue(gate.promise)
    const app = await openAddDialog({ network, onAdd })
    await chooseCall(app)
    await write(notes(), 'From the IRA')
    await app.user.dblClick(screen.getByRole('button', { name: 'Add Position' }))
    await app.press('Adding…')
    await app.user.type(notes(), '{Enter}{Enter}')
    gate.resolve({ kind: 'saved' })
    await waitUntilClosed()
    expect(onAdd).toHaveBeenCalledTimes(1)
    expect(onAdd.mock.lastCall?.[0]).toEqual({
      symbol: 'QAAA',
      entryDate: '2026-07-10',
      expiration: '2026-08-14',
      strike: 130,
      entryPrice: 120.5,
      premium: 1.2,
      contracts: 1,
      notes: 'From the IRA',
    })
    await app.open()
    expect(symbol()).toHaveValue('')
  })

  test('retries with the same id, and the same key while the terms are unchanged; keeps rejected input', async () => {
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
    onAdd.mockResolvedValue({ kind: 'rejected', detail: 'The strike is not real.', fields: [fault] })
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
    // `unsynced`: stored on this device until the server is reachable.
    onAdd.mockResolvedValue({ kind: 'unsynced' })
    await tryAgain(4)
    await waitUntilClosed()
  })

  test('lists missing fields with links to them', async () => {
    const { dialog, press } = await openAddDialog({ network, onAdd })
    await press('Add Position')
    expect(await dialog.findByRole('alert')).toHaveTextContent('Please fill all fields')
    await waitFor(() => expect(symbol()).toHaveFocus())
    expect(symbol()).toHaveAccessibleDescription('Enter the ticker symbol')
    await press('Entry Price ($)')
    await waitFor(() => expect(price()).toHaveFocus())
    expect(onAdd).not.toHaveBeenCalled()
  })
})

describe('before adding', () => {
  const question = () => within(screen.getByRole('dialog', { name: 'Add Covered Call Position' })).findByRole('alert')

  test('asks once about a premium above the share price, and applies the suggested one', async () => {
    const { press } = await openAddDialog({ network, onAdd, prefill: { ...filled, contracts: 1, premium: 710 } })
    await waitFor(() => expect(strike()).toHaveDisplayValue('130.00'))
    await press('Add Position')
    expect(await question()).toHaveTextContent(/710 is more than the share price of 120\.5\. Did you mean 7\.10\?/)
    expect(onAdd).not.toHaveBeenCalled()
    await press('Use 7.10')
    await waitUntilClosed()
    expect(onAdd.mock.lastCall?.[0]).toMatchObject({ premium: 7.1 })
  })

  test('adds confirmed terms, and asks about a strike far from the price', async () => {
    const { press } = await openAddDialog({
      network,
      onAdd,
      prefill: { ...filled, strike: 1300, premium: 710 },
    })
    await waitFor(() => expect(strike()).toHaveDisplayValue('1,300.00 (not listed)'))
    await press('Add Position')
    await press('Keep 710')
    expect(await question()).toHaveTextContent(/1,300 is far from the share price of 120\.5\. Did you mean 130\.00\?/)
    await press('Keep 1,300')
    await waitUntilClosed()
    expect(onAdd.mock.lastCall?.[0]).toMatchObject({ premium: 710, strike: 1300 })
  })

  test('prefills from the URL, and asks before adding a duplicate', async () => {
    const others = [buildPosition({ ...filled, entryDate: '2026-07-10', contracts: 5 })]
    const { press } = await openAddDialog({ network, onAdd, others, prefill: filled })
    await waitFor(() => expect(entryDate()).toHaveValue('2026-07-10'))
    await waitFor(() => expect(expiration()).toHaveDisplayValue('Aug 14, 2026 (35 d)'))
    await waitFor(() => expect(strike()).toHaveDisplayValue('130.00'))
    expect([price(), premium()].map((field) => field.getAttribute('value'))).toEqual(['119', '1.1'])
    await press('Add Position')
    expect(await question()).toHaveTextContent('You already have this position')
    expect(onAdd).not.toHaveBeenCalled()
    await press('Add again')
    await waitUntilClosed()
    expect(onAdd).toHaveBeenCalledTimes(1)
    expect(onAdd.mock.lastCall?.[0]).toMatchObject(filled)
  })

  test('rejects a day on which nothing expires and suggests the listed day', async () => {
    const { user, press } = await openAddDialog({ network, onAdd, prefill: { ...filled, expiration: '2026-12-25' } })
    await press('Enter by hand')
    await press('Add Position')
    expect(expiration()).toHaveAccessibleDescription(/^The market is closed on Dec 25, 2026 .* expire on Dec 24, 2026$/)
    await press('Use Dec 24, 2026')
    await user.click(entryDate())
    await write(entryDate(), '2026-07-11')
    await user.tab()
    expect(entryDate()).toHaveAccessibleDescription('The entry date cannot be in the future: today is Jul 10, 2026')
    await write(entryDate(), '2026-07-05')
    expect(entryDate()).toHaveAccessibleDescription(/^The market was closed on Jul 5, 2026 \(Sunday\)/)
    await press('Use Jul 2, 2026')
    expect(entryDate()).toHaveValue('2026-07-02')
    await write(entryDate(), '2026-07-10')
    await write(premium(), '1.1')
    await press('Add Position')
    await waitUntilClosed()
    expect(onAdd.mock.lastCall?.[0]).toMatchObject({ expiration: '2026-12-24', entryDate: '2026-07-10' })
  })
})

test('closing asks before discarding input; Cancel discards it without asking', async () => {
  const { user, open } = await openAddDialog({ network, onAdd })
  await user.keyboard('{Escape}')
  await waitUntilClosed()

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
  await waitUntilClosed()

  await open()
  await write(symbol(), 'QA')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitUntilClosed()
  await open()
  expect(symbol()).toHaveValue('')
})

describe('without a listed call', () => {
  test('shows an error and retries if expirations or strikes fail to load', async () => {
    network.answer('options.expirations', beUnreachable)
    network.answer('options.chain', () => refuse(404, 'No chain'))
    const { user, dialog, press } = await openAddDialog({ network, onAdd, prefill: { symbol: 'QAAA' } })
    expect(await dialog.findByRole('alert')).toHaveTextContent('Unable to load expiration dates. Please try again.')
    network.answer('options.expirations', () => reply('options.expirations', buildExpirations(listedExpirations)))
    await press('Retry')
    await waitFor(() => expect(expiration()).toBeEnabled())
    expect(dialog.queryByRole('alert')).toBeNull()
    await user.selectOptions(expiration(), '2026-08-14')
    expect(await dialog.findByRole('alert')).toHaveTextContent('Unable to load strike prices. Please try again.')
  })

  test('accepts an expired call entered by hand', async () => {
    const { dialog, press } = await openAddDialog({
      network,
      onAdd,
      prefill: { symbol: 'QAAA', entryPrice: 100, premium: 2 },
    })
    await press('Enter by hand')
    await write(entryDate(), '2026-03-02')
    await write(expiration(), '2026-02-20')
    await write(strike(), '105')
    await write(price(), '100')
    await write(premium(), '2')
    await press('Add Position')
    expect(expiration()).toHaveAccessibleDescription('The call expires before the entry date')
    await write(expiration(), '2026-04-17')
    expect(dialog.getByText(/^Once added, the recommendation would be/)).toHaveTextContent('N/A')
    await press('Add Position')
    await waitUntilClosed()
    expect(onAdd.mock.lastCall?.[0]).toMatchObject({ expiration: '2026-04-17', strike: 105, premium: 2 })
  })
})
