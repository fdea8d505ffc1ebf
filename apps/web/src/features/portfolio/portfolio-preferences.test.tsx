import '../../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { buildStored, createPortfolioServer } from '../../testing/portfolio-server.ts'
import { closeApp, renderApp } from '../../testing/render-app.tsx'

afterEach(closeApp)

const held = buildStored({ id: 'held', ticker: 'QAAA' })

const findGrid = () => screen.findByRole('grid', { name: 'Covered calls with their figures' })

async function open() {
  window.localStorage.setItem('preferences', JSON.stringify({ hidesAmounts: true }))
  const { user } = renderApp('/portfolio', createPortfolioServer([held]))
  await findGrid()
  return user
}

test('no dollars of the reader stand anywhere on the page; prices and percents do', async () => {
  const user = await open()
  const summary = within(screen.getByRole('region', { name: 'Summary' }))
  expect(summary.getAllByText(/^hidden/)).toHaveLength(5)
  await user.click(screen.getByRole('rowheader', { name: 'QAAA' }))
  const card = within(await screen.findByRole('region', { name: 'Chart of QAAA' }))
  expect(card.getAllByText(/^hidden/)).toHaveLength(2)
  const row = within(screen.getByRole('row', { name: /^QAAA/ }))
  expect(row.getAllByText(/^hidden/)).toHaveLength(3)
  expect(row.getByText('130.00')).toBeInTheDocument()
  expect(document.body.textContent).not.toMatch(/\$\d/)
})

test('the key h shows them again', async () => {
  const user = await open()
  await user.keyboard('h')
  expect((await screen.findAllByText('+$427')).length).toBeGreaterThan(1)
  expect(screen.queryByText(/^hidden/)).toBeNull()
})

test('a position being edited keeps what it would make to itself', async () => {
  const user = await open()
  await user.click(screen.getByRole('rowheader', { name: 'QAAA' }))
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(/If called you make/)).toHaveTextContent(/make \*\*\*hidden per contract/)
})

test('the table has the row height chosen for every table', async () => {
  window.localStorage.setItem('preferences', '{"density":"compact"}')
  renderApp('/portfolio', createPortfolioServer([held]))
  expect(await findGrid()).toHaveAttribute('data-density', 'compact')
})
