import '../../../testing/matchers.ts'
import type { ChatMetadata } from '@callwright/contracts'
import { afterEach, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { AT, buildAnswer, buildCard, createCoachServer } from '../../../testing/coach-server.ts'
import { closeApp, renderApp } from '../../../testing/render-app.tsx'

afterEach(closeApp)

const log = () => within(screen.getByRole('log'))

/** The page with one answer that has a card. */
async function openCard(text: string, metadata: ChatMetadata, more: Parameters<typeof buildAnswer>[1] = {}) {
  const { network, streams } = createCoachServer()
  const app = renderApp('/ai-coach', { network, haste: 1 })
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

test('an options table has the specified columns and decimals, the first line above and the rest below', async () => {
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

test('a list of stocks is chips with their scores', async () => {
  const content = [
    { symbol: 'QAAA', cc_score: 50 },
    { symbol: 'QBBB', cc_score: null },
  ]
  await openCard('The best:', buildCard({ type: 'stock_list', content }))
  const list = within(screen.getByRole('list', { name: 'Stocks found' }))
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['QAAAScore: 50', 'QBBBScore: —'])
})

test('figures and tables are written in their units, and what is unknown is no zero', async () => {
  await openCard('So:', buildCard({ type: 'trade_card', content: structuredClone(facts) as never }))
  const card = within(screen.getByRole('region', { name: 'QAAA covered call' }))
  const read = [...card.getAllByRole('definition')].map(({ textContent }) => textContent?.slice(0, 12))
  expect(read).toEqual(['$4.10', '−$12.50', '30.0%', '28 d', 'no', expect.stringMatching(/^—/), 'Aug 7, 2026'])
  expect(card.getByRole('cell', { name: '0.299' })).toBeInTheDocument()
  expect(card.getByText('The dividend is before the expiry.')).toBeInTheDocument()
})

test('a recommendation says what to do, and how its rules judged', async () => {
  const trace = [{ rule: 'Roll early', outcome: 'fired', detail: 'Delta is 0.62.' }]
  const content = { ...structuredClone(facts), table: null, action: 'Roll up', trace }
  await openCard('So:', buildCard({ type: 'recommendation', content: content as never }))
  expect(screen.getByText('Roll up')).toBeInTheDocument()
  expect(screen.getByText(/applies\. Delta is 0\.62\./)).toBeInTheDocument()
})

test('a concept says once what the answer says, and its formula', async () => {
  const content = { title: 'Delta', text: 'A slope.\nMore of it.', formula: 'dC/dS' }
  await openCard('Delta: A slope.', buildCard({ type: 'concept_card', content }))
  expect(log().queryByText('A slope.')).toBeNull()
  expect(log().getByText('More of it.')).toBeInTheDocument()
  expect(log().getByText('dC/dS')).toBeInTheDocument()
})

test('a question back has its choices as buttons, which are asked', async () => {
  const content = { question: 'Which?', choices: ['Explain delta'] }
  const { user, streams } = await openCard('Which?', buildCard({ type: 'clarify', content }))
  await user.click(screen.getByRole('button', { name: 'Explain delta' }))
  await waitFor(() => expect(streams.at(-1)?.body.message).toBe('Explain delta'))
})

test('an unknown card leaves its text', async () => {
  await openCard('Only words.', {
    ...buildCard({ type: 'market_status', content: facts as never }),
    type: 'new',
  } as never)
  expect(log().getByText('Only words.')).toBeInTheDocument()
})

test('ways on lead to pages, to questions and to the filled-in form', async () => {
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

test('the sources say what was read, of when, and who answered', async () => {
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
  const { user } = await openCard('So:\n- two', buildCard({ type: 'clarify', content: { question: '', choices: [] } }), {
    sources: [source],
  })
  const button = screen.getByRole('button', { name: 'How I got this' })
  expect(button).toHaveAttribute('aria-expanded', 'false')
  await user.click(button)
  expect(log().getByText('Options chain')).toBeInTheDocument()
  expect(log().getByText(/symbol QAAA · delta min 0\.2 · 5 rows · Recorded market · as of Jul 10/)).toBeInTheDocument()
  const side = within(screen.getByRole('region', { name: 'Used in this conversation' }))
  expect(side.getByText('Options chain QAAA')).toBeInTheDocument()
  // An answer is copied as it was written.
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toBe('So:\n- two')
})
