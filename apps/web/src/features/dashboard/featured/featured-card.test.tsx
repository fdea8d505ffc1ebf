import '../../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { buildBars } from '../../../testing/bar-builders.ts'
import { buildStock, buildViewPage } from '../../../testing/builders.ts'
import { createDashboardNetwork, findCard, openDashboard } from '../../../testing/dashboard.ts'
import { refuse, reply } from '../../../testing/fake-network.ts'
import { closeApp } from '../../../testing/render-app.tsx'

afterEach(closeApp)

describe('Featured Analysis', () => {
  test('shows the top-scored stock with every figure of SPEC', async () => {
    const { network } = openDashboard()
    const card = await findCard('Featured Analysis')
    expect(await card.findByText('Company 1')).toBeInTheDocument()
    expect(await card.findByRole('img', { name: /^30-day price line, \d+\.\d\d to \d+\.\d\d$/ })).toBeInTheDocument()
    expect(network.callsTo('stocks.data').map(({ path, query }) => [path, query.get('from_date')])).toEqual([
      ['/api/stocks/data/QAA', '2026-06-10'],
    ])
    expect(card.getByText('55')).toBeInTheDocument()
    expect(card.getByText('out of 60')).toBeInTheDocument()
    expect(card.getByText('RSI').nextSibling).toHaveTextContent('55.2 Neutral')
    expect(card.getAllByText('IV rank').at(-1)?.nextSibling).toHaveTextContent('82')
    expect(card.getByText('Earnings').nextSibling).toHaveTextContent('N/A')
    expect(card.getByText('Best yield').nextSibling).toHaveTextContent('21.7%')
    expect(card.getByText('Best DTE').nextSibling).toHaveTextContent('35')
    expect(card.getByText(/^Best call: /)).toHaveTextContent(
      'Best call: Aug 14, 2026 $130 call, delta 0.220, bid 1.20, if called 9.9%',
    )
    expect(card.getByRole('link', { name: 'Analyze QAA' })).toHaveAttribute('href', '/analysis?symbol=QAA')
  })

  test.each([
    [{ days_to_earnings: 40, rsi: 70 }, 'Clear', '70.0 Overbought'],
    [{ days_to_earnings: 19, rsi: null }, '19 d', '—'],
  ])('%j reads "%s" and "%s"', async (changes, earnings, rsi) => {
    const network = createDashboardNetwork()
    const stocks = [buildStock(changes)]
    network.answer('screener.view', ({ query }) => reply('screener.view', buildViewPage(stocks, query)))
    openDashboard(network)
    const card = await findCard('Featured Analysis')
    expect((await card.findByText('Earnings')).nextSibling).toHaveTextContent(earnings)
    expect(card.getByText('RSI').nextSibling).toHaveTextContent(rsi)
  })

  test('a line that fails leaves the rest, and is asked for again', async () => {
    const network = createDashboardNetwork()
    network.answer('stocks.data', () => refuse(500, 'Out of order'))
    const { user } = openDashboard(network)
    const card = await findCard('Featured Analysis')
    expect(await card.findByText('The price line could not be loaded.')).toBeInTheDocument()
    expect(card.getByText('out of 60')).toBeInTheDocument()
    network.answer('stocks.data', () => reply('stocks.data', buildBars({ symbol: 'QAA' })))
    await user.click(card.getByRole('button', { name: 'Retry' }))
    expect(await card.findByRole('img', { name: /price line/ })).toBeInTheDocument()
  })
})
