import '../../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { act, fireEvent, waitFor } from '@testing-library/react'
import { buildStock, buildStocks, buildView, buildViewPage } from '../../../testing/builders.ts'
import { refuse, reply } from '../../../testing/fake-network.ts'
import { screen, within } from '../../../testing/queries.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../../testing/render-app.tsx'
import { write } from '../../../testing/write.ts'

afterEach(closeApp)

/** A server that filters by minimum rating; its stocks are rated 55, 54.9, 54.8 … */
function createFilteringNetwork(count: number) {
  const stocks = buildStocks(count)
  const network = createHealthyNetwork(stocks)
  network.answer('screener.view', ({ query }) => {
    const least = Number(query.get('min_score') ?? Number.NEGATIVE_INFINITY)
    const kept = stocks.filter(({ cc_score }) => (cc_score ?? 0) >= least)
    const page = buildViewPage(kept, query, { universe_total: stocks.length })
    return reply('screener.view', { ...page, stocks: page.stocks.slice(0, 2) })
  })
  return network
}

async function openScreener(url: string, count = 4) {
  const app = renderApp(url, { network: createFilteringNetwork(count) })
  await screen.findByText(/^\d+–\d+ of/)
  return app
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const search = () => screen.getByRole('combobox', { name: 'Search by symbol or company' })
const chips = () => screen.queryAllByRole('button', { name: /^Remove filter/ }).map((chip) => chip.ariaLabel)
const lastNarrowing = ({ network }: Awaited<ReturnType<typeof openScreener>>) => {
  const query = Object.fromEntries(network.callsTo('screener.view').at(-1)?.query ?? [])
  const { fields: _fields, limit: _limit, sort_by: _sort, sort_order: _order, ...rest } = query
  return rest
}

describe('filter', () => {
  test('is selected from a menu, returns to page 1, and appears in the URL and as a chip', async () => {
    const app = await openScreener('/screening?page=2', 27)
    await app.user.click(button('Rating Any'))
    await screen.findByRole('menuitemradio', { name: '45+ 27 stocks' })
    const choices = screen.getAllByRole('menuitemradio')
    expect(choices.map(({ textContent }) => textContent?.split(' ')[0])).toEqual(['Any', '20+', '35+', '40+', '45+'])
    expect(choices[0]).toHaveAttribute('aria-checked', 'true')
    await app.user.click(screen.getByRole('menuitemradio', { name: /^45\+/ }))
    await waitFor(() => expect(app.readUrl()).toBe('/screening?rating=45'))
    expect(lastNarrowing(app)).toEqual({ offset: '0', min_score: '45' })
    await waitFor(() => expect(button('Rating 45+')).toHaveFocus())
    expect(chips()).toEqual(['Remove filter Rating 45+'])
    await app.goBack()
    expect(app.readUrl()).toBe('/screening?page=2')
    await app.user.click(button('Market cap All'))
    const caps = await screen.findAllByRole('menuitemradio')
    expect(caps.map(({ textContent }) => textContent)).toEqual([
      'All',
      'Mega $1T or more',
      'Large $10B to $1T',
      'Mid $2B to $10B',
      'Small $300M to $2B',
    ])
  })

  test('closes with Escape before its menu has focus; offers quick sectors, then names; works with keys', async () => {
    const app = await openScreener('/screening')
    act(() => {
      button('Rating Any').focus()
      button('Rating Any').click()
    })
    fireEvent.keyDown(button('Rating Any'), { key: 'Escape' })
    expect(screen.queryByRole('menu')).toBeNull()
    await waitFor(() => expect(button('Rating Any')).toHaveFocus())
    act(() => button('Sector All').focus())
    await app.user.keyboard('{Enter}')
    const names = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent)
    expect(names.slice(0, 6)).toEqual([
      'All',
      'Known sectors',
      'Technology',
      'Financials',
      'Health Care',
      'Communication Services',
    ])
    expect(names).toHaveLength(13)
    await app.user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await waitFor(() => expect(app.readUrl()).toBe('/screening?sector=technology'))
    await waitFor(() => expect(button('Sector Technology')).toHaveFocus())
    await app.user.keyboard('{Enter}')
    await screen.findAllByRole('menuitemradio')
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menuitemradio')).toBeNull())
    await waitFor(() => expect(button('Sector Technology')).toHaveFocus())
  })

  test('is removed by its chip; focus moves to the next chip, and from the last one to the count', async () => {
    const app = await openScreener('/screening?rating=40&cap=mega')
    expect(chips()).toEqual(['Remove filter Rating 40+', 'Remove filter Market cap Mega'])
    await app.user.click(button('Remove filter Rating 40+'))
    await waitFor(() => expect(app.readUrl()).toBe('/screening?cap=mega'))
    await waitFor(() => expect(button('Remove filter Market cap Mega')).toHaveFocus())
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(app.readUrl()).toBe('/screening'))
    await waitFor(() => expect(screen.getByText('4').closest('[role=status]')).toHaveFocus())
  })
})

