import '../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { act, waitFor } from '@testing-library/react'
import { POSITIONS_KEY } from '../../api/credentials.ts'
import { createGate, refuse, reply } from '../../testing/fake-network.ts'
import {
  buildAttention,
  buildListed,
  buildPositionList,
  buildStored,
  createPortfolioServer,
} from '../../testing/portfolio-server.ts'
import { screen, within } from '../../testing/queries.ts'
import { closeApp, renderApp } from '../../testing/render-app.tsx'

afterEach(closeApp)

const near = buildStored({ id: 'near', ticker: 'QBBB', expiry_date: '2026-07-17', strike_price: 120, contracts: 2 })
const far = buildStored({ id: 'far', ticker: 'QAAA' })

const findGrid = () => screen.findByRole('grid', { name: 'Covered calls with their figures' })
const readSymbols = () =>
  screen
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent?.trim())
    .slice(0, -1)

function getRow(name: RegExp) {
  const row = screen.getAllByRole('row').find((each) => name.test(each.textContent ?? ''))
  if (row === undefined) throw new Error(`No row ${name}`)
  return within(row)
}

const readCells = (row: ReturnType<typeof getRow>) =>
  row.getAllByRole('gridcell').map((cell) => cell.textContent?.trim())

describe('the table', () => {
  test('formats every figure as specified, and marks unknown and assumed ones', async () => {
    const { network } = createPortfolioServer()
    const yesterday = '2026-07-09'
    const worthless = { state: 'presumed_expired', certainty: 'presumed', close: 121, close_date: yesterday } as const
    const unpriced = { current_price: null, current_premium: null, delta: null, implied_volatility: null } as const
    const half = { premium_source: 'half_ask', premium_is_quote: false, current_premium: 0.03 } as const
    const unsplit = { entry_price: 1190, strike_price: 1300, entry_date: '2025-09-15' }
    const positions = [
      buildListed(far),
      buildListed(buildStored({ id: 'lost', ticker: 'QLOST' }), { cc_pnl: -4154.2, stock_pnl: 0 }),
      buildListed(buildStored({ id: 'fine', ticker: 'QFINE', strike_price: 130.005, entry_premium: 7.1035 })),
      buildListed(buildStored({ id: 'none', ticker: 'QNONE' }), { ...unpriced, premium_is_quote: null }),
      buildListed(buildStored({ id: 'half', ticker: 'QHALF' }), { ...half, delta: null, delta_at_most: 0.013 }),
      buildListed(buildStored({ id: 'split', ticker: 'QSPLIT', ...unsplit }), {
        splits_since_entry: [{ kind: 'split', date: '2025-11-17', ratio: 10 }],
        current_premium: null,
        delta: null,
      }),
      buildListed(buildStored({ id: 'low', ticker: 'QLOW' }), {
        strike_lowered_on: '2026-06-30',
        pnl_gap: 'strike_lowered',
      }),
      buildListed(buildStored({ id: 'over', ticker: 'QOVER', expiry_date: yesterday }), {
        outcome: worthless,
        current_premium: 0,
        delta: null,
      }),
      buildListed(buildStored({ id: 'gone', ticker: 'QGONE', expiry_date: yesterday })),
    ]
    const lacking = { symbol: 'QNONE', reason: 'The source does not answer', loading: false }
    const loading = ['QA', 'QB', 'QC'].map((symbol) => ({ symbol, reason: 'Loading.', loading: true }))
    const missing = { missing_symbols: [lacking, ...loading], partial: true }
    network.answer('portfolio.list', () => reply('portfolio.list', buildPositionList(positions, missing)))
    renderApp('/portfolio', { network })
    await findGrid()

    // Static yield: 3 / 118 × 365 / 63 days. Headroom: 9.5 / 120.5. One expected move: 120.5 × 0.3204 × √(35 / 365).
    const figures = [
      '1',
      '35 Aug 14',
      '130.00',
      '120.50',
      '0.219',
      '3.00',
      '1.23',
      '+$250',
      '+$177',
      '+$427',
      '14.7',
      '7.88',
    ]
    expect(readCells(getRow(/^QAAA/)).slice(0, -2)).toEqual([...figures, '0.79', '32.0'])
    expect(screen.getByRole('button', { name: 'Why Hold for QAAA 130 call' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Delete QAAA 130 call' })).toBeInTheDocument()

    // The server's P&L takes precedence. Zero is green (SPEC: green at 0 and above) but gets no triangle.
    const lost = getRow(/^QLOST/)
    expect(lost.getByText('−$4,154')).toHaveAttribute('data-direction', 'down')
    expect(lost.getByText('$0')).toHaveAttribute('data-own')
    expect(lost.getByText('$0')).not.toHaveAttribute('data-direction')

    expect(readCells(getRow(/^QFINE/))).toEqual(expect.arrayContaining(['130.005', '7.1035']))

    // Without a quote, the position is shown at its entry price.
    const none = getRow(/^QNONE/)
    expect(none.getByText('118.00')).toBeInTheDocument()
    expect(none.getByText(/price used instead/)).toBeInTheDocument()
    expect(none.getAllByText('N/A').length).toBeGreaterThanOrEqual(8)
    expect(screen.getByText(/No market data for QNONE \(The source does not answer\)/)).toBeInTheDocument()
    expect(screen.getByText(/^Loading prices for 3 stocks\./)).toBeInTheDocument()

    const bounded = getRow(/^QHALF/)
    expect(bounded.getByText('under').parentElement).toHaveTextContent('under 0.02')
    expect(bounded.getByText('half ask')).toBeInTheDocument()
    expect(bounded.getByRole('button', { name: /^Why Hold/ })).toBeInTheDocument()

    const split = getRow(/^QSPLIT/)
    expect(split.getByText('split').parentElement).toHaveAttribute(
      'data-hint',
      'QSPLIT split 10 for 1 on Nov 17, 2025: your 100 shares at $1,190 and 1 call at $1,300 are now 1,000 shares at $119 and 10 calls at $130.',
    )
    expect(split.queryByText(/−\$/)).toBeNull()

    const lowered = 'A special dividend lowered the strike on Jun 30, 2026.'
    expect(getRow(/^QLOW/).getByText('adj.').parentElement).toHaveAttribute('data-hint', lowered)

    // Stock gain from 118 to 120.50 plus the full premium of 3.00.
    const over = getRow(/^QOVER/)
    const presumed = 'Presumed expired worthless: closed at $121.00 on Jul 9, 2026.'
    expect(over.getByText('Expired')).toHaveAttribute('data-hint', presumed)
    expect(over.getByText('+$250')).toBeInTheDocument()
    expect(over.getByText('+$550')).toHaveAttribute('data-hint', expect.stringContaining(presumed))
    expect(over.getByText('presumed')).toBeInTheDocument()
    expect(over.getByRole('button', { name: /^Why N\/A/ })).toBeInTheDocument()
    expect(screen.getByText(/^1 expired position is counted with a result presumed/)).toBeInTheDocument()

    const reasons = [
      'QNONE 130 call (the current price is unknown)',
      'QSPLIT 1,300 call (the stock split after you opened the position)',
      'QLOW 130 call (a special dividend lowered the strike)',
      'QGONE 130 call (the closing price on expiration day is unknown)',
    ]
    const totals = getRow(/^9 positions/).getAllByText('4 left out')
    expect(totals).toHaveLength(2)
    for (const count of totals) {
      for (const reason of reasons) expect(count).toHaveAttribute('data-hint', expect.stringContaining(reason))
    }
    const [note] = screen.getAllByText(/^4 of 9 positions are left out of these P&L figures/)
    for (const reason of reasons) expect(note).toHaveTextContent(reason)
  })

  test('sorts by its headers, shows totals, and charts the row selected by click, Enter or x', async () => {
    const { user, readUrl } = renderApp('/portfolio', createPortfolioServer([far, near]))
    await findGrid()
    expect(readSymbols()).toEqual(['QBBB', 'QAAA'])
    expect(getRow(/^2 positions/).getByText('+$1,281')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: /^Strike/ }))
    expect(readSymbols()).toEqual(['QAAA', 'QBBB'])
    await user.click(screen.getByRole('button', { name: /^Strike/ }))
    expect(readSymbols()).toEqual(['QBBB', 'QAAA'])
    expect(readUrl()).toBe('/portfolio?sort=strike')

    act(() => screen.getByRole('button', { name: /^Strike/ }).focus())
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(readUrl()).toBe('/portfolio?sort=strike&selected=near'))

    await user.click(getRow(/^QAAA/).getByText('130.00'))
    const card = within(await screen.findByRole('region', { name: 'Chart of QAAA' }))
    expect(card.getByRole('heading', { name: 'QAAA' })).toBeInTheDocument()
    expect(card.getByText('Entry Jun 12, strike 130, 35 days to expiration')).toBeInTheDocument()
    expect(card.getByText('Cost to close, ask').nextElementSibling).toHaveTextContent('1.26')
    expect(card.getByText('If called').nextElementSibling).toHaveTextContent('+$1,500')
    expect(card.getByRole('link', { name: /Open analysis/ })).toHaveAttribute('href', '/analysis?symbol=QAAA')
    expect(readUrl()).toBe('/portfolio?sort=strike&selected=far')
    expect(getRow(/^QAAA/).getByText('130.00').closest('tr')).toHaveAttribute('aria-selected', 'true')
    expect(await card.findByRole('figure', { name: /^Price of QAAA/ })).toBeInTheDocument()
    expect(await card.findByText('Entry')).toBeInTheDocument()

    screen.getByRole('button', { name: 'Delete QBBB 120 call' }).focus()
    await user.keyboard('x')
    await waitFor(() => expect(readUrl()).toBe('/portfolio?sort=strike&selected=near'))
  })

  test('has a menu for each row, which edits and deletes the position and asks the coach', async () => {
    const { user, readUrl } = renderApp('/portfolio', createPortfolioServer([far, near]))
    await findGrid()
    const open = async () => {
      await user.click(screen.getByRole('button', { name: 'Actions for QBBB 120 call' }))
      return within(await screen.findByRole('menu', { name: 'Actions for QBBB 120 call' }))
    }
    await user.click((await open()).getByRole('menuitem', { name: 'Edit position' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Covered Call Position' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Actions for QBBB 120 call' })).toHaveFocus())
    await user.click((await open()).getByRole('menuitem', { name: 'Delete position' }))
    const removal = within(await screen.findByRole('dialog', { name: 'Delete position' }))
    expect(removal.getByText(/^QBBB 120 call, Jul 17, 2026, 2 contracts/)).toBeVisible()
    await user.click(removal.getByRole('button', { name: 'Cancel' }))
    await user.click((await open()).getByRole('menuitem', { name: 'Ask the coach' }))
    await waitFor(() => expect(readUrl()).toBe('/ai-coach?prompt=How+is+my+QBBB+120+call+doing%3F'))
  })
})

