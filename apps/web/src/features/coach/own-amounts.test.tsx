import '../../testing/matchers.ts'
import type { ChatMetadata } from '@callwright/contracts'
import { afterEach, expect, test } from '@jest/globals'
import { act, screen, within } from '@testing-library/react'
import { PREFERENCES_KEY } from '../../shared/preferences.ts'
import { AT, askInPage, buildAnswer, buildCard, coachParts, openCoach as open } from '../../testing/coach-server.ts'
import { closeApp } from '../../testing/render-app.tsx'

afterEach(closeApp)

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

test('own dollars are masked in cards and words, market prices and percentages are not', async () => {
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

test('the eye of the page shows and hides them', async () => {
  const { user } = await openAnswer(TEXT, portfolio, 'portfolio_review', false)
  const card = screen.getByRole('region', { name: 'Portfolio' })
  expect(readFigures(card)[0]).toBe('$130,683.00')
  await user.click(screen.getByRole('button', { name: 'Hide amounts' }))
  expect(readFigures(card)[0]).toBe('***hidden')
  expect(log().queryByText(/2,213/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Hide amounts' }))
  expect(log().getByText(/^P&L −\$2,213\.50/)).toBeInTheDocument()
})

test('an amount of the reader’s own that a market price happens to equal is masked in words', async () => {
  const content = {
    title: 'QAAA position',
    figures: [usd('strike', 'Strike', 330), usd('cc_pnl', 'Covered call P&L', 330)],
    table: null,
    notes: [],
  }
  await openAnswer('It made $330.00.', buildCard({ type: 'portfolio_summary', content }), 'analyze_position', true)
  expect(log().getByText(/^It made/)).toHaveTextContent('It made ***hidden.')
})

test('a roll keeps the prices of the market, and masks what the position pays', async () => {
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

test('answers about the market alone have nothing to mask', async () => {
  const content = { title: 'QAAA covered call', figures: [usd('premium', 'Premium', 4.1)], table: null, notes: [] }
  await openAnswer('The premium is $4.10.', buildCard({ type: 'trade_card', content }), 'analyze_trade', true)
  expect(readFigures(screen.getByRole('region', { name: 'QAAA covered call' }))).toEqual(['$4.10'])
  expect(log().getByText('The premium is $4.10.')).toBeInTheDocument()
})

test('sentences are masked while they come, and where the answer is stopped', async () => {
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
