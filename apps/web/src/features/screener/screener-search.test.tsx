import '../../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { buildStocks, buildViewPage } from '../../testing/builders.ts'
import { refuse, reply } from '../../testing/fake-network.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../testing/render-app.tsx'

afterEach(closeApp)

/** Two that begin with QA, ten with QB. */
const stocks = buildStocks(36).filter(({ symbol }) => symbol < 'QAC' || symbol > 'QB')
const stamp = { data_class: 'recorded', source: 'recorded pack', as_of: null, cache_status: 'fresh' } as const

/** A server that finds stocks by the beginning of their symbol. */
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

test('typing narrows the screen and suggests symbols, each asked for once the text rests', async () => {
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

test('arrow keys and Enter, or a click, choose a suggestion, which shows that stock', async () => {
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
  // Choosing is a step to come back from.
  await goBack()
  expect(readUrl()).toBe('/screening?q=qb')
  expect(field).toHaveValue('qb')
  await user.type(field, '{Backspace}')
  await user.type(field, 'b')
  await user.click(await screen.findByRole('option', { name: 'QBD Company 30' }))
  await waitFor(() => expect(readUrl()).toBe('/screening?q=QBD'))
})

test('Escape closes the suggestions, an arrow key opens them again, leaving the field closes them', async () => {
  const { user, field, readUrl } = await openScreener()
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
  // Enter without a chosen suggestion keeps the text, at once.
  await user.type(field, 'c{Enter}')
  await waitFor(() => expect(readUrl()).toBe('/screening?q=qbc'))
  expect(field).toHaveValue('qbc')
})

test('suggestions that cannot be had are none, and no error', async () => {
  const { user, field, network, readUrl } = await openScreener()
  await user.type(field, 'q')
  await findList()
  expect(options()).toHaveLength(8)
  network.answer('stocks.symbolsWithOptions', () => refuse(500, 'Broken.'))
  await user.type(field, 'b')
  await waitFor(() => expect(options()).toEqual([]))
  await waitFor(() => expect(readUrl()).toBe('/screening?q=qb'))
  expect(network.callsTo('stocks.symbolsWithOptions')).toHaveLength(2)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the key / leads to the search, but not while somebody types or a dialog is open; a button ends it', async () => {
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
