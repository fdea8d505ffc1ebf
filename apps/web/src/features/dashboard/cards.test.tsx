import '../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { buildBars } from '../../testing/bar-builders.ts'
import { buildStock, buildStocks, buildView, buildViewPage } from '../../testing/builders.ts'
import {
  answerSome,
  buildOwn,
  buildSum,
  createDashboardNetwork,
  findCard,
  isPremium,
  isRatings,
  isTop,
  openDashboard,
  ownPositions,
  ownTotals,
} from '../../testing/dashboard.ts'
import { refuse, reply } from '../../testing/fake-network.ts'
import { buildPositionList } from '../../testing/portfolio-server.ts'
import { screen, within } from '../../testing/queries.ts'
import { closeApp } from '../../testing/render-app.tsx'

afterEach(closeApp)

const readItems = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent)

describe('Portfolio Overview', () => {
  test('sums all positions, ranks winners and losers but not unchanged ones, and links to positions that need attention', async () => {
    const { user, readUrl } = openDashboard()
    const card = await findCard('Portfolio Overview')
    expect(await card.findByText('+$1,258')).toHaveAttribute('data-direction', 'up')
    expect(card.getByText(/^\+2\.1% of/)).toHaveTextContent('+2.1% of $61,000 at entry')
    expect(card.getByText('Stock P&L').nextSibling).toHaveTextContent('+$800')
    expect(card.getByText('Option P&L').nextSibling).toHaveTextContent('+$458')
    expect(card.getByText('Total positions').nextSibling).toHaveTextContent('4')
    expect(card.getByText('Actions').closest('dt')?.nextSibling).toHaveTextContent('1')
    const [winners, losers] = [card.getByText('Top Winners'), card.getByText('Need Attention')]
    expect(readItems(winners.nextElementSibling as HTMLElement)).toEqual([
      'QTOP130 · 7 d+12.1%+$900',
      'QWIN130 · 21 d+6.3%+$1,900',
    ])
    expect(readItems(losers.nextElementSibling as HTMLElement)).toEqual(['QLOW130 · 42 d−6.3%−$1,542'])
    // The map has a text alternative.
    const text = card.getByText(/^4 positions by distance to the strike/)
    await waitFor(() => expect(text).toHaveTextContent('QTOP needs action.'))
    expect(text).toHaveTextContent('QTOP 130 call: 0.79 expected moves below the strike, 7 days left')
    // An attention line links to its position.
    await user.click(await card.findByRole('link', { name: 'QTOP 130 call expires in 7 days' }))
    expect(readUrl()).toBe('/portfolio?selected=QTOP')
  })

  test('shows how many positions are left out, never counts unknown values as zero, and lists at most ten', async () => {
    const unknown = buildOwn('QNONE', null, null)
    const partly = { ...ownTotals, positions: 5, cost: 90_000, cc_pnl: buildSum(1_258, 2.06, 4, 1) }
    const network = createDashboardNetwork([...ownPositions, unknown], { totals: partly })
    const { user } = openDashboard(network)
    const card = await findCard('Portfolio Overview')
    // The percent and its base cover only the positions that are counted.
    expect(await card.findByText(/^\+2\.1% of/)).toHaveTextContent('+2.1% of $61,000 at entry; 1 left out')
    const left = card.getByRole('button', { name: '1 left out' })
    expect(left).toHaveAttribute('data-hint', 'Left out: QNONE 130 call (the call has no quote)')
    expect(card.getByText(/1 position is not shown/)).toBeInTheDocument()
    expect(card.queryByText('QNONE')).toBeNull()

    const show = async (...list: Parameters<typeof buildPositionList>) => {
      network.answer('portfolio.list', () => reply('portfolio.list', buildPositionList(...list)))
      await user.click(screen.getByRole('button', { name: 'Refresh' }))
    }
    // No position has a known P&L, so there is no total.
    const none = buildSum(null, null, 0, 1, 0)
    const cc_pnl_parts = { stock_pnl: null, option_pnl: null }
    await show([unknown], { totals: { ...ownTotals, cc_pnl: none, stock_pnl: none, cc_pnl_parts } })
    expect(await card.findByText('No position has a known P&L', { selector: 'p' })).toBeInTheDocument()
    expect(card.getAllByText('No results yet.')).toHaveLength(2)
    // Unchanged positions are neither winners nor losers.
    await show([buildOwn('QFLAT', 0, 0)], { totals: ownTotals })
    expect(await card.findByText('No position shows a gain.')).toBeInTheDocument()
    expect(card.getByText('No position shows a loss.')).toBeInTheDocument()
    // The dashboard lists at most ten positions; the totals include all of them.
    const many = Array.from({ length: 12 }, (_, index) => buildOwn(`QP${index}`, 10, 1, index + 10))
    await show(many, { totals: { ...ownTotals, positions: 12 } })
    expect(await card.findByText(/^10 of 12 positions: /)).toBeInTheDocument()
    expect(card.getByText('Total positions').nextSibling).toHaveTextContent('12')
  })

  test('keeps the figures if the attention list fails; h masks amounts but not percents', async () => {
    const network = createDashboardNetwork()
    network.answer('portfolio.attention', () => refuse(500, 'Out of order'))
    const { user } = openDashboard(network)
    const card = await findCard('Portfolio Overview')
    expect(await card.findByText('Could not load what needs attention.')).toBeInTheDocument()
    expect(card.getByText('+$1,258')).toBeInTheDocument()
    await user.keyboard('h')
    expect(card.queryByText(/\$\d/)).toBeNull()
    expect(card.getAllByText('hidden').length).toBeGreaterThan(4)
    expect(card.getByText('+12.1%')).toBeInTheDocument()
  })
})