describe('without a table', () => {
  test('shows a skeleton while loading, an error if loading fails, and a banner if a refresh fails', async () => {
    const server = createPortfolioServer([far])
    const fail = () => refuse(503, 'The portfolio cannot be reached.')
    const gate = createGate(fail)
    server.network.answer('portfolio.list', gate.handler)
    server.network.answer('portfolio.attention', fail)
    const { user } = renderApp('/portfolio', server)
    expect(await screen.findByText('Loading positions...')).toBeInTheDocument()
    gate.open()
    expect(await screen.findByText('Could not load your positions')).toBeInTheDocument()
    expect(screen.getByText(/The portfolio cannot be reached\./)).toBeInTheDocument()
    expect(screen.queryByText(/No positions yet/)).toBeNull()

    server.network.answer('portfolio.list', () => reply('portfolio.list', buildPositionList([buildListed(far)])))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await findGrid()
    expect(await screen.findByText('Could not load what needs attention.')).toBeInTheDocument()

    server.network.answer('portfolio.list', fail)
    server.network.answer('portfolio.attention', () => reply('portfolio.attention', buildAttention()))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await screen.findByText(/^Could not refresh the positions/)).toBeInTheDocument()
    expect(await findGrid()).toBeInTheDocument()
    expect(await screen.findByText('Nothing needs attention now.')).toBeInTheDocument()
  })

  test('without positions, shows the specified text, an Add button, and the market if it is reachable', async () => {
    const { user, network } = renderApp('/portfolio', createPortfolioServer())
    expect(await screen.findByText('No positions yet. Add your first covered call position!')).toBeInTheDocument()
    expect(screen.getByText('Recorded market of Jul 10, 2026')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Recorded · Jul 10, 16:00 ET' })).toHaveTextContent('Jul 10, 16:00 ET')
    const unreachable = buildPositionList([], { data_class: 'none', source: '', as_of: null })
    network.answer('portfolio.list', () => reply('portfolio.list', unreachable))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(screen.queryByText(/market of/)).toBeNull())
    expect(screen.queryByText(/No data yet/)).toBeNull()
    await user.click(screen.getAllByRole('button', { name: 'Add Position' }).at(-1) as HTMLElement)
    expect(await screen.findByRole('dialog', { name: /Add Covered Call Position/ })).toBeInTheDocument()
  })
})

