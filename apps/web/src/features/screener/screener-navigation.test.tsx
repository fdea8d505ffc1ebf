import '../../testing/matchers.ts'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { act, fireEvent, waitFor } from '@testing-library/react'
import { buildEnrichment, buildStock, buildStocks, buildView } from '../../testing/builders.ts'
import { beUnreachable, createGate, refuse, reply } from '../../testing/fake-network.ts'
import { screen, within } from '../../testing/queries.ts'
import { closeApp, createHealthyNetwork, createPagedNetwork, renderApp } from '../../testing/render-app.tsx'

afterEach(closeApp)

const findTable = () => screen.findByRole('grid')
/** A sortable column's header cell, which may contain its open tooltip. */
const header = (name: string) => screen.getByRole('button', { name }).closest('th')
const pageButton = (name: string) => screen.getByRole('button', { name })
const queryOf = (query: URLSearchParams | undefined) => Object.fromEntries(query ?? [])
const openPages = (search = '') => renderApp(`/screening${search}`, { network: createPagedNetwork() })

describe('paging and sorting', () => {
  test('moves through the pages, shows the row count, and keeps focus on the pressed button', async () => {
    const { user, network, readUrl, goBack } = openPages()
    expect(await screen.findByText('1–25 of 60')).toBeInTheDocument()
    expect(pageButton('First')).toHaveAttribute('aria-disabled', 'true')
    expect(pageButton('Prev')).toHaveAttribute('aria-disabled', 'true')
    await user.click(pageButton('Next'))
    expect(await screen.findByText('QAZ')).toBeInTheDocument()
    expect(screen.getByText('26–50 of 60')).toBeInTheDocument()
    expect(pageButton('Page 2')).toHaveAttribute('aria-current', 'page')
    // Clicking the current page number adds no history entry.
    await user.click(pageButton('Page 2'))
    act(() => pageButton('Last').focus())
    await user.keyboard('{Enter}')
    expect(await screen.findByText('51–60 of 60')).toBeInTheDocument()
    expect(pageButton('Next')).toHaveAttribute('aria-disabled', 'true')
    expect(readUrl()).toBe('/screening?page=3')
    // A browser moves focus off a disabled button; the test environment does not.
    expect(pageButton('Last')).toBeEnabled()
    expect(pageButton('Last')).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(network.callsTo('screener.view')).toHaveLength(3)
    await goBack()
    expect(readUrl()).toBe('/screening?page=2')
    expect(await screen.findByText('QAZ')).toBeInTheDocument()
    await goBack()
    expect(readUrl()).toBe('/screening')
    expect(await screen.findByText('QAA')).toBeInTheDocument()
    // Going back shows cached pages without new requests.
    expect(network.callsTo('screener.view')).toHaveLength(3)
  })

  test('sorts highest first, then reverses; a sort or page size leads to page 1; counts quick clicks', async () => {
    const { user, network, readUrl } = openPages('?page=2')
    await screen.findByText('QAZ')
    expect(header('Callwright Rating')).toHaveAttribute('aria-sort', 'descending')
    await user.click(pageButton('RSI'))
    await waitFor(() => expect(readUrl()).toBe('/screening?sort=rsi'))
    expect(header('RSI')).toHaveAttribute('aria-sort', 'descending')
    expect(header('Callwright Rating')).not.toHaveAttribute('aria-sort')
    await user.click(pageButton('RSI'))
    await waitFor(() => expect(readUrl()).toBe('/screening?sort=rsi&order=asc'))
    expect(header('RSI')).toHaveAttribute('aria-sort', 'ascending')
    await user.click(pageButton('Next'))
    await waitFor(() => expect(readUrl()).toBe('/screening?sort=rsi&order=asc&page=2'))
    const sizes = screen.getByLabelText('Rows')
    expect(
      within(sizes)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['25', '50', '100', '200'])
    await user.selectOptions(sizes, '50')
    expect(await screen.findByText('1–50 of 60')).toBeInTheDocument()
    expect(readUrl()).toBe('/screening?sort=rsi&order=asc&size=50')
    expect(network.callsTo('screener.view').map(({ query }) => queryOf(query))).toMatchObject([
      { limit: '25', offset: '25', sort_by: 'cc_score', sort_order: 'desc' },
      { limit: '25', offset: '0', sort_by: 'rsi', sort_order: 'desc' },
      { limit: '25', offset: '0', sort_by: 'rsi', sort_order: 'asc' },
      { limit: '25', offset: '25', sort_by: 'rsi', sort_order: 'asc' },
      { limit: '50', offset: '0', sort_by: 'rsi', sort_order: 'asc' },
    ])

    // Each click adds a history entry, even before the previous one has rendered.
    act(() => {
      pageButton('RSI').click()
      pageButton('RSI').click()
      pageButton('RSI').click()
    })
    await waitFor(() => expect(readUrl()).toBe('/screening?sort=rsi&size=50'))
    act(() => {
      for (const name of ['Next', 'Next', 'Prev', 'Next', 'Next']) pageButton(name).click()
    })
    await waitFor(() => expect(readUrl()).toBe('/screening?sort=rsi&page=2&size=50'))
    act(() => {
      pageButton('First').click()
      pageButton('Last').click()
      pageButton('Next').click()
    })
    await waitFor(() => expect(readUrl()).toBe('/screening?sort=rsi&page=2&size=50'))
  })

  test('a header explains its figures on hover and by keyboard, and a rating shows its parts', async () => {
    const { user, readUrl } = renderApp('/screening')
    await findTable()
    await user.hover(pageButton('Price $'))
    expect(await screen.findByRole('tooltip')).toHaveTextContent(/last price of one share.*Source: stock quote/)
    act(() => screen.getByRole('link', { name: 'QAA' }).focus())
    await user.keyboard('{Control>}{Home}{/Control}{End}{ArrowLeft}')
    expect(pageButton('Market cap')).toHaveFocus()
    expect(await screen.findByText(/^Total market value of all shares/)).toBeInTheDocument()
    expect(pageButton('Market cap')).toHaveAccessibleDescription(/Formula: price × shares outstanding/)
    await user.click(screen.getByRole('button', { name: /^QAB, Callwright Rating/ }))
    expect(await screen.findByRole('dialog', { name: 'Rating of QAB' })).toBeInTheDocument()
    expect(readUrl()).toBe('/screening')
  })
})