test('one click each keeps stocks with events before expiration or a thin market out', async () => {
  const app = await openScreener('/screening')
  await app.user.click(button('Best call Any'))
  await app.user.click(await screen.findByRole('menuitemcheckbox', { name: 'No earnings before expiration' }))
  await app.user.click(screen.getByRole('menuitemcheckbox', { name: 'Liquid only' }))
  await waitFor(() => expect(app.readUrl()).toBe('/screening?best_is_liquid_min=1&earnings_before_expiration_max=0'))
  expect(chips()).toEqual([
    'Remove filter Best call: liquid only',
    'Remove filter Earnings before expiration: none expected',
  ])
  await app.user.click(screen.getByRole('menuitemcheckbox', { name: 'Liquid only' }))
  await waitFor(() => expect(app.readUrl()).toBe('/screening?earnings_before_expiration_max=0'))
  expect(button('Best call no earnings')).toBeInTheDocument()
})

test('Clear all removes every filter and the search, in one history step', async () => {
  const app = await openScreener('/screening?q=qa&rating=40&sector=technology&net_margin_min=5&sort=rsi')
  expect(chips()).toEqual([
    'Remove filter Rating 40+',
    'Remove filter Net margin 5%+',
    'Remove filter Sector Technology',
  ])
  await app.user.click(button('Clear all'))
  await waitFor(() => expect(app.readUrl()).toBe('/screening?sort=rsi'))
  expect(lastNarrowing(app)).toEqual({ offset: '0' })
  expect(search()).toHaveValue('')
  expect(chips()).toEqual([])
  expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull()
  await app.goBack()
  expect(app.readUrl()).toBe('/screening?q=qa&rating=40&sector=technology&net_margin_min=5&sort=rsi')
  expect(search()).toHaveValue('qa')
})

test('a link restores every part of a screen', async () => {
  const address = 'q=qa&rating=35.5&rsi=70&sector=Energy&cap=small&market_cap_min=500000000&sort=net_margin&order=asc'
  const app = await openScreener(`/screening?${address}&page=2&columns=professional`, 27)
  expect(lastNarrowing(app)).toEqual({
    offset: '25',
    q: 'qa',
    min_score: '35.5',
    max_rsi: '70',
    sector: 'Energy',
    market_cap: 'small',
    market_cap_min: '500000000',
  })
  expect(chips()).toEqual([
    'Remove filter Rating 35.5+',
    'Remove filter RSI up to 70',
    'Remove filter Market cap $0.5B+',
    'Remove filter Sector Energy',
    'Remove filter Market cap Small',
  ])
  expect(button('Professional')).toHaveAttribute('aria-pressed', 'true')
})

