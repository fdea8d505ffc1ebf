import '../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { buildEnrichment, buildStock, buildView } from '../../testing/builders.ts'
import { reply } from '../../testing/fake-network.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../testing/render-app.tsx'

afterEach(closeApp)

function networkOf(view: ReturnType<typeof buildView>) {
  const network = createHealthyNetwork()
  network.answer('screener.view', () => reply('screener.view', view))
  return network
}

test('no stocks at all', async () => {
  const network = networkOf(buildView([], { data_class: 'none', as_of: null, message: 'The first run has not begun.' }))
  const noRun = buildEnrichment({ run_id: null, total: 0, done: 0, finished_at: null })
  network.answer('screener.enrichmentStatus', () => reply('screener.enrichmentStatus', noRun))
  renderApp('/screening', { network })
  expect(await screen.findByText('No stocks found. Try refreshing the data.')).toBeInTheDocument()
  expect(screen.getByText('The first run has not begun.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'No data yet' })).toBeInTheDocument()
})

test('no stocks after a run: nothing from before it is said, and what stands round the list has its hints', async () => {
  const { user } = renderApp('/screening', { network: networkOf(buildView([], { message: 'No stocks yet.' })) })
  expect(await screen.findByText(/^Enriched 503 stocks/)).toBeInTheDocument()
  expect(screen.getByText('No stocks found. Try refreshing the data.')).toBeInTheDocument()
  expect(screen.queryByText('No stocks yet.')).toBeNull()
  await user.hover(screen.getByRole('button', { name: 'Compact rows' }))
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Compact rows')
})

describe('where the figures come from', () => {
  test("a recorded market is called that, with its day, and the chip tells more; today's prices are not", async () => {
    const { user, unmount } = renderApp('/screening')
    expect(await screen.findByRole('note')).toHaveTextContent('Recorded market of 10 July 2026')
    await user.click(await screen.findByRole('button', { name: 'Recorded · Jul 10, 16:00 ET' }))
    const more = await screen.findByRole('dialog', { name: 'Recorded · Jul 10, 16:00 ET' })
    expect(more).toHaveTextContent('Sourcerecorded pack')
    expect(more).toHaveTextContent('As ofJul 10, 2026, 16:00 ET')
    expect(more).toHaveTextContent('Last updatedJul 10, 2026, 16:05 ET')
    expect(more).toHaveTextContent('CacheUp to date')
    unmount()
    const delayed = buildView([buildStock()], { data_class: 'delayed', source: 'vendor' })
    renderApp('/screening', { network: networkOf(delayed) })
    expect(await screen.findByRole('button', { name: /^Delayed 15 min/ })).toBeInTheDocument()
    expect(screen.queryByRole('note')).toBeNull()
  })

  test('a server that answers from memory says so, and an invented market is called that', async () => {
    const message = 'The database is not available right now. Showing the last known figures.'
    const stamp = { cache_status: 'stale', data_class: 'simulated', source: 'seed 1', message } as const
    renderApp('/screening', { network: networkOf(buildView([buildStock()], stamp)) })
    expect(await screen.findByRole('note')).toHaveTextContent('Simulated market: not real prices')
    expect(await screen.findByText(message)).toBeInTheDocument()
    expect(await screen.findByText('QAAA')).toBeInTheDocument()
  })
})
