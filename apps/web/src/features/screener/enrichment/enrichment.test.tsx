import '../../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, waitFor } from '@testing-library/react'
import { api } from '../../../api/api.ts'
import { enrichmentApi } from '../../../api/enrichment.ts'
import { buildEnrichment, buildStock, buildView } from '../../../testing/builders.ts'
import { createEvents } from '../../../testing/fake-events.ts'
import { beUnreachable, refuse, reply } from '../../../testing/fake-network.ts'
import { screen, within } from '../../../testing/queries.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../../testing/render-app.tsx'

describe('run', () => {
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

  test('shows its progress and details; the user who started it may stop it; reports a rejected stop', async () => {
    const network = networkWith(running)
    const stopping = buildEnrichment({ ...running, state: 'stopping' })
    network.answer('screener.stopEnrichment', () => refuse(403, 'Another user started this run.'))
    const { user } = renderApp('/screening', { network })
    await user.click(await screen.findByRole('button', { name: 'Stop the price refresh' }))
    expect(
      await screen.findByText('Could not stop the price refresh: Another user started this run.'),
    ).toBeInTheDocument()
    network.answer('screener.stopEnrichment', () => reply('screener.stopEnrichment', stopping, 202))
    const text = await screen.findByRole('button', { name: 'Refreshing prices: 312 of 503, 45 s left' })
    const progress = screen.getByRole('progressbar', { name: 'Price refresh' })
    expect(Number(progress.getAttribute('aria-valuenow'))).toBeCloseTo((312 / 503) * 100, 6)
    await user.click(text)
    const shown = within(await screen.findByRole('dialog', { name: 'Refreshing prices' }))
    const facts = Object.fromEntries(
      shown.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
    )
    expect(facts).toMatchObject({
      'Last stock': 'QAB',
      Speed: '11.2 stocks a second',
      'Time left': '45 s',
      Processes: '1',
    })
    network.answer('screener.enrichmentStatus', () => reply('screener.enrichmentStatus', stopping))
    await user.click(shown.getByRole('button', { name: 'Stop this refresh' }))
    expect(await shown.findByText(/^It stops after the stocks in progress/)).toBeInTheDocument()
    expect(screen.getByRole('dialog', { name: 'Stopping the refresh' })).toContainElement(
      document.activeElement as HTMLElement,
    )
    expect(await screen.findByText('Stopping, 312 of 503 done')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Stop the price refresh' })).toBeNull()
  })

  test('only the platform can stop its own run', async () => {
    const { user } = renderApp('/screening', {
      network: networkWith(buildEnrichment({ ...running, started_by: 'platform' })),
    })
    await user.click(await screen.findByRole('button', { name: /^Refreshing prices: 312 of 503/ }))
    expect(await screen.findByText(/^The schedule started this refresh/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /stop/i })).toBeNull()
  })

  const bar = () => screen.findByRole('button', { name: /^502 stocks refreshed/ })
  const panel = () => screen.findByRole('dialog', { name: 'Last price refresh' })

  test('a finished run shows when it ended, and which stocks lack figures and why', async () => {
    const failures = [{ symbol: 'QZZ', reason: 'no option chain' }]
    const incomplete = [{ symbol: 'QNC', reason: 'No option chain from this source' }]
    const { user } = renderApp('/screening', {
      network: networkWith(buildEnrichment({ done: 502, failed: 1, failures, incomplete })),
    })
    expect(await bar()).toHaveTextContent('502 stocks refreshed, Jul 10, 16:05 ET1 failed, 1 incomplete')
    await user.click(await bar())
    const shown = within(await panel())
    expect(shown.getByRole('region', { name: '1 failed' })).toHaveTextContent('QZZno option chain')
    expect(shown.getByRole('region', { name: '1 incomplete' })).toHaveTextContent('QNCNo option chain')
    expect(shown.queryByRole('searchbox')).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(async () => expect(await bar()).toHaveFocus())
  })

  test('a long list can be searched, and a stock in it opens in the table', async () => {
    const failures = Array.from({ length: 9 }, (_, index) => ({ symbol: `QZ${index}`, reason: 'no option chain' }))
    const network = networkWith(buildEnrichment({ done: 502, failed: 9, failures }))
    const { user, readUrl } = renderApp('/screening?rating=40', { network })
    await user.click(await bar())
    const shown = within(await panel())
    await user.click(shown.getByRole('searchbox', { name: 'Search the 9 failed' }))
    await user.paste('z3')
    expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['QZ3no option chain'])
    await user.type(shown.getByRole('searchbox'), 'x')
    expect(shown.getByText('No matches.')).toBeInTheDocument()
    await user.clear(shown.getByRole('searchbox'))
    await user.click(shown.getByRole('button', { name: 'QZ3' }))
    await waitFor(() => expect(readUrl()).toBe('/screening?q=QZ3'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('without a stream, polls for progress and rows, and shows the new figures at the end', async () => {
    const network = networkWith(running)
    renderApp('/screening', { network })
    await screen.findByText('Refreshing prices: 312 of 503, 45 s left')
    network.answer('screener.enrichmentStatus', () =>
      reply('screener.enrichmentStatus', buildEnrichment({ ...running, done: 400, eta_seconds: 20 })),
    )
    expect(await screen.findByText('Refreshing prices: 403 of 503, 20 s left')).toBeInTheDocument()
    network.answer('screener.view', () => reply('screener.view', buildView([buildStock({ symbol: 'QMID' })])))
    expect(await screen.findByText('QMID')).toBeInTheDocument()
    expect(screen.getByRole('region', { name: 'Stocks' })).toHaveAttribute('aria-busy', 'false')
    network.answer('screener.view', () => reply('screener.view', buildView([buildStock({ symbol: 'QNEW' })])))
    network.answer('screener.enrichmentStatus', () =>
      reply('screener.enrichmentStatus', buildEnrichment({ done: 500, failed: 3 })),
    )
    expect(await screen.findByText('Prices refreshed: 500 stocks, 3 failed')).toBeInTheDocument()
    expect(await screen.findByText('QNEW')).toBeInTheDocument()
  })

  test('also loads the figures from a run that it missed', async () => {
    const network = createHealthyNetwork()
    const { store } = renderApp('/screening', { network })
    await screen.findByText('QAA')
    await screen.findByText(/^503 stocks refreshed/)
    network.answer('screener.view', () => reply('screener.view', buildView([buildStock({ symbol: 'QNEW' })])))
    network.answer('screener.enrichmentStatus', () =>
      reply('screener.enrichmentStatus', buildEnrichment({ run_id: 'run-2', finished_at: '2026-07-10T20:30:00Z' })),
    )
    await act(() =>
      store.dispatch(enrichmentApi.endpoints.enrichmentStatus.initiate(undefined, { forceRefetch: true })),
    )
    expect(await screen.findByText('QNEW')).toBeInTheDocument()
    expect(screen.queryByText(/^Prices refreshed:/)).toBeNull()
  })
})

describe('event stream', () => {
  const setHidden = (hidden: boolean) => {
    Object.defineProperty(document, 'visibilityState', { value: hidden ? 'hidden' : 'visible', configurable: true })
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'))
    })
  }

  afterEach(() => {
    setHidden(false)
    closeApp()
  })

  const running = buildEnrichment({ state: 'running', done: 309, failed: 3, finished_at: null, eta_seconds: 44.6 })
  const further = { ...running, done: 400, eta_seconds: 20 }

  function openStream(first = running) {
    const network = createHealthyNetwork()
    network.answer('screener.enrichmentStatus', () => reply('screener.enrichmentStatus', first))
    const events = createEvents('status', () => first)
    network.answer('screener.enrichmentEvents', events.handler)
    return { network, events }
  }

  test('pushes progress, polls only on a heartbeat, and ends with the new figures and one notice', async () => {
    const { network, events } = openStream()
    renderApp('/screening', { network, speedUp: 1 })
    await screen.findByText('Refreshing prices: 312 of 503, 45 s left')
    await waitFor(() => expect(events.countOpen()).toBe(1))
    expect(network.callsTo('screener.enrichmentEvents')[0]?.headers.get('authorization')).toBe('Bearer token-1')
    act(() => events.send('status', further))
    expect(await screen.findByText('Refreshing prices: 403 of 503, 20 s left')).toBeInTheDocument()
    act(() => events.send('news', 'of something else'))
    act(() => events.send('status', 'no status'))
    expect(screen.getByText('Refreshing prices: 403 of 503, 20 s left')).toBeInTheDocument()
    expect(network.callsTo('screener.enrichmentStatus')).toHaveLength(1)
    expect(network.callsTo('screener.enrichmentEvents')).toHaveLength(1)

    const asked = { ...running, done: 450, eta_seconds: 10 }
    network.answer('screener.enrichmentStatus', () => reply('screener.enrichmentStatus', asked))
    act(() => events.sendComment())
    expect(await screen.findByText('Refreshing prices: 453 of 503, 10 s left')).toBeInTheDocument()

    await screen.findByText('QAA')
    network.answer('screener.view', () => reply('screener.view', buildView([buildStock({ symbol: 'QNEW' })])))
    act(() => events.send('status', buildEnrichment({ done: 500, failed: 3 })))
    expect(await screen.findByText('Prices refreshed: 500 stocks, 3 failed')).toBeInTheDocument()
    expect(await screen.findByText('QNEW')).toBeInTheDocument()
    expect(screen.getAllByText(/^Prices refreshed:/)).toHaveLength(1)
  })

  test('reopens after it fails or ends, until the user signs out', async () => {
    const { network, events } = openStream()
    network.answer('screener.enrichmentEvents', beUnreachable)
    const { user } = renderApp('/portfolio', { network })
    await waitFor(() => expect(network.callsTo('screener.enrichmentEvents').length).toBeGreaterThan(1))
    network.answer('screener.enrichmentEvents', events.handler)
    await waitFor(() => expect(events.countOpen()).toBe(1))
    const asked = network.callsTo('screener.enrichmentEvents').length
    act(() => events.end())
    await waitFor(() => expect(events.countOpen()).toBe(1))
    act(() => events.send('status', further))
    expect(await screen.findByRole('button', { name: 'Updating 80%' })).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(events.countOpen()).toBe(0))
    expect(network.callsTo('screener.enrichmentEvents')).toHaveLength(asked + 1)
  })

  test('a hidden page closes the stream and sends nothing; it catches up when shown again', async () => {
    const { network, events } = openStream()
    renderApp('/portfolio', { network, speedUp: 1 })
    await waitFor(() => expect(events.countOpen()).toBe(1))
    setHidden(true)
    await waitFor(() => expect(events.countOpen()).toBe(0))
    const asked = network.callsTo('screener.enrichmentStatus').length
    network.answer('screener.enrichmentEvents', createEvents('status', () => further).handler)
    setHidden(false)
    expect(await screen.findByRole('button', { name: 'Updating 80%' })).toBeInTheDocument()
    expect(network.callsTo('screener.enrichmentStatus')).toHaveLength(asked)
  })

  test.each([
    ['does not exist', () => refuse(404, 'No such stream.')],
    ['cannot be reached', beUnreachable],
    [
      'is held back by a proxy',
      () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }),
    ],
    ['is not an event stream', () => new Response('<p>Hello</p>', { headers: { 'content-type': 'text/html' } })],
  ])('polls the status if the stream %s', async (_name, answer) => {
    const { network } = openStream()
    network.answer('screener.enrichmentEvents', answer)
    renderApp('/portfolio', { network })
    await screen.findByRole('button', { name: 'Updating 62%' })
    network.answer('screener.enrichmentStatus', () => reply('screener.enrichmentStatus', further))
    expect(await screen.findByRole('button', { name: 'Updating 80%' })).toBeInTheDocument()
  })

  test('a 401 from the stream ends the session', async () => {
    const { network } = openStream()
    network.answer('screener.enrichmentEvents', () => refuse(401, 'Your session has ended.'))
    renderApp('/portfolio', { network })
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument()
    expect(window.localStorage.getItem('token')).toBeNull()
  })

  test('every page shows a run, with details on demand', async () => {
    const { network, events } = openStream()
    const { user } = renderApp('/ai-coach', { network, speedUp: 1 })
    await user.click(await screen.findByRole('button', { name: 'Updating 62%' }))
    const shown = within(await screen.findByRole('dialog', { name: 'Background work' }))
    expect(shown.getByText('Refreshing prices: 312 of 503, 45 s left')).toBeInTheDocument()
    expect(shown.getByText('Time left').nextElementSibling).toHaveTextContent('45 s')
    expect(shown.getByRole('link', { name: 'Open the screener' })).toHaveAttribute('href', '/screening')
    await waitFor(() => expect(events.countOpen()).toBe(1))
    act(() => events.send('status', buildEnrichment()))
    expect(await screen.findByRole('button', { name: /^Updated Jul 10, \d\d:\d\d ET$/ })).toBeInTheDocument()
  })

  const readSymbols = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)
  const first = buildStock({ symbol: 'QAAA', current_price: 10 })
  const second = buildStock({ symbol: 'QBBB', current_price: 20 })

  test('during a run, rows under the pointer are updated in place', async () => {
    const { network } = openStream()
    const answerWith = (...stocks: (typeof first)[]) =>
      network.answer('screener.view', () => reply('screener.view', buildView(stocks)))
    answerWith(first, second)
    const { user, store } = renderApp('/screening', { network, speedUp: 1 })
    await user.hover(await screen.findByText('10.00'))
    answerWith({ ...second, current_price: 21 }, { ...first, current_price: 11 })
    act(() => store.dispatch(api.util.invalidateTags(['Screen'])))
    expect(await screen.findByText('21.00')).toBeInTheDocument()
    expect(readSymbols()).toEqual(['QAAA', 'QBBB'])
    await user.hover(screen.getByRole('heading', { name: 'Stock Screener' }))
    await waitFor(() => expect(readSymbols()).toEqual(['QBBB', 'QAAA']))
  })

  test('a new query reorders the rows at once, wherever the pointer is', async () => {
    const { network } = openStream()
    network.answer('screener.view', ({ query }) =>
      reply('screener.view', buildView(query.get('sort_by') === 'cc_score' ? [first, second] : [second, first])),
    )
    const { user } = renderApp('/screening', { network, speedUp: 1 })
    await screen.findByText('10.00')
    await user.click(screen.getByRole('button', { name: /^Price/ }))
    await waitFor(() => expect(readSymbols()).toEqual(['QBBB', 'QAAA']))
  })
})
