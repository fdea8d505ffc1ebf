import '../../testing/matchers.ts'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { buildStock } from '../../testing/builders.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../testing/render-app.tsx'

const { matchMedia } = window

beforeEach(() => {
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') })
})
afterEach(() => {
  window.matchMedia = matchMedia
  closeApp()
})

const figuresOf = (card: HTMLElement | undefined) => {
  const terms = within(card ?? document.body).getAllByRole('term')
  return Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]))
}

test('cards with four figures take the place of the table; the others open on demand', async () => {
  const { user } = renderApp('/screening')
  const list = await screen.findByRole('list', { name: 'Stocks' })
  expect(screen.queryByRole('grid')).toBeNull()
  const [card] = within(list).getAllByRole('listitem')
  expect(figuresOf(card)).toEqual({ 'Price, $': '120.50', 'Ann. yield, %': '21.7', 'Best DTE': '35', 'IV pct': '91' })
  expect(card).toHaveTextContent('Aug 14, 2026 $130 call, delta 0.220, bid 1.20, if called 9.9%')
  await user.click(screen.getByRole('button', { name: 'More figures of QAA' }))
  expect(figuresOf(card)).toMatchObject({ 'IV rank': '82', RSI: '55.2', Sector: 'Technology', 'Market cap': '$448B' })
  expect(screen.getByRole('link', { name: 'QAA' })).toHaveAttribute('href', '/analysis?symbol=QAA')
})

test('a card is selected by its box, which opens nothing; cleared, the focus goes to the page', async () => {
  const { user, readUrl } = renderApp('/screening')
  const list = within(await screen.findByRole('list', { name: 'Stocks' }))
  const box = list.getByRole('checkbox', { name: 'Select QAB' })
  await user.click(box)
  await user.click(list.getByRole('checkbox', { name: 'Select QAC' }))
  const bar = within(await screen.findByRole('region', { name: 'Selected stocks' }))
  expect(bar.getByText('2 selected')).toBeInTheDocument()
  await user.click(box)
  expect(box).not.toBeChecked()
  await user.click(bar.getByRole('button', { name: 'Clear' }))
  expect(list.getByRole('checkbox', { name: 'Select QAC' })).not.toBeChecked()
  expect(screen.getByRole('main')).toHaveFocus()
  expect(readUrl()).toBe('/screening')
})

test('what is unknown says why on a tap', async () => {
  const network = createHealthyNetwork([buildStock({ best_dte: null, missing_reason: 'no bars' })])
  const { user } = renderApp('/screening', { network })
  const card = within(await screen.findByRole('list', { name: 'Stocks' })).getByRole('listitem')
  await user.pointer({ keys: '[TouchA]', target: within(card).getByText('—') })
  expect(await screen.findByRole('tooltip')).toHaveTextContent('no bars')
})

test.each([
  ['sector', 'Sector', 'Technology'],
  ['market_cap', 'Market cap', '$448B'],
])('sorted by %s, that figure stands on the card and the percentile among the others', async (sort, name, text) => {
  const { user } = renderApp(`/screening?sort=${sort}`)
  const [card] = within(await screen.findByRole('list', { name: 'Stocks' })).getAllByRole('listitem')
  expect(figuresOf(card)).toEqual({ 'Price, $': '120.50', 'Ann. yield, %': '21.7', 'Best DTE': '35', [name]: text })
  await user.click(screen.getByRole('button', { name: 'More figures of QAA' }))
  expect(figuresOf(card)).toMatchObject({ 'IV pct': '91' })
})

test('sorting is a choice and a direction', async () => {
  const { user, readUrl } = renderApp('/screening?page=2')
  await user.selectOptions(await screen.findByLabelText('Sort by'), 'Best ann. yield')
  await waitFor(() => expect(readUrl()).toBe('/screening?sort=best_ann_yield'))
  await user.click(screen.getByRole('button', { name: 'Highest first, turn round' }))
  await waitFor(() => expect(readUrl()).toBe('/screening?sort=best_ann_yield&order=asc'))
})
