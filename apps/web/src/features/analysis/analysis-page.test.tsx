import '../../testing/matchers.ts'
import type { Success } from '@callwright/contracts'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { buildBars, buildQuote } from '../../testing/bar-builders.ts'
import { buildStocks } from '../../testing/builders.ts'
import { buildRecommendations } from '../../testing/call-builders.ts'
import { beUnreachable, refuse, reply } from '../../testing/fake-network.ts'
import { buildChain, buildExpiration, buildExpirations } from '../../testing/option-builders.ts'
import { screen, within } from '../../testing/queries.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../testing/render-app.tsx'

afterEach(closeApp)

const stocks = buildStocks(4)

/** A server with every screener stock, but no price bars or calls: the chart and chain tests cover those. */
function createMarket() {
  const network = createHealthyNetwork(stocks)
  network.answer('stocks.quote', ({ path }) =>
    reply('stocks.quote', buildQuote({ symbol: path.split('/').at(-1) ?? '' })),
  )
  network.answer('stocks.data', () => reply('stocks.data', buildBars({ data: [] })))
  network.answer('options.expirations', () => reply('options.expirations', buildExpirations([buildExpiration()])))
  network.answer('options.chain', () => reply('options.chain', buildChain({ options: [] })))
  network.answer('options.customRecommendations', () =>
    reply('options.customRecommendations', buildRecommendations([])),
  )
  return network
}

const buildSuggestions = (suggestion: { symbol: string; name: string }): Success<'stocks.symbolsWithOptions'> => {
  const { message, source, cache_status, data_class, as_of } = buildQuote()
  return { status: 'success', symbols: [suggestion], message, source, cache_status, data_class, as_of }
}

const search = () => screen.getByRole('combobox', { name: 'Go to a symbol or company' })
const findStock = (symbol: string) => screen.findByRole('heading', { level: 2, name: symbol })
const place = () => screen.findByText(/^\d+ of \d+$/)

describe('header', () => {
  test('shows the stock with its price and change, and opens its rating; the search opens other stocks', async () => {
    const network = createMarket()
    network.answer('stocks.symbolsWithOptions', () =>
      reply('stocks.symbolsWithOptions', buildSuggestions({ symbol: 'QAB', name: 'Company 2' })),
    )
    const { user, readUrl } = renderApp('/analysis?symbol=qaa&range=1Y&strike=130', { network })
    await findStock('QAA')
    // No screener list was opened before, so there is no previous or next stock.
    expect(screen.queryByRole('navigation', { name: 'Screener list' })).toBeNull()
    const header = within(screen.getByRole('region', { name: 'QAA' }))
    expect(await header.findByText('120.50')).toBeInTheDocument()
    expect(header.getByText('−0.90')).toHaveAttribute('data-direction', 'down')
    expect(header.getByText('(−0.74%)')).toBeInTheDocument()
    await waitFor(() => expect(document.title).toBe('QAA 120.50 · Stock Analysis · Callwright'))
    await user.click(await screen.findByRole('button', { name: /^QAA, Callwright Rating/ }))
    expect(await screen.findByRole('dialog', { name: 'Rating of QAA' })).toBeInTheDocument()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    await user.keyboard('/')
    expect(search()).toHaveFocus()
    await user.paste('company')
    await user.click(await screen.findByRole('option', { name: 'QAB Company 2' }))
    await findStock('QAB')
    expect(readUrl()).toBe('/analysis?symbol=QAB&range=1Y')
    expect(network.callsTo('stocks.symbolsWithOptions').at(-1)?.query.get('limit')).toBe('15')
    await user.click(search())
    await user.paste('qac')
    await user.keyboard('{Enter}')
    await findStock('QAC')
    expect(search()).toHaveValue('')
  })

  test('works without a price and retries it; suggests large companies if the server has no suggestions', async () => {
    const network = createMarket()
    network.answer('stocks.quote', () => refuse(502, 'The source does not answer.'))
    network.answer('stocks.symbolsWithOptions', beUnreachable)
    const { user } = renderApp('/analysis?symbol=QAA', { network })
    const failure = await screen.findByText('Could not load the price of QAA.')
    expect(await screen.findByRole('region', { name: 'Options chain' })).toBeInTheDocument()
    expect(await screen.findByRole('note')).toHaveTextContent('Recorded market of Jul 10, 2026')
    network.answer('stocks.quote', () => reply('stocks.quote', buildQuote({ symbol: 'QAA' })))
    await user.click(within(failure).getByRole('button', { name: 'Retry' }))
    expect(await within(screen.getByRole('region', { name: 'QAA' })).findByText('120.50')).toBeInTheDocument()

    await user.click(search())
    await user.paste('apple')
    expect(await screen.findByRole('option', { name: 'AAPL Apple Inc.' })).toBeInTheDocument()
    await user.clear(search())
    await user.paste('co')
    // The list holds at most eight suggestions.
    await waitFor(() => {
      const list = screen.getByRole('listbox', { name: 'Suggestions' })
      expect(within(list).getAllByRole('option')).toHaveLength(8)
    })
  })
})