describe('place in the list', () => {
  const scroller = async () => (await findTable()).parentElement as HTMLElement

  test('a link from another page opens the list as it was left; on the list itself, it resets the list', async () => {
    const { user, readUrl, goBack } = openPages('?q=qa&sort=rsi&page=2')
    await user.click(await screen.findByRole('link', { name: 'QAZ' }))
    await waitFor(() => expect(readUrl()).toMatch(/^\/analysis/))
    const listLink = () => screen.getAllByRole('link', { name: /Stock Screening/ })[0] as HTMLElement
    await user.click(listLink())
    await waitFor(() => expect(readUrl()).toBe('/screening?q=qa&sort=rsi&page=2'))
    await screen.findByText('QAZ')
    await user.click(listLink())
    await waitFor(() => expect(readUrl()).toBe('/screening'))
    await goBack()
    expect(readUrl()).toBe('/screening?q=qa&sort=rsi&page=2')
  })

  test('Back restores the scroll position', async () => {
    const { user, readUrl, goBack } = openPages('?sort=volume')
    const link = await screen.findByRole('link', { name: 'QAA' })
    const region = await scroller()
    region.scrollTop = 420
    fireEvent.scroll(region)
    await user.click(link)
    await waitFor(() => expect(readUrl()).toMatch(/^\/analysis/))
    await goBack()
    await waitFor(async () => expect((await scroller()).scrollTop).toBe(420))
    expect(await scroller()).not.toBe(region)
  })
})

describe('URL', () => {
  test('with a page past the end opens the last page; lists its ignored parts, truncated', async () => {
    const long = 'x'.repeat(500)
    const { user, network, readUrl } = openPages(`?page=9&size=7&sort=${long}`)
    expect(await screen.findByText('51–60 of 60')).toBeInTheDocument()
    expect(screen.getByText(new RegExp(`ignored: sort=${'x'.repeat(35)}…, size=7`))).toBeInTheDocument()
    expect(queryOf(network.callsTo('screener.view')[0]?.query)).toMatchObject({ sort_by: 'cc_score', limit: '25' })
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(readUrl()).toBe('/screening?page=3'))
    expect(screen.queryByText(/left out/)).toBeNull()
  })
})

