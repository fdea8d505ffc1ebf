import '../../../testing/matchers.ts'
import { buildRollsAddress } from '@callwright/contracts/rolls-address'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { notifications } from '@mantine/notifications'
import { act, waitFor } from '@testing-library/react'
import { reply } from '../../../testing/fake-network.ts'
import {
  buildChainWire,
  buildEvent,
  buildRollCandidate,
  buildRollPreview,
} from '../../../testing/lifecycle-builders.ts'
import { buildStored, createPortfolioServer } from '../../../testing/portfolio-server.ts'
import { screen, within } from '../../../testing/queries.ts'
import { closeApp, renderApp } from '../../../testing/render-app.tsx'
import { write } from '../../../testing/write.ts'

beforeEach(() => act(() => notifications.clean()))
afterEach(closeApp)

const candidates = [
  buildRollCandidate({ net_credit_usd: 350 }),
  buildRollCandidate({
    contract_symbol: 'QAAA261218C00120000',
    expiry_date: '2026-12-18',
    strike_price: 120,
    strike_change: -10,
    net_credit: -0.4,
    quote_flags: ['wide_spread'],
    spread_pct: 55,
    fits: false,
    earnings_before_expiration: true,
    warnings: ['The new strike is lower than the old one.'],
  }),
  buildRollCandidate({
    contract_symbol: 'QAAA261218C00140000',
    expiry_date: '2026-12-18',
    strike_price: 140,
    ...{ bid: null, ask: null, spread_pct: null, delta: null, net_credit: null, net_credit_usd: null, scores: null },
    ...{ unknown_reason: 'The call has no bid and no ask.', fits: null },
  }),
]

function openTable(address = buildRollsAddress('position-1')) {
  const server = createPortfolioServer([buildStored({ contracts: 5, strike_price: 130 })])
  server.network.answer('portfolio.previewRolls', () =>
    reply(
      'portfolio.previewRolls',
      buildRollPreview({ candidates, fee_per_contract_usd: 0.65, fee_source: 'last_trade' }),
    ),
  )
  return { server, ...renderApp(address, server) }
}

const findTable = () => screen.findByRole('grid', { name: 'Calls to roll to' })
const listNames = () =>
  within(screen.getByRole('grid', { name: 'Calls to roll to' }))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent)

