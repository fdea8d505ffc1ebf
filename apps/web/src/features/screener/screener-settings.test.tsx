import { type ScreenColumn, screenColumns } from '@callwright/contracts/screener-columns'
import '../../testing/matchers.ts'
import '../../testing/abort-signals.ts'
import type { RatingWeights } from '@callwright/contracts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { buildStocks, buildViewPage } from '../../testing/builders.ts'
import { type FakeNetwork, refuse, reply } from '../../testing/fake-network.ts'
import { screen, within } from '../../testing/queries.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../testing/render-app.tsx'
import { write } from '../../testing/write.ts'
import { essentialColumns } from './state/screen-state.ts'
import { ColumnChooserPanel } from './toolbar/column-chooser-panel.tsx'

describe('columns', () => {
  afterEach(() => {
    cleanup()
    closeApp()
  })

  const findGrid = () => screen.findByRole('grid')
  /** Column headers, without the checkbox column at the start and the menu column at the end. */
  const readHeaders = () =>
    [...(document.querySelector('thead tr')?.children ?? [])].map(({ textContent }) => textContent ?? '').slice(1, -1)

  test('always shows essential columns; others can be found by name, added, removed and moved', async () => {
    const { user, readUrl, network } = renderApp('/screening')
    await findGrid()
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    const chooser = within(await screen.findByRole('dialog', { name: 'Columns' }))
    await waitFor(() => expect(screen.getByLabelText('Find a column')).toHaveFocus())
    expect(chooser.getByLabelText(/^Symbol/)).toBeDisabled()
    expect(chooser.getByLabelText(/^Symbol/)).toHaveAccessibleDescription('The essential columns are always shown.')
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
    expect(chooser.getByText('No column has that name.')).toBeInTheDocument()

    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Columns' })).toBeNull())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Columns' })).toHaveFocus())
  })

  test('presets show essential or all columns; rows have three heights; the next visit keeps both', async () => {
    const first = renderApp('/screening')
    expect(await findGrid()).toHaveAttribute('data-density', 'standard')
    await first.user.click(screen.getByRole('button', { name: 'Compact rows' }))
    expect(await findGrid()).toHaveAttribute('data-density', 'compact')
    expect(screen.getByRole('button', { name: 'Compact rows' })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByRole('button', { name: 'Essential' })).toHaveAttribute('aria-pressed', 'true')
    await first.user.click(screen.getByRole('button', { name: 'Professional' }))
    await waitFor(() => expect(readHeaders()).toHaveLength(screenColumns.length))
    expect(first.readUrl()).toBe('/screening?columns=professional')
    expect(screen.getByRole('button', { name: 'Professional' })).toHaveAttribute('aria-pressed', 'true')
    first.unmount()
    renderApp('/screening')
    expect(await findGrid()).toHaveAttribute('data-density', 'compact')
    await waitFor(() => expect(readHeaders()).toHaveLength(screenColumns.length))
  })

  test('shows a choice at once, even if the table renders late', async () => {
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
})

