import '../../../testing/matchers.ts'
import type { ChatMetadata } from '@callwright/contracts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, waitFor } from '@testing-library/react'
import { PREFERENCES_KEY } from '../../../shared/preferences.ts'
import {
  AT,
  askInPage,
  buildAnswer,
  buildCard,
  coachParts,
  createCoachServer,
  openCoach as open,
} from '../../../testing/coach-server.ts'
import { screen, within } from '../../../testing/queries.ts'
import { closeApp, renderApp } from '../../../testing/render-app.tsx'

afterEach(closeApp)

describe('cards in an answer', () => {
  const log = () => within(screen.getByRole('log'))

  /** Opens the page with a single answer, which has a card. */
  async function openCard(text: string, metadata: ChatMetadata, more: Parameters<typeof buildAnswer>[1] = {}) {
    const { network, streams } = createCoachServer()
    const app = renderApp('/ai-coach', { network, speedUp: 1 })
    await screen.findByRole('log')
    await app.user.type(screen.getByRole('textbox', { name: 'Message' }), 'Go{Enter}')
    await waitFor(() => expect(streams).toHaveLength(1))
    act(() => streams[0]?.finish(buildAnswer(text, { metadata, ...more })))
    await screen.findByText('Copy')
    return { ...app, streams }
  }

  const facts = {
    title: 'QAAA covered call',
    figures: [
      { key: 'premium', label: 'Premium', value: 4.1, unit: 'usd' },
      { key: 'pnl', label: 'Result', value: -12.5, unit: 'usd' },
      { key: 'iv', label: 'Volatility', value: 0.3, unit: 'frac' },
      { key: 'left', label: 'Left', value: 28, unit: 'days' },
      { key: 'early', label: 'Early close', value: false, unit: 'text' },
      { key: 'price', label: 'Price', value: null, unit: 'usd' },
      { key: 'expiry', label: 'Expires', value: '2026-08-07', unit: 'date' },
    ],
    table: {
      columns: [
        { key: 'strike', label: 'Strike', unit: 'usd' },
        { key: 'delta', label: 'Delta', unit: 'delta' },
      ],
      rows: [{ strike: 330, delta: 0.2991 }],
    },
    notes: ['The dividend is before the expiry.'],
  } as const

  test('shows an options table, with the specified columns and decimals, after the first line of text', async () => {
    const row = {
      symbol: 'QAAA',
      expiry: '2026-08-07',
      dte: 28,
      strike: 330,
      delta: 0.2991,
      premium: 4.1,
      annYield: 16.94,
    }
    const { symbol: _symbol, ...nameless } = row
    const unknown = { ...nameless, strike: 335, delta: null, premium: null, annYield: null }
    const card = buildCard(
      { type: 'options_table', content: [row, unknown] },
      { links: [{ label: 'Analyze QAAA', path: '/analysis?symbol=QAAA' }] },
    )
    await openCard('Two calls fit:\n- $330.00 strike: much\n\nEarnings come first.', card)
    const table = within(screen.getByRole('table'))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Strike',
      'Expiry',
      'Delta',
      'Premium',
      'Ann. Yield',
      'Open',
    ])
    const read = (index: number) =>
      [...(table.getAllByRole('row')[index]?.children ?? [])].slice(0, 5).map(({ textContent }) => textContent)
    expect(read(1)).toEqual(['$330.00', 'Aug 7, 28 d', '0.299', '$4.10', '16.9%'])
    expect(read(2).join()).toContain('—')
    expect(read(2).join()).not.toMatch(/0\.000|\$0/)
    const link = table.getByRole('link', { name: 'Open the QAAA 330 call of Aug 7 in the analysis' })
    expect(link).toHaveAttribute('href', '/analysis?symbol=QAAA&exp=2026-08-07&strike=330')
    expect(table.getByRole('link', { name: /QAAA 335 call/ })).toBeInTheDocument()
    const above = log().getByText('Two calls fit:')
    expect(above.compareDocumentPosition(screen.getByRole('table'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(log().getByText('Earnings come first.').compareDocumentPosition(screen.getByRole('table'))).toBe(
      Node.DOCUMENT_POSITION_PRECEDING,
    )
    expect(log().queryByText('$330.00 strike: much')).toBeNull()
  })

  test('shows a stock list as chips with scores', async () => {
    const content = [
      { symbol: 'QAAA', cc_score: 50 },
      { symbol: 'QBBB', cc_score: null },
    ]
    await openCard('The best:', buildCard({ type: 'stock_list', content }))
    const list = within(screen.getByRole('list', { name: 'Stocks found' }))
    expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['QAAAScore: 50', 'QBBBScore: —'])
  })

  test('formats figures and tables in their units, and never shows an unknown value as zero', async () => {
    await openCard('So:', buildCard({ type: 'trade_card', content: structuredClone(facts) as never }))
    const card = within(screen.getByRole('region', { name: 'QAAA covered call' }))
    const read = [...card.getAllByRole('definition')].map(({ textContent }) => textContent?.slice(0, 12))
    expect(read).toEqual(['$4.10', '−$12.50', '30.0%', '28 d', 'no', expect.stringMatching(/^—/), 'Aug 7, 2026'])
    expect(card.getByRole('cell', { name: '0.299' })).toBeInTheDocument()
    expect(card.getByText('The dividend is before the expiry.')).toBeInTheDocument()
  })

  test('shows a recommendation with the outcome of its rules', async () => {
    const trace = [{ rule: 'Roll early', outcome: 'fired', detail: 'Delta is 0.62.' }]
    const content = { ...structuredClone(facts), table: null, action: 'Roll up', trace }
    await openCard('So:', buildCard({ type: 'recommendation', content: content as never }))
    expect(screen.getByText('Roll up')).toBeInTheDocument()
    expect(screen.getByText(/applies\. Delta is 0\.62\./)).toBeInTheDocument()
  })

  test('shows a concept with its formula, without repeating the answer', async () => {
    const content = { title: 'Delta', text: 'A slope.\nMore of it.', formula: 'dC/dS' }
    await openCard('Delta: A slope.', buildCard({ type: 'concept_card', content }))
    expect(log().queryByText('A slope.')).toBeNull()
    expect(log().getByText('More of it.')).toBeInTheDocument()
    expect(log().getByText('dC/dS')).toBeInTheDocument()
  })

  test('shows the choices of a clarifying question as buttons that send them', async () => {
    const content = { question: 'Which?', choices: ['Explain delta'] }
    const { user, streams } = await openCard('Which?', buildCard({ type: 'clarify', content }))
    await user.click(screen.getByRole('button', { name: 'Explain delta' }))
    await waitFor(() => expect(streams.at(-1)?.body.message).toBe('Explain delta'))
  })

  test('shows only the text for an unknown card type', async () => {
    await openCard('Only words.', {
      ...buildCard({ type: 'market_status', content: facts as never }),
      type: 'new',
    } as never)
    expect(log().getByText('Only words.')).toBeInTheDocument()
  })

  test('follow-up actions open pages, ask questions and prefill the form', async () => {
    const card = buildCard(
      { type: 'trade_card', content: structuredClone(facts) as never },
      {
        warnings: ['A recorded market.'],
        links: [{ label: 'Analyze QAAA', path: '/analysis?symbol=QAAA' }],
        actions: [
          { kind: 'ask', label: 'And MSFT?', message: 'same for MSFT' },
          {
            kind: 'add_position',
            label: 'Add to portfolio',
            position: {
              ticker: 'QAAA',
              strike_price: 330,
              expiry_date: '2026-08-07',
              entry_premium: 4.1,
              entry_price: null,
            },
          },
        ],
      },
    )
    const { user, streams } = await openCard('So:', card)
    expect(screen.getByText('A recorded market.')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Analyze QAAA' })).toHaveAttribute('href', '/analysis?symbol=QAAA')
    expect(screen.getByRole('link', { name: 'Add to portfolio' })).toHaveAttribute(
      'href',
      '/portfolio?add=QAAA&exp=2026-08-07&strike=330&premium=4.1&contracts=1',
    )
    await user.click(screen.getByRole('button', { name: 'And MSFT?' }))
    await waitFor(() => expect(streams.at(-1)?.body.message).toBe('same for MSFT'))
  })

  test('lists each source with its time, and names the engine', async () => {
    const source = {
      call: 'r1',
      tool: 'find_options',
      args: { symbol: 'QAAA', delta_min: 0.2 },
      outcome: 'ok',
      rows: 5,
      as_of: AT,
      delay_minutes: 15,
      source: 'Recorded market',
      asked_at: AT,
    }
    const { user } = await openCard(
      'So:\n- two',
      buildCard({ type: 'clarify', content: { question: '', choices: [] } }),
      {
        sources: [source],
      },
    )
    const button = screen.getByRole('button', { name: 'How I got this' })
    expect(button).toHaveAttribute('aria-expanded', 'false')
    await user.click(button)
    expect(log().getByText('Options chain')).toBeInTheDocument()
    expect(
      log().getByText(/symbol QAAA · delta min 0\.2 · 5 rows · Recorded market · as of Jul 10/),
    ).toBeInTheDocument()
    const side = within(screen.getByRole('region', { name: 'Used in this conversation' }))
    expect(side.getByText('Options chain QAAA')).toBeInTheDocument()
    // Copy puts the answer's source text on the clipboard, not the rendered list.
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeInTheDocument()
    expect(await navigator.clipboard.readText()).toBe('So:\n- two')
  })
})

describe('the user’s own amounts', () => {
  const { log } = coachParts

  const readBy = (tool: string) => ({
    call: 'r1',
    tool,
    args: {},
    outcome: 'ok',
    rows: null,
    as_of: AT,
    delay_minutes: null,
    source: null,
    asked_at: AT,
  })

  const usd = (key: string, label: string, value: number | null) => ({ key, label, value, unit: 'usd' }) as const

  const portfolio = buildCard(
    {
      type: 'portfolio_summary',
      content: {
        title: 'Portfolio',
        figures: [
          usd('cost', 'Cost', 130_683),
          usd('premium', 'Premium', 3_097),
          usd('cc_pnl', 'Covered call P&L', -2_213.5),
          usd('stock_pnl', 'Stock P&L', null),
          { key: 'cc_pnl_pct', label: 'Covered call P&L, percent', value: 1.7, unit: 'pct' },
        ],
        table: {
          columns: [
            { key: 'strike', label: 'Strike', unit: 'usd' },
            { key: 'entry_price', label: 'Entry price', unit: 'usd' },
            { key: 'current_price', label: 'Current price', unit: 'usd' },
            { key: 'cc_pnl', label: 'Covered call P&L', unit: 'usd' },
          ],
          rows: [{ strike: 186, entry_price: 172.91, current_price: 181.1, cc_pnl: 1_379 }],
        },
        notes: ['QAAA 186 call: $110.00 of dividends at stake.'],
      },
    },
    { warnings: ['Without $40 of fees.'] },
  )

  const TEXT = 'P&L -$2,213.50 (1.7%), or $2.2K, or 2,213 dollars.\n- QAAA $186.00 call: $1,379.00, stock at $181.10.'

  async function openAnswer(text: string, metadata: ChatMetadata, tool: string, hidesAmounts: boolean) {
    window.localStorage.setItem(PREFERENCES_KEY, JSON.stringify({ hidesAmounts }))
    const app = await open()
    const stream = await askInPage(app, 'How is it going?')
    act(() => stream.finish(buildAnswer(text, { metadata, sources: [readBy(tool)] })))
    await log().findByText('Copy')
    return app
  }

  const readFigures = (card: HTMLElement) =>
    within(card)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent)

  test('masks the user’s own dollars in cards and text, but not market prices and percentages', async () => {
    await openAnswer(TEXT, portfolio, 'portfolio_review', true)
    const card = screen.getByRole('region', { name: 'Portfolio' })
    expect(readFigures(card)).toEqual(['***hidden', '***hidden', '***hidden', '—not available', '1.7%'])
    expect(
      within(card)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['$186.00', '***hidden', '$181.10', '***hidden'])
    expect(within(card).getByText(/dividends at stake/)).toHaveTextContent('QAAA 186 call: ***hidden of dividends')
    expect(log().getByText(/of fees/)).toHaveTextContent('Without ***hidden of fees.')
    expect(log().getByText(/^P&L/)).toHaveTextContent('P&L ***hidden (1.7%), or ***hidden, or ***hidden.')
    expect(log().getByText(/^QAAA \$186/)).toHaveTextContent('QAAA $186.00 call: ***hidden, stock at $181.10.')
  })

  test('the page’s visibility toggle shows and hides them', async () => {
    const { user } = await openAnswer(TEXT, portfolio, 'portfolio_review', false)
    const card = screen.getByRole('region', { name: 'Portfolio' })
    expect(readFigures(card)[0]).toBe('$130,683.00')
    await user.click(screen.getByRole('button', { name: 'Hide amounts' }))
    expect(readFigures(card)[0]).toBe('***hidden')
    expect(log().queryByText(/2,213/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Hide amounts' }))
    expect(log().getByText(/^P&L −\$2,213\.50/)).toBeInTheDocument()
  })

  test('masks one of the user’s amounts in text even if it equals a market price', async () => {
    const content = {
      title: 'QAAA position',
      figures: [usd('strike', 'Strike', 330), usd('cc_pnl', 'Covered call P&L', 330)],
      table: null,
      notes: [],
    }
    await openAnswer('It made $330.00.', buildCard({ type: 'portfolio_summary', content }), 'analyze_position', true)
    expect(log().getByText(/^It made/)).toHaveTextContent('It made ***hidden.')
  })

  test('for a roll, shows market prices and masks what the position earns', async () => {
    const content = {
      title: 'Rolls',
      figures: [usd('close_cost_per_share', 'Close cost per share', 5.2), usd('close_cost_total', 'Total', 1_040)],
      table: {
        columns: [
          { key: 'premium', label: 'Premium', unit: 'usd' as const },
          { key: 'net_total', label: 'Net total', unit: 'usd' as const },
        ],
        rows: [{ premium: 8.4, net_total: 640 }],
      },
      notes: [],
    }
    await openAnswer('So:', buildCard({ type: 'roll_table', content }), 'roll_candidates', true)
    const card = screen.getByRole('region', { name: 'Rolls' })
    expect(readFigures(card)).toEqual(['$5.20', '***hidden'])
    expect(
      within(card)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['$8.40', '***hidden'])
  })

  test('masks nothing in answers that are only about the market', async () => {
    const content = { title: 'QAAA covered call', figures: [usd('premium', 'Premium', 4.1)], table: null, notes: [] }
    await openAnswer('The premium is $4.10.', buildCard({ type: 'trade_card', content }), 'analyze_trade', true)
    expect(readFigures(screen.getByRole('region', { name: 'QAAA covered call' }))).toEqual(['$4.10'])
    expect(log().getByText('The premium is $4.10.')).toBeInTheDocument()
  })

  test('masks text while it streams and after the answer is stopped', async () => {
    window.localStorage.setItem(PREFERENCES_KEY, JSON.stringify({ hidesAmounts: true }))
    const app = await open()
    const stream = await askInPage(app, 'How is it going?')
    act(() => {
      stream.tell('tool_start', { call: 'r1', tool: 'portfolio_review' })
      stream.tell('tool_end', { call: 'r1', tool: 'portfolio_review', outcome: 'ok' })
      stream.tell('text', { text: 'You made $2,213.50.' })
    })
    expect(await screen.findByText(/^You made/)).toHaveTextContent('You made ***hidden.')
    await app.user.click(screen.getByRole('button', { name: 'Stop' }))
    await log().findByText('Stopped before the answer was complete.')
    expect(log().getByText(/^You made/)).toHaveTextContent('You made ***hidden.')
  })
})
