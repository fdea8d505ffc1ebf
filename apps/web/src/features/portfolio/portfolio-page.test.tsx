import '../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { createGate, refuse, reply } from '../../testing/fake-network.ts'
import {
  buildAttention,
  buildListed,
  buildPositionList,
  buildStored,
  createPortfolioServer,
} from '../../testing/portfolio-server.ts'
import { closeApp, renderApp } from '../../testing/render-app.tsx'
import { POSITIONS_KEY } from './data/positions-key.ts'

afterEach(closeApp)

const near = buildStored({ id: 'near', ticker: 'QBBB', expiry_date: '2026-07-17', strike_price: 120, contracts: 2 })
const far = buildStored({ id: 'far', ticker: 'QAAA' })

const findGrid = () => screen.findByRole('grid', { name: 'Covered calls with their figures' })
const readTickers = () =>
  screen
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent?.trim())
    .slice(0, -1)

async function findRow(name: RegExp) {
  const grid = await findGrid()
  const row = within(grid)
    .getAllByRole('row')
    .find((each) => name.test(each.textContent ?? ''))
  if (row === undefined) throw new Error(`No row ${name}`)
  return within(row)
}

const readCells = (row: Awaited<ReturnType<typeof findRow>>) =>
  row.getAllByRole('gridcell').map((cell) => cell.textContent?.trim())

