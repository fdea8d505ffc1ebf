import './matchers.ts'
import { expect, jest } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import type { Position, PositionTerms, UncoveredShares } from '../api/portfolio.ts'
import type { Attempt } from '../features/portfolio/data/pending-change.ts'
import type { SaveOutcome } from '../features/portfolio/data/position.ts'
import { AddPositionDialog, type EntryPrefill } from '../features/portfolio/position-form/position-dialogs.tsx'
import { buildQuote, recordedStamp } from './bar-builders.ts'
import { type FakeNetwork, reply } from './fake-network.ts'
import { MARKET_TIME_MS } from './portfolio-builders.ts'
import { screen, within } from './queries.ts'
import { createOptionsNetwork } from './render-options-card.tsx'
import { renderDialog } from './render-part.tsx'

/** A fake server that knows QAAA and suggests it for any text. */
export function createListedMarket(): FakeNetwork {
  const network = createOptionsNetwork()
  const symbols = [
    { symbol: 'QAAA', name: 'Arden Foods' },
    { symbol: 'Q', name: 'Quill' },
  ]
  network.answer('stocks.quote', () => reply('stocks.quote', buildQuote()))
  network.answer('stocks.symbolsWithOptions', () =>
    reply('stocks.symbolsWithOptions', { status: 'success', symbols, message: null, ...recordedStamp }),
  )
  return network
}

export const createAdd = () =>
  jest.fn<(terms: PositionTerms, attempt: Attempt) => Promise<SaveOutcome>>().mockResolvedValue({ kind: 'saved' })

interface DialogTerms {
  readonly network: FakeNetwork
  readonly prefill?: EntryPrefill
  readonly uncovered?: readonly UncoveredShares[]
  readonly marketTimeMs?: number
  readonly others?: readonly Position[]
  readonly onAdd?: ReturnType<typeof createAdd>
}

/** Opens the dialog. Returns helpers that read its texts and press its controls. */
export async function openAddDialog(terms: DialogTerms) {
  const { network, prefill = null, uncovered = [], marketTimeMs = MARKET_TIME_MS } = terms
  const { others = [], onAdd = createAdd() } = terms
  const app = await renderDialog(
    (opened, close) => (
      <AddPositionDialog
        opened={opened}
        prefill={prefill}
        uncovered={uncovered}
        marketTimeMs={marketTimeMs}
        others={others}
        onAdd={onAdd}
        onClose={close}
      />
    ),
    network,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Covered Call Position' }))
  const press = (name: string) => app.user.click(dialog.getByRole('button', { name }))
  return { ...app, dialog, press, onAdd }
}

const byLabel = (label: string) => () => screen.getByLabelText(label)

export const fields = {
  symbol: () => screen.getByRole('combobox', { name: 'Ticker Symbol' }),
  entryDate: byLabel('Entry Date'),
  expiration: byLabel('Expiry Date'),
  strike: byLabel('Strike Price ($)'),
  price: byLabel('Entry Price ($)'),
  premium: byLabel('Premium Received ($)'),
  contracts: byLabel('Contracts'),
  notes: byLabel('Notes (optional)'),
}

/** Fills in the form as far as the call, for which the market supplies price and premium. */
export async function chooseCall({ user }: Awaited<ReturnType<typeof openAddDialog>>) {
  await user.click(fields.symbol())
  await user.paste('qaaa')
  await waitFor(() => expect(fields.expiration()).toBeEnabled())
  await user.selectOptions(fields.expiration(), '2026-08-14')
  await waitFor(() => expect(fields.strike()).toBeEnabled())
  await user.selectOptions(fields.strike(), '130')
  await waitFor(() => expect(fields.premium()).toHaveValue('1.20'))
}
