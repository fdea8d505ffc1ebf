import '../../../testing/matchers.ts'
import '../../../testing/abort-signals.ts'
import type { ScreenerRow } from '@callwright/contracts'
import { type NumericColumn, numericColumns, shownFigures, yesNoColumns } from '@callwright/contracts/screener-columns'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { MantineProvider } from '@mantine/core'
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { readScreen } from '../../../api/screener.ts'
import { drawCell } from '../../../shared/data-table/columns.tsx'
import { createMemoryRouter, Outlet, RouterProvider } from '../../../shared/routing.ts'
import { Hints } from '../../../shared/ui/hints.tsx'
import { buildStock, buildView } from '../../../testing/builders.ts'
import { screen, within } from '../../../testing/queries.ts'
import { stockColumns } from '../columns/columns.tsx'
import { useSelection } from '../selection/selection.ts'
import { defaultScreenState, professionalColumns, type ScreenState } from '../state/screen-state.ts'
import { StockTable } from './stock-table.tsx'

const opened = jest.fn<typeof window.open>()
beforeEach(() => {
  opened.mockReset()
  jest.spyOn(window, 'open').mockImplementation(opened)
})
afterEach(() => {
  cleanup()
  jest.restoreAllMocks()
})

type Stock = Parameters<typeof buildStock>[0]

const SelectableTable = (props: Omit<ComponentProps<typeof StockTable>, 'selection'>) => (
  <StockTable {...props} selection={useSelection()} />
)

function renderTable(changes: readonly Stock[], state: Partial<ScreenState> = {}) {
  const columns = state.columns ?? professionalColumns
  const onSort = jest.fn()
  const answer = readScreen(buildView(changes.map((change) => buildStock(change))), { fields: [] })
  const table = (
    <SelectableTable
      screen={{ ...answer, total: 60 }}
      state={{ ...defaultScreenState, ...state, columns }}
      columns={columns}
      outdated={false}
      waiting={null}
      onSort={onSort}
    />
  )
  const router = createMemoryRouter(
    [
      {
        Component: Outlet,
        children: [
          { path: '/screening', element: table },
          { path: '/analysis', element: <p>Analysis</p> },
          { path: '/portfolio', element: <p>Portfolio</p> },
          { path: '/ai-coach', element: <p>Coach</p> },
        ],
      },
    ],
    { initialEntries: ['/screening'] },
  )
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
      <Hints />
    </MantineProvider>,
  )
  return {
    user: userEvent.setup(),
    onSort,
    readUrl: () => router.state.location.pathname + router.state.location.search,
  }
}

const findRow = (symbol: string) => screen.getByText(symbol).closest('[role=row]') as HTMLElement
const cell = (symbol: string, text: string) =>
  within(findRow(symbol)).getByText(text).closest('[role=gridcell]') as HTMLElement

/** The cells in a stock's row by column name, without the checkbox. */
function readRow(symbol: string): Record<string, string> {
  const [, ...heads] = document.querySelector('thead tr')?.children ?? []
  const [, ...figures] = findRow(symbol).children
  const names = heads.map(({ textContent }) => textContent ?? '')
  const cells = figures.map(({ textContent }) => textContent ?? '')
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
}

