import '../../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { readScreen, type ScreenStock } from '../../../api/screener.ts'
import { buildStocks, buildView, buildViewPage } from '../../../testing/builders.ts'
import { refuse, reply } from '../../../testing/fake-network.ts'
import { screen, within } from '../../../testing/queries.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../../testing/render-app.tsx'
import { collectSavedFiles, type SavedFile } from '../../../testing/saved-files.ts'
import { useToggle } from '../table/row-actions.tsx'
import { MOST_SELECTED, useSelection } from './selection.ts'

let saved: readonly SavedFile[] = []

beforeEach(() => {
  saved = collectSavedFiles()
})
afterEach(() => {
  jest.restoreAllMocks()
  closeApp()
})

const box = (symbol: string) => screen.getByRole('checkbox', { name: `Select ${symbol}` })
const pageBox = () => screen.getByRole('checkbox', { name: 'Select all stocks on this page' })
const findBar = async () => within(await screen.findByRole('region', { name: 'Selected stocks' }))
const queryBar = () => screen.queryByRole('region', { name: 'Selected stocks' })
const link = (symbol: string) => screen.getByRole('link', { name: symbol })
const findLink = (symbol: string) => screen.findByRole('link', { name: symbol })

const stocks = buildStocks(12)

/** A server with two pages of six stocks each. */
function createTwoPages() {
  const network = createHealthyNetwork()
  network.answer('screener.view', ({ query }) => {
    if (query.has('symbols')) return reply('screener.view', buildViewPage(stocks, query, { universe_total: 60 }))
    const offset = Number(query.get('offset'))
    const first = offset === 0 ? 0 : 6
    const pagination = { total: 50, limit: 25, offset }
    return reply('screener.view', buildView(stocks.slice(first, first + 6), { pagination, total: 50 }))
  })
  return network
}

async function open(url = '/screening', symbols: readonly string[] = []) {
  const app = renderApp(url, { network: createTwoPages() })
  await screen.findByRole('grid')
  for (const symbol of symbols) await app.user.click(box(symbol))
  const bar = symbols.length > 0 ? await findBar() : within(document.body)
  return { ...app, bar, press: (name: string) => app.user.click(bar.getByRole('button', { name })) }
}

describe('rows', () => {
  test('are selected by a click on or near the checkbox or by x, with Shift as a range, and announced', async () => {
    const { user, readUrl } = await open()
    expect(queryBar()).toBeNull()
    await user.click(box('QAB'))
    const bar = await findBar()
    const readAnnouncements = () =>
      screen
        .getAllByRole('status')
        .map(({ textContent }) => textContent)
        .filter((text) => text?.includes('selected'))
    await waitFor(() => expect(readAnnouncements()).toEqual(['1 selected']))
    expect(box('QAB')).toBeChecked()
    expect(screen.getByRole('row', { name: /QAB/ })).toHaveAttribute('aria-selected', 'true')
    await user.click(box('QAD').parentElement ?? document.body)
    expect(box('QAD')).toHaveFocus()
    await user.keyboard('{ArrowRight}{ArrowDown}x')
    expect(link('QAE')).toHaveFocus()
    expect(bar.getByText('3 selected')).toBeInTheDocument()
    await user.keyboard('x')
    expect(bar.getByText('2 selected')).toBeInTheDocument()
    expect(readUrl()).toBe('/screening')
    expect(screen.getByRole('grid')).toHaveAttribute('aria-multiselectable', 'true')

    await user.click(bar.getByRole('button', { name: 'Clear' }))
    expect(readAnnouncements()).toEqual(['No stock selected'])
    await user.click(box('QAB'))
    await user.keyboard('{Shift>}')
    await user.click(box('QAD'))
    await user.keyboard('{/Shift}{ArrowDown}{ArrowDown}{Shift>}X{/Shift}')
    const chips = (await findBar()).getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(chips).toEqual(['QAB', 'QAC', 'QAD', 'QAE', 'QAF'])
  })

  test("of a page are selected by the header's checkbox and stay selected on other pages and in another order", async () => {
    const { user } = await open('/screening', ['QAB'])
    expect(pageBox()).toBePartiallyChecked()
    await user.click(pageBox())
    expect(pageBox()).toBeChecked()
    const bar = await findBar()
    expect(bar.getByText('6 selected')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await findLink('QAH')
    expect(pageBox()).not.toBeChecked()
    await user.click(box('QAH'))
    expect(bar.getByText('7 selected')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'RSI' }))
    await findLink('QAB')
    expect(box('QAB')).toBeChecked()
    await user.click(pageBox())
    expect(bar.getByText('1 selected')).toBeInTheDocument()
  })
})