describe('Opportunity Radar', () => {
  test('counts all stocks and those that yield 20% or more, and lists the three best', async () => {
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

  test('draws all ratings, with a second request for large markets', async () => {
    const network = createDashboardNetwork()
    const stocks = [...buildStocks(500), ...Array.from({ length: 3 }, () => buildStock({ cc_score: null }))]
    network.answer('screener.view', ({ query }) => reply('screener.view', buildViewPage(stocks, query)))
    openDashboard(network)
    const card = await findCard('Opportunity Radar')
    const figure = await card.findByRole('img', { name: /^Ratings of 500 stocks: / })
    expect(figure).toHaveAccessibleName(expect.stringMatching(/; 3 without a rating$/))
    expect(network.callsTo('screener.view').filter(({ query }) => isRatings(query))).toHaveLength(2)
  })

  test('shows no opportunities without a rated stock', async () => {
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

  test('keeps the candidates if a count or the ratings fail', async () => {
    const network = createDashboardNetwork()
    answerSome(
      (query) => !isTop(query),
      () => refuse(500, 'Out of order'),
      network,
    )
    openDashboard(network)
    const card = await findCard('Opportunity Radar')
    expect(await card.findByText('not available: Could not load the count')).toBeInTheDocument()
    expect(await card.findByText('Could not load the ratings')).toBeInTheDocument()
    expect(card.getByRole('table', { name: 'Top candidates' })).toBeInTheDocument()
  })
})

describe('Featured Analysis', () => {
  test('shows the top-rated stock with every figure in SPEC', async () => {
    const { network } = openDashboard()
    const card = await findCard('Featured Analysis')
    expect(await card.findByText('Company 1')).toBeInTheDocument()
    expect(await card.findByRole('img', { name: /^30-day price line, \d+\.\d\d to \d+\.\d\d$/ })).toBeInTheDocument()
    expect(network.callsTo('stocks.data').map(({ path, query }) => [path, query.get('from_date')])).toEqual([
      ['/api/stocks/data/QAA', '2026-06-10'],
    ])
    expect(card.getByText('55')).toBeInTheDocument()
    expect(card.getByText('out of 60')).toBeInTheDocument()
    expect(card.getByText('RSI').closest('dt')?.nextSibling).toHaveTextContent('55.2 Neutral')
    expect(card.getAllByText('IV rank').at(-1)?.closest('dt')?.nextSibling).toHaveTextContent('82')
    expect(card.getByText('Earnings').nextSibling).toHaveTextContent('N/A')
    expect(card.getByText('Best yield').nextSibling).toHaveTextContent('21.7%')
    expect(card.getByText('Best DTE').nextSibling).toHaveTextContent('35')
    expect(card.getByText(/^Best call: /)).toHaveTextContent(
      'Best call: Aug 14, 2026 $130 call, delta 0.220, bid 1.20, if called 9.9%',
    )
    expect(card.getByRole('link', { name: 'Analyze QAA' })).toHaveAttribute('href', '/analysis?symbol=QAA')
  })

  test('updates earnings and RSI with the stock; a failed price line hides nothing else and has a retry', async () => {
    const network = createDashboardNetwork()
    const answer = (stock: ReturnType<typeof buildStock>) =>
      network.answer('screener.view', ({ query }) => reply('screener.view', buildViewPage([stock], query)))
    answer(buildStock({ days_to_earnings: 40, rsi: 70 }))
    network.answer('stocks.data', () => refuse(500, 'Out of order'))
    const { user } = openDashboard(network)
    const card = await findCard('Featured Analysis')
    expect((await card.findByText('Earnings')).nextSibling).toHaveTextContent('Clear')
    expect(card.getByText('RSI').closest('dt')?.nextSibling).toHaveTextContent('70.0 Overbought')
    expect(await card.findByText('Could not load the price line.')).toBeInTheDocument()
    expect(card.getByText('out of 60')).toBeInTheDocument()
    network.answer('stocks.data', () => reply('stocks.data', buildBars()))
    await user.click(card.getByRole('button', { name: 'Retry' }))
    expect(await card.findByRole('img', { name: /price line/ })).toBeInTheDocument()
    answer(buildStock({ days_to_earnings: 19, rsi: null }))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(card.getByText('Earnings').nextSibling).toHaveTextContent('19 d'))
    expect(card.getByText('RSI').closest('dt')?.nextSibling).toHaveTextContent('—')
  })
})
