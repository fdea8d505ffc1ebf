import '../../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { act, waitFor } from '@testing-library/react'
import { buildPart, buildStock, buildView } from '../../testing/builders.ts'
import { createGate, type Handler, refuse, reply } from '../../testing/fake-network.ts'
import { screen, within } from '../../testing/queries.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../testing/render-app.tsx'

afterEach(closeApp)

const parts = [
  buildPart({ key: 'liquidity_volume', label: 'Trading volume', points: 5.5, max: 6, explanation: 'Much is traded.' }),
  buildPart({ key: 'liquidity_spread', label: 'Option spread', points: 3.2, max: 4, explanation: 'Narrow.' }),
  buildPart({ key: 'iv_rank', label: 'IV rank', points: 12.8, max: 15, explanation: 'High within its year.' }),
  buildPart({ key: 'technical', label: 'Technical setup', points: 8.5, max: 10, explanation: 'Calm.' }),
  buildPart({ key: 'quality', label: 'Stock quality', points: 0, max: 15, unknown: true, explanation: 'No facts.' }),
  buildPart({ key: 'income', label: 'Income', points: 5, max: 10, explanation: 'Pays.' }),
]
const stock = buildStock({ score_parts: parts, score_points: [5.5, 3.2, 12.8, 8.5, null, 5], score_coverage: 0.75 })
const other = buildStock({ symbol: 'QBBB', company_name: 'Birch Mills' })
const chip = /^QAAA, Callwright Rating 41 of 60, Strong/

/** Opens the screener. Its rows load at once; `detail` answers requests for a single stock. */
function openScreen(detail: Handler = () => reply('screener.view', buildView([stock])), changes = {}) {
  const network = createHealthyNetwork()
  const rows = buildView([stock, other], changes)
  network.answer('screener.view', (call) => (call.query.has('symbols') ? detail(call) : reply('screener.view', rows)))
  return { ...renderApp('/screening', { network }), network }
}

const findChip = () => screen.findByRole('button', { name: chip })
const findBreakdown = () => screen.findByRole('dialog', { name: 'Rating of QAAA' })
const readParts = (breakdown: HTMLElement) =>
  within(breakdown)
    .getAllByRole('listitem')
    .map((part) => part.textContent)

test('opens on focus with the points at once; the reasons follow', async () => {
  const gate = createGate(() => reply('screener.view', buildView([stock])))
  const { user, network } = openScreen(gate.handler)
  const rating = await findChip()
  expect(rating).toHaveAttribute('aria-expanded', 'false')
  act(() => rating.focus())
  const breakdown = await findBreakdown()
  expect(within(breakdown).getByText('41.25')).toBeInTheDocument()
  expect(readParts(breakdown)).toEqual([
    'Trading volume5.50 /6',
    'Option spread3.20 /4',
    'IV rank12.80 /15',
    'Technical setup8.50 /10',
    'Stock quality—unknown /15Unknown',
    'Income5.00 /10',
  ])
  expect(rating).toHaveAttribute('aria-expanded', 'true')
  await act(async () => gate.open())
  await waitFor(() =>
    expect(readParts(breakdown)).toEqual([
      'Trading volume5.50 /6Much is traded.',
      'Option spread3.20 /4Narrow.',
      'IV rank12.80 /15High within its year.',
      'Technical setup8.50 /10Calm.',
      'Stock quality—unknown /15UnknownNo facts.',
      'Income5.00 /10Pays.',
    ]),
  )
  expect(rating).toHaveAccessibleDescription(/High within its year/)
  expect(network.callsTo('screener.view').at(-1)?.query.get('symbols')).toBe('QAAA')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(rating).toHaveFocus())
  expect(rating).toHaveAttribute('aria-expanded', 'false')
})

test('shows the change and the coverage, one breakdown at a time, by click and by tap', async () => {
  const { user } = openScreen()
  await user.click(await findChip())
  const breakdown = within(await findBreakdown())
  expect(breakdown.getByText('+1.25 since Jul 9')).toBeInTheDocument()
  expect(
    await breakdown.findByRole('img', { name: 'Rating over 2 sessions: 40.00 on Jul 9, 41.25 on Jul 10' }),
  ).toBeInTheDocument()
  expect(breakdown.getByText('Inputs are available for 75% of the points.')).toBeInTheDocument()
  // Opening another one closes the first.
  await user.click(screen.getByRole('button', { name: /^QBBB, / }))
  expect(await screen.findByRole('dialog', { name: 'Rating of QBBB' })).toBeInTheDocument()
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // One tap opens it, and the next one closes it.
  const target = await findChip()
  await user.pointer({ keys: '[TouchA]', target })
  expect(await findBreakdown()).toBeInTheDocument()
  await user.pointer({ keys: '[TouchA]', target })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('keeps the points if the reasons cannot be loaded, and says so', async () => {
  const { user } = openScreen(() => refuse(500, 'Something broke.'))
  await user.click(await findChip())
  const breakdown = await findBreakdown()
  expect(await within(breakdown).findByText(/^Could not load the explanations: Something broke\./)).toBeInTheDocument()
  expect(readParts(breakdown)[0]).toBe('Trading volume5.50 /6')
})

test('opens under the pointer, stays open inside, and works with arrow keys, Enter and F2', async () => {
  const { user } = openScreen()
  await user.hover(await findChip())
  const breakdown = await findBreakdown()
  await user.hover(within(breakdown).getByText('Trading volume'))
  await within(breakdown).findByText('Much is traded.')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.hover(screen.getByText('Birch Mills'))
  await user.hover(await findChip())
  await findBreakdown()
  await user.hover(screen.getByText('Birch Mills'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const rating = await findChip()
  act(() => screen.getByRole('link', { name: 'QAAA' }).focus())
  await user.keyboard('{ArrowRight}{ArrowRight}')
  await waitFor(() => expect(rating).toHaveFocus())
  await findBreakdown()
  for (const key of ['{Enter}', '{F2}']) {
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard(key)
    expect(await findBreakdown()).toBeInTheDocument()
  }
  await user.keyboard('{ArrowDown}')
  expect(await screen.findByRole('dialog', { name: 'Rating of QBBB' })).toBeInTheDocument()
})

test('reports low coverage', async () => {
  const thin = buildStock({ score_coverage: 0.49 })
  const network = createHealthyNetwork()
  network.answer('screener.view', () => reply('screener.view', buildView([thin])))
  const { user } = renderApp('/screening', { network })
  await user.click(await screen.findByRole('button', { name: /based on less than half of the points/ }))
  expect(await screen.findByText(/^Grayed out: based on less than half of the points/)).toBeInTheDocument()
})

test('with custom weights, shows maximum points once the reasons are loaded', async () => {
  const gate = createGate(() => reply('screener.view', buildView([stock], { weights: 'custom' })))
  const { user } = openScreen(gate.handler, { weights: 'custom' })
  await user.click(await findChip())
  const breakdown = await findBreakdown()
  expect(readParts(breakdown)[0]).toBe('Trading volume5.50 ')
  expect(within(breakdown).getByText(/^Uses your own weights/)).toBeInTheDocument()
  await act(async () => gate.open())
  await waitFor(() => expect(readParts(breakdown)[0]).toBe('Trading volume5.50 /6Much is traded.'))
})