test('counts positions that need attention, gives the reasons, and links to the positions', async () => {
  const server = createPortfolioServer([far])
  const item = {
    id: 'far',
    ticker: 'QAAA',
    strike_price: 130,
    expiry_date: '2026-08-14',
    contracts: 1,
    days_to_expiration: 5,
    cc_pnl: 427,
    cc_pnl_percent: 3.6,
    level: 2,
    reasons: [
      { id: 'days_left', group: 'action', sentence: '5 days to expiration' },
      {
        id: 'dividend',
        group: 'other',
        sentence: 'Ex-dividend Jul 14, 2026, $0.50 a share; time value left $0.10: early assignment is likely.',
      },
    ],
    unknown: [],
    dividend: { ex_date: '2026-07-14', dividend: 0.5, time_value: 0.1, at_stake: 40 },
    earnings_date: null,
  } as const
  server.network.answer('portfolio.attention', () =>
    reply(
      'portfolio.attention',
      buildAttention({
        items: [{ ...item, reasons: [...item.reasons], unknown: [] }],
        counts: { actions: 1, others: 1 },
        reasons: [{ id: 'days_left', group: 'action', label: 'At most 7 days to expiration', count: 1, unknown: 0 }],
        dividends_at_stake: 40,
      }),
    ),
  )
  const { user, readUrl } = renderApp('/portfolio', server)
  const toggle = await screen.findByRole('button', { name: /Needs attention/ })
  expect(toggle).toHaveTextContent('1 position needs action, 1 has other reasons')
  expect(toggle).toHaveTextContent('$40 in dividends above the time value left')
  await user.click(toggle)
  const list = within(screen.getByRole('list', { name: 'Positions that need attention' }))
  expect(
    list.getByText(/^Ex-dividend Jul 14, 2026, \$0\.50 a share; time value left \$0\.10: early assignment is likely\./),
  ).toHaveTextContent(/That is \$50 for all shares, \$40 above the time value left\.$/)
  expect(screen.getByText('At most 7 days to expiration (1)')).toBeInTheDocument()
  await user.click(list.getByRole('button', { name: /QAAA/ }))
  expect(readUrl()).toBe('/portfolio?selected=far')
})