describe('the table of rolls', () => {
  test('opens by its address, marks poor quotes, and says what is unknown and why', async () => {
    const { server } = openTable()
    const table = await findTable()
    expect(listNames()).toEqual(['Sep 18, 2026 135 call', 'Dec 18, 2026 120 call', 'Dec 18, 2026 140 call'])
    expect(within(table).getByText(/^55\.0 wide$/)).toBeInTheDocument()
    expect(within(table).getAllByText(/^not available: The call has no bid and no ask\.$/).length).toBeGreaterThan(3)
    expect(screen.getByText('The Sep 18 135 call brings a net credit.')).toBeInTheDocument()
    expect(screen.getByText(/keep the shares ranks by R − delta × \|R\|/)).toBeInTheDocument()
    expect(screen.getByText(/The fee of \$0\.65 a contract is that of your last trade\./)).toBeInTheDocument()
    expect(
      within(screen.getByRole('region', { name: 'Rolls of QAAA 130 call' })).getByText(/^Recorded · /),
    ).toBeInTheDocument()
    expect(server.network.callsTo('portfolio.previewRolls')[0]?.body).toEqual({ position_id: 'position-1', all: true })
  })

  test('sorts by a column, with unknown values last, and filters', async () => {
    const { user } = openTable()
    await findTable()
    await user.click(screen.getByRole('button', { name: /^Net credit \$\/share/ }))
    expect(listNames()).toEqual(['Sep 18, 2026 135 call', 'Dec 18, 2026 120 call', 'Dec 18, 2026 140 call'])
    await user.click(screen.getByRole('button', { name: /^Net credit \$\/share/ }))
    expect(listNames()).toEqual(['Dec 18, 2026 120 call', 'Sep 18, 2026 135 call', 'Dec 18, 2026 140 call'])
    await user.click(screen.getByRole('button', { name: 'Not below my strike' }))
    expect(listNames()).toEqual(['Sep 18, 2026 135 call', 'Dec 18, 2026 140 call'])
    await user.click(screen.getByRole('button', { name: 'Narrow quotes' }))
    expect(listNames()).toEqual(['Sep 18, 2026 135 call'])
    expect(screen.getByText('1 of 3 calls')).toBeInTheDocument()
    await user.selectOptions(screen.getByLabelText('Expiration'), 'Dec 18, 2026')
    expect(screen.getByText('0 of 3 calls')).toBeInTheDocument()
  })

  test('asks again for another intent, number of contracts or fee', async () => {
    const { server, user } = openTable()
    await findTable()
    await user.click(screen.getByRole('button', { name: 'Happy to sell' }))
    await write(screen.getByLabelText('Contracts, of 5'), '2')
    await write(screen.getByLabelText('Fee per contract ($)'), '1')
    await write(screen.getByLabelText('Buy back at ($)'), '1.20')
    await waitFor(() =>
      expect(server.network.callsTo('portfolio.previewRolls').at(-1)?.body).toEqual({
        ...{ position_id: 'position-1', all: true, intent: 'happy_to_sell', contracts: 2, fee_per_contract_usd: 1 },
        close_price: 1.2,
      }),
    )
    expect(screen.getByText(/happy to sell ranks by R \+ delta × U/)).toBeInTheDocument()
    await write(screen.getByLabelText('Contracts, of 5'), '6')
    expect(screen.getByText('Enter a number from 1 to 5')).toBeInTheDocument()
  })

  test('a chosen row fills in the form; once it is recorded, the new call is shown', async () => {
    const { server, user } = openTable('/portfolio')
    server.network.answer('portfolio.recordCallEvent', () =>
      reply('portfolio.recordCallEvent', {
        status: 'success',
        event: buildEvent({ kind: 'roll', sentence: 'Rolled 5 contracts to the 135 call of Sep 18, 2026' }),
        position: null,
        chain: buildChainWire(),
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Actions for QAAA 130 call' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Compare rolls' }))
    await findTable()
    await user.click(screen.getByRole('button', { name: 'Roll to the Sep 18, 2026 135 call' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Roll QAAA 130 call' }))
    const values = ['Contracts', 'Price paid to close ($)', 'New expiration', 'New strike ($)', 'New premium ($)']
    expect(values.map((label) => (dialog.getByLabelText(label) as HTMLInputElement).value)).toEqual([
      ...['5', '1.26', '2026-09-18', '135', '3.10'],
    ])
    // 2 trades × 0.65 × 5 contracts
    expect(dialog.getByLabelText('Fees of both trades ($, optional)')).toHaveValue('6.50')
    await write(dialog.getByLabelText('New premium ($)'), '3.05')
    await user.click(dialog.getByRole('button', { name: 'Record roll' }))
    expect(await screen.findByText(/^Rolled 5 contracts/)).toBeInTheDocument()
    const { body } = server.network.callsTo('portfolio.recordCallEvent')[0] ?? {}
    expect(body).toMatchObject({
      ...{ kind: 'roll', contracts: 5, close_price: 1.26, fees_usd: 3.25 },
      open: { expiry_date: '2026-09-18', strike_price: 135, premium: 3.05, fees_usd: 3.25 },
    })
    await waitFor(() => expect(screen.queryByRole('grid', { name: 'Calls to roll to' })).toBeNull())
    expect(await screen.findByRole('button', { name: 'Actions for QAAA 130 call' })).toBeInTheDocument()
  })

  test('an address of a call that is not open says so, and leads back', async () => {
    const { user } = openTable(buildRollsAddress('gone'))
    expect(await screen.findByText('This call is not open')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'All positions' }))
    expect(await screen.findByRole('button', { name: 'Actions for QAAA 130 call' })).toBeInTheDocument()
  })
})