describe('the table', () => {
  test('writes every figure of SPEC as it wants it', async () => {
    renderApp('/portfolio', createPortfolioServer([far]))
    const cells = readCells(await findRow(/^QAAA/))
    // Static yield 3 / 118 × 365 / 63 days; headroom 9.5 / 120.5, in moves of 120.5 × 0.3204 × √(35 / 365).
    expect(cells.slice(0, -2)).toEqual([
      '35',
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
      '0.79',
      '32.0',
    ])
    expect(screen.getByRole('button', { name: 'Why Hold for QAAA 130 call' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Delete QAAA 130 call' })).toBeInTheDocument()
  })

  test('what is not known is N/A, and the price stands at entry', async () => {
    const { network } = createPortfolioServer()
    const unknown = { current_price: null, current_premium: null, delta: null, implied_volatility: null }
    const missing = { missing_symbols: [{ symbol: 'QAAA', reason: 'The source does not answer' }], partial: true }
    network.answer('portfolio.list', () =>
      reply('portfolio.list', buildPositionList([buildListed(far, { ...unknown, premium_is_quote: null })], missing)),
    )
    renderApp('/portfolio', { network })
    const row = await findRow(/^QAAA/)
    expect(row.getByText('118.00')).toBeInTheDocument()
    expect(row.getByText(/price stands in/)).toBeInTheDocument()
    expect(row.getAllByText('N/A').length).toBeGreaterThanOrEqual(8)
    expect(screen.getByText(/No figures of the market for QAAA \(The source does not answer\)/)).toBeInTheDocument()
    expect(screen.getByText('No P&L: QAAA 130 call (the current price is not known).')).toBeInTheDocument()
  })

  test("the server's P&L wins over what the browser works out", async () => {
    const { network } = createPortfolioServer()
    const listed = buildListed(far, { cc_pnl: -4154.2, stock_pnl: 0 })
    network.answer('portfolio.list', () => reply('portfolio.list', buildPositionList([listed])))
    renderApp('/portfolio', { network })
    const row = await findRow(/^QAAA/)
    expect(row.getByText('−$4,154')).toHaveAttribute('data-direction', 'down')
    // Nothing lost is green (SPEC: green at 0 and above), without a triangle.
    expect(row.getByText('$0')).toHaveAttribute('data-own')
    expect(row.getByText('$0')).not.toHaveAttribute('data-direction')
  })

  test('what ends first comes first; headers sort, and the address keeps it', async () => {
    const { user, readUrl } = renderApp('/portfolio', createPortfolioServer([far, near]))
    await findGrid()
    expect(readTickers()).toEqual(['QBBB', 'QAAA'])
    await user.click(screen.getByRole('button', { name: /^Strike/ }))
    expect(readTickers()).toEqual(['QAAA', 'QBBB'])
    await user.click(screen.getByRole('button', { name: /^Strike/ }))
    expect(readTickers()).toEqual(['QBBB', 'QAAA'])
    expect(readUrl()).toBe('/portfolio?sort=strike')
  })

  test('the last row sums what is known', async () => {
    renderApp('/portfolio', createPortfolioServer([far, near]))
    const totals = await findRow(/^2 positions/)
    expect(totals.getByText('+$1,281')).toBeInTheDocument()
  })

  test('an expired position counts with a presumed result, and an unknown one is left out by name', async () => {
    const { network } = createPortfolioServer()
    const outcome = { state: 'presumed_expired', close: 121, close_date: '2026-07-09' } as const
    const expired = buildStored({ id: 'expired', expiry_date: '2026-07-09' })
    const unknown = buildStored({ id: 'unknown', ticker: 'QBBB', expiry_date: '2026-07-09' })
    const positions = [buildListed(expired, { outcome, current_premium: 0, delta: null }), buildListed(unknown)]
    network.answer('portfolio.list', () => reply('portfolio.list', buildPositionList(positions)))
    renderApp('/portfolio', { network })
    const row = await findRow(/^QAAA/)
    const presumed = 'Presumed expired worthless: closed at $121.00 on Jul 9, 2026.'
    expect(row.getByText('Expired')).toHaveAttribute('data-hint', presumed)
    // The stock at 120.50 against 118, and the premium of 3.00 kept.
    expect(row.getByText('+$250')).toBeInTheDocument()
    expect(row.getByText('+$550')).toHaveAttribute('data-hint', expect.stringContaining(presumed))
    expect(row.getByText('presumed')).toBeInTheDocument()
    expect(row.getByRole('button', { name: /^Why N\/A/ })).toBeInTheDocument()
    const totals = await findRow(/^2 positions/)
    expect(totals.getByText('+$550')).toBeInTheDocument()
    const left = 'Left out: QBBB 130 call (the close of its last day is not known)'
    for (const count of totals.getAllByText('1 left out')) expect(count).toHaveAttribute('data-hint', left)
    expect(totals.getAllByText('1 left out')).toHaveLength(3)
    expect(screen.getByText(/^1 of 2 positions is left out of these P&L figures: QBBB 130 call/)).toBeInTheDocument()
    expect(screen.getByText(/^1 expired position is counted with a result presumed/)).toBeInTheDocument()
  })

  test('terms are shown to their last decimal', async () => {
    const { network } = createPortfolioServer()
    const stored = buildStored({ strike_price: 130.005, entry_premium: 7.1035 })
    network.answer('portfolio.list', () => reply('portfolio.list', buildPositionList([buildListed(stored)])))
    renderApp('/portfolio', { network })
    const row = await findRow(/^QAAA/)
    expect(row.getByText('130.005')).toBeInTheDocument()
    expect(row.getByText('7.1035')).toBeInTheDocument()
  })

  test('a position entered before a split says so instead of showing a loss', async () => {
    const { network } = createPortfolioServer()
    const before = buildStored({ entry_price: 1190, strike_price: 1300, entry_date: '2025-09-15' })
    const splits_since_entry = [{ date: '2025-11-17', ratio: 10 }]
    const listed = buildListed(before, { splits_since_entry, current_premium: null, delta: null })
    network.answer('portfolio.list', () => reply('portfolio.list', buildPositionList([listed])))
    renderApp('/portfolio', { network })
    const row = await findRow(/^QAAA/)
    expect(row.getByText('split').parentElement).toHaveAttribute(
      'data-hint',
      'QAAA split 10 for 1 on Nov 17, 2025: your 100 shares at $1,190 and 1 call at $1,300 are now 1,000 shares at $119 and 10 calls at $130.',
    )
    expect(row.queryByText(/−\$/)).toBeNull()
    expect(screen.getByText(/^No P&L: QAAA 1,300 call \(the stock has split since the entry\)/)).toBeInTheDocument()
  })

  test('a call without a bid shows its bound and half of the ask', async () => {
    const { network } = createPortfolioServer()
    const half = { premium_source: 'half_ask', premium_is_quote: false, current_premium: 0.03 } as const
    const bounded = buildListed(far, { ...half, delta: null, delta_at_most: 0.013 })
    network.answer('portfolio.list', () => reply('portfolio.list', buildPositionList([bounded])))
    renderApp('/portfolio', { network })
    const row = await findRow(/^QAAA/)
    expect(row.getByText('under 0.02')).toBeInTheDocument()
    expect(row.getByText('half ask')).toBeInTheDocument()
    expect(row.getByRole('button', { name: /^Why Hold/ })).toBeInTheDocument()
  })
})

describe('the selected position', () => {
  test('a click shows its chart below, and the address names it', async () => {
    const { user, readUrl } = renderApp('/portfolio', createPortfolioServer([far, near]))
    await user.click((await findRow(/^QAAA/)).getByText('130.00'))
    const card = within(await screen.findByRole('region', { name: 'Chart of QAAA' }))
    expect(card.getByRole('heading', { name: 'QAAA' })).toBeInTheDocument()
    expect(card.getByText('Entry Jun 12, strike 130, 35 days to expiry')).toBeInTheDocument()
    expect(card.getByText('Cost to close, ask').nextElementSibling).toHaveTextContent('1.26')
    expect(card.getByText('If called').nextElementSibling).toHaveTextContent('+$1,500')
    expect(card.getByRole('link', { name: /Open analysis/ })).toHaveAttribute('href', '/analysis?symbol=QAAA')
    expect(readUrl()).toBe('/portfolio?selected=far')
    expect((await findRow(/^QAAA/)).getByText('130.00').closest('tr')).toHaveAttribute('aria-selected', 'true')
    expect(await card.findByRole('figure', { name: /^Price of QAAA/ }, { timeout: 30_000 })).toBeInTheDocument()
    expect(await card.findByText('Entry')).toBeInTheDocument()
  })

  test('Enter on a row selects it, too', async () => {
    const { user, readUrl } = renderApp('/portfolio', createPortfolioServer([far, near]))
    await findGrid()
    act(() => screen.getByRole('button', { name: /^Strike/ }).focus())
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(readUrl()).toBe('/portfolio?selected=near'))
  })
})

describe('what stands in place of the table', () => {
  test('while it loads', async () => {
    const server = createPortfolioServer([far])
    const gate = createGate(() => reply('portfolio.list', buildPositionList([buildListed(far)])))
    server.network.answer('portfolio.list', gate.handler)
    renderApp('/portfolio', server)
    expect(await screen.findByText('Loading positions...')).toBeInTheDocument()
    gate.open()
    await findGrid()
  })

  test('where there are none', async () => {
    const { user } = renderApp('/portfolio', createPortfolioServer())
    const words = await screen.findByText('No positions yet. Add your first covered call position!')
    expect(words).toBeInTheDocument()
    await user.click(screen.getAllByRole('button', { name: 'Add Position' }).at(-1) as HTMLElement)
    expect(await screen.findByRole('dialog', { name: /Add Covered Call Position/ })).toBeInTheDocument()
  })

  test('where there are none the page still names its market', async () => {
    renderApp('/portfolio', createPortfolioServer())
    expect(await screen.findByText('Recorded market of 10 July 2026')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Recorded · Jul 10, 16:00 ET' })).toHaveTextContent('Jul 10, 16:00 ET')
  })

  test('where there are none and the market cannot be heard it dates nothing', async () => {
    const { network } = createPortfolioServer()
    const unheard = buildPositionList([], { data_class: 'none', source: '', as_of: null })
    network.answer('portfolio.list', () => reply('portfolio.list', unheard))
    renderApp('/portfolio', { network })
    expect(await screen.findByText(/No positions yet/)).toBeInTheDocument()
    expect(screen.queryByText(/No data yet|market of/)).toBeNull()
  })

  test('where the list cannot be had it never says that there are none', async () => {
    const server = createPortfolioServer([far])
    server.network.answer('portfolio.list', () => refuse(503, 'The portfolio cannot be reached.'))
    const { user } = renderApp('/portfolio', server)
    expect(await screen.findByText('Your positions could not be loaded')).toBeInTheDocument()
    expect(screen.getByText(/The portfolio cannot be reached\./)).toBeInTheDocument()
    expect(screen.queryByText(/No positions yet/)).toBeNull()
    server.network.answer('portfolio.list', () => reply('portfolio.list', buildPositionList([buildListed(far)])))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await findGrid()
  })

  test('a list that is there stays when the next one cannot be had', async () => {
    const server = createPortfolioServer([far])
    const { user } = renderApp('/portfolio', server)
    await findGrid()
    server.network.answer('portfolio.list', () => refuse(503, 'The portfolio cannot be reached.'))
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await screen.findByText(/could not be loaded anew/)).toBeInTheDocument()
    expect(await findGrid()).toBeInTheDocument()
  })
})

test('a position handed over opens the form filled in, and leaves the address', async () => {
  const { readUrl } = renderApp(
    '/portfolio?add=QAAA&exp=2026-08-14&strike=130&price=120.5&premium=2.05&contracts=2',
    createPortfolioServer(),
  )
  const dialog = within(await screen.findByRole('dialog', { name: /Add Covered Call Position/ }))
  expect(dialog.getByLabelText(/^Ticker Symbol/)).toHaveValue('QAAA')
  expect(dialog.getByLabelText(/^Entry Price/)).toHaveValue('120.5')
  expect(readUrl()).toBe('/portfolio')
})

test('an edit of a position that is gone says so, keeps what was written, and the list follows', async () => {
  const server = createPortfolioServer([far])
  const { user } = renderApp('/portfolio?selected=far', server)
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit Covered Call Position' }))
  await user.type(form.getByLabelText('Notes (optional)'), 'From the IRA')
  server.stored.clear()
  await user.click(form.getByRole('button', { name: 'Save changes' }))
  expect(await form.findByText(/^Failed to save position: There is no such position\./)).toBeInTheDocument()
  expect(await screen.findByText(/No positions yet/)).toBeInTheDocument()
  expect(form.getByLabelText('Notes (optional)')).toHaveValue('From the IRA')
  expect(Object.keys(window.localStorage).filter((key) => key.startsWith(POSITIONS_KEY))).toEqual([])
})

test('Refresh asks for what needs attention, too, and a failure of that is told', async () => {
  const server = createPortfolioServer([far])
  server.network.answer('portfolio.attention', () => refuse(503, 'The portfolio cannot be reached.'))
  const { user } = renderApp('/portfolio', server)
  expect(await screen.findByText('What needs attention could not be loaded.')).toBeInTheDocument()
  server.network.answer('portfolio.attention', () => reply('portfolio.attention', buildAttention()))
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('Nothing needs attention now.')).toBeInTheDocument()
})

test('what needs attention is counted, and says why', async () => {
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
  expect(toggle).toHaveTextContent('1 position asks for action, 1 has other reasons')
  expect(toggle).toHaveTextContent('$40 of dividends above the time value left')
  await user.click(toggle)
  const list = within(screen.getByRole('list', { name: 'Positions that need attention' }))
  expect(
    list.getByText(/^Ex-dividend Jul 14, 2026, \$0\.50 a share; time value left \$0\.10: early assignment is likely\./),
  ).toHaveTextContent(/\$40 of dividends above the time value left, for all shares\.$/)
  expect(screen.getByText('At most 7 days to expiration (1)')).toBeInTheDocument()
  await user.click(list.getByRole('button', { name: /QAAA/ }))
  expect(readUrl()).toBe('/portfolio?selected=far')
})

describe('on a phone', () => {
  const { matchMedia } = window
  beforeEach(() => {
    window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') })
  })
  afterEach(() => {
    window.matchMedia = matchMedia
  })

  test('cards take the place of the table', async () => {
    const { user, readUrl } = renderApp('/portfolio', createPortfolioServer([far]))
    const card = within(await screen.findByRole('list', { name: 'Positions' }))
    expect(screen.queryByRole('grid')).toBeNull()
    expect(card.getByText('+$427')).toBeInTheDocument()
    await user.click(card.getByRole('button', { name: /^QAAA 130 call, 35 d/ }))
    expect(readUrl()).toBe('/portfolio?selected=far')
    expect(await screen.findByRole('region', { name: 'Chart of QAAA' })).toBeInTheDocument()
  })
})
