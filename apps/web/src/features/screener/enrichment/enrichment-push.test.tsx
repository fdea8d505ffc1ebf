import '../../../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { api } from '../../../api/api.ts'
import { buildEnrichment, buildStock, buildView } from '../../../testing/builders.ts'
import { createEvents } from '../../../testing/fake-events.ts'
import { beUnreachable, refuse, reply } from '../../../testing/fake-network.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../../testing/render-app.tsx'

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

test('progress is pushed, and nothing is asked by hand meanwhile', async () => {
  const { network, events } = openStream()
  renderApp('/screening', { network, haste: 1 })
  await screen.findByText('Enriching 312 of 503, 45 s left')
  await waitFor(() => expect(events.countOpen()).toBe(1))
  expect(network.callsTo('screener.enrichmentEvents')[0]?.headers.get('authorization')).toBe('Bearer token-1')
  act(() => events.send('status', further))
  expect(await screen.findByText('Enriching 403 of 503, 20 s left')).toBeInTheDocument()
  act(() => events.send('news', 'of something else'))
  act(() => events.send('status', 'no status'))
  expect(screen.getByText('Enriching 403 of 503, 20 s left')).toBeInTheDocument()
  expect(network.callsTo('screener.enrichmentStatus')).toHaveLength(1)
  expect(network.callsTo('screener.enrichmentEvents')).toHaveLength(1)
})

test('the end of a run brings the new figures and one notice', async () => {
  const { network, events } = openStream()
  renderApp('/screening', { network, haste: 1 })
  await waitFor(() => expect(events.countOpen()).toBe(1))
  await screen.findByText('QAA')
  network.answer('screener.view', () => reply('screener.view', buildView([buildStock({ symbol: 'QNEW' })])))
  act(() => events.send('status', buildEnrichment({ done: 500, failed: 3 })))
  expect(await screen.findByText('Enrichment finished: 500 stocks, 3 failed')).toBeInTheDocument()
  expect(await screen.findByText('QNEW')).toBeInTheDocument()
  expect(screen.getAllByText(/^Enrichment finished/)).toHaveLength(1)
})

test('a stream that ends is opened anew, until the user signs out', async () => {
  const { network, events } = openStream()
  const { user } = renderApp('/screening', { network })
  await waitFor(() => expect(events.countOpen()).toBe(1))
  act(() => events.end())
  await waitFor(() => expect(events.countOpen()).toBe(1))
  act(() => events.send('status', further))
  expect(await screen.findByText('Enriching 403 of 503, 20 s left')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  await waitFor(() => expect(events.countOpen()).toBe(0))
  expect(network.callsTo('screener.enrichmentEvents')).toHaveLength(2)
})

test('a page that is hidden keeps no stream and asks nothing; shown again, it catches up', async () => {
  const { network, events } = openStream()
  renderApp('/screening', { network, haste: 1 })
  await waitFor(() => expect(events.countOpen()).toBe(1))
  setHidden(true)
  await waitFor(() => expect(events.countOpen()).toBe(0))
  const asked = network.callsTo('screener.enrichmentStatus').length
  network.answer('screener.enrichmentEvents', createEvents('status', () => further).handler)
  setHidden(false)
  expect(await screen.findByText('Enriching 403 of 503, 20 s left')).toBeInTheDocument()
  expect(network.callsTo('screener.enrichmentStatus')).toHaveLength(asked)
})

test.each([
  ['is not served', () => refuse(404, 'No such stream.')],
  ['cannot be reached', beUnreachable],
  [
    'is kept back by a proxy',
    () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }),
  ],
  ['is something else', () => new Response('<p>Hello</p>', { headers: { 'content-type': 'text/html' } })],
])('where the stream %s, the status is asked for by hand', async (_name, answer) => {
  const { network } = openStream()
  network.answer('screener.enrichmentEvents', answer)
  renderApp('/screening', { network })
  await screen.findByText('Enriching 312 of 503, 45 s left')
  network.answer('screener.enrichmentStatus', () => reply('screener.enrichmentStatus', further))
  expect(await screen.findByText('Enriching 403 of 503, 20 s left')).toBeInTheDocument()
})

