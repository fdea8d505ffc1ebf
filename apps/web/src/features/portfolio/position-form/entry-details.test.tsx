import '../../../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { chooseCall, createAdd, createListedMarket, fields, openAddDialog } from '../../../testing/add-position.tsx'
import { screen } from '../../../testing/queries.ts'
import { closePart } from '../../../testing/render-part.tsx'

afterEach(closePart)

const call = { symbol: 'QAAA', expiration: '2026-08-14', strike: 130, entryPrice: 118, premium: 3, contracts: 2 }
const held = {
  symbol: 'QAAA',
  account: 'IRA',
  shares: 250,
  costUsd: 28_750,
  stockPnlUsd: 1375,
  coverableContracts: 2,
  chainIds: ['chain-1'],
}

test('a call on shares held takes their cost and joins their chain', async () => {
  const prefill = { ...call, isOnHeld: true }
  const dialog = await openAddDialog({ network: createListedMarket(), prefill, uncovered: [held] })
  expect(dialog.dialog.getByLabelText('Shares')).toHaveValue('held')
  expect(screen.queryByLabelText('Entry Price ($)')).toBeNull()
  await dialog.user.click(dialog.dialog.getByText('More: fees, lots, account'))
  await dialog.user.type(dialog.dialog.getByLabelText('Fees ($)'), '1.30')
  await dialog.press('Add Position')
  await waitFor(() => expect(dialog.onAdd).toHaveBeenCalled())
  expect(dialog.onAdd.mock.calls[0]).toMatchObject([
    { entryPrice: 115, contracts: 2 },
    { details: { fees_usd: 1.3, shares_from: 'held', chain_id: 'chain-1', account: 'IRA' } },
  ])
})

test('asks the server’s question about equal terms, and repeats them only if they are meant', async () => {
  const onAdd = createAdd()
  onAdd.mockResolvedValueOnce({
    kind: 'rejected',
    detail: 'You added the same position 20 seconds ago. Add it again?',
    fields: [],
    isQuestion: true,
  })
  const dialog = await openAddDialog({ network: createListedMarket(), prefill: call, onAdd })
  await dialog.press('Add Position')
  expect(await dialog.dialog.findByText(/^You added the same position/)).toBeInTheDocument()
  expect(onAdd.mock.calls[0]?.[1].details).toBeUndefined()
  await dialog.press('Add again')
  await waitFor(() => expect(onAdd).toHaveBeenCalledTimes(2))
  expect(onAdd.mock.calls[1]?.[1].details).toEqual({ confirm_equal: true })
})

test('saves a position and stays open for the next one', async () => {
  const dialog = await openAddDialog({ network: createListedMarket() })
  await chooseCall(dialog)
  await dialog.press('Save and add another')
  await waitFor(() => expect(fields.symbol()).toHaveValue(''))
  expect(fields.symbol()).toHaveFocus()
  expect(dialog.onAdd).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('dialog', { name: 'Add Covered Call Position' })).toBeInTheDocument()
})