test('hides the user’s dollar amounts everywhere on the page, but not prices and percents', async () => {
  window.localStorage.setItem('preferences', JSON.stringify({ hidesAmounts: true, density: 'compact' }))
  const { user } = renderApp('/portfolio', createPortfolioServer([far]))
  expect(await findGrid()).toHaveAttribute('data-density', 'compact')
  const summary = within(screen.getByRole('region', { name: 'Summary' }))
  expect(summary.getAllByText(/^hidden/)).toHaveLength(5)
  await user.click(screen.getByRole('rowheader', { name: 'QAAA' }))
  const card = within(await screen.findByRole('region', { name: 'Chart of QAAA' }))
  expect(card.getAllByText(/^hidden/).length).toBeGreaterThanOrEqual(2)
  const row = getRow(/^QAAA/)
  expect(row.getAllByText(/^hidden/)).toHaveLength(3)
  expect(row.getByText('130.00')).toBeInTheDocument()
  expect(document.body.textContent).not.toMatch(/\$\d/)

  await user.click(card.getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/If called, you make/)).toHaveTextContent(/make \*\*\*hidden per contract/)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.keyboard('h')
  expect((await screen.findAllByText('+$427')).length).toBeGreaterThan(1)
  expect(screen.queryByText(/^hidden/)).toBeNull()
})