test('shows a skeleton while it loads; keeps the old rows, marked as busy', async () => {
  const network = createPagedNetwork()
  const stocks = buildStocks(60)
  const first = createGate(() =>
    reply('screener.view', buildView([buildStock()], { pagination: paging(0), total: 60 })),
  )
  network.answer('screener.view', first.handler)
  const { user } = renderApp('/screening', { network })
  expect(await screen.findByText('Loading stocks…')).toBeInTheDocument()
  expect(screen.queryByRole('grid')).toBeNull()
  await act(async () => first.open())
  expect(await screen.findByText('QAAA')).toBeInTheDocument()
  expect(screen.queryByText('Loading stocks…')).toBeNull()
  const second = createGate(() =>
    reply('screener.view', buildView(stocks.slice(25, 27), { pagination: paging(25), total: 60 })),
  )
  network.answer('screener.view', second.handler)
  await user.click(pageButton('Next'))
  await waitFor(() => expect(screen.getByRole('region', { name: 'Stocks' })).toHaveAttribute('aria-busy', 'true'))
  expect(screen.getByText('QAAA')).toBeInTheDocument()
  await act(async () => second.open())
  expect(await screen.findByText('QAZ')).toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'Stocks' })).toHaveAttribute('aria-busy', 'false')
})

const paging = (offset: number) => ({ total: 60, limit: 25, offset })

describe('failures', () => {
  test('are shown after the right number of attempts, as is an invalid response; Retry reloads the list', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {})
    const network = createHealthyNetwork()
    network.answer('screener.view', beUnreachable)
    const { user } = renderApp('/screening', { network })
    const failures = [
      [beUnreachable, 3, /^Failed to load stock data: Cannot reach the server/],
      [() => refuse(503, 'Away.'), 3, /^Failed to load stock data: Away\./],
      [() => refuse(429, 'Slow down.'), 1, /^Failed to load stock data: Slow down\./],
      [() => Response.json({ stocks: 7 }), 1, 'Failed to load stock data: Could not read the server’s response'],
      [() => refuse(500, 'Broken.'), 1, /^Failed to load stock data: Broken\./],
    ] as const
    let asked = 0
    for (const [answer, times, words] of failures) {
      if (asked > 0) {
        network.answer('screener.view', answer)
        await user.click(pageButton('Retry'))
      }
      expect(await screen.findByText(words)).toBeInTheDocument()
      expect(screen.queryByRole('grid')).toBeNull()
      asked += times
      expect(network.callsTo('screener.view')).toHaveLength(asked)
    }
    expect(screen.getByText(/request-7/)).toBeInTheDocument()
    expect(log).toHaveBeenCalled()
    log.mockRestore()
    network.answer('screener.view', () => reply('screener.view', buildView([buildStock()])))
    await user.click(pageButton('Retry'))
    expect(await screen.findByText('QAAA')).toBeInTheDocument()
  })
})

describe('busy button', () => {
  test('Refresh keeps focus, runs once, and requests a run and the rows', async () => {
    const network = createHealthyNetwork()
    const gate = createGate(() => reply('screener.refresh', buildEnrichment(), 202))
    network.answer('screener.refresh', gate.handler)
    const { user } = renderApp('/screening', { network })
    await screen.findByText('QAA')
    act(() => pageButton('Refresh').focus())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(pageButton('Refresh')).toHaveAttribute('aria-disabled', 'true'))
    expect(pageButton('Refresh')).toBeEnabled()
    expect(pageButton('Refresh')).toHaveFocus()
    await user.keyboard('{Enter}')
    await act(async () => gate.open())
    await waitFor(() => expect(pageButton('Refresh')).toHaveAttribute('aria-disabled', 'false'))
    expect(pageButton('Refresh')).toHaveFocus()
    expect(network.callsTo('screener.refresh')).toHaveLength(1)
    // The run ended less than a minute ago.
    expect(await screen.findByText('Refreshed less than a minute ago. Try again shortly.')).toBeInTheDocument()
    await waitFor(() => expect(network.callsTo('screener.view').length).toBeGreaterThan(1))
  })

  test('Start moves focus to the run that it starts, not to the Stop button that replaces it', async () => {
    const network = createHealthyNetwork()
    const running = buildEnrichment({ state: 'running', started_by: 'user', done: 100, finished_at: null })
    network.answer('screener.startEnrichment', () => reply('screener.startEnrichment', running, 202))
    const { user } = renderApp('/screening', { network })
    await screen.findByRole('button', { name: 'Refresh prices' })
    network.answer('screener.enrichmentStatus', () => reply('screener.enrichmentStatus', running))
    act(() => pageButton('Refresh prices').focus())
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('button', { name: 'Stop the price refresh' })).not.toHaveFocus()
    expect(screen.getByRole('group', { name: 'Price refresh' })).toHaveFocus()
    expect(screen.getByText(/^Refreshing prices: 100 of 503/)).toBeInTheDocument()
  })
})