describe('weights', () => {
  afterEach(closeApp)

  const usual: RatingWeights = {
    liquidity_volume: 6,
    liquidity_spread: 4,
    iv_rank: 15,
    technical: 10,
    quality: 15,
    income: 10,
  }
  const own = { ...usual, income: 40 }
  const stocks = buildStocks(1)

  /** A server that stores the user's weights. */
  function createServer(start: RatingWeights = usual): FakeNetwork {
    const network = createHealthyNetwork()
    let weights = start
    const isOwn = () => JSON.stringify(weights) !== JSON.stringify(usual)
    const answer = () => ({ status: 'success' as const, weights, custom: isOwn() })
    network.answer('screener.getWeights', () => reply('screener.getWeights', answer()))
    network.answer('screener.putWeights', ({ body }) => {
      weights = body as RatingWeights
      return reply('screener.putWeights', answer())
    })
    network.answer('screener.view', ({ query }) =>
      reply('screener.view', buildViewPage(stocks, query, { weights: isOwn() ? 'custom' : 'default' })),
    )
    return network
  }

  async function openDialog(network = createServer()) {
    const app = renderApp('/screening', { network })
    await app.user.click(await screen.findByRole('button', { name: 'Weights' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rating weights' }))
    await dialog.findByLabelText('Income')
    return { ...app, dialog }
  }

  const meanings = (dialog: ReturnType<typeof within>) =>
    dialog
      .getAllByRole('listitem')
      .map((item: HTMLElement) => item.querySelector('[id]:not(label)')?.parentElement?.textContent)

  test('previews the effect of each weight, set by field or slider; Save after Reset stores the defaults', async () => {
    const { user, dialog, network } = await openDialog(createServer(own))
    expect(dialog.getByLabelText('Income')).toHaveValue('40')
    await user.click(dialog.getByRole('button', { name: 'Reset to the Callwright Rating' }))
    expect(dialog.getByLabelText('Income')).toHaveValue('10')
    expect(meanings(dialog)).toEqual([
      'Trading volume6 of 60 (10%)',
      'Option spread4 of 60 (6.7%)',
      'IV rank15 of 60 (25%)',
      'Technical setup10 of 60 (16.7%)',
      'Stock quality15 of 60 (25%)',
      'Income10 of 60 (16.7%)',
    ])
    const income = dialog.getByLabelText('Income')
    await user.clear(income)
    expect(dialog.getByRole('alert')).toHaveTextContent('Every part needs a number. Use 0 to leave one out.')
    await user.type(income, '50')
    expect(meanings(dialog).at(-1)).toBe('Income30 of 60 (50%)')
    expect(meanings(dialog)[0]).toBe('Trading volume3.60 of 60 (6%)')
    act(() => dialog.getByRole('slider', { name: 'Income, slider' }).focus())
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(income).toHaveValue('48')
    await user.click(dialog.getByRole('button', { name: 'Reset to the Callwright Rating' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Ratings now use the Callwright weights.')).toBeInTheDocument()
    expect(network.callsTo('screener.putWeights')[0]?.body).toEqual(usual)
  })

  test('shows that the user’s weights are in use, and restores the defaults with one click', async () => {
    const { user, dialog, network } = await openDialog()
    await write(dialog.getByLabelText('Income'), '40')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Ratings now use your weights.')).toBeInTheDocument()
    expect(network.callsTo('screener.putWeights')[0]?.body).toEqual(own)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Back to the Callwright Rating' }))
    await waitFor(() => expect(screen.queryByText(/Rated by/)).toBeNull())
    expect(network.callsTo('screener.putWeights').at(-1)?.body).toEqual(usual)
    await waitFor(() => expect(screen.getByRole('button', { name: 'Weights' })).toHaveFocus())
  })

  test('shows why weights cannot be loaded, are invalid, or are rejected by the server', async () => {
    const network = createServer({ ...usual, ...zeroes })
    const healthy = createServer({ ...usual, ...zeroes })
    network.answer('screener.getWeights', () => refuse(500, 'The store does not answer.'))
    const { user } = renderApp('/screening', { network })
    await user.click(await screen.findByRole('button', { name: 'Weights' }))
    expect(await screen.findByText('The store does not answer.')).toBeInTheDocument()
    network.answer('screener.getWeights', ({ path }) => healthy.fetch(new URL(path, 'http://localhost')))
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rating weights' }))
    await write(await dialog.findByLabelText('Income'), '0')
    expect(dialog.getByRole('alert')).toHaveTextContent('At least one part needs a weight above 0.')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(network.callsTo('screener.putWeights')).toEqual([])

    network.answer('screener.putWeights', () =>
      refuse(400, 'Some weights are refused.', { errors: [{ field: 'income', detail: 'At most 30.' }] }),
    )
    await write(dialog.getByLabelText('Income'), '40')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Some weights are refused.')).toBeInTheDocument()
    expect(dialog.getByText('At most 30.')).toBeInTheDocument()
    expect(dialog.getByLabelText('Income')).toHaveValue('40')
  })

  const zeroes = { liquidity_volume: 0, liquidity_spread: 0, iv_rank: 0, technical: 0, quality: 0 }
})
