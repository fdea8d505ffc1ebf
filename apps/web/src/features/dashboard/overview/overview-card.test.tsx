import '../../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { waitFor, within } from '@testing-library/react'
import {
  buildOwn,
  buildSum,
  createDashboardNetwork,
  findCard,
  openDashboard,
  ownPositions,
  ownTotals,
} from '../../../testing/dashboard.ts'
import { refuse } from '../../../testing/fake-network.ts'
import { closeApp } from '../../../testing/render-app.tsx'

afterEach(closeApp)

const readItems = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent)

describe('Portfolio Overview', () => {
  test('sums all positions, ranks winners and losers but not who is level, and leads to what needs attention', async () => {
    const { user, readUrl } = openDashboard()
    const card = await findCard('Portfolio Overview')
    expect(await card.findByText('+$1,258')).toHaveAttribute('data-direction', 'up')
    expect(card.getByText(/^\+2\.1% of/)).toHaveTextContent('+2.1% of $61,000 at entry')
    expect(card.getByText('Stock P&L').nextSibling).toHaveTextContent('+$800')
    expect(card.getByText('Option P&L').nextSibling).toHaveTextContent('+$458')
    expect(card.getByText('Total positions').nextSibling).toHaveTextContent('4')
    expect(card.getByText('Actions').nextSibling).toHaveTextContent('1')
    const [winners, losers] = [card.getByText('Top Winners'), card.getByText('Need Attention')]
    expect(readItems(winners.nextElementSibling as HTMLElement)).toEqual([
      'QTOP130 · 7 d+12.1%+$900',
      'QWIN130 · 21 d+6.3%+$1,900',
    ])
    expect(readItems(losers.nextElementSibling as HTMLElement)).toEqual(['QLOW130 · 42 d−6.3%−$1,542'])
    // The map says in words what it draws.
    const text = card.getByText(/^4 positions by distance to the strike/)
    await waitFor(() => expect(text).toHaveTextContent('QTOP asks for action.'))
    expect(text).toHaveTextContent('QTOP 130 call: 0.79 expected moves below the strike, 7 days left')
    // What needs attention leads to its position.
    await user.click(await card.findByRole('link', { name: 'QTOP expires in 7 days' }))
    expect(readUrl()).toBe('/portfolio?selected=QTOP')
  })

  test('says how many are left out, and never counts the unknown as nothing', async () => {
    const unknown = buildOwn('QNONE', null, null)
    const partly = { ...ownTotals, positions: 5, cost: 90_000, cc_pnl: buildSum(1_258, 2.06, 4, 1) }
    openDashboard(createDashboardNetwork([...ownPositions, unknown], { totals: partly }))
    const card = await findCard('Portfolio Overview')
    // The percent and its base are of the positions that are counted.
    expect(await card.findByText(/^\+2\.1% of/)).toHaveTextContent('+2.1% of $61,000 at entry; 1 left out')
    const left = card.getByText(/1 left out/)
    expect(left).toHaveAttribute('data-hint', 'QNONE 130 call (the call has no quote)')
    expect(card.getByText(/1 position has no place here/)).toBeInTheDocument()
    expect(card.queryByText('QNONE')).toBeNull()
  })

  test('without a single known result it shows none', async () => {
    const none = buildSum(null, null, 0, 1, 0)
    const cc_pnl_parts = { stock_pnl: null, option_pnl: null }
    const nothing = { ...ownTotals, cc_pnl: none, stock_pnl: none, cc_pnl_parts }
    openDashboard(createDashboardNetwork([buildOwn('QNONE', null, null)], { totals: nothing }))
    const card = await findCard('Portfolio Overview')
    expect(await card.findByText('No position has a known P&L', { selector: 'p' })).toBeInTheDocument()
    expect(card.getAllByText('No result is known.')).toHaveLength(2)
  })

  test('where all stand level, none is ahead or behind', async () => {
    openDashboard(createDashboardNetwork([buildOwn('QFLAT', 0, 0)]))
    const card = await findCard('Portfolio Overview')
    expect(await card.findByText('No position is ahead.')).toBeInTheDocument()
    expect(card.getByText('No position is behind.')).toBeInTheDocument()
  })

  test('lists ten positions of more, and sums all', async () => {
    const many = Array.from({ length: 12 }, (_, index) => buildOwn(`QP${index}`, 10, 1, index + 10))
    openDashboard(createDashboardNetwork(many, { totals: { ...ownTotals, positions: 12 } }))
    const card = await findCard('Portfolio Overview')
    expect(await card.findByText(/^10 of 12 positions: /)).toBeInTheDocument()
    expect(card.getByText('Total positions').nextSibling).toHaveTextContent('12')
  })

  test('where what needs attention fails, the figures stay', async () => {
    const network = createDashboardNetwork()
    network.answer('portfolio.attention', () => refuse(500, 'Out of order'))
    openDashboard(network)
    const card = await findCard('Portfolio Overview')
    expect(await card.findByText('What needs attention could not be loaded.')).toBeInTheDocument()
    expect(card.getByText('+$1,258')).toBeInTheDocument()
  })

  test('amounts are masked where the reader wants them so; percents are not', async () => {
    window.localStorage.setItem('preferences', JSON.stringify({ hidesAmounts: true }))
    openDashboard()
    const card = await findCard('Portfolio Overview')
    await card.findByText('Top Winners')
    expect(card.queryByText(/\$\d/)).toBeNull()
    expect(card.getAllByText('hidden').length).toBeGreaterThan(4)
    expect(card.getByText('+12.1%')).toBeInTheDocument()
  })
})
