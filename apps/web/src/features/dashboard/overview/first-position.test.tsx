import '../../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { createDashboardNetwork, findCard, openDashboard } from '../../../testing/dashboard.ts'
import { createPortfolioServer } from '../../../testing/portfolio-server.ts'
import { closeApp, renderApp } from '../../../testing/render-app.tsx'

afterEach(closeApp)

describe('without a position', () => {
  test('the card says so and leads to the form and to the import', async () => {
    const { user, readUrl } = renderApp('/dashboard', createPortfolioServer())
    const card = await findCard('Portfolio Overview')
    expect(await card.findByText('No positions yet')).toBeInTheDocument()
    expect(card.getByRole('link', { name: 'Import CSV' })).toHaveAttribute('href', '/portfolio?open=import')
    await user.click(card.getByRole('link', { name: 'Add Position' }))
    expect(await screen.findByRole('dialog', { name: /Add Covered Call Position/ })).toBeInTheDocument()
    expect(readUrl()).toBe('/portfolio')
  })

  test('the import opens on the portfolio page', async () => {
    const { readUrl } = renderApp('/portfolio?open=import', createPortfolioServer())
    expect(await screen.findByRole('dialog', { name: /Import/ })).toBeInTheDocument()
    expect(readUrl()).toBe('/portfolio')
  })

  test('first steps are remembered as done, and once put away stay away', async () => {
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
