import '../../../testing/matchers.ts'
import type { ScreenerRow } from '@callwright/contracts'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { readScreen } from '../../../api/screener.ts'
import { createMemoryRouter, RouterProvider } from '../../../shared/routing.ts'
import { buildStock, buildStocks, buildView, buildViewPage } from '../../../testing/builders.ts'
import { createGate, refuse, reply } from '../../../testing/fake-network.ts'
import { screen, within } from '../../../testing/queries.ts'
import { answerPaged, closeApp, createPagedNetwork, renderApp } from '../../../testing/render-app.tsx'
import { collectSavedFiles, type SavedFile } from '../../../testing/saved-files.ts'
import { CompareTable } from '../selection/compare-dialog.tsx'

describe('export', () => {
  let saved: readonly SavedFile[] = []

  beforeEach(() => {
    saved = collectSavedFiles()
  })
  afterEach(() => {
    jest.restoreAllMocks()
    closeApp()
  })

  /** A server with sixty stocks, all of which go into the file; the page shows only a few. */
  function createNetwork() {
    const network = createPagedNetwork()
    network.answer('screener.view', (call) =>
      call.query.get('limit') === '500'
        ? reply('screener.view', buildViewPage(buildStocks(60), call.query))
        : answerPaged(call),
    )
    return network
  }

  async function openExport(network = createNetwork(), url = '/screening?rating=20') {
    const app = renderApp(url, { network })
    await screen.findByRole('grid')
    await app.user.click(screen.getByRole('button', { name: 'Export' }))
    return app
  }

  const choose = async (name: string) => screen.findByRole('menuitem', { name })

  test('contains all stocks in the screen, not only the page shown', async () => {
    const { user, network } = await openExport()
    await user.click(await choose('CSV, visible columns'))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toBe('callwright-screener-2026-07-10.csv')
    const lines = ((await saved[0]?.text) ?? '').split('\r\n')
    expect(lines.slice(0, 9)).toEqual([
      'Callwright stock screener',
      'As of,"Jul 10, 2026, 16:00 ET"',
      'Data,"Recorded market of Jul 10, 2026"',
      'Source,recorded pack',
      'Filters,Rating 20+',
      'Sorted by,"Callwright Rating, highest first"',
      'Stocks,60 of 60',
      '',
      expect.stringMatching(/^Symbol,Company,Callwright Rating \(of 60\),Price \(\$\),.*,Market cap \(\$\)$/),
    ])
    expect(
      lines.filter((line) => line.startsWith('QA') || line.startsWith('QB') || line.startsWith('QC')),
    ).toHaveLength(60)
    const asked = network.callsTo('screener.view').at(-1)?.query
    expect(Object.fromEntries(asked ?? [])).toMatchObject({ limit: '500', offset: '0', min_score: '20' })
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await choose('CSV, all columns'))
    await waitFor(() => expect(saved).toHaveLength(2))
    expect((await saved[1]?.text)?.split('\r\n')[8]?.split(',')).toHaveLength(35)
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await choose('Plain CSV, visible columns'))
    await waitFor(() => expect(saved).toHaveLength(3))
    expect((await saved[2]?.text)?.split('\r\n')[0]).toMatch(/^\uFEFF?Symbol,Company,/)
  })

  test('a long export shows its progress and can be canceled; a failure is reported', async () => {
    const network = createNetwork()
    const { user } = await openExport(network)
    const stocks = buildStocks(60)
    const gate = createGate(() =>
      reply('screener.view', buildViewPage(stocks, new URLSearchParams('limit=500&offset=0'))),
    )
    network.answer('screener.view', gate.handler)
    await user.click(await choose('CSV, all columns'))
    expect(await screen.findByText('Loading the stocks…')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByText('Loading the stocks…')).toBeNull())
    gate.open()
    expect(saved).toHaveLength(0)
    network.answer('screener.view', () => refuse(500, 'Our database is away.'))
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await choose('CSV, all columns'))
    expect(await screen.findByText('Could not create the file: Our database is away.')).toBeInTheDocument()
    expect(saved).toHaveLength(0)
  })

  test('facts about the figures appear only in print', async () => {
    jest.spyOn(window, 'print').mockImplementation(() => {
      window.dispatchEvent(new Event('beforeprint'))
    })
    const { user } = await openExport()
    expect(screen.queryByText('Sorted by')).toBeNull()
    await user.click(await choose('Print this page'))
    expect((await screen.findByText('Sorted by')).nextElementSibling).toHaveTextContent(
      'Callwright Rating, highest first',
    )
    expect(screen.getByText('Filters').nextElementSibling).toHaveTextContent('Rating 20+')
    expect(screen.getByText('Data').nextElementSibling).toHaveTextContent('Recorded market of Jul 10, 2026')
    act(() => {
      window.dispatchEvent(new Event('afterprint'))
    })
    expect(screen.queryByText('Sorted by')).toBeNull()
  })
})