describe('selection bar', () => {
  test('removes a stock with its chip; focus moves to the next chip, and from the last one to the table', async () => {
    const { user, press, bar } = await open('/screening', ['QAB', 'QAC', 'QAD'])
    await press('Remove QAC')
    expect(box('QAC')).not.toBeChecked()
    await waitFor(() => expect(bar.getByRole('button', { name: 'Remove QAD' })).toHaveFocus())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(bar.getByRole('button', { name: 'Remove QAB' })).toHaveFocus())
    await user.keyboard('{Enter}')
    expect(queryBar()).toBeNull()
    await waitFor(() => expect(box('QAD')).toHaveFocus())

    // After all stocks are removed at once, focus returns to its place in the table.
    await user.keyboard('x{ArrowRight}{ArrowUp}x')
    await user.click((await findBar()).getByRole('button', { name: 'Clear' }))
    expect(queryBar()).toBeNull()
    await waitFor(() => expect(link('QAC')).toHaveFocus())
    expect(box('QAD')).not.toBeChecked()
  })

  test('compares two to four stocks, or explains why not; a failed comparison can be retried', async () => {
    const { user, network, press, bar } = await open('/screening?rating=20&sort=rsi&page=2', ['QAH'])
    const compare = bar.getByRole('button', { name: 'Compare' })
    expect(compare).toHaveAttribute('aria-disabled', 'true')
    await press('Compare')
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Select another stock to compare with.')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(box('QAI'))
    network.answer('screener.view', () => refuse(500, 'Our database is away.'))
    await press('Compare')
    const failed = within(await screen.findByRole('dialog', { name: 'Compare stocks' }))
    expect(await failed.findByText(/Our database is away/)).toBeInTheDocument()
    network.answer('screener.view', ({ query }) => reply('screener.view', buildViewPage(stocks, query)))
    await user.click(failed.getByRole('button', { name: 'Retry' }))
    const table = within(await screen.findByRole('table', { name: 'Compare stocks' }))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Figure',
      'QAHCompany 8',
      'QAICompany 9',
    ])
    const asked = Object.fromEntries(network.callsTo('screener.view').at(-1)?.query ?? [])
    expect(asked).toMatchObject({ symbols: 'QAH,QAI', offset: '0' })
    expect(asked).not.toHaveProperty('min_score')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(compare).toHaveFocus())
    for (const symbol of ['QAJ', 'QAK', 'QAL']) await user.click(box(symbol))
    await user.hover(compare)
    expect(await screen.findByText(/^You can compare up to 4 stocks/)).toBeInTheDocument()
    await press('Compare')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('exports only these stocks, from any page and with any filters, and says so in the file', async () => {
    const { user, network, press } = await open('/screening?rating=20', ['QAC'])
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await findLink('QAH')
    await user.click(box('QAH'))
    await press('Export CSV')
    await waitFor(() => expect(saved).toHaveLength(1))
    const lines = ((await saved[0]?.text) ?? '').split('\r\n')
    expect(lines).toContain('Selected,"QAC, QAH"')
    expect(lines).toContain('Stocks,2 of 60')
    expect(lines.some((line) => line.startsWith('Filters'))).toBe(false)
    const head = lines.findIndex((line) => line.startsWith('Symbol,'))
    const rows = lines.slice(head + 1).filter((line) => line !== '')
    expect(rows.map((line) => line.split(',')[0])).toEqual(['QAC', 'QAH'])
    const asked = Object.fromEntries(network.callsTo('screener.view').at(-1)?.query ?? [])
    expect(asked).toMatchObject({ symbols: 'QAC,QAH', offset: '0' })
    expect(asked).not.toHaveProperty('min_score')
  })

  test('asks the coach about one stock, or to compare up to four', async () => {
    const { press, bar, readUrl, user } = await open('/screening', ['QAB', 'QAC', 'QAD', 'QAE', 'QAF'])
    const ask = bar.getByRole('button', { name: 'Ask coach' })
    expect(ask).toHaveAttribute('aria-disabled', 'true')
    await press('Ask coach')
    expect(await screen.findByRole('tooltip')).toHaveTextContent('The coach compares up to 4 stocks.')
    expect(readUrl()).toBe('/screening')
    await user.click(box('QAF'))
    await user.click(box('QAB'))
    await press('Ask coach')
    const asked = new URLSearchParams(readUrl().split('?')[1]).get('prompt')
    expect(asked).toBe('Compare $QAC, $QAD and $QAE for covered calls')
  })
})

