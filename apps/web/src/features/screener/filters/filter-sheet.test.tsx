import '../../../testing/matchers.ts'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { buildStocks, buildViewPage } from '../../../testing/builders.ts'
import { refuse, reply } from '../../../testing/fake-network.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../../testing/render-app.tsx'
import { write } from '../../../testing/write.ts'

const { matchMedia } = window

beforeEach(() => {
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') })
})
afterEach(() => {
  window.matchMedia = matchMedia
  closeApp()
})

/** The stocks are rated 55, 54.9 … 54.5. */
const stocks = buildStocks(6)

async function openSheet(url = '/screening') {
  const network = createHealthyNetwork(stocks)
  network.answer('screener.view', ({ query }) => {
    const kept = stocks.filter(({ cc_score }) => (cc_score ?? 0) >= Number(query.get('min_score') ?? 0))
    return reply('screener.view', buildViewPage(kept, query, { universe_total: stocks.length }))
  })
  const app = renderApp(url, { network })
  await app.user.click(await screen.findByRole('button', { name: /^Filters/ }))
  return { ...app, network, sheet: await screen.findByRole('dialog', { name: 'Filters' }) }
}

const rowOf = (sheet: HTMLElement, name: string) => within(within(sheet).getByRole('group', { name }))

test('filters are chosen together; how many stocks they leave is said before they are in force', async () => {
  const { user, sheet, readUrl, goBack } = await openSheet()
  const ratings = rowOf(sheet, 'Callwright Rating, at least')
  expect(ratings.getByRole('radio', { name: 'Any' })).toBeChecked()
  await user.click(ratings.getByRole('radio', { name: '45' }))
  await user.click(rowOf(sheet, 'Annualized yield, at least').getByRole('radio', { name: '10%' }))
  await user.click(rowOf(sheet, 'RSI, at most').getByRole('radio', { name: '70' }))
  await user.selectOptions(within(sheet).getByRole('combobox', { name: 'Sector' }), 'Technology')
  expect(readUrl()).toBe('/screening')
  expect(await within(sheet).findByText('6 stocks would show')).toHaveAttribute('role', 'status')
  await user.click(within(sheet).getByRole('button', { name: 'Show 6 stocks' }))
  await waitFor(() => expect(readUrl()).toBe('/screening?rating=45&yield=10&rsi=70&sector=technology'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(async () => expect(await screen.findByRole('button', { name: 'Filters, 4 set' })).toHaveFocus())
  await goBack()
  expect(readUrl()).toBe('/screening')
})

test('a figure that is typed and one that is chosen are the same', async () => {
  const { user, sheet, readUrl } = await openSheet('/screening?rating=40&net_margin_min=5')
  const ratings = rowOf(sheet, 'Callwright Rating, at least')
  expect(ratings.getByRole('radio', { name: '40' })).toBeChecked()
  await user.click(within(sheet).getByRole('button', { name: 'More filters' }))
  expect(within(sheet).getByRole('textbox', { name: 'Net margin, %, at least' })).toHaveValue('5')
  const typed = within(sheet).getByRole('textbox', { name: 'Callwright Rating, at least' })
  expect(typed).toHaveValue('40')
  await write(typed, '54.7')
  expect(ratings.getByRole('radio', { name: '40' })).not.toBeChecked()
  await user.click(await within(sheet).findByRole('button', { name: 'Show 4 stocks' }))
  await waitFor(() => expect(readUrl()).toBe('/screening?rating=54.7&net_margin_min=5'))
})

test('Clear all empties the sheet; Escape leaves everything as it was', async () => {
  const { user, sheet, readUrl } = await openSheet('/screening?rating=40&cap=mega')
  await user.click(within(sheet).getByRole('button', { name: 'Clear all' }))
  expect(rowOf(sheet, 'Callwright Rating, at least').getByRole('radio', { name: 'Any' })).toBeChecked()
  expect(within(sheet).getByRole('combobox', { name: 'Market cap' })).toHaveValue('all')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(readUrl()).toBe('/screening?rating=40&cap=mega')
})

test('where they cannot be counted, the filters can still be put in force', async () => {
  const { user, sheet, network, readUrl } = await openSheet()
  network.answer('screener.view', () => refuse(500, 'Broken.'))
  await user.click(rowOf(sheet, 'IV rank, at least').getByRole('radio', { name: '50' }))
  await user.click(await within(sheet).findByRole('button', { name: 'Show stocks' }))
  await waitFor(() => expect(readUrl()).toBe('/screening?iv_rank=50'))
})
