import '../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { createDashboardNetwork, findCard, openDashboard, ownPositions } from '../../testing/dashboard.ts'
import type { Handler } from '../../testing/fake-network.ts'
import { buildStored, createPortfolioServer } from '../../testing/portfolio-server.ts'
import { closeApp, renderApp } from '../../testing/render-app.tsx'

afterEach(closeApp)

describe('the page', () => {
  const { matchMedia } = window
  beforeEach(() => {
    window.matchMedia = matchMedia
  })

  test('asks everything at once', async () => {
    const network = createDashboardNetwork()
    const never: Handler = () => new Promise(() => {})
    for (const id of ['portfolio.list', 'portfolio.attention', 'screener.view'] as const) network.answer(id, never)
    openDashboard(network)
    await waitFor(() => expect(network.callsTo('screener.view')).toHaveLength(3))
    expect(network.callsTo('portfolio.list')).toHaveLength(1)
    expect(network.callsTo('portfolio.attention')).toHaveLength(1)
  })

  test('is asked for anew by its button and by r', async () => {
    const { user, network } = openDashboard()
    await (await findCard('Featured Analysis')).findByRole('img', { name: /price line/ })
    const hasAsked = async (times: number) => {
      await waitFor(() => expect(network.callsTo('screener.view')).toHaveLength(3 * times))
      await waitFor(() => expect(network.callsTo('stocks.data')).toHaveLength(times))
      expect(network.callsTo('portfolio.list')).toHaveLength(times)
      expect(network.callsTo('portfolio.attention')).toHaveLength(times)
    }
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await hasAsked(2)
    await user.keyboard('r')
    await hasAsked(3)
  })

  test('has one chip, and one more where the positions are of another time', async () => {
    openDashboard(createDashboardNetwork(ownPositions, { as_of: '2026-07-10T19:45:00Z' }))
    const card = await findCard('Portfolio Overview')
    expect(await card.findByRole('button', { name: 'Recorded · Jul 10, 15:45 ET' })).toBeInTheDocument()
    expect(screen.getAllByRole('button', { name: /^Recorded/ })).toHaveLength(2)
  })

  test('on a phone has the chip and the refresh, too', async () => {
    window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') })
    openDashboard()
    expect(await screen.findByRole('button', { name: 'Refresh' })).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Recorded · Jul 10, 16:00 ET' })).toBeInTheDocument()
    expect(await (await findCard('Portfolio Overview')).findByText('+$1,258')).toBeInTheDocument()
    // All is of one time.
    expect(screen.getAllByRole('button', { name: /^Recorded/ })).toHaveLength(1)
  })

  test('after a write elsewhere shows what is new', async () => {
    const server = createPortfolioServer([buildStored({ id: 'old', ticker: 'QOLD' })])
    const { network, user } = renderApp('/dashboard', server)
    await (await findCard('Portfolio Overview')).findByText('Top Winners')
    await user.click(screen.getByRole('link', { name: 'Open portfolio' }))
    await user.click(await screen.findByRole('button', { name: 'Delete QOLD 130 call' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Delete position' })).getByRole('button', { name: 'Delete' }),
    )
    await waitFor(() => expect(network.callsTo('portfolio.remove')).toHaveLength(1))
    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    expect(await (await findCard('Portfolio Overview')).findByText('No positions yet')).toBeInTheDocument()
  })
})