describe('search', () => {
  test('reports an unknown symbol, with similar ones and a way back', async () => {
    const network = createMarket()
    network.answer('stocks.quote', () => refuse(404, 'Unknown symbol: QAX'))
    network.answer('stocks.symbolsWithOptions', () =>
      reply('stocks.symbolsWithOptions', buildSuggestions({ symbol: 'QAXB', name: 'Axle' })),
    )
    renderApp('/analysis?symbol=QAX', { network })
    expect(await screen.findByText('Unknown symbol: QAX')).toBeInTheDocument()
    expect(await screen.findByRole('link', { name: 'QAXB Axle' })).toHaveAttribute('href', '/analysis?symbol=QAXB')
    expect(screen.getByRole('link', { name: 'Go to Stock Screening' })).toHaveAttribute('href', '/screening')
    expect(screen.queryByRole('region', { name: 'Options chain' })).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('without a symbol', () => {
  test('opens AAPL at first, later the last stock in this tab; Back returns to the previous page', async () => {
    const { user, readUrl, goBack } = renderApp('/analysis?symbol=&range=1Y', { network: createMarket() })
    await findStock('AAPL')
    await waitFor(() => expect(readUrl()).toBe('/analysis?symbol=AAPL&range=1Y'))
    await user.click(search())
    await user.paste('QAB')
    await user.keyboard('{Enter}')
    await within(await screen.findByRole('region', { name: 'QAB' })).findByText('120.50')
    await user.click(screen.getByRole('link', { name: 'Stock Screening' }))
    await screen.findByRole('link', { name: 'QAA' })
    await user.click(screen.getByRole('link', { name: 'Stock Analysis' }))
    await findStock('QAB')
    await waitFor(() => expect(readUrl()).toBe('/analysis?symbol=QAB'))
    await goBack()
    await waitFor(() => expect(readUrl()).toBe('/screening'))
  })

  test('ignores text that is not a symbol; the empty search suggests the best-rated stocks', async () => {
    const { user } = renderApp('/analysis?symbol=%25%25', { network: createMarket() })
    await findStock('AAPL')
    expect(await screen.findByText(/were ignored: symbol=%%/)).toBeInTheDocument()
    expect(screen.queryByText('Best-rated stocks')).toBeNull()
    await user.click(search())
    expect(await screen.findByText('Best-rated stocks')).toBeInTheDocument()
    await user.click(await screen.findByRole('option', { name: 'QAA Company 1' }))
    await findStock('QAA')
    expect(screen.queryByText('Best-rated stocks')).toBeNull()
  })
})

test('opens a stock in any spelling without a history entry, and lists what it ignored in the link', async () => {
  const network = createMarket()
  network.answer('stocks.quote', () => reply('stocks.quote', buildQuote({ symbol: 'BRK.B' })))
  const url = '/analysis?symbol=brkb&range=9Y'
  const { user, readUrl, goBack } = renderApp(url, { network, before: '/settings' })
  await findStock('BRK.B')
  await waitFor(() => expect(readUrl()).toBe('/analysis?symbol=BRK.B&range=9Y'))
  expect(await screen.findByRole('region', { name: 'Options chain' })).toBeInTheDocument()
  expect(await screen.findByText(/were ignored: range=9Y/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(readUrl()).toBe('/analysis?symbol=BRK.B'))
  await goBack()
  await waitFor(() => expect(readUrl()).toBe('/settings'))
})

describe('list steps', () => {
  test('follow the last screen, ignore keys while the user types, and are hidden for other stocks', async () => {
    const network = createMarket()
    const { user, readUrl, goBack } = renderApp('/screening?sort=rsi&rating=40', { network })
    await user.click(await screen.findByRole('link', { name: 'QAC' }))
    expect(await place()).toHaveTextContent('3 of 4')
    const listing = network.callsTo('screener.view').find(({ query }) => query.get('fields') === 'symbol')
    expect(Object.fromEntries(listing?.query ?? [])).toMatchObject({
      sort_by: 'rsi',
      sort_order: 'desc',
      min_score: '40',
      limit: '500',
    })
    await user.click(screen.getByRole('button', { name: 'Next stock' }))
    await findStock('QAD')
    expect(await place()).toHaveTextContent('4 of 4')
    // user-event treats `[` as special: `[[` types a single one.
    await user.keyboard('[[[[')
    await findStock('QAB')
    expect(readUrl()).toBe('/analysis?symbol=QAB')
    await user.keyboard('[[')
    await findStock('QAA')
    expect(screen.getByRole('button', { name: 'Previous stock' })).toHaveAttribute('aria-disabled', 'true')
    await user.keyboard('[[')
    await user.type(search(), ']')
    expect(readUrl()).toBe('/analysis?symbol=QAA')
    await user.clear(search())
    await user.tab()
    await user.keyboard(']')
    await findStock('QAB')
    await user.click(search())
    await user.paste('ZZZ')
    await user.keyboard('{Enter}')
    await findStock('ZZZ')
    expect(screen.queryByText(/^\d+ of \d+$/)).toBeNull()
    // Steps through the list leave no history entries.
    await goBack()
    await findStock('QAB')
    expect(screen.getByRole('link', { name: 'Back to list' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/screening\?.*sort=rsi/),
    )
    await goBack()
    await waitFor(() => expect(readUrl()).toMatch(/^\/screening\?.*sort=rsi/))
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

  function createMarket() {
    const network = createHealthyNetwork()
    network.answer('stocks.quote', () => reply('stocks.quote', buildQuote()))
    network.answer('options.expirations', () => reply('options.expirations', buildExpirations([buildExpiration()])))
    network.answer('options.chain', () => reply('options.chain', buildChain()))
    return network
  }

  const findBar = async () => within(await screen.findByRole('region', { name: 'Selected call' }))

  test('the bar shows the selected call; a choice in the bottom sheet survives closing the sheet', async () => {
    const { user, goBack, readUrl } = renderApp('/analysis?symbol=QAAA', { network: createMarket() })
    const bar = await findBar()
    expect(await bar.findByText('Aug 14, 130 call')).toBeInTheDocument()
    expect(bar.getByText('$120 credit, 11.5% a year')).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Trade preview' })).toBeNull()
    const addContract = async () => {
      await user.click((await findBar()).getByRole('button', { name: 'Preview' }))
      const sheet = within(await screen.findByRole('dialog', { name: 'Trade preview' }))
      expect(await sheet.findByRole('heading', { name: /^Sell \d QAAA Aug 14, 130 calls?$/ })).toBeInTheDocument()
      await user.click(await sheet.findByRole('button', { name: /^More contracts/ }))
      return sheet
    }
    await addContract()
    await waitFor(() => expect(readUrl()).toContain('contracts=2'))
    await goBack()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(readUrl()).toContain('contracts=2')
    const sheet = await addContract()
    await waitFor(() => expect(readUrl()).toContain('contracts=3'))
    await user.click(sheet.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(readUrl()).toContain('contracts=3')
  })

  test('reports missing calls', async () => {
    const network = createMarket()
    network.answer('options.chain', () => refuse(502, 'The source does not answer.'))
    renderApp('/analysis?symbol=QAAA', { network })
    expect(await (await findBar()).findByText('No call to preview')).toBeInTheDocument()
  })
})