test('a stream that could not be had is asked for again', async () => {
  const { network, events } = openStream()
  network.answer('screener.enrichmentEvents', beUnreachable)
  renderApp('/screening', { network })
  await waitFor(() => expect(network.callsTo('screener.enrichmentEvents').length).toBeGreaterThan(1))
  network.answer('screener.enrichmentEvents', events.handler)
  await waitFor(() => expect(events.countOpen()).toBe(1))
})

test('a sign of life during a run asks how it stands', async () => {
  const { network, events } = openStream()
  renderApp('/screening', { network, haste: 1 })
  await waitFor(() => expect(events.countOpen()).toBe(1))
  network.answer('screener.enrichmentStatus', () => reply('screener.enrichmentStatus', further))
  act(() => events.sendComment())
  expect(await screen.findByText('Enriching 403 of 503, 20 s left')).toBeInTheDocument()
})

test('a 401 of the stream ends the session', async () => {
  const { network } = openStream()
  network.answer('screener.enrichmentEvents', () => refuse(401, 'Your session has ended.'))
  renderApp('/screening', { network })
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument()
  expect(window.localStorage.getItem('token')).toBeNull()
})

test('a run is told of beside every page, with the rest of it on demand', async () => {
  const { network, events } = openStream()
  const { user } = renderApp('/ai-coach', { network, haste: 1 })
  await user.click(await screen.findByRole('button', { name: 'Enriching 62%' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Background work' }))
  expect(shown.getByText('Enriching 312 of 503, 45 s left')).toBeInTheDocument()
  expect(shown.getByText('Time left').nextElementSibling).toHaveTextContent('45 s')
  expect(shown.getByRole('link', { name: 'Open the screener' })).toHaveAttribute('href', '/screening')
  await waitFor(() => expect(events.countOpen()).toBe(1))
  act(() => events.send('status', buildEnrichment()))
  expect(await screen.findByRole('button', { name: /^Updated Jul 10, \d\d:\d\d ET$/ })).toBeInTheDocument()
})

const readSymbols = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)
const first = buildStock({ symbol: 'QAAA', current_price: 10 })
const second = buildStock({ symbol: 'QBBB', current_price: 20 })

test('while a run goes on, rows under the pointer take on new figures and keep their places', async () => {
  const { network } = openStream()
  const answerWith = (...stocks: (typeof first)[]) =>
    network.answer('screener.view', () => reply('screener.view', buildView(stocks)))
  answerWith(first, second)
  const { user, store } = renderApp('/screening', { network, haste: 1 })
  await user.hover(await screen.findByText('10.00'))
  answerWith({ ...second, current_price: 21 }, { ...first, current_price: 11 })
  act(() => store.dispatch(api.util.invalidateTags(['Screen'])))
  expect(await screen.findByText('21.00')).toBeInTheDocument()
  expect(readSymbols()).toEqual(['QAAA', 'QBBB'])
  await user.hover(screen.getByRole('heading', { name: 'Stock Screener' }))
  await waitFor(() => expect(readSymbols()).toEqual(['QBBB', 'QAAA']))
})

test('another question moves the rows at once, wherever the pointer is', async () => {
  const { network } = openStream()
  network.answer('screener.view', ({ query }) =>
    reply('screener.view', buildView(query.get('sort_by') === 'cc_score' ? [first, second] : [second, first])),
  )
  const { user } = renderApp('/screening', { network, haste: 1 })
  await screen.findByText('10.00')
  await user.click(screen.getByRole('button', { name: /^Price/ }))
  await waitFor(() => expect(readSymbols()).toEqual(['QBBB', 'QAAA']))
})
