import '../../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { within } from '@testing-library/react'
import { buildStock, buildStocks, buildView, buildViewPage } from '../../../testing/builders.ts'
import {
  answerSome,
  createDashboardNetwork,
  findCard,
  isPremium,
  isRatings,
  isTop,
  openDashboard,
} from '../../../testing/dashboard.ts'
import { refuse, reply } from '../../../testing/fake-network.ts'
import { closeApp } from '../../../testing/render-app.tsx'

afterEach(closeApp)

describe('Opportunity Radar', () => {
  test('counts all stocks and those that pay 20 % or more, and names the three best', async () => {
    const network = createDashboardNetwork()
    const stocks = [
      buildStock({ symbol: 'QAA', cc_score: 49.9, best_delta: 0.2891, best_strike: 1_200, best_liquidity: 'thin' }),
      buildStock({ symbol: 'QBB', cc_score: 36, best_ann_yield: null, best_dte: null, best_strike: null }),
      buildStock({ symbol: 'QCC', cc_score: 20 }),
      buildStock({ symbol: 'QDD', cc_score: 10 }),
    ]
    network.answer('screener.view', ({ query }) => {
      const total = isPremium(query) ? 82 : 503
      return reply(
        'screener.view',
        buildViewPage(stocks, query, { pagination: { total, limit: 1, offset: 0 }, universe_total: 503 }),
      )
    })
    openDashboard(network)
    const card = await findCard('Opportunity Radar')
    const table = within(await card.findByRole('table', { name: 'Top candidates' }))
    const rows = table.getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      '1QAAAug 14, 2026 $1,200 call, delta 0.289 thin120.504921.735',
      expect.stringMatching(/^2QBB—.*120\.5036—.*—/),
      '3QCCAug 14, 2026 $130 call, delta 0.220120.502021.735',
    ])
    expect(card.getByText('503')).toBeInTheDocument()
    expect(await card.findByText('82')).toBeInTheDocument()
    expect(table.getByRole('link', { name: 'QCC' })).toHaveAttribute('href', '/analysis?symbol=QCC')
    const asked = network.callsTo('screener.view').map(({ query }) => query)
    expect(asked.filter(isTop)).toHaveLength(1)
    expect(asked.filter(isPremium).map((query) => [query.get('min_yield'), query.get('limit')])).toEqual([['20', '1']])
  })

  test('draws the ratings of all stocks, of a second answer where one has no room', async () => {
    const network = createDashboardNetwork()
    const stocks = [...buildStocks(500), ...Array.from({ length: 3 }, () => buildStock({ cc_score: null }))]
    network.answer('screener.view', ({ query }) => reply('screener.view', buildViewPage(stocks, query)))
    openDashboard(network)
    const card = await findCard('Opportunity Radar')
    const figure = await card.findByRole('img', { name: /^Ratings of 500 stocks: / })
    expect(figure).toHaveAccessibleName(expect.stringMatching(/; 3 without a rating$/))
    expect(network.callsTo('screener.view').filter(({ query }) => isRatings(query))).toHaveLength(2)
  })

  test('without a rated stock there are no opportunities', async () => {
    const network = createDashboardNetwork()
    network.answer('screener.view', () =>
      reply('screener.view', buildView([], { message: 'No stock has been rated yet.' })),
    )
    openDashboard(network)
    const card = await findCard('Opportunity Radar')
    expect(await card.findByText('No opportunities found')).toBeInTheDocument()
    expect(card.getByText('No stock has been rated yet.')).toBeInTheDocument()
    expect((await findCard('Featured Analysis')).getByText('No stock is rated yet')).toBeInTheDocument()
  })

  test('where a count or the ratings fail, the candidates stay', async () => {
    const network = createDashboardNetwork()
    answerSome(
      (query) => !isTop(query),
      () => refuse(500, 'Out of order'),
      network,
    )
    openDashboard(network)
    const card = await findCard('Opportunity Radar')
    expect(await card.findByText('not available: The count could not be loaded')).toBeInTheDocument()
    expect(await card.findByText('The ratings could not be loaded')).toBeInTheDocument()
    expect(card.getByRole('table', { name: 'Top candidates' })).toBeInTheDocument()
  })
})