describe('selection', () => {
  afterEach(cleanup)

  const { stocks } = readScreen(buildView(buildStocks(60)), { fields: [] })

  function render(first: readonly ScreenStock[] = stocks) {
    const { result, rerender } = renderHook(
      ({ shown }) => {
        const selection = useSelection()
        return { selection, toggle: useToggle(shown, selection) }
      },
      { initialProps: { shown: first } },
    )
    return {
      choose: (symbols: readonly string[], selected = true) =>
        act(() => result.current.selection.choose(symbols, selected)),
      toggle: (symbol: string, withRange = false) => act(() => result.current.toggle(symbol, withRange)),
      show: (shown: readonly ScreenStock[]) => rerender({ shown }),
      read: () => [...result.current.selection.symbols],
      readChoose: () => result.current.selection.choose,
    }
  }

  test('keeps the order of selection, each stock once', () => {
    const { choose, read, readChoose } = render()
    const before = readChoose()
    choose(['QAC', 'QAA'])
    choose(['QAB', 'QAC'])
    expect(read()).toEqual(['QAC', 'QAA', 'QAB'])
    choose(['QAA', 'QZZ'], false)
    expect(read()).toEqual(['QAC', 'QAB'])
    expect(readChoose()).toBe(before)
  })

  test('has a maximum size, and keeps the stocks selected earlier', () => {
    const { choose, toggle, read } = render()
    const symbols = stocks.map(({ symbol }) => symbol)
    choose(['QCA'])
    choose(symbols)
    expect(read()).toEqual(['QCA', ...symbols.slice(0, MOST_SELECTED - 1)])
    toggle('QCB')
    expect(read()).toHaveLength(MOST_SELECTED)
    toggle('QCA')
    toggle('QCB')
    expect(read().at(-1)).toBe('QCB')
  })

  test('a range starts at the previous row, goes up or down, and sets every row to the state of the last one', () => {
    const { toggle, read, show } = render()
    toggle('QAB')
    toggle('QAD', true)
    expect(read()).toEqual(['QAB', 'QAC', 'QAD'])
    toggle('QAA', true)
    expect(read()).toEqual(['QAB', 'QAC', 'QAD', 'QAA'])
    toggle('QAC', true)
    expect(read()).toEqual(['QAD'])
    show(stocks.toReversed())
    toggle('QAF', true)
    expect(read()).toEqual(['QAD', 'QAF', 'QAE', 'QAC'])
  })

  test('without a previous row on this page, a range is one row', () => {
    const { toggle, read, show } = render(stocks.slice(0, 25))
    toggle('QAC', true)
    expect(read()).toEqual(['QAC'])
    show(stocks.slice(25, 50))
    toggle('QBD', true)
    expect(read()).toEqual(['QAC', 'QBD'])
  })
})