describe('the forms', () => {
  test('a position in the URL opens the prefilled form and is removed from the URL', async () => {
    const { readUrl } = renderApp(
      '/portfolio?add=QAAA&exp=2026-08-14&strike=130&price=120.5&premium=2.05&contracts=2',
      createPortfolioServer(),
    )
    const dialog = within(await screen.findByRole('dialog', { name: /Add Covered Call Position/ }))
    expect(dialog.getByLabelText(/^Ticker Symbol/)).toHaveValue('QAAA')
    expect(dialog.getByLabelText(/^Entry Price/)).toHaveValue('120.5')
    expect(readUrl()).toBe('/portfolio')
  })

  test('editing a deleted position shows an error, keeps the input, and refreshes the list', async () => {
    const server = createPortfolioServer([far])
    const { user } = renderApp('/portfolio?selected=far', server)
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const form = within(await screen.findByRole('dialog', { name: 'Edit Covered Call Position' }))
    await user.click(form.getByLabelText('Notes (optional)'))
    await user.paste('From the IRA')
    server.stored.clear()
    await user.click(form.getByRole('button', { name: 'Save changes' }))
    expect(await form.findByText(/^Failed to save position: There is no such position\./)).toBeInTheDocument()
    expect(await screen.findByText(/No positions yet/)).toBeInTheDocument()
    expect(form.getByLabelText('Notes (optional)')).toHaveValue('From the IRA')
    expect(Object.keys(window.localStorage).filter((key) => key.startsWith(POSITIONS_KEY))).toEqual([])
  })

  test('Back closes an unchanged form, and asks before discarding changes', async () => {
    const { user, goBack, readUrl } = renderApp('/settings', createPortfolioServer())
    await user.click(await screen.findByRole('link', { name: 'Portfolio Tracking' }))
    const open = async () => {
      const [button] = await screen.findAllByRole('button', { name: 'Add Position' })
      await user.click(button as HTMLElement)
      await screen.findByRole('dialog', { name: 'Add Covered Call Position' })
    }
    await open()
    await goBack()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(readUrl()).toBe('/portfolio')
    await open()
    await user.click(screen.getByLabelText('Notes (optional)'))
    await user.paste('Roll in July')
    await goBack()
    await screen.findByRole('dialog', { name: 'Discard your changes?' })
    await goBack()
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    expect(screen.getByLabelText('Notes (optional)')).toHaveValue('Roll in July')
    await goBack()
    const question = within(await screen.findByRole('dialog', { name: 'Discard your changes?' }))
    await user.click(question.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(readUrl()).toBe('/portfolio')
    await goBack()
    await waitFor(() => expect(readUrl()).toBe('/settings'))
  })
})

describe('on a phone', () => {
  const { matchMedia } = window
  beforeEach(() => {
    window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') })
  })
  afterEach(() => {
    window.matchMedia = matchMedia
  })

  test('cards replace the table', async () => {
    const { user, readUrl } = renderApp('/portfolio', createPortfolioServer([far]))
    const card = within(await screen.findByRole('list', { name: 'Positions' }))
    expect(screen.queryByRole('grid')).toBeNull()
    expect(card.getByText('+$427')).toBeInTheDocument()
    await user.click(card.getByRole('button', { name: /^QAAA 1 × 130 call, Aug 14, 35 d/ }))
    expect(readUrl()).toBe('/portfolio?selected=far')
    expect(await screen.findByRole('region', { name: 'Chart of QAAA' })).toBeInTheDocument()
  })
})
