import '../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { act, waitFor } from '@testing-library/react'
import {
  answerSome,
  createDashboardNetwork,
  findCard,
  isTop,
  openDashboard,
  ownPositions,
  ownTotals,
} from '../../testing/dashboard.ts'
import { createGate, refuse, reply } from '../../testing/fake-network.ts'
import { buildPositionList, buildStored, createPortfolioServer } from '../../testing/portfolio-server.ts'
import { screen, within } from '../../testing/queries.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../testing/render-app.tsx'
import { closePart, renderPart } from '../../testing/render-part.tsx'
import { CoachButton } from './dashboard-page.tsx'
import { listFirstRequests } from './first-requests.ts'

afterEach(closeApp)

describe('the dashboard', () => {
  const { matchMedia } = window
  beforeEach(() => {
    window.matchMedia = matchMedia
  })

  test('refreshes with its button and with r', async () => {
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

  test('has one freshness chip, and a second one if the positions have a different timestamp', async () => {
    openDashboard(createDashboardNetwork(ownPositions, { as_of: '2026-07-10T19:45:00Z' }))
    const card = await findCard('Portfolio Overview')
    expect(await card.findByRole('button', { name: 'Recorded · Jul 10, 15:45 ET' })).toBeInTheDocument()
    expect(screen.getAllByRole('button', { name: /^Recorded/ })).toHaveLength(2)
  })

  test('also has the chip and the refresh button on a phone', async () => {
    window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') })
    openDashboard()
    expect(await screen.findByRole('button', { name: 'Refresh' })).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: 'Recorded · Jul 10, 16:00 ET' })).toBeInTheDocument()
    expect(await (await findCard('Portfolio Overview')).findByText('+$1,258')).toBeInTheDocument()
    // All data has the same timestamp, so there is one chip.
    expect(screen.getAllByRole('button', { name: /^Recorded/ })).toHaveLength(1)
  })

  test('shows a change made on another page', async () => {
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

describe('the coach button', () => {
  afterEach(closePart)

  test('opens the coach', async () => {
    await renderPart(<CoachButton />, createHealthyNetwork(), '/dashboard')
    expect(screen.getByRole('link', { name: 'AI Coach' })).toHaveAttribute('href', '/ai-coach')
  })
})

describe('before its code loads', () => {
  afterEach(closeApp)

  const parts = ['portfolio.list', 'portfolio.attention', 'screener.view'] as const

  test('the start script sends the same requests as the page', async () => {
    const network = createDashboardNetwork()
    // All requests are sent in parallel: none depends on another's response.
    for (const id of parts) network.answer(id, () => new Promise(() => {}))
    openDashboard(network)
    const early = listFirstRequests().map(({ path }) => new URL(path, 'http://a.test'))
    const readAsked = () => parts.flatMap((id) => network.callsTo(id).map(({ path, query }) => `${path}?${query}`))
    await waitFor(() => expect(readAsked()).toHaveLength(early.length))
    expect(readAsked().toSorted()).toEqual(
      early.map(({ pathname, searchParams }) => `${pathname}?${searchParams}`).toSorted(),
    )
  })
})

afterEach(closeApp)

describe('without a position', () => {
  test('the overview card says so, and links to the form and the import', async () => {
    const { user, readUrl } = renderApp('/dashboard', createPortfolioServer())
    const card = await findCard('Portfolio Overview')
    expect(await card.findByText('No positions yet')).toBeInTheDocument()
    expect(card.getByRole('link', { name: 'Import CSV' })).toHaveAttribute('href', '/portfolio?open=import')
    await user.click(card.getByRole('link', { name: 'Add Position' }))
    expect(await screen.findByRole('dialog', { name: /Add Covered Call Position/ })).toBeInTheDocument()
    expect(readUrl()).toBe('/portfolio')
  })

  test('first steps stay marked as done, and stay hidden once dismissed', async () => {
    const { user, goBack } = openDashboard(createDashboardNetwork([]))
    await user.click(await screen.findByRole('link', { name: /^Pick a stock/ }))
    await screen.findByRole('heading', { name: 'Stock Screener' })
    await goBack()
    expect(await screen.findByRole('link', { name: /^Pick a stock \(done\)/ })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Hide these steps' }))
    expect(screen.queryByText('First steps')).toBeNull()
    expect(screen.getByText('No positions yet')).toBeInTheDocument()
    expect(window.localStorage.getItem('firstSteps')).toContain('hidden')
  })
})

afterEach(closeApp)

describe('each card', () => {
  test('shows a skeleton, fails (with a request id) and retries alone, and keeps data if a refresh fails', async () => {
    const network = createDashboardNetwork()
    const gate = createGate(() => refuse(500, 'The ledger is away'))
    network.answer('portfolio.list', gate.handler)
    const { user } = openDashboard(network)
    const card = await findCard('Portfolio Overview')
    expect(card.getByRole('status')).toHaveTextContent('Loading your positions...')
    expect(await (await findCard('Opportunity Radar')).findByRole('table')).toBeInTheDocument()
    expect(await (await findCard('Featured Analysis')).findByText('out of 60')).toBeInTheDocument()
    gate.open()
    const alert = await card.findByRole('alert')
    expect(alert).toHaveTextContent('Could not load your positions')
    expect(alert).toHaveTextContent('The ledger is away.')
    expect(alert).toHaveTextContent('Include this ID if you ask for help: request-7')
    const views = network.callsTo('screener.view').length
    network.answer('portfolio.list', () =>
      reply('portfolio.list', buildPositionList(ownPositions, { totals: ownTotals })),
    )
    await user.click(card.getByRole('button', { name: 'Retry' }))
    expect(await card.findByText('+$1,258')).toBeInTheDocument()
    expect(network.callsTo('screener.view')).toHaveLength(views)
    network.answer('portfolio.list', () => refuse(500, 'The ledger is away'))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await card.findByText('Not up to date')).toHaveAttribute('data-hint', 'The ledger is away')
    expect(card.getByText('+$1,258')).toBeInTheDocument()
  })

  test('both stock cards show an error if the stocks fail to load, and the positions stay', async () => {
    const network = createDashboardNetwork()
    answerSome(isTop, () => refuse(500, 'The screen is away', { retryAfter: 20 }), network)
    openDashboard(network)
    for (const name of ['Opportunity Radar', 'Featured Analysis']) {
      const alert = await (await findCard(name)).findByRole('alert')
      expect(alert).toHaveTextContent('The screen is away. Try again in 20 s.')
    }
    expect(await (await findCard('Portfolio Overview')).findByText('+$1,258')).toBeInTheDocument()
  })
})

describe('a whole card', () => {
  test('opens its page on a click on its link or anywhere else on the card', async () => {
    const { user, readUrl, goBack } = openDashboard()
    for (const [name, text, link, path] of [
      ['Portfolio Overview', 'Total positions', 'Open portfolio', '/portfolio'],
      ['Opportunity Radar', 'stocks analyzed', 'Open screener', '/screening'],
      ['Featured Analysis', 'Company 1', 'Analyze QAA', '/analysis?symbol=QAA'],
    ] as const) {
      const card = await findCard(name)
      expect(await card.findByRole('link', { name: link })).toHaveAttribute('href', path)
      await user.click(await card.findByText(text))
      expect(readUrl()).toBe(path)
      await goBack()
    }
    // Clicks on controls inside a card do not open its page.
    const table = await (await findCard('Opportunity Radar')).findByRole('table')
    await user.click(within(table).getByRole('link', { name: 'QAB' }))
    expect(readUrl()).toBe('/analysis?symbol=QAB')
    await goBack()
    const link = await screen.findByRole('link', { name: 'Open portfolio' })
    act(() => link.focus())
    await user.keyboard('{Enter}')
    expect(readUrl()).toBe('/portfolio')
  })
})
