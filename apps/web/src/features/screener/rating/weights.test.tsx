import '../../../testing/matchers.ts'
import type { RatingWeights } from '@callwright/contracts'
import { afterEach, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { buildStocks, buildViewPage } from '../../../testing/builders.ts'
import { type FakeNetwork, refuse, reply } from '../../../testing/fake-network.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../../testing/render-app.tsx'
import { write } from '../../../testing/write.ts'

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

/** A server that keeps the weights of the user. */
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
  const dialog = within(await screen.findByRole('dialog', { name: 'Weights of the rating' }))
  await dialog.findByLabelText('Income')
  return { ...app, dialog }
}

const meanings = (dialog: ReturnType<typeof within>) =>
  dialog
    .getAllByRole('listitem')
    .map((item: HTMLElement) => item.querySelector('[id]:not(label)')?.parentElement?.textContent)

test('the dialog shows what each part counts, and what a change would make of it', async () => {
  const { user, dialog } = await openDialog()
  expect(meanings(dialog)).toEqual([
    'Trading volumecounts 6 of 60, 10%',
    'Option spreadcounts 4 of 60, 6.7%',
    'IV rankcounts 15 of 60, 25%',
    'Technical setupcounts 10 of 60, 16.7%',
    'Stock qualitycounts 15 of 60, 25%',
    'Incomecounts 10 of 60, 16.7%',
  ])
  const income = dialog.getByLabelText('Income')
  await user.clear(income)
  expect(dialog.getByRole('alert')).toHaveTextContent('Every part needs a number; 0 leaves it out.')
  await user.type(income, '50')
  expect(meanings(dialog).at(-1)).toBe('Incomecounts 30 of 60, 50%')
  expect(meanings(dialog)[0]).toBe('Trading volumecounts 3.60 of 60, 6%')
})

test('a slider moves its weight with the arrow keys', async () => {
  const { user, dialog } = await openDialog()
  const slider = dialog.getByRole('slider', { name: 'Income, slider' })
  act(() => slider.focus())
  await user.keyboard('{ArrowRight}{ArrowRight}')
  expect(dialog.getByLabelText('Income')).toHaveValue('12')
})

test('saved, the screen says whose ratings it shows, and one press leads back', async () => {
  const { user, dialog, network } = await openDialog()
  await write(dialog.getByLabelText('Income'), '40')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Ratings stand under your own weights.')).toBeInTheDocument()
  expect(network.callsTo('screener.putWeights')[0]?.body).toEqual(own)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Return to the Callwright Rating' }))
  await waitFor(() => expect(screen.queryByText(/Rated by/)).toBeNull())
  expect(network.callsTo('screener.putWeights').at(-1)?.body).toEqual(usual)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Weights' })).toHaveFocus())
})

test('Reset puts the usual weights in, which Save then keeps', async () => {
  const { user, dialog, network } = await openDialog(createServer(own))
  expect(dialog.getByLabelText('Income')).toHaveValue('40')
  await user.click(dialog.getByRole('button', { name: 'Reset to the Callwright Rating' }))
  expect(dialog.getByLabelText('Income')).toHaveValue('10')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Ratings are the Callwright Rating.')).toBeInTheDocument()
  expect(network.callsTo('screener.putWeights')[0]?.body).toEqual(usual)
})

test('a refusal keeps what was typed and says which field it means', async () => {
  const network = createServer()
  network.answer('screener.putWeights', () =>
    refuse(400, 'Some weights are refused.', { errors: [{ field: 'income', detail: 'At most 30.' }] }),
  )
  const { user, dialog } = await openDialog(network)
  await write(dialog.getByLabelText('Income'), '40')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Some weights are refused.')).toBeInTheDocument()
  expect(dialog.getByText('At most 30.')).toBeInTheDocument()
  expect(dialog.getByLabelText('Income')).toHaveValue('40')
})

test('nothing at all is no weight, and nothing is sent', async () => {
  const { user, dialog, network } = await openDialog(createServer({ ...usual, ...zeroes }))
  await write(dialog.getByLabelText('Income'), '0')
  expect(dialog.getByRole('alert')).toHaveTextContent('At least one part must count.')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(network.callsTo('screener.putWeights')).toEqual([])
})

const zeroes = { liquidity_volume: 0, liquidity_spread: 0, iv_rank: 0, technical: 0, quality: 0 }

test('weights that cannot be loaded say why, and are asked for again', async () => {
  const network = createServer()
  network.answer('screener.getWeights', () => refuse(500, 'The store does not answer.'))
  const { user } = renderApp('/screening', { network })
  await user.click(await screen.findByRole('button', { name: 'Weights' }))
  expect(await screen.findByText('The store does not answer.')).toBeInTheDocument()
  network.answer('screener.getWeights', () =>
    reply('screener.getWeights', { status: 'success', weights: usual, custom: false }),
  )
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByLabelText('Income')).toHaveValue('10')
})
