import '../../../testing/matchers.ts'
import '../../../testing/abort-signals.ts'
import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { afterEach, expect, test } from '@jest/globals'
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { closeApp, renderApp } from '../../../testing/render-app.tsx'
import { essentialColumns } from '../state/screen-state.ts'
import { ColumnChooserPanel } from './column-chooser-panel.tsx'

afterEach(() => {
  cleanup()
  closeApp()
})

const findGrid = () => screen.findByRole('grid')
/** Of the columns between that of the checkboxes and that of the menus. */
const readHeaders = () =>
  [...(document.querySelector('thead tr')?.children ?? [])].map(({ textContent }) => textContent ?? '').slice(1, -1)

test('the essential columns always show; others are found by name, come and go, and are moved by buttons', async () => {
  const { user, readUrl, network } = renderApp('/screening')
  await findGrid()
  await user.click(screen.getByRole('button', { name: 'Columns' }))
  const chooser = within(await screen.findByRole('dialog', { name: 'Columns' }))
  await waitFor(() => expect(screen.getByLabelText('Find a column')).toHaveFocus())
  expect(chooser.getByLabelText(/^Symbol/)).toBeDisabled()
  expect(chooser.getByLabelText(/^Symbol/)).toHaveAccessibleDescription('The essential columns always show.')
  expect(chooser.getAllByRole('checkbox', { checked: true })).toHaveLength(9)

  await user.click(chooser.getByRole('button', { name: 'Move RSI up' }))
  expect(chooser.getByText('RSI is now column 6 of 9')).toBeInTheDocument()
  expect(readHeaders().slice(4, 7)).toEqual(['Best ann. yield %', 'RSI', 'IV percentile'])
  expect(chooser.getByRole('button', { name: 'Move RSI up' })).toHaveFocus()
  expect(chooser.queryByRole('button', { name: 'Move Symbol down' })).toBeNull()
  expect(chooser.getByRole('button', { name: 'Move Company up' })).toHaveAttribute('aria-disabled', 'true')
  expect(network.callsTo('screener.view')).toHaveLength(1)
  await user.click(chooser.getByRole('button', { name: 'Reset' }))
  expect(readUrl()).toBe('/screening')

  await user.click(chooser.getByLabelText('Find a column'))
  await user.paste('vol')
  expect(chooser.getAllByRole('checkbox')).toHaveLength(2)
  await user.click(chooser.getByLabelText(/^Volume/))
  await waitFor(() => expect(readHeaders().at(-1)).toBe('Volume shares'))
  expect(readUrl()).toMatch(/columns=symbol\..*market_cap\.volume$/)
  expect(network.callsTo('screener.view').at(-1)?.query.get('fields')).toContain('volume')
  await user.click(chooser.getByLabelText(/^Volume/))
  await waitFor(() => expect(readHeaders()).toHaveLength(9))
  expect(readUrl()).toBe('/screening')
  await user.click(chooser.getByLabelText('Find a column'))
  await user.paste('zz')
  expect(chooser.getByText('No column is called that.')).toBeInTheDocument()

  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Columns' })).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Columns' })).toHaveFocus())
})

test('presets show the essential columns or all of them, rows have three heights, and the next visit remembers', async () => {
  const first = renderApp('/screening')
  expect(await findGrid()).toHaveAttribute('data-density', 'standard')
  await first.user.click(screen.getByRole('button', { name: 'Compact rows' }))
  expect(await findGrid()).toHaveAttribute('data-density', 'compact')
  expect(screen.getByRole('button', { name: 'Compact rows' })).toHaveAttribute('aria-pressed', 'true')
  expect(screen.getByRole('button', { name: 'Essential' })).toHaveAttribute('aria-pressed', 'true')
  await first.user.click(screen.getByRole('button', { name: 'Professional' }))
  await waitFor(() => expect(readHeaders()).toHaveLength(23))
  expect(first.readUrl()).toBe('/screening?columns=professional')
  expect(screen.getByRole('button', { name: 'Professional' })).toHaveAttribute('aria-pressed', 'true')
  first.unmount()
  renderApp('/screening')
  expect(await findGrid()).toHaveAttribute('data-density', 'compact')
  await waitFor(() => expect(readHeaders()).toHaveLength(23))
})

test('what is chosen shows at once, however long the table takes to follow', async () => {
  const user = userEvent.setup()
  const chosen: ScreenColumn[][] = []
  const draw = (columns: readonly ScreenColumn[]) => (
    <MantineProvider env="test">
      <ColumnChooserPanel columns={columns} onChange={(change) => chosen.push([...change(columns)])} />
    </MantineProvider>
  )
  const { rerender } = render(draw(essentialColumns))
  await user.click(screen.getByLabelText(/^Volume/))
  expect(chosen).toEqual([[...essentialColumns, 'volume']])
  expect(screen.getByLabelText(/^Volume/)).toBeChecked()
  rerender(draw([...essentialColumns, 'volume']))
  expect(screen.getByLabelText(/^Volume/)).toBeChecked()
  rerender(draw(essentialColumns))
  expect(screen.getByLabelText(/^Volume/)).not.toBeChecked()
})
