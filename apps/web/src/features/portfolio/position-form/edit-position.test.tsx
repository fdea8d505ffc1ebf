import '../../../testing/matchers.ts'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import type { Position, PositionTerms } from '../../../api/position.ts'
import { type FakeNetwork, refuse } from '../../../testing/fake-network.ts'
import { buildPosition, buildPositionRow, MARKET_TIME_MS } from '../../../testing/portfolio-builders.ts'
import { createOptionsNetwork } from '../../../testing/render-options-card.tsx'
import { closePart, renderDialog } from '../../../testing/render-part.tsx'
import { write } from '../../../testing/write.ts'
import type { SaveOutcome } from '../data/position.ts'
import { EditPositionDialog } from './edit-position-dialog.tsx'

let network: FakeNetwork
const onEdit = jest.fn<(position: Position, terms: PositionTerms) => Promise<SaveOutcome>>()
beforeEach(() => {
  network = createOptionsNetwork()
  network.answer('stocks.quote', () => refuse(503, 'No quote'))
  onEdit.mockReset()
  onEdit.mockResolvedValue({ kind: 'saved' })
})
afterEach(closePart)

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

test('begins with what is there, listed or not, and saves what was changed', async () => {
  const { user, dialog } = await openDialog({ contracts: 2, notes: 'From the IRA' })
  await waitFor(() => expect(dialog.getByLabelText('Expiry Date')).toHaveDisplayValue('Aug 7, 2026 (not listed)'))
  expect(dialog.getByLabelText('Strike Price ($)')).toHaveDisplayValue('130.00')
  expect(dialog.getByLabelText('Notes (optional)')).toHaveValue('From the IRA')
  await write(dialog.getByLabelText('Premium Received ($)'), '3.25')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const before = buildPosition({ contracts: 2, notes: 'From the IRA' })
  const { id: _id, ...terms } = before
  expect(onEdit.mock.lastCall?.slice(0, 2)).toEqual([before, { ...terms, entryPremium: 3.25 }])
})

test('figures of the reader’s own stay when the call becomes another one', async () => {
  const { user, dialog } = await openDialog({ entryDate: '2026-07-10', expiryDate: '2026-08-14' })
  const strike = dialog.getByLabelText('Strike Price ($)')
  await waitFor(() => expect(within(strike).getByRole('option', { name: '135.00' })).toBeInTheDocument())
  await user.selectOptions(strike, '135')
  expect(dialog.getByLabelText('Premium Received ($)')).toHaveValue('3')
})

test('an expired call opens with its date and strike as they were typed, and what the server refuses stays open', async () => {
  onEdit.mockResolvedValue({ kind: 'refused', detail: 'No such position', fields: [] })
  const { user, dialog } = await openDialog({ entryDate: '2026-03-02', expiryDate: '2026-04-17' })
  expect(dialog.getByLabelText('Expiry Date')).toHaveValue('2026-04-17')
  expect(dialog.getByLabelText('Strike Price ($)')).toHaveValue('130')
  await write(dialog.getByLabelText('Notes (optional)'), 'x')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'Failed to save position: No such position. Please try again.',
  )
})
