import '../../../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { enrichmentApi } from '../../../api/enrichment-endpoints.ts'
import { buildEnrichment, buildStock, buildView } from '../../../testing/builders.ts'
import { refuse, reply } from '../../../testing/fake-network.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../../testing/render-app.tsx'

afterEach(closeApp)

const running = buildEnrichment({
  state: 'running',
  started_by: 'user',
  done: 309,
  failed: 3,
  queued: 180,
  active: 11,
  rate_per_second: 11.24,
  eta_seconds: 44.6,
  finished_at: null,
  last_symbol: 'QAB',
})

function networkWith(status: ReturnType<typeof buildEnrichment>) {
  const network = createHealthyNetwork()
  network.answer('screener.enrichmentStatus', () => reply('screener.enrichmentStatus', status))
  return network
}

test('a run shows how far it is, its panel how it goes, and its own user may stop it', async () => {
  const network = networkWith(running)
  const stopping = buildEnrichment({ ...running, state: 'stopping' })
  network.answer('screener.stopEnrichment', () => reply('screener.stopEnrichment', stopping, 202))
  const { user } = renderApp('/screening', { network })
  const text = await screen.findByRole('button', { name: 'Enriching 312 of 503, 45 s left' })
  const progress = screen.getByRole('progressbar', { name: 'Enrichment' })
  expect(Number(progress.getAttribute('aria-valuenow'))).toBeCloseTo((312 / 503) * 100, 6)
  await user.click(text)
  const shown = within(await screen.findByRole('dialog', { name: 'Enrichment is running' }))
  const facts = Object.fromEntries(
    shown.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )
  expect(facts).toMatchObject({ 'Worked out last': 'QAB', Rate: '11.2 stocks/s', 'Time left': '45 s', Workers: '1' })
  network.answer('screener.enrichmentStatus', () => reply('screener.enrichmentStatus', stopping))
  await user.click(shown.getByRole('button', { name: 'Stop this run' }))
  expect(await shown.findByText(/^It stops once the stocks in work are done/)).toBeInTheDocument()
  expect(screen.getByRole('dialog', { name: 'Enrichment is stopping' })).toContainElement(
    document.activeElement as HTMLElement,
  )
  expect(await screen.findByText('Stopping, 312 of 503 done')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Stop enrichment' })).toBeNull()
})

test("the platform's run is nobody's to stop", async () => {
  const { user } = renderApp('/screening', {
    network: networkWith(buildEnrichment({ ...running, started_by: 'platform' })),
  })
  await user.click(await screen.findByRole('button', { name: /^Enriching 312 of 503/ }))
  expect(await screen.findByText(/^A scheduled run of the platform/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /stop/i })).toBeNull()
})

test('a refused stop says why', async () => {
  const network = networkWith(running)
  network.answer('screener.stopEnrichment', () => refuse(403, 'Another user started this run.'))
  const { user } = renderApp('/screening', { network })
  await user.click(await screen.findByRole('button', { name: 'Stop enrichment' }))
  expect(await screen.findByText('Enrichment could not be stopped: Another user started this run.')).toBeInTheDocument()
})

const bar = () => screen.findByRole('button', { name: /^Enriched 502 stocks/ })
const panel = () => screen.findByRole('dialog', { name: 'Last enrichment' })

test('a finished run tells when, and which stocks fell short for what reason', async () => {
  const failures = [{ symbol: 'QZZ', reason: 'no option chain' }]
  const incomplete = [{ symbol: 'QNC', reason: 'No option chain from this source' }]
  const { user } = renderApp('/screening', {
    network: networkWith(buildEnrichment({ done: 502, failed: 1, failures, incomplete })),
  })
  expect(await bar()).toHaveTextContent('Enriched 502 stocks, Jul 10, 16:05 ET1 failed, 1 incomplete')
  await user.click(await bar())
  const shown = within(await panel())
  expect(shown.getByRole('region', { name: '1 failed' })).toHaveTextContent('QZZno option chain')
  expect(shown.getByRole('region', { name: '1 incomplete' })).toHaveTextContent('QNCNo option chain')
  expect(shown.queryByRole('searchbox')).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(async () => expect(await bar()).toHaveFocus())
})