describe('figures', () => {
  test('appear in all columns in their units', () => {
    renderTable([
      {
        dividend_yield: 0.435,
        bid_ask_spread: 0.1,
        avg_call_volume: 119.6,
        earnings_date: '2026-08-20',
        days_to_earnings: 41,
        ex_dividend_date: '2026-08-03',
      },
    ])
    expect(readRow('QAAA')).toEqual({
      Symbol: 'QAAA',
      Company: 'Arden Foods',
      'Callwright Rating': '41+1.3',
      'Price $': '120.50',
      'Best ann. yield %': '21.7 $130 Aug 14',
      'IV percentile': '91',
      RSI: '55.2',
      Sector: 'Technology',
      'Market cap': '$448B',
      'Stochastic %K': '61.0',
      'SMA 20 $': '118.00',
      'Price vs SMA 20 %': '+2.1',
      'Volume shares': '1,000,000',
      'Best DTE days': '35',
      'Avg call volume contracts': '120',
      'Best call OI contracts': '900',
      'Spread $': '0.10',
      'Dividend yield %': '0.44',
      'Net margin %': '19.6',
      'Debt / equity': '0.70',
      Options: 'Yes',
      'IV rank': '82',
      'Best call $': '130 Aug 14, 2026',
      Actions: '',
      'Premium $': '1.20',
      'Breakeven $': '119.30',
      Delta: '0.220',
      'If called % term': '9.90',
      'Relative spread % of mid': '8.0',
      Liquidity: 'liquid',
      'Earnings days': '41',
      'Earnings before exp.': 'No',
      'Ex-div. before exp.': 'Yes',
    })
  })

  test('name the call that pays the yield, and whether it is thin', async () => {
    const { user } = renderTable([{ best_strike: 395, best_expiration: '2026-09-11', best_liquidity: 'thin' }])
    expect(readRow('QAAA')).toMatchObject({
      'Best ann. yield %': '21.7 $395 Sep 11 thin',
      'Best call $': 'thin 395 Sep 11, 2026',
    })
    await user.hover(screen.getByText('$395 Sep 11'))
    const hint = await screen.findByRole('tooltip')
    expect(hint).toHaveTextContent('Sep 11, 2026 $395 call, delta 0.220, bid 1.20, if called 9.9%')
    expect(hint).toHaveTextContent('Thin: wide spread or low open interest')
  })

  test('are dashes with a text alternative if unknown, never numbers', () => {
    const call = { best_ann_yield: null, best_dte: null, best_strike: null, best_expiration: null, best_bid: null }
    const terms = { best_delta: null, best_if_called_return_pct: null, best_liquidity: null }
    const chain = { ...call, ...terms, open_interest: null, bid_ask_spread: null }
    const bars = { rsi: null, stochastic_k: null, ma_20: null, price_vs_ma: null, volume: null }
    const facts = { sector: null, market_cap_value: null, dividend_yield: null, net_margin: null, debt_to_equity: null }
    const iv = { implied_volatility: null, iv_rank: null, iv_percentile: null, avg_call_volume: null }
    renderTable([
      {
        ...{ ...chain, ...bars, ...facts, ...iv, current_price: null, display_in_app: 0 },
        ...{ cc_score: null, cc_score_change: null, score_reason: 'no_writable_call', missing_reason: 'no bars' },
      },
    ])
    const {
      Symbol: symbol,
      Company: company,
      Options: options,
      Actions: actions,
      'Earnings days': earnings,
      ...figures
    } = readRow('QAAA')
    expect([symbol, company, options, actions]).toEqual(['QAAA', 'Arden Foods', 'No', ''])
    expect(earnings).toBe('—not available: The next earnings date is unknown')
    const unnamed = '—not available: Not available from the source of company data'
    expect(figures).toMatchObject({
      Sector: '—not available: No sector from the data source',
      'Market cap': unnamed,
      'Dividend yield %': unnamed,
      'Net margin %': unnamed,
      'Debt / equity': unnamed,
    })
    const others = Object.values(figures).filter((text) => !text.includes('source'))
    expect(others).toEqual(Array.from({ length: 23 }, () => '—not available: no bars'))
  })

  test('explain why they are missing if the server gave no reason', () => {
    renderTable([
      { symbol: 'QA', best_dte: null, rsi: null, current_price: null, avg_call_volume: null },
      { symbol: 'QB', iv_percentile: null, iv_rank: null, iv_history_sessions: 12 },
      { symbol: 'QC', iv_percentile: null, implied_volatility: null },
    ])
    expect(readRow('QA')).toMatchObject({
      'Best DTE days': '—not available: No call 21 to 60 days out passes the liquidity and delta rules',
      RSI: '—not available: Not enough price history',
      'Price $': '—not available: No price from the data source',
      'Avg call volume contracts': '—not available: No call volume from the data source',
    })
    expect(readRow('QB')['IV rank']).toBe('—not available: 12 of 60 sessions of history available')
    expect(readRow('QC')['IV percentile']).toBe('—not available: No implied volatility today: no usable option quotes')
  })

  test('are rounded without crossing any bound', () => {
    renderTable([
      { symbol: 'QA', rsi: 70, iv_rank: 99.9, iv_percentile: 99.6, best_ann_yield: 0, cc_score_change: -2.04 },
      { symbol: 'QB', rsi: 69.99, iv_rank: 0, iv_percentile: 0, price_vs_ma: -0.44, cc_score_change: 0.04 },
      { symbol: 'QC', rsi: 49.99, price_vs_ma: -0.04, cc_score_change: null },
      { symbol: 'QD', rsi: 30.01, iv_rank: 38, iv_rank_source: 'realized' },
      { symbol: 'QE', rsi: 30, iv_rank: 7, iv_rank_source: 'vendor', best_dte: 21, best_window: 'wide' },
    ])
    expect(readRow('QA')).toMatchObject({ RSI: '70.0 Overbought', 'IV rank': '99', 'IV percentile': '99' })
    expect(readRow('QA')).toMatchObject({ 'Best ann. yield %': '0.0 $130 Aug 14', 'Callwright Rating': '41−2.0' })
    expect(readRow('QB')).toMatchObject({ RSI: '69.9', 'IV rank': '0', 'IV percentile': '0' })
    expect(readRow('QB')).toMatchObject({ 'Price vs SMA 20 %': '−0.4', 'Callwright Rating': '41' })
    expect(readRow('QC')).toMatchObject({ RSI: '49.9', 'Price vs SMA 20 %': '0.0', 'Callwright Rating': '41' })
    expect(readRow('QD').RSI).toBe('30.1')
    expect(readRow('QD')['IV rank']).toMatch(/^RV 38 \(ranked by one year of realized volatility/)
    expect(readRow('QE')['IV rank']).toMatch(/^DS 7 \(the data source's own IV rank/)
    expect(readRow('QE').RSI).toBe('30.0 Oversold')
    expect(readRow('QE')['Best DTE days']).toBe(
      'not 30–45 21 (No liquid call at 30 to 45 days, so 21 to 60 days were searched)',
    )
  })
})

describe('grid', () => {
  const two = [{ symbol: 'QA' }, { symbol: 'QB' }]

  test('announces its size and the position of its rows', () => {
    renderTable(two, { page: 2, columns: defaultScreenState.columns })
    const grid = screen.getByRole('grid', { name: 'Stocks with their rating and figures' })
    expect(grid).toHaveAttribute('aria-rowcount', '61')
    const [header, first] = within(grid).getAllByRole('row')
    expect(header).toHaveAttribute('aria-rowindex', '1')
    expect(first).toHaveAttribute('aria-rowindex', '27')
    expect(screen.getByRole('rowheader', { name: 'QA' })).toBeInTheDocument()
  })

  test('announces its order and sorts by its headers', async () => {
    const { user, onSort } = renderTable(two, { sort: 'rsi', order: 'asc' })
    expect(screen.getByRole('columnheader', { name: 'RSI' })).toHaveAttribute('aria-sort', 'ascending')
    expect(screen.getByRole('columnheader', { name: 'Price $' })).not.toHaveAttribute('aria-sort')
    await user.tab()
    await user.keyboard('{ArrowUp}{ArrowRight}{ArrowRight}{ArrowRight}{Enter}')
    expect(onSort).toHaveBeenCalledWith('current_price')
  })

  test('Enter opens the row when focus is on a figure, and follows the link when it is on the symbol', async () => {
    const { user, readUrl } = renderTable(two, { columns: ['symbol', 'company_name', 'current_price'] })
    await user.tab()
    expect(screen.getByRole('link', { name: 'QA' })).toHaveFocus()
    await user.keyboard('j{End}{ArrowLeft}')
    expect(cell('QB', '120.50')).toHaveFocus()
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(opened).toHaveBeenCalledWith('/analysis?symbol=QB', '_blank', 'noopener')
    await user.keyboard('{Enter}')
    expect(readUrl()).toBe('/analysis?symbol=QB')
  })
})

describe('row', () => {
  test('opens the analysis when clicked', async () => {
    const { user, readUrl } = renderTable([{ symbol: 'QA' }])
    await user.click(cell('QA', '120.50'))
    expect(readUrl()).toBe('/analysis?symbol=QA')
  })

  test('has a real link, which opens without a reload', async () => {
    const { user, readUrl } = renderTable([{ symbol: 'BRK.B' }])
    const link = screen.getByRole('link', { name: 'BRK.B' })
    expect(link).toHaveAttribute('href', '/analysis?symbol=BRK.B')
    await user.click(link)
    expect(readUrl()).toBe('/analysis?symbol=BRK.B')
  })

  test('opens in a new tab with Control or Meta, but not while text is selected', async () => {
    const { user, readUrl } = renderTable([{ symbol: 'QA' }])
    for (const [index, key] of ['Control', 'Meta'].entries()) {
      await user.keyboard(`{${key}>}`)
      await user.click(cell('QA', '120.50'))
      await user.keyboard(`{/${key}}`)
      expect(opened).toHaveBeenCalledTimes(index + 1)
      expect(opened).toHaveBeenLastCalledWith('/analysis?symbol=QA', '_blank', 'noopener')
    }
    const company = cell('QA', 'Arden Foods')
    await user.pointer([
      { target: company, offset: 0, keys: '[MouseLeft>]' },
      { target: company, offset: 5 },
    ])
    await user.pointer({ keys: '[/MouseLeft]', target: company })
    expect(opened).toHaveBeenCalledTimes(2)
    expect(readUrl()).toBe('/screening')
  })

  test('shows a hint on tap', async () => {
    const { user, readUrl } = renderTable([{ symbol: 'QA', rsi: null, dividend_yield: 1 }])
    await user.pointer({ keys: '[TouchA]', target: within(findRow('QA')).getAllByText('—')[0] as Element })
    expect(readUrl()).toBe('/screening')
    await user.pointer({ keys: '[TouchA]', target: cell('QA', '120.50') })
    expect(readUrl()).toBe('/analysis?symbol=QA')
  })

  test('has a menu button, which regains focus after a choice made with the keyboard', async () => {
    const { user } = renderTable([{ symbol: 'QA' }, { symbol: 'QB' }])
    const opener = screen.getByLabelText('Actions for QB')
    await user.click(opener)
    const menu = await screen.findByRole('menu', { name: 'Actions for QB' })
    const item = within(menu).getByRole('menuitem', { name: 'Open in new tab' })
    act(() => item.focus())
    fireEvent.click(item)
    expect(opened).toHaveBeenCalledWith('/analysis?symbol=QB', '_blank', 'noopener')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(opener).toHaveFocus()
  })

  test.each([
    ['Open analysis', '/analysis?symbol=QB'],
    ['Add as position', '/portfolio?add=QB'],
    ['Ask coach', '/ai-coach?prompt=What+is+the+best+covered+call+on+%24QB%3F'],
  ])('its menu opens the page for %s', async (name, url) => {
    const { user, readUrl } = renderTable([{ symbol: 'QA' }, { symbol: 'QB' }])
    await user.click(screen.getByLabelText('Actions for QB'))
    await user.click(await screen.findByRole('menuitem', { name }))
    expect(readUrl()).toBe(url)
  })

  test('opens the same menu on right-click', async () => {
    const { user, readUrl } = renderTable([{ symbol: 'QA' }])
    await user.pointer({ keys: '[MouseRight]', target: cell('QA', '120.50') })
    await user.click(await screen.findByRole('menuitem', { name: 'Copy symbol' }))
    expect(await navigator.clipboard.readText()).toBe('QA')
    await user.pointer({ keys: '[MouseRight]', target: cell('QA', '120.50') })
    await user.click(await screen.findByRole('menuitem', { name: 'Open analysis' }))
    expect(readUrl()).toBe('/analysis?symbol=QA')
  })
})

describe('figure', () => {
  afterEach(cleanup)

  const fieldOf: Readonly<Partial<Record<NumericColumn, keyof ScreenerRow>>> = {
    market_cap: 'market_cap_value',
    best_call_oi: 'open_interest',
  }
  const units: Readonly<Record<string, number>> = { M: 1e6, B: 1e9, T: 1e12 }

  /** The first figure in a text, as a number. */
  function readNumber(text: string): number {
    const [, sign, digits = '', unit = ''] = /([−-]?)\$?([\d,]+(?:\.\d+)?)([MBT]?)/.exec(text) ?? []
    const number = Number(`${sign === '' ? '' : '-'}${digits.replaceAll(',', '')}`)
    return unit === '' ? number : Math.round(number * (units[unit] ?? 1))
  }

  /** The figures that a column's cells show for these values. */
  function readCells(column: NumericColumn, values: readonly number[]): number[] {
    const rows = values.map((value) => buildStock({ [fieldOf[column] ?? column]: value, cc_score_change: null }))
    const { stocks } = readScreen(buildView(rows), { fields: [] })
    const { container } = render(
      <MantineProvider env="test">
        {stocks.map((stock, index) => (
          <p key={values[index]}>{drawCell(stockColumns[column], stock, { isSelected: false, index })}</p>
        ))}
      </MantineProvider>,
    )
    return [...container.querySelectorAll('p')].map(({ textContent }) => readNumber(textContent ?? ''))
  }

  const figures = [12.349, 12.35, 12.55, 28.99, 30.04, 32.188, 39.99, 69.96, 77.78]

  test.each(
    numericColumns.filter(
      (column) =>
        column !== 'best_spread_pct' && column !== 'best_breakeven' && !yesNoColumns.some((each) => each === column),
    ),
  )('formats %s to match the filters', (column) => {
    const { decimals, digits, isCut = false, endsAt } = shownFigures[column]
    const format = new Intl.NumberFormat('en-US', {
      useGrouping: false,
      roundingMode: isCut ? 'floor' : 'halfExpand',
      ...(digits === undefined ? { maximumFractionDigits: decimals } : { maximumSignificantDigits: digits }),
    })
    const values = figures.map((figure) => (column === 'market_cap' ? figure * 1e9 : figure))
    const written = values.map((value) => {
      const isAboveEnd = endsAt !== undefined && value > endsAt && value < endsAt + 0.1
      return isAboveEnd ? endsAt + 0.1 : Number(format.format(value))
    })
    expect(readCells(column, values)).toEqual(written)
  })
})
