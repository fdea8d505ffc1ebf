import '../../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { notifications } from '@mantine/notifications'
import { act, waitFor } from '@testing-library/react'
import { refuse, reply } from '../../../testing/fake-network.ts'
import {
  buildBucket,
  buildChainWire,
  buildEvent,
  buildRollPreview,
  buildSuggestion,
  lifeMarket,
} from '../../../testing/lifecycle-builders.ts'
import {
  buildListed,
  buildPositionList,
  buildStored,
  createPortfolioServer,
} from '../../../testing/portfolio-server.ts'
import { screen, within } from '../../../testing/queries.ts'
import { closeApp, renderApp } from '../../../testing/render-app.tsx'
import { write } from '../../../testing/write.ts'

beforeEach(() => act(() => notifications.clean()))
afterEach(closeApp)

const stored = buildStored({ contracts: 5, strike_price: 130 })

/** Opens the row's menu and chooses an item. */
async function choose(user: ReturnType<typeof renderApp>['user'], item: string) {
  await user.click(await screen.findByRole('button', { name: 'Actions for QAAA 130 call' }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
  return within(await screen.findByRole('dialog'))
}

describe('recording from a row', () => {
  test('a buy-back keeps what was typed when it is refused, and is voided by Undo once recorded', async () => {
    const server = createPortfolioServer([stored])
    server.network.answer('portfolio.recordCallEvent', () =>
      refuse(409, '5 calls cannot be closed: 3 are open on 2026-07-10.', { code: 'more_than_open' }),
    )
    const { user } = renderApp('/portfolio', server)
    const dialog = await choose(user, 'Buy back')
    const contracts = dialog.getByLabelText('Contracts')
    await user.clear(contracts)
    await user.type(contracts, '2')
    expect(dialog.getByText('3 contracts')).toBeInTheDocument()
    await write(dialog.getByLabelText('Price paid ($)'), '0,30')
    await user.click(dialog.getByRole('button', { name: 'Record buy-back' }))
    expect(await dialog.findByText('5 calls cannot be closed: 3 are open on 2026-07-10.')).toBeInTheDocument()
    expect(contracts).toHaveValue('2')

    server.network.answer('portfolio.recordCallEvent', () =>
      reply('portfolio.recordCallEvent', {
        status: 'success',
        event: buildEvent(),
        position: null,
        chain: buildChainWire(),
      }),
    )
    await user.click(dialog.getByRole('button', { name: 'Record buy-back' }))
    expect(await screen.findByText('Bought back 2 contracts at $0.30.')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: /^Undo/ }))
    const calls = server.network.callsTo('portfolio.recordCallEvent')
    await waitFor(() => expect(server.network.callsTo('portfolio.recordCallEvent')).toHaveLength(3))
    // The same content goes under the same id, so that it is recorded once.
    expect(calls[0]?.body).toEqual(calls[1]?.body)
    expect(calls[0]?.body).toMatchObject({ kind: 'close', contracts: 2, price: 0.3 })
    expect(server.network.callsTo('portfolio.recordCallEvent')[2]?.body).toMatchObject({
      kind: 'void',
      voids: 'event-1',
    })
  })

  test('the fee of the last trade in the ledger fills in the form, and a typed fee is not kept on the device', async () => {
    const server = createPortfolioServer([stored])
    let lastFee = 0.65
    server.network.answer('portfolio.list', () =>
      reply('portfolio.list', buildPositionList([buildListed(stored)], { last_fee_per_contract_usd: lastFee })),
    )
    server.network.answer('portfolio.recordCallEvent', () => {
      lastFee = 1.2
      const written = { event: buildEvent(), position: null, chain: buildChainWire() }
      return reply('portfolio.recordCallEvent', { status: 'success', ...written })
    })
    const { user } = renderApp('/portfolio', server)
    const dialog = await choose(user, 'Buy back')
    const fees = dialog.getByLabelText('Fees ($, optional)')
    expect(fees).toHaveValue('3.25')
    await write(fees, '6')
    await write(dialog.getByLabelText('Price paid ($)'), '0.30')
    await user.click(dialog.getByRole('button', { name: 'Record buy-back' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(Object.keys(localStorage).filter((key) => /fee/i.test(key))).toEqual([])
    await waitFor(() => expect(server.network.callsTo('portfolio.list').length).toBeGreaterThan(1))
    expect((await choose(user, 'Buy back')).getByLabelText('Fees ($, optional)')).toHaveValue('6.00')
  })

  test('a roll takes a candidate as it is, and records both halves as one event', async () => {
    const server = createPortfolioServer([stored])
    server.network.answer('portfolio.previewRolls', () => reply('portfolio.previewRolls', buildRollPreview()))
    server.network.answer('portfolio.recordCallEvent', () =>
      reply('portfolio.recordCallEvent', {
        status: 'success',
        event: buildEvent({ kind: 'roll', sentence: 'Rolled 5 contracts to the 135 call of Sep 18, 2026' }),
        position: null,
        chain: buildChainWire(),
      }),
    )
    const { user } = renderApp('/portfolio', server)
    const dialog = await choose(user, 'Roll')
    await user.click(await dialog.findByText('Sep 18, 2026 (70 d)'))
    expect(await dialog.findByText(/^Qualified: the strike of .* As the rule reads; not advice\.$/)).toBeInTheDocument()
    expect(dialog.getByText(/^Qualified covered calls as the rule, .*; not advice\.$/)).toBeInTheDocument()
    expect(dialog.getByLabelText('New strike ($)')).toHaveValue('135')
    expect(dialog.getByLabelText('New premium ($)')).toHaveValue('3.10')
    // (3.10 − 1.26) × 500 shares, without fees.
    expect(await dialog.findByText('$920.00')).toBeInTheDocument()
    await user.click(dialog.getByRole('button', { name: 'Record roll' }))
    expect(await screen.findByText(/^Rolled 5 contracts/)).toBeInTheDocument()
    expect(server.network.callsTo('portfolio.recordCallEvent')[0]?.body).toMatchObject({
      kind: 'roll',
      contracts: 5,
      close_price: 1.26,
      occurred_on: '2026-07-10',
      open: { expiry_date: '2026-09-18', strike_price: 135, premium: 3.1 },
    })
  })
})

describe('what has happened', () => {
  test('clear outcomes are confirmed with one click; a doubtful one is answered in parts', async () => {
    const server = createPortfolioServer()
    const doubtful = buildSuggestion({
      id: 'expiry:near',
      position_id: 'near',
      ticker: 'QBBB',
      certainty: 'check',
      event: { kind: 'assign', occurred_on: '2026-07-09', contracts: 5 },
      kind: 'assign',
      sentence: 'Within 1% of the strike: check with your broker, then confirm.',
    })
    const rows = [
      buildListed(buildStored({ expiry_date: '2026-07-09' }), { suggestion: buildSuggestion() }),
      buildListed(buildStored({ id: 'near', ticker: 'QBBB', contracts: 5, expiry_date: '2026-07-09' }), {
        suggestion: doubtful,
      }),
    ]
    server.network.answer('portfolio.list', () => reply('portfolio.list', buildPositionList(rows)))
    server.network.answer('portfolio.suggestions', () =>
      reply('portfolio.suggestions', {
        status: 'success',
        suggestions: [buildSuggestion(), doubtful],
        ...lifeMarket,
      }),
    )
    server.network.answer('portfolio.confirmSuggestions', () =>
      reply('portfolio.confirmSuggestions', {
        status: 'success',
        confirmed: [{ suggestion_id: 'expiry:position-1', event: buildEvent({ sentence: '2 calls expired' }) }],
        refused: [],
      }),
    )
    const { user } = renderApp('/portfolio', server)
    const panel = within(await screen.findByRole('region', { name: 'To confirm' }))
    expect(panel.getByRole('button', { name: /^2 outcomes to confirm/ })).toBeInTheDocument()
    await user.click(panel.getByRole('button', { name: 'Confirm 1' }))
    expect(await screen.findByText('2 calls expired.')).toBeInTheDocument()
    const confirmed = () => server.network.callsTo('portfolio.confirmSuggestions').map(({ body }) => body)
    expect(confirmed()[0]).toMatchObject({
      items: [{ suggestion_id: 'expiry:position-1', expected_kind: 'expire' }],
    })

    await user.click(await screen.findByRole('button', { name: 'How did it end?, QBBB 130 call' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'How did the call end?' }))
    const assigned = dialog.getByLabelText('Assigned')
    await user.clear(assigned)
    await user.type(assigned, '2')
    await user.type(dialog.getByLabelText('Expired worthless'), '2')
    await user.click(dialog.getByRole('button', { name: 'Record outcome' }))
    expect(await dialog.findByText('Say what happened to all 5 contracts.')).toBeInTheDocument()
    await user.clear(dialog.getByLabelText('Expired worthless'))
    await user.type(dialog.getByLabelText('Expired worthless'), '3')
    await user.click(dialog.getByRole('button', { name: 'Record outcome' }))
    await waitFor(() => expect(confirmed()).toHaveLength(2))
    expect(confirmed()[1]).toMatchObject({
      items: [
        { suggestion_id: 'expiry:near', event: { kind: 'assign', contracts: 2, occurred_on: '2026-07-09' } },
        { suggestion_id: 'expiry:near', event: { kind: 'expire', contracts: 3, occurred_on: '2026-07-09' } },
      ],
    })
  })
})

describe('the views', () => {
  test('income counts cash or what was realized; without any there is nothing to show', async () => {
    const server = createPortfolioServer([stored])
    const totals = buildBucket({ key: 'total' })
    server.network.answer('portfolio.income', ({ query }) =>
      reply('portfolio.income', {
        status: 'success',
        by: query.get('by') === 'symbol' ? 'symbol' : 'month',
        buckets: [],
        totals,
        message: null,
      }),
    )
    const { user, readUrl } = renderApp('/portfolio', server)
    await user.click(await screen.findByRole('button', { name: 'Income' }))
    expect(await screen.findByText('No premium recorded yet')).toBeInTheDocument()
    expect(readUrl()).toBe('/portfolio?tab=income')
  })
})