describe('more filters', () => {
  async function openDialog(url = '/screening') {
    const app = await openScreener(url)
    await app.user.click(button('More filters'))
    const dialog = await screen.findByRole('dialog', { name: 'More filters' })
    return { ...app, dialog, field: (name: string) => within(dialog).getByLabelText(name) }
  }

  test('accept bounds for any figure in its unit, show the number of matches, and are cleared together', async () => {
    const app = await openDialog('/screening?rating=40&price_vs_ma_max=3')
    const count = screen.getByText('4').closest('[role=status]')
    expect(count).toHaveTextContent(/^4 stocks$/)
    expect(app.field('Minimum Callwright Rating')).toHaveValue('40')
    expect(app.field('Maximum Price vs SMA 20, %')).toHaveValue('3')
    await write(app.field('Minimum Callwright Rating'), '54.8')
    await write(app.field('Minimum Market cap, $ billion'), '2.5')
    await write(app.field('Maximum Price vs SMA 20, %'), '')
    await write(app.field('Minimum Net margin, %'), '-3.5')
    await app.user.selectOptions(within(app.dialog).getByRole('combobox', { name: 'Options' }), 'Available')
    await app.user.click(await screen.findByRole('button', { name: 'Show 3 stocks' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.readUrl()).toBe(
      '/screening?rating=54.8&market_cap_min=2500000000&net_margin_min=-3.5&options_available_min=1',
    )
    await waitFor(() => expect(button('More filters')).toHaveFocus())
    await waitFor(() => expect(count).toHaveTextContent(/^3 of 4 stocks$/))
    expect(screen.getByText('1–3 of 3')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Remove filter Options available' })).toBeInTheDocument()

    await app.user.click(button('More filters'))
    const dialog = within(await screen.findByRole('dialog', { name: 'More filters' }))
    await app.user.click(dialog.getByRole('button', { name: 'Clear all' }))
    expect(dialog.getByLabelText('Minimum Market cap, $ billion')).toHaveValue('')
    await app.user.click(await screen.findByRole('button', { name: 'Show 4 stocks' }))
    await waitFor(() => expect(app.readUrl()).toBe('/screening'))
  })

  test('validate a figure on blur, and apply it only once it is valid', async () => {
    const app = await openDialog()
    const [least, most] = [app.field('Minimum RSI'), app.field('Maximum RSI')]
    await app.user.type(least, '1,125')
    expect(screen.queryByText(/could mean/)).toBeNull()
    await app.user.tab()
    expect(await screen.findByText('1,125 could mean 1125 or 1.125. Enter the one you mean')).toBeInTheDocument()
    expect(least).toBeInvalid()
    await write(least, '60')
    await app.user.click(most)
    await app.user.keyboard('40')
    await app.user.tab()
    expect(await screen.findByText('Maximum is below minimum')).toBeInTheDocument()
    expect(most).toHaveAccessibleDescription('Maximum is below minimum')
    await app.user.click(button(/^Show/))
    expect(app.dialog).toBeInTheDocument()
    await waitFor(() => expect(most).toHaveFocus())
    await write(least, '20')
    await waitFor(() => expect(screen.queryByText('Maximum is below minimum')).toBeNull())

    // Escape discards all changes.
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.readUrl()).toBe('/screening')
    await waitFor(() => expect(button('More filters')).toHaveFocus())
  })
})

describe('without results', () => {
  const nothing = (relaxations: { parameter: string; total: number }[]) => {
    const network = createHealthyNetwork()
    network.answer('screener.view', ({ query }) =>
      query.has('rsi_min')
        ? reply('screener.view', buildView([], { universe_total: 60, relaxations }))
        : reply('screener.view', buildView([buildStock()])),
    )
    return network
  }
  const title = 'No stocks match your filters. Try adjusting your criteria.'

  test('offers to remove the filter that rules out the most stocks', async () => {
    const network = nothing([
      { parameter: 'rsi_min', total: 31 },
      { parameter: 'q', total: 1 },
    ])
    const { user, readUrl } = renderApp('/screening?q=zz&rating=40&rsi_min=90', { network })
    expect(await screen.findByText(title)).toBeInTheDocument()
    expect(screen.getByText('RSI 90+ rules out the most: removing it shows 31 stocks.')).toBeInTheDocument()
    expect(button('Remove “zz” (1 stock)')).toBeInTheDocument()
    await user.click(button('Remove RSI 90+ (31 stocks)'))
    expect(await screen.findByText('QAAA')).toBeInTheDocument()
    expect(readUrl()).toBe('/screening?q=zz&rating=40')
    expect(screen.getByRole('main')).toHaveFocus()
  })

  test('offers Clear all if no single filter is the cause', async () => {
    const { user, readUrl } = renderApp('/screening?rating=40&rsi_min=90', { network: nothing([]) })
    expect(await screen.findByText(title)).toBeInTheDocument()
    const [, inPanel] = screen.getAllByRole('button', { name: 'Clear all' })
    expect(screen.getByText(/only in combination/)).toBeInTheDocument()
    expect(screen.queryByText('No stocks found. Try refreshing the data.')).toBeNull()
    await user.click(inPanel ?? screen.getByText(title))
    expect(await screen.findByText('QAAA')).toBeInTheDocument()
    expect(readUrl()).toBe('/screening')
  })
})

describe('filter sheet on a phone', () => {
  const { matchMedia } = window

  beforeEach(() => {
    window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') })
  })
  afterEach(() => {
    window.matchMedia = matchMedia
    closeApp()
  })

  /** The stocks are rated 55, 54.9 … 54.5. */
  const stocks = buildStocks(6)

  async function openSheet(url = '/screening') {
    const network = createHealthyNetwork(stocks)
    network.answer('screener.view', ({ query }) => {
      const kept = stocks.filter(({ cc_score }) => (cc_score ?? 0) >= Number(query.get('min_score') ?? 0))
      return reply('screener.view', buildViewPage(kept, query, { universe_total: stocks.length }))
    })
    const app = renderApp(url, { network })
    await app.user.click(await screen.findByRole('button', { name: /^Filters/ }))
    return { ...app, network, sheet: await screen.findByRole('dialog', { name: 'Filters' }) }
  }

  const rowOf = (sheet: HTMLElement, name: string) => within(within(sheet).getByRole('group', { name }))

  test('selects several filters and shows the number of matches before it applies them', async () => {
    const { user, sheet, readUrl, goBack } = await openSheet()
    const ratings = rowOf(sheet, 'Minimum Callwright Rating')
    expect(ratings.getByRole('radio', { name: 'Any' })).toBeChecked()
    await user.click(ratings.getByRole('radio', { name: '45' }))
    await user.click(rowOf(sheet, 'Minimum annualized yield').getByRole('radio', { name: '10%' }))
    await user.click(rowOf(sheet, 'Maximum RSI').getByRole('radio', { name: '70' }))
    await user.selectOptions(within(sheet).getByRole('combobox', { name: 'Sector' }), 'Technology')
    expect(readUrl()).toBe('/screening')
    expect(await within(sheet).findByText('6 stocks would show')).toHaveAttribute('role', 'status')
    await user.click(within(sheet).getByRole('button', { name: 'Show 6 stocks' }))
    await waitFor(() => expect(readUrl()).toBe('/screening?rating=45&yield=10&rsi=70&sector=technology'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(async () => expect(await screen.findByRole('button', { name: 'Filters, 4 active' })).toHaveFocus())
    await goBack()
    expect(readUrl()).toBe('/screening')
  })

  test('treats a typed and a selected figure alike; Clear all empties the sheet, Escape discards the changes', async () => {
    const { user, sheet, network, readUrl } = await openSheet('/screening?rating=40&net_margin_min=5')
    const ratings = rowOf(sheet, 'Minimum Callwright Rating')
    expect(ratings.getByRole('radio', { name: '40' })).toBeChecked()
    await user.click(within(sheet).getByRole('button', { name: 'More filters' }))
    expect(within(sheet).getByRole('textbox', { name: 'Minimum Net margin, %' })).toHaveValue('5')
    const typed = within(sheet).getByRole('textbox', { name: 'Minimum Callwright Rating' })
    expect(typed).toHaveValue('40')
    await write(typed, '54.7')
    expect(ratings.getByRole('radio', { name: '40' })).not.toBeChecked()
    await user.click(await within(sheet).findByRole('button', { name: 'Show 4 stocks' }))
    await waitFor(() => expect(readUrl()).toBe('/screening?rating=54.7&net_margin_min=5'))

    await user.click(await screen.findByRole('button', { name: /^Filters/ }))
    const again = await screen.findByRole('dialog', { name: 'Filters' })
    await user.click(within(again).getByRole('button', { name: 'Clear all' }))
    expect(rowOf(again, 'Minimum Callwright Rating').getByRole('radio', { name: 'Any' })).toBeChecked()
    expect(within(again).getByRole('combobox', { name: 'Market cap' })).toHaveValue('all')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(readUrl()).toBe('/screening?rating=54.7&net_margin_min=5')

    // If the count fails to load, the filters can still be applied.
    await user.click(screen.getByRole('button', { name: /^Filters/ }))
    const uncounted = await screen.findByRole('dialog', { name: 'Filters' })
    network.answer('screener.view', () => refuse(500, 'Broken.'))
    await user.click(rowOf(uncounted, 'Minimum IV rank').getByRole('radio', { name: '50' }))
    await user.click(await within(uncounted).findByRole('button', { name: 'Show stocks' }))
    await waitFor(() => expect(readUrl()).toContain('iv_rank=50'))
  })
})