describe('comparison', () => {
  afterEach(cleanup)

  type Stock = Partial<ScreenerRow>

  function renderTable(stocks: readonly Stock[], symbols = stocks.map(({ symbol = '' }) => symbol), custom = false) {
    const answer = buildView(stocks.map(buildStock), { weights: custom ? 'custom' : 'default' })
    const table = <CompareTable symbols={symbols} screen={readScreen(answer, { fields: [] })} />
    const router = createMemoryRouter([{ path: '*', element: table }])
    render(
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>,
    )
  }

  /** A row's cells, one per stock; by default the first row with that name. */
  const readRow = (name: RegExp, place = 0) => {
    const heads = screen.getAllByRole('rowheader').filter((head) => name.test(head.textContent?.trim() ?? ''))
    const row = heads[place]?.closest('tr') as HTMLElement
    return within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  }

  test('shows the stocks in the order of selection, each with its name and actions', () => {
    renderTable(
      [
        { symbol: 'QA', company_name: 'Arden' },
        { symbol: 'QB', company_name: 'Birch' },
      ],
      ['QB', 'QA'],
    )
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(['Figure', 'QBBirch', 'QAArden'])
    expect(screen.getByRole('link', { name: 'Open analysis of QB' })).toHaveAttribute('href', '/analysis?symbol=QB')
    expect(screen.getByRole('link', { name: 'Add position in QA' })).toHaveAttribute('href', '/portfolio?add=QA')
  })

  test('marks the figure that scores the most rating points as best, not the highest one', () => {
    renderTable([
      { symbol: 'QA', cc_score: 41, rsi: 55, debt_to_equity: 0.2, best_ann_yield: 12, iv_rank: 20 },
      { symbol: 'QB', cc_score: 44, rsi: 75, debt_to_equity: 3, best_ann_yield: 15, iv_rank: 60 },
      { symbol: 'QC', cc_score: 30, rsi: 31, debt_to_equity: -4, best_ann_yield: 9, iv_rank: 60 },
    ])
    expect(readRow(/^Callwright Rating/)).toEqual(['41 Strong', 'best 44 Strong', '30 Fair'])
    expect(readRow(/^RSI/)).toEqual(['best 55.0', '75.0 Overbought', '31.0'])
    expect(readRow(/^Debt/)).toEqual(['best 0.20', '3.00', '−4.00'])
    expect(readRow(/^Best ann. yield/)).toEqual(['12.0', 'best 15.0', '9.0'])
  })

  test("shows each stock's call and its liquidity", () => {
    renderTable([
      { symbol: 'QA', best_bid: 6.45, best_delta: 0.2931, best_if_called_return_pct: 4.12 },
      { symbol: 'QB', best_liquidity: 'thin' },
      { symbol: 'QC', best_strike: null, best_bid: null, best_liquidity: null, missing_reason: 'no chain' },
    ])
    expect(readRow(/^Best call \$/)[0]).toBe('130 Aug 14, 2026')
    expect(readRow(/^Delta$/).slice(0, 2)).toEqual(['0.293', '0.220'])
    expect(readRow(/^Premium \$/)).toEqual(['6.45', '1.20', '—not available: no chain'])
    expect(readRow(/^If called %/)[0]).toBe('4.12')
    expect(readRow(/^Liquidity/)).toEqual(['liquid', 'thin', '—not available: no chain'])
  })

  test('marks no figure as best if several tie, one is unknown, or the rating does not use it', () => {
    renderTable([
      { symbol: 'QA', rsi: 55, iv_rank: 60, price_vs_ma: null, missing_reason: 'no bars', current_price: 10 },
      { symbol: 'QB', rsi: 56, iv_rank: 60, price_vs_ma: 2, current_price: 20 },
    ])
    expect(readRow(/^RSI/)).toEqual(['55.0', '56.0'])
    expect(readRow(/^IV rank$/)).toEqual(['60', '60'])
    expect(readRow(/^Price vs SMA 20/)).toEqual(['—not available: no bars', '+2.0'])
    expect(readRow(/^Price \$/)).toEqual(['10.00', '20.00'])
  })

  test('shows the points of each part and their maximum, or that they are unknown', () => {
    renderTable([
      { symbol: 'QA', score_points: [6, 3, 12.5, 7, 11, 10] },
      { symbol: 'QB', score_points: [5, 4, 2, 7, 11, null], cc_score: null, score_reason: 'no_writable_call' },
    ])
    expect(readRow(/^Trading volume of 6/)).toEqual(['best 6.00', '5.00'])
    expect(readRow(/^IV rank of 15/)).toEqual(['best 12.50', '2.00'])
    expect(readRow(/^Technical setup of 10/)).toEqual(['7.00', '7.00'])
    expect(readRow(/^Income of 10/)[1]).toMatch(/^—not available/)
    expect(readRow(/^Callwright Rating of 60/)[1]).toMatch(/^—not available: No call 21 to 60 days out/)
  })

  test('with custom weights, shows no maximum points', () => {
    renderTable([{ symbol: 'QA' }, { symbol: 'QB' }], ['QA', 'QB'], true)
    expect(screen.getByRole('rowheader', { name: 'Trading volume' })).toBeInTheDocument()
  })

  test('keeps the column of a stock that is no longer listed, with a note', () => {
    renderTable([{ symbol: 'QA' }, { symbol: 'QB' }], ['QA', 'QZ', 'QB'])
    expect(screen.getByRole('columnheader', { name: 'QZ QZ is no longer in the list' })).toBeInTheDocument()
    expect(readRow(/^RSI/)).toEqual(['55.2', '—not available: QZ is no longer in the list', '55.2'])
    expect(screen.getByRole('link', { name: 'Open analysis of QZ' })).toBeInTheDocument()
  })
})
