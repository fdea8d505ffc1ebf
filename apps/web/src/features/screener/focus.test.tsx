import '../../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { buildEnrichment } from '../../testing/builders.ts'
import { createGate, reply } from '../../testing/fake-network.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../testing/render-app.tsx'

afterEach(closeApp)

const button = (name: string) => screen.getByRole('button', { name })
const running = buildEnrichment({ state: 'running', started_by: 'user', done: 100, finished_at: null })

test('the last page keeps the focus on the button that led there', async () => {
  const { user, network } = renderApp('/screening')
  await screen.findByText('QAA')
  act(() => button('Last').focus())
  await user.keyboard('{Enter}')
  expect(await screen.findByText('51–60 of 60')).toBeInTheDocument()
  // A browser takes the focus from a disabled button, the test environment does not.
  expect(button('Last')).toBeEnabled()
  expect(button('Last')).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(network.callsTo('screener.view')).toHaveLength(2)
})

test('Refresh keeps the focus while it works, and works once', async () => {
  const network = createHealthyNetwork()
  const gate = createGate(() => reply('screener.refresh', buildEnrichment(), 202))
  network.answer('screener.refresh', gate.handler)
  const { user } = renderApp('/screening', { network })
  await screen.findByText('QAA')
  act(() => button('Refresh').focus())
  await user.keyboard('{Enter}')
  await waitFor(() => expect(button('Refresh')).toHaveAttribute('aria-disabled', 'true'))
  expect(button('Refresh')).toBeEnabled()
  expect(button('Refresh')).toHaveFocus()
  await user.keyboard('{Enter}')
  await act(async () => gate.open())
  await waitFor(() => expect(button('Refresh')).toHaveAttribute('aria-disabled', 'false'))
  expect(button('Refresh')).toHaveFocus()
  expect(network.callsTo('screener.refresh')).toHaveLength(1)
})

test('Start hands the focus on to the run it begins, not to the Stop in its place', async () => {
  const network = createHealthyNetwork()
  network.answer('screener.startEnrichment', () => reply('screener.startEnrichment', running, 202))
  const { user } = renderApp('/screening', { network })
  await screen.findByRole('button', { name: 'Start enrichment' })
  network.answer('screener.enrichmentStatus', () => reply('screener.enrichmentStatus', running))
  act(() => button('Start enrichment').focus())
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: 'Stop enrichment' })).not.toHaveFocus()
  expect(screen.getByRole('group', { name: 'Enrichment' })).toHaveFocus()
})
