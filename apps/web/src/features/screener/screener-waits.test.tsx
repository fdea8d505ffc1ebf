import '../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import { enrichmentApi } from '../../api/enrichment-endpoints.ts'
import { buildEnrichment, buildStocks, buildView } from '../../testing/builders.ts'
import { beUnreachable, createGate, refuse, reply } from '../../testing/fake-network.ts'
import { holdTime, passTime, releaseTime } from '../../testing/fake-timers.ts'
import { answerPaged, closeApp, createPagedNetwork, renderApp } from '../../testing/render-app.tsx'

afterEach(() => {
  releaseTime()
  closeApp()
})

const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const failure = /^Failed to load stock data/
const never = () => new Promise<Response>(() => {})

async function openAndHold(haste = 1) {
  const network = createPagedNetwork()
  const app = renderApp('/screening', { network, haste })
  await screen.findByText('QAA')
  holdTime()
  return { ...app, network }
}

describe('an outage', () => {
  test('during a run stays told while it is tried again, and its end is seen without a click', async () => {
    const { network, store } = await openAndHold(10)
    const running = buildEnrichment({ state: 'running', done: 200, finished_at: null, eta_seconds: 20 })
    network.answer('screener.enrichmentStatus', () => reply('screener.enrichmentStatus', running))
    void store.dispatch(enrichmentApi.endpoints.enrichmentStatus.initiate(undefined, { forceRefetch: true }))
    await passTime(100)
    expect(screen.getByText('Enriching 200 of 503, 20 s left')).toBeInTheDocument()
    network.answer('screener.view', beUnreachable)
    network.answer('screener.enrichmentStatus', beUnreachable)
    await passTime(6_000)
    expect(screen.getByText(failure)).toHaveTextContent(
      'Failed to load stock data: Cannot reach the server. The last answer stays in view.',
    )
    expect(screen.getByText('QAA')).toBeInTheDocument()
    expect(screen.getByText('Enrichment: status unknown')).toBeInTheDocument()
    expect(screen.queryByText(/Enriching/)).toBeNull()

    const before = network.callsTo('screener.view').length
    const gate = createGate(() => reply('screener.view', buildView(buildStocks(2))))
    network.answer('screener.view', gate.handler)
    await passTime(15_000)
    expect(network.callsTo('screener.view').length).toBeGreaterThan(before)
    expect(screen.getByText(failure)).toBeInTheDocument()
    gate.open()
    await passTime(100)
    expect(screen.queryByText(failure)).toBeNull()
  })

  test('of the next page shows no earlier rows in between, and heals by itself', async () => {
    const { network } = await openAndHold()
    network.answer('screener.view', () => refuse(500, 'Broken.'))
    click('Next')
    await passTime(100)
    expect(screen.getByText('Failed to load stock data: Broken.')).toBeInTheDocument()
    network.answer('screener.view', never)
    await passTime(15_100)
    expect(network.callsTo('screener.view')).toHaveLength(3)
    expect(screen.getByText('Failed to load stock data: Broken.')).toBeInTheDocument()
    expect(screen.queryByText('QAA')).toBeNull()
    network.answer('screener.view', answerPaged)
    await passTime(30_000)
    expect(screen.getByText('QAZ')).toBeInTheDocument()
    expect(screen.queryByText(failure)).toBeNull()
  })

  test('is not asked about earlier than the server wishes', async () => {
    const { network } = await openAndHold()
    network.answer('screener.view', () => refuse(429, 'Slow down.', { retryAfter: 60 }))
    click('Next')
    await passTime(59_000)
    expect(network.callsTo('screener.view')).toHaveLength(2)
    await passTime(2_000)
    expect(network.callsTo('screener.view')).toHaveLength(3)
  })
})

describe('a slow page', () => {
  test('gives way to the shape of the table, then words, then the ways out; Cancel leads back', async () => {
    const { network, readUrl } = await openAndHold()
    network.answer('screener.view', never)
    click('Next')
    await passTime(300)
    expect(screen.getByText('QAA')).toBeInTheDocument()
    await passTime(200)
    expect(screen.queryByText('QAA')).toBeNull()
    expect(screen.getByRole('columnheader', { name: 'Symbol' })).toBeInTheDocument()
    await passTime(2_000)
    expect(screen.getByText('Loading stocks…')).toHaveAttribute('role', 'status')
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
    await passTime(6_000)
    expect(screen.getByRole('button', { name: 'Retry' })).toBeInTheDocument()
    click('Cancel')
    await passTime(100)
    expect(readUrl()).toBe('/screening')
    expect(screen.getByText('QAA')).toBeInTheDocument()
    expect(screen.queryByText(failure)).toBeNull()
  })

  test('is asked for anew by Retry, which gives up the question on its way', async () => {
    const { network } = await openAndHold()
    network.answer('screener.view', never)
    click('Next')
    await passTime(500)
    await passTime(8_100)
    network.answer('screener.view', answerPaged)
    click('Retry')
    await passTime(100)
    expect(network.callsTo('screener.view')).toHaveLength(3)
    expect(screen.getByText('QAZ')).toBeInTheDocument()
  })
})
