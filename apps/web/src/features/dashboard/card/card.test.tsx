import '../../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, screen, within } from '@testing-library/react'
import {
  answerSome,
  createDashboardNetwork,
  findCard,
  isTop,
  openDashboard,
  ownPositions,
  ownTotals,
} from '../../../testing/dashboard.ts'
import { createGate, refuse, reply } from '../../../testing/fake-network.ts'
import { buildPositionList } from '../../../testing/portfolio-server.ts'
import { closeApp } from '../../../testing/render-app.tsx'

afterEach(closeApp)

describe('each card alone', () => {
  test('shows its shape and its words while it waits', async () => {
    const network = createDashboardNetwork()
    const gate = createGate(() => reply('portfolio.list', buildPositionList(ownPositions, { totals: ownTotals })))
    network.answer('portfolio.list', gate.handler)
    openDashboard(network)
    const card = await findCard('Portfolio Overview')
    expect(card.getByRole('status')).toHaveTextContent('Loading your positions...')
    expect(await (await findCard('Opportunity Radar')).findByRole('table')).toBeInTheDocument()
    gate.open()
    expect(await card.findByText('+$1,258')).toBeInTheDocument()
  })

  test('fails in words of the server with an id to quote, and retries alone', async () => {
    const network = createDashboardNetwork()
    network.answer('portfolio.list', () => refuse(500, 'The ledger is away'))
    const { user } = openDashboard(network)
    const card = await findCard('Portfolio Overview')
    const alert = await card.findByRole('alert')
    expect(alert).toHaveTextContent('Your positions could not be loaded')
    expect(alert).toHaveTextContent('The ledger is away.')
    expect(alert).toHaveTextContent('Quote this if you ask for help: request-7')
    expect(await (await findCard('Featured Analysis')).findByText('out of 60')).toBeInTheDocument()
    const views = network.callsTo('screener.view').length
    network.answer('portfolio.list', () =>
      reply('portfolio.list', buildPositionList(ownPositions, { totals: ownTotals })),
    )
    await user.click(card.getByRole('button', { name: 'Retry' }))
    expect(await card.findByText('+$1,258')).toBeInTheDocument()
    expect(network.callsTo('screener.view')).toHaveLength(views)
  })

  test('where the stocks fail, both of their cards say so and the positions stay', async () => {
    const network = createDashboardNetwork()
    answerSome(isTop, () => refuse(500, 'The screen is away', { retryAfter: 20 }), network)
    openDashboard(network)
    for (const name of ['Opportunity Radar', 'Featured Analysis']) {
      const alert = await (await findCard(name)).findByRole('alert')
      expect(alert).toHaveTextContent('The screen is away. The server asks to wait 20 s.')
    }
    expect(await (await findCard('Portfolio Overview')).findByText('+$1,258')).toBeInTheDocument()
  })

  test('a repetition that fails leaves what was there and says so', async () => {
    const network = createDashboardNetwork()
    const { user } = openDashboard(network)
    const card = await findCard('Portfolio Overview')
    await card.findByText('+$1,258')
    network.answer('portfolio.list', () => refuse(500, 'The ledger is away'))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await card.findByText('Not brought up to date')).toHaveAttribute('data-hint', 'The ledger is away')
    expect(card.getByText('+$1,258')).toBeInTheDocument()
  })
})

describe('a card as a whole', () => {
  test('leads to its page, by a click anywhere on it or by its link', async () => {
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
    const link = await screen.findByRole('link', { name: 'Open portfolio' })
    act(() => link.focus())
    await user.keyboard('{Enter}')
    expect(readUrl()).toBe('/portfolio')
  })

  test('what is pressed inside a card leads nowhere else', async () => {
    const { user, readUrl } = openDashboard()
    const table = await (await findCard('Opportunity Radar')).findByRole('table')
    await user.click(within(table).getByRole('link', { name: 'QAB' }))
    expect(readUrl()).toBe('/analysis?symbol=QAB')
  })
})
