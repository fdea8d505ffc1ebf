import '../../../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { closeApp, renderApp } from '../../../testing/render-app.tsx'

afterEach(closeApp)

const findGrid = () => screen.findByRole('grid')
/** Of the columns between that of the checkboxes and that of the menus. */
const readHeaders = () =>
  [...(document.querySelector('thead tr')?.children ?? [])].map(({ textContent }) => textContent ?? '').slice(1, -1)

async function openChooser(url = '/screening') {
  const app = renderApp(url)
  await findGrid()
  await app.user.click(screen.getByRole('button', { name: 'Columns' }))
  const chooser = await screen.findByRole('dialog', { name: 'Columns' })
  return { ...app, chooser: within(chooser) }
}

test('the essential columns always show; others come and go', async () => {
  const { user, chooser, readUrl, network } = await openChooser()
  expect(chooser.getByText('The essential columns always show.')).toBeInTheDocument()
  expect(chooser.getByLabelText(/^Symbol/)).toBeDisabled()
  expect(chooser.getByLabelText(/^Symbol/)).toHaveAccessibleDescription('The essential columns always show.')
  expect(chooser.getAllByRole('checkbox', { checked: true })).toHaveLength(9)
  await user.click(chooser.getByLabelText(/^Volume/))
  await waitFor(() => expect(readHeaders().at(-1)).toBe('Volume shares'))
  expect(readUrl()).toMatch(/columns=symbol\..*market_cap\.volume$/)
  expect(network.callsTo('screener.view').at(-1)?.query.get('fields')).toContain('volume')
  await user.click(chooser.getByLabelText(/^Volume/))
  await waitFor(() => expect(readHeaders()).toHaveLength(9))
  expect(readUrl()).toBe('/screening')
})

test('a column is found by its name', async () => {
  const { user, chooser } = await openChooser()
  await user.type(chooser.getByLabelText('Find a column'), 'div')
  expect(chooser.getAllByRole('checkbox')).toHaveLength(1)
  expect(chooser.getByLabelText(/^Dividend yield/)).toBeInTheDocument()
  await user.type(chooser.getByLabelText('Find a column'), 'zz')
  expect(chooser.getByText('No column is called that.')).toBeInTheDocument()
})

test('columns are moved by buttons, which say where they went; Reset brings the usual ones back', async () => {
  const { user, chooser, readUrl, network } = await openChooser()
  await user.click(chooser.getByRole('button', { name: 'Move RSI up' }))
  expect(chooser.getByText('RSI is now column 6 of 9')).toBeInTheDocument()
  expect(readHeaders().slice(4, 7)).toEqual(['Best ann. yield %', 'RSI', 'IV percentile'])
  expect(chooser.getByRole('button', { name: 'Move RSI up' })).toHaveFocus()
  expect(chooser.queryByRole('button', { name: 'Move Symbol down' })).toBeNull()
  expect(chooser.getByRole('button', { name: 'Move Company up' })).toHaveAttribute('aria-disabled', 'true')
  expect(network.callsTo('screener.view')).toHaveLength(1)
  await user.click(chooser.getByRole('button', { name: 'Reset' }))
  expect(readUrl()).toBe('/screening')
})

test('the chooser closes with Escape and hands the focus back', async () => {
  const { user } = await openChooser()
  await waitFor(() => expect(screen.getByLabelText('Find a column')).toHaveFocus())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Columns' })).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Columns' })).toHaveFocus())
})

test('presets show the essential columns or all of them, and the next visit remembers', async () => {
  const first = renderApp('/screening')
  await findGrid()
  expect(screen.getByRole('button', { name: 'Essential' })).toHaveAttribute('aria-pressed', 'true')
  await first.user.click(screen.getByRole('button', { name: 'Professional' }))
  await waitFor(() => expect(readHeaders()).toHaveLength(23))
  expect(first.readUrl()).toBe('/screening?columns=professional')
  expect(screen.getByRole('button', { name: 'Professional' })).toHaveAttribute('aria-pressed', 'true')
  await first.goBack()
  await waitFor(() => expect(readHeaders()).toHaveLength(9))
  await first.user.click(screen.getByRole('button', { name: 'Professional' }))
  first.unmount()
  renderApp('/screening')
  await findGrid()
  await waitFor(() => expect(readHeaders()).toHaveLength(23))
})

test('rows have three heights, and the next visit remembers', async () => {
  const { user, unmount } = renderApp('/screening')
  expect(await findGrid()).toHaveAttribute('data-density', 'standard')
  await user.click(screen.getByRole('button', { name: 'Compact rows' }))
  expect(await findGrid()).toHaveAttribute('data-density', 'compact')
  expect(screen.getByRole('button', { name: 'Compact rows' })).toHaveAttribute('aria-pressed', 'true')
  unmount()
  renderApp('/screening')
  expect(await findGrid()).toHaveAttribute('data-density', 'compact')
})