test('a long list can be searched, and a stock of it is shown in the table', async () => {
  const failures = Array.from({ length: 9 }, (_, index) => ({ symbol: `QZ${index}`, reason: 'no option chain' }))
  const network = networkWith(buildEnrichment({ done: 502, failed: 9, failures }))
  const { user, readUrl } = renderApp('/screening?rating=40', { network })
  await user.click(await bar())
  const shown = within(await panel())
  await user.click(shown.getByRole('searchbox', { name: 'Search the 9 failed' }))
  await user.paste('z3')
  expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['QZ3no option chain'])
  await user.type(shown.getByRole('searchbox'), 'x')
  expect(shown.getByText('None of them has these words.')).toBeInTheDocument()
  await user.clear(shown.getByRole('searchbox'))
  await user.click(shown.getByRole('button', { name: 'QZ3' }))
  await waitFor(() => expect(readUrl()).toBe('/screening?q=QZ3'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('without a stream progress is asked for by hand, and the end brings the new figures', async () => {
  const network = networkWith(running)
  renderApp('/screening', { network })
  await screen.findByText('Enriching 312 of 503, 45 s left')
  network.answer('screener.enrichmentStatus', () =>
    reply('screener.enrichmentStatus', buildEnrichment({ ...running, done: 400, eta_seconds: 20 })),
  )
  expect(await screen.findByText('Enriching 403 of 503, 20 s left')).toBeInTheDocument()
  network.answer('screener.view', () => reply('screener.view', buildView([buildStock({ symbol: 'QNEW' })])))
  network.answer('screener.enrichmentStatus', () =>
    reply('screener.enrichmentStatus', buildEnrichment({ done: 500, failed: 3 })),
  )
  expect(await screen.findByText('Enrichment finished: 500 stocks, 3 failed')).toBeInTheDocument()
  expect(await screen.findByText('QNEW')).toBeInTheDocument()
})

test('a run that came and went unseen brings its figures too', async () => {
  const network = createHealthyNetwork()
  const { store } = renderApp('/screening', { network })
  await screen.findByText('QAA')
  await screen.findByText(/^Enriched 503 stocks/)
  network.answer('screener.view', () => reply('screener.view', buildView([buildStock({ symbol: 'QNEW' })])))
  network.answer('screener.enrichmentStatus', () =>
    reply('screener.enrichmentStatus', buildEnrichment({ run_id: 'run-2', finished_at: '2026-07-10T20:30:00Z' })),
  )
  await act(() => store.dispatch(enrichmentApi.endpoints.enrichmentStatus.initiate(undefined, { forceRefetch: true })))
  expect(await screen.findByText('QNEW')).toBeInTheDocument()
  expect(screen.queryByText(/^Enrichment finished/)).toBeNull()
})

test('the rows are asked for anew while a run goes on', async () => {
  const network = networkWith(running)
  renderApp('/screening', { network })
  await screen.findByText('QAA')
  network.answer('screener.view', () => reply('screener.view', buildView([buildStock({ symbol: 'QNEW' })])))
  expect(await screen.findByText('QNEW')).toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'Stocks' })).toHaveAttribute('aria-busy', 'false')
})

test('Refresh asks for a run and for the rows', async () => {
  const network = createHealthyNetwork()
  network.answer('screener.refresh', () => reply('screener.refresh', running, 202))
  const { user } = renderApp('/screening', { network })
  await screen.findByText('QAA')
  network.answer('screener.enrichmentStatus', () => reply('screener.enrichmentStatus', running))
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText('Enriching 312 of 503, 45 s left')).toBeInTheDocument()
  await waitFor(() => expect(network.callsTo('screener.view').length).toBeGreaterThan(1))
})
