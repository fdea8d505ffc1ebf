import '../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { act, waitFor } from '@testing-library/react'
import { buildEnrichment, buildStock, buildStocks, buildView, buildViewPage } from '../../testing/builders.ts'
import { refuse, reply } from '../../testing/fake-network.ts'
import { screen, within } from '../../testing/queries.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../testing/render-app.tsx'

afterEach(closeApp)

function networkOf(view: ReturnType<typeof buildView>) {
  const network = createHealthyNetwork()
  network.answer('screener.view', () => reply('screener.view', view))
  return network
}

test('without stocks or a run, suggests a refresh and shows the reason', async () => {
  const network = networkOf(buildView([], { data_class: 'none', as_of: null, message: 'The first run has not begun.' }))
  const noRun = buildEnrichment({ run_id: null, total: 0, done: 0, finished_at: null })
  network.answer('screener.enrichmentStatus', () => reply('screener.enrichmentStatus', noRun))
  renderApp('/screening', { network })
  expect(await screen.findByText('No stocks found. Try refreshing the data.')).toBeInTheDocument()
  expect(screen.getByText('The first run has not begun.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'No data yet' })).toBeInTheDocument()
})

test('without stocks after a run, hides all previous results and keeps the hints around the list', async () => {
  const { user } = renderApp('/screening', { network: networkOf(buildView([], { message: 'No stocks yet.' })) })
  expect(await screen.findByText(/^503 stocks refreshed/)).toBeInTheDocument()
  expect(screen.getByText('No stocks found. Try refreshing the data.')).toBeInTheDocument()
  expect(screen.queryByText('No stocks yet.')).toBeNull()
  await user.hover(screen.getByRole('button', { name: 'Compact rows' }))
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Compact rows')
})

describe('data source', () => {
  test("names a recorded market and its day, with details in the chip, but not today's market", async () => {
    const { user, unmount } = renderApp('/screening')
    expect(await screen.findByRole('note')).toHaveTextContent('Recorded market of Jul 10, 2026')
    await user.click(await screen.findByRole('button', { name: 'Recorded · Jul 10, 16:00 ET' }))
    const more = await screen.findByRole('dialog', { name: 'Recorded · Jul 10, 16:00 ET' })
    expect(more).toHaveTextContent('Sourcerecorded pack')
    expect(more).toHaveTextContent('As ofJul 10, 2026, 16:00 ET')
    expect(more).toHaveTextContent('Last updatedJul 10, 2026, 16:05 ET')
    expect(more).toHaveTextContent('CacheUp to date')
    unmount()
    const delayed = buildView([buildStock()], { data_class: 'delayed', source: 'vendor' })
    renderApp('/screening', { network: networkOf(delayed) })
    expect(await screen.findByRole('button', { name: /^Delayed 15 min/ })).toBeInTheDocument()
    expect(screen.queryByRole('note')).toBeNull()
  })

  test('reports a cached response and a simulated market', async () => {
    const message = 'The database is not available right now. Showing the last known figures.'
    const stamp = { cache_status: 'stale', data_class: 'simulated', source: 'seed 1', message } as const
    renderApp('/screening', { network: networkOf(buildView([buildStock()], stamp)) })
    expect(await screen.findByRole('note')).toHaveTextContent('Simulated market: not real prices')
    expect(await screen.findByText(message)).toBeInTheDocument()
    expect(await screen.findByText('QAAA')).toBeInTheDocument()
  })
})

describe('search', () => {
  afterEach(closeApp)

  /** Two symbols start with QA, ten with QB. */
  const stocks = buildStocks(36).filter(({ symbol }) => symbol < 'QAC' || symbol > 'QB')
  const stamp = { data_class: 'recorded', source: 'recorded pack', as_of: null, cache_status: 'fresh' } as const

  /** A server that searches by symbol prefix. */
  function createSearchingNetwork() {
    const network = createHealthyNetwork(stocks)
    const find = (text: string) => stocks.filter(({ symbol }) => symbol.startsWith(text.toUpperCase()))
    network.answer('screener.view', ({ query }) => {
      const found = find(query.get('q') ?? '')
      const page = buildViewPage(found, query, { universe_total: stocks.length })
      return reply('screener.view', { ...page, stocks: page.stocks.slice(0, 2) })
    })
    network.answer('stocks.symbolsWithOptions', ({ query }) => {
      const found = find(query.get('search') ?? '').slice(0, Number(query.get('limit')))
      const symbols = found.map(({ symbol, company_name }) => ({ symbol, name: company_name }))
      return reply('stocks.symbolsWithOptions', { status: 'success', symbols, message: null, ...stamp })
    })
    return network
  }

  async function openScreener(url = '/screening', network = createSearchingNetwork()) {
    const app = renderApp(url, { network })
    await screen.findByText(/^\d+–\d+ of/)
    return { ...app, network, field: screen.getByRole('combobox', { name: 'Search by symbol or company' }) }
  }

  const findList = () => screen.findByRole('listbox', { name: 'Suggestions' })
  const options = () => {
    const list = screen.queryByRole('listbox')
    return list === null
      ? []
      : within(list)
          .getAllByRole('option')
          .map(({ textContent }) => textContent)
  }
  const chosen = async () => within(await findList()).getByRole('option', { selected: true })

  test('typing filters the screen and suggests symbols, debounced', async () => {
    const { user, field, network, readUrl, goBack } = await openScreener()
    await user.type(field, 'qb')
    await findList()
    expect(options()).toHaveLength(8)
    expect(field).toHaveAttribute('aria-expanded', 'true')
    expect(options()[0]).toBe('QBA Company 27')
    await waitFor(() => expect(readUrl()).toBe('/screening?q=qb'))
    expect(network.callsTo('stocks.symbolsWithOptions').map(({ query }) => Object.fromEntries(query))).toEqual([
      { search: 'QB', limit: '8' },
    ])
    expect(await screen.findByText('1–10 of 10')).toBeInTheDocument()
    expect(network.callsTo('screener.view').map(({ query }) => query.get('q'))).toEqual([null, 'qb'])
    await user.type(field, 'c')
    await waitFor(() => expect(readUrl()).toBe('/screening?q=qbc'))
    await goBack()
    expect(readUrl()).toBe('/screening?q=qbc')
  })

  test('arrow keys and Enter, or a click, select a suggestion and show that stock', async () => {
    const { user, field, readUrl, goBack } = await openScreener()
    await user.type(field, 'qb')
    await findList()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(field).toHaveAttribute('aria-activedescendant', (await chosen()).id)
    expect(await chosen()).toHaveTextContent('QBB')
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(await chosen()).toHaveTextContent('QBH')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(readUrl()).toBe('/screening?q=QBH'))
    expect(field).toHaveValue('QBH')
    expect(field).toHaveFocus()
    expect(options()).toEqual([])
    expect(await screen.findByText('1–1 of 1')).toBeInTheDocument()
    // Selecting a suggestion adds a history entry.
    await goBack()
    expect(readUrl()).toBe('/screening?q=qb')
    expect(field).toHaveValue('qb')
    await user.type(field, '{Backspace}')
    await user.type(field, 'b')
    await user.click(await screen.findByRole('option', { name: 'QBD Company 30' }))
    await waitFor(() => expect(readUrl()).toBe('/screening?q=QBD'))
  })

  test('Escape closes the suggestions, an arrow key opens them, blur closes them; a failure shows none', async () => {
    const { user, field, network, readUrl } = await openScreener()
    await user.type(field, 'qb')
    await findList()
    await user.keyboard('{Escape}')
    expect(options()).toEqual([])
    expect(field).toHaveValue('qb')
    expect(field).toHaveAttribute('aria-expanded', 'false')
    await user.keyboard('{ArrowDown}')
    await findList()
    expect(options()).toHaveLength(8)
    await user.tab()
    await waitFor(() => expect(options()).toEqual([]))
    // With no suggestion active, Enter applies the text immediately.
    await user.type(field, 'c{Enter}')
    await waitFor(() => expect(readUrl()).toBe('/screening?q=qbc'))
    expect(field).toHaveValue('qbc')
    network.answer('stocks.symbolsWithOptions', () => refuse(500, 'Broken.'))
    await user.type(field, 'd')
    await waitFor(() => expect(readUrl()).toBe('/screening?q=qbcd'))
    const lastSearch = () => network.callsTo('stocks.symbolsWithOptions').at(-1)?.query.get('search')
    await waitFor(() => expect(lastSearch()).toBe('QBCD'))
    await waitFor(() => expect(options()).toEqual([]))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('the key / focuses the search, but not while the user types or a dialog is open; a button clears it', async () => {
    const { user, field, readUrl } = await openScreener('/screening?q=qb&sort=rsi')
    await user.keyboard('/')
    expect(field).toHaveFocus()
    await user.keyboard('{ArrowRight}/')
    expect(field).toHaveValue('qb/')
    await user.click(screen.getByRole('button', { name: 'More filters' }))
    const close = await screen.findByRole('button', { name: 'Close' })
    act(() => close.focus())
    await user.keyboard('/')
    expect(field).not.toHaveFocus()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Clear the search' }))
    await waitFor(() => expect(readUrl()).toBe('/screening?sort=rsi'))
    expect(field).toHaveValue('')
    expect(field).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Clear the search' })).toBeNull()
  })
})

describe('on a phone', () => {
  const { matchMedia } = window

  beforeEach(() => {
    window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') })
  })
  afterEach(() => {
    window.matchMedia = matchMedia
    closeApp()
  })

  const figuresOf = (card: HTMLElement | undefined) => {
    const terms = within(card ?? document.body).getAllByRole('term')
    return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]))
  }

  test('shows cards with four figures in place of the table; the other figures open on demand', async () => {
    const { user } = renderApp('/screening')
    const list = await screen.findByRole('list', { name: 'Stocks' })
    expect(screen.queryByRole('grid')).toBeNull()
    const [card] = within(list).getAllByRole('listitem')
    expect(figuresOf(card)).toEqual({ 'Price, $': '120.50', 'Ann. yield, %': '21.7', 'Best DTE': '35', 'IV pct': '91' })
    expect(card).toHaveTextContent('Aug 14, 2026 $130 call, delta 0.220, bid 1.20, if called 9.9%')
    await user.click(screen.getByRole('button', { name: 'More figures for QAA' }))
    expect(figuresOf(card)).toMatchObject({ 'IV rank': '82', RSI: '55.2', Sector: 'Technology', 'Market cap': '$448B' })
    expect(screen.getByRole('link', { name: 'QAA' })).toHaveAttribute('href', '/analysis?symbol=QAA')
  })

  test('selects a card with its checkbox without opening it; clearing moves focus to the page', async () => {
    const { user, readUrl } = renderApp('/screening')
    const list = within(await screen.findByRole('list', { name: 'Stocks' }))
    const box = list.getByRole('checkbox', { name: 'Select QAB' })
    await user.click(box)
    await user.click(list.getByRole('checkbox', { name: 'Select QAC' }))
    const bar = within(await screen.findByRole('region', { name: 'Selected stocks' }))
    expect(bar.getByText('2 selected')).toBeInTheDocument()
    await user.click(box)
    expect(box).not.toBeChecked()
    await user.click(bar.getByRole('button', { name: 'Clear' }))
    expect(list.getByRole('checkbox', { name: 'Select QAC' })).not.toBeChecked()
    expect(screen.getByRole('main')).toHaveFocus()
    expect(readUrl()).toBe('/screening')
  })

  test('explains unknown figures when tapped', async () => {
    const network = createHealthyNetwork([buildStock({ best_dte: null, missing_reason: 'no bars' })])
    const { user } = renderApp('/screening', { network })
    const card = within(await screen.findByRole('list', { name: 'Stocks' })).getByRole('listitem')
    await user.pointer({ keys: '[TouchA]', target: within(card).getByText('—') })
    expect(await screen.findByRole('tooltip')).toHaveTextContent('no bars')
  })

  test('sorts with a list and a direction; the card shows the sort figure in place of another', async () => {
    const { user, readUrl } = renderApp('/screening?page=2')
    const readCard = async () => {
      const [card] = within(await screen.findByRole('list', { name: 'Stocks' })).getAllByRole('listitem')
      return figuresOf(card)
    }
    for (const [label, name, text] of [
      ['Sector', 'Sector', 'Technology'],
      ['Market cap', 'Market cap', '$448B'],
    ] as const) {
      await user.selectOptions(await screen.findByLabelText('Sort by'), label)
      await waitFor(async () =>
        expect(await readCard()).toEqual({
          'Price, $': '120.50',
          'Ann. yield, %': '21.7',
          'Best DTE': '35',
          [name]: text,
        }),
      )
    }
    await user.click(screen.getByRole('button', { name: 'More figures for QAA' }))
    expect(await readCard()).toMatchObject({ 'IV pct': '91' })
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Best ann. yield')
    await waitFor(() => expect(readUrl()).toBe('/screening?sort=best_ann_yield'))
    await user.click(screen.getByRole('button', { name: 'Highest first, click to reverse' }))
    await waitFor(() => expect(readUrl()).toBe('/screening?sort=best_ann_yield&order=asc'))
  })
})
