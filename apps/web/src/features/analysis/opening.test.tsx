import '../../testing/matchers.ts'
import type { ScreenerRow } from '@callwright/contracts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { buildStock, buildViewPage } from '../../testing/builders.ts'
import { refuse, reply } from '../../testing/fake-network.ts'
import { screen, within } from '../../testing/queries.ts'
import { closeApp } from '../../testing/render-app.tsx'
import { createMarket, openPreviewInPage } from '../../testing/trade-preview.tsx'

afterEach(closeApp)

const bestOnAug21: Partial<ScreenerRow> = {
  best_contract: 'QAAA260821C00110000',
  best_expiration: '2026-08-21',
  best_strike: 110,
  best_ann_yield: 9.4,
}
const noBest: Partial<ScreenerRow> = { best_contract: null, best_expiration: null, best_strike: null }

type Terms = Parameters<typeof createMarket>[0]

/** A server with QAAA, whose screener row names its best call. */
function createRatedMarket(row: Partial<ScreenerRow> = bestOnAug21, terms: Terms = {}) {
  const network = createMarket(terms)
  const stock = buildStock({ symbol: 'QAAA', ...row })
  network.answer('screener.view', ({ query }) => reply('screener.view', buildViewPage([stock], query)))
  const askedDates = () => network.callsTo('options.chain').map(({ query }) => query.get('expiration_date'))
  return { network, askedDates }
}

describe('without a call in the URL', () => {
  test("opens the row's best call in the chain, preview and strip, and marks it if it is thin", async () => {
    const { network, askedDates } = createRatedMarket(
      { ...bestOnAug21, best_liquidity: 'thin' },
      { rows: { 110: { best_call_liquidity: 'thin' } } },
    )
    const { title, panel, readSearch, press } = await openPreviewInPage('', network)
    expect(title()).toBe('Sell 1 QAAA Aug 21, 110 call')
    expect(panel.getByText('Best call of QAAA')).toBeVisible()
    expect(panel.queryByRole('button', { name: 'Show' })).toBeNull()
    expect(await screen.findByRole('grid', { name: 'Calls of QAAA, Aug 21' })).toBeInTheDocument()
    expect(screen.getByRole('option', { name: /^Aug 21/ })).toHaveAttribute('aria-selected', 'true')
    expect(askedDates()).toEqual(['2026-08-21'])
    expect(readSearch()).toBe('/analysis?symbol=QAAA')
    expect(panel.getByText('Thin: wide spread or low open interest')).toBeVisible()
    await press(/^Next strike/)
    expect(panel.getByText('Thin: wide spread or low open interest')).toBeVisible()
  })

  test.each([
    ['no best call', () => createRatedMarket(noBest)],
    [
      'no row',
      () => {
        const market = createRatedMarket()
        market.network.answer('screener.view', () => refuse(400, 'Not now'))
        return market
      },
    ],
  ])('with %s, opens the first expiration 30 to 45 days out, and its best call', async (_name, create) => {
    const { network, askedDates } = create()
    const { title } = await openPreviewInPage('', network)
    expect(title()).toBe('Sell 1 QAAA Aug 14, 107.5 call')
    expect(askedDates()).toEqual([null])
  })

  test('does not wait for a late row, and changes nothing on screen when it arrives', async () => {
    const { network } = createRatedMarket()
    const stock = buildStock({ symbol: 'QAAA', ...bestOnAug21 })
    const row = Promise.withResolvers<void>()
    network.answer('screener.view', async ({ query }) => {
      await row.promise
      return reply('screener.view', buildViewPage([stock], query))
    })
    const { title, panel, press } = await openPreviewInPage('', network)
    expect(title()).toBe('Sell 1 QAAA Aug 14, 107.5 call')
    row.resolve()
    expect(await panel.findByText('Best call: Aug 21, 110 strike, 9.4% a year')).toBeVisible()
    expect(title()).toBe('Sell 1 QAAA Aug 14, 107.5 call')
    await press('Show')
    await panel.findByRole('heading', { name: 'Sell 1 QAAA Aug 21, 110 call' })
  })

  test('does not wait for an expiration that is no longer listed', async () => {
    const { network } = createRatedMarket({ ...bestOnAug21, best_expiration: '2026-07-03' })
    const healthy = createMarket()
    network.answer('options.chain', async ({ path, query }) =>
      query.get('expiration_date') === '2026-07-03'
        ? refuse(404, 'QAAA has no options that expire on 2026-07-03')
        : healthy.fetch(`http://localhost${path}?${query}`, { method: 'GET' }),
    )
    const { panel } = await openPreviewInPage('', network)
    await panel.findByRole('heading', { name: 'Sell 1 QAAA Aug 14, 107.5 call' })
  })

  test('reports that the best call no longer qualifies and previews another one', async () => {
    const { network } = createRatedMarket(bestOnAug21, { rows: { 110: { best_call_liquidity: null } } })
    const { title, panel } = await openPreviewInPage('', network)
    expect(title()).toBe('Sell 1 QAAA Aug 21, 107.5 call')
    expect(
      panel.getByText(/^The screener’s best call, Aug 21, 110 strike, 9.4% a year, no longer passes/),
    ).toBeVisible()
  })
})

describe('another expiration', () => {
  test('without a qualifying call: shows the reason and a link to the best call, but no preview', async () => {
    const refused = { best_call_liquidity: null, open_interest: 3 } as const
    const rows = Object.fromEntries([102.5, 105, 107.5, 110, 112.5].map((strike) => [strike, refused]))
    const { network } = createRatedMarket(bestOnAug21, { rows })
    const { panel, press, title, readSearch } = await openPreviewInPage('&exp=2026-08-14', network)
    expect(title()).toBe('No call qualifies for Aug 14')
    expect(
      panel.getByText(/^Calls with a delta of 0\.15 to 0\.30: \d have open interest under 10\./),
    ).toHaveTextContent('Pick a strike in the chain to preview it anyway.')
    const ladder = within(await screen.findByRole('grid'))
    const row = ladder.getByRole('rowheader', { name: '110' }).closest('tr')
    expect(row).toHaveAttribute('aria-selected', 'false')
    await press('Show')
    expect(await panel.findByRole('heading', { name: 'Sell 1 QAAA Aug 21, 110 call' })).toBeVisible()
    expect(readSearch()).toBe('/analysis?symbol=QAAA&exp=2026-08-21&strike=110')
  })

  test('previews a selected strike with its warnings', async () => {
    const refused = { best_call_liquidity: null, open_interest: 3 } as const
    const { network } = createRatedMarket(bestOnAug21, { rows: { 110: refused } })
    const { title, panel } = await openPreviewInPage('&exp=2026-08-14&strike=110', network)
    expect(title()).toBe('Sell 1 QAAA Aug 14, 110 call')
    expect(panel.getByRole('list', { name: 'Before you sell' })).toHaveTextContent('Low open interest: 3')
  })
})
