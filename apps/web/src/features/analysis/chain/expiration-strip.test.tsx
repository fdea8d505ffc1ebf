import '../../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { act } from '@testing-library/react'
import { buildRecommendations } from '../../../testing/call-builders.ts'
import { createGate, type FakeNetwork, refuse, reply } from '../../../testing/fake-network.ts'
import { buildChain, buildExpirations } from '../../../testing/option-builders.ts'
import { screen } from '../../../testing/queries.ts'
import { createOptionsNetwork, listedExpirations, renderCard } from '../../../testing/render-options-card.tsx'
import { closePart } from '../../../testing/render-part.tsx'

afterEach(closePart)

let network: FakeNetwork
beforeEach(() => {
  network = createOptionsNetwork()
})

const renderAt = () => renderCard(network)
const table = () => screen.findByRole('grid')
const button = (name: string) => screen.getByRole('button', { name })
const option = (name: RegExp) => screen.getByRole('option', { name })

describe('expirations', () => {
  test('show their type and the events before them, and are a single Tab stop', async () => {
    const { user, readUrl } = await renderAt()
    await table()
    expect(screen.getAllByRole('option').map((element) => element.textContent)).toEqual([
      'Jul 177 d, monthly',
      'Aug 14ED35 d, weekly, earnings before this date, ex-dividend date before this date',
      'Sep 3082 d, quarterly',
      'Jun 17, 2027H342 d, LEAPS, Listed a day early',
    ])
    expect(option(/^Aug 14/)).toHaveAttribute('aria-selected', 'true')
    expect(network.callsTo('options.chain').map(({ query }) => query.get('expiration_date'))).toEqual([null])

    act(() => option(/^Aug 14/).focus())
    await user.keyboard('{ArrowRight}')
    expect(option(/^Sep 30/)).toHaveFocus()
    await user.keyboard('{End}')
    expect(option(/^Jun 17/)).toHaveFocus()
    await user.keyboard('{Home}{ArrowLeft}')
    expect(option(/^Jul 17/)).toHaveFocus()
    expect(screen.getAllByRole('option').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
    await user.keyboard('{Enter}')
    expect(readUrl()).toBe('?symbol=QAAA&exp=2026-07-17')
    expect(await screen.findByRole('grid', { name: 'Calls of QAAA, Jul 17' })).toBeInTheDocument()
  })

  test('say how the calls of each date trade', async () => {
    const liquidity = [
      { expiration_date: '2026-07-17', open_interest: 420, volume: 12, near_spread_pct: 18.26 },
      { expiration_date: '2026-08-14', open_interest: 15_300, volume: 2_100, near_spread_pct: 3.44 },
      { expiration_date: '2026-09-30', open_interest: null, volume: null, near_spread_pct: null },
    ]
    network.answer('options.customRecommendations', () =>
      reply('options.customRecommendations', buildRecommendations([], { liquidity })),
    )
    await renderAt()
    const monthly = await screen.findByRole('option', { name: /^Aug 14.*open interest 15,300, volume 2,100, median/ })
    expect(monthly.dataset.hint).toContain(
      'Calls: open interest 15,300, volume 2,100\nCalls: median spread near the money 3.4% of the mid',
    )
    const bars = (date: RegExp) => option(date).querySelectorAll('[data-on]').length
    expect([bars(/^Jul 17/), bars(/^Aug 14/), bars(/^Sep 30/)]).toEqual([1, 3, 0])
    expect(option(/^Jul 17/).dataset.hint).toMatch(/18\.3% of the mid \(wide\)$/)
    expect(option(/^Sep 30/).dataset.hint).toBe(
      'Calls: open interest unknown, volume unknown\nCalls: no quotes near the money',
    )
  })

  test('keep the previous chain, dimmed, while another one loads', async () => {
    const { user } = await renderAt()
    await table()
    const gate = createGate(() => reply('options.chain', buildChain({ expiration_date: '2026-07-17' })))
    network.answer('options.chain', gate.handler)
    await user.click(option(/^Jul 17/))
    expect(option(/^Jul 17/)).toHaveAttribute('aria-selected', 'true')
    const earlier = await screen.findByRole('grid', { name: 'Calls of QAAA, Aug 14' })
    await screen.findByText((_text, element) => element === earlier && earlier.dataset.outdated !== undefined)
    gate.open()
    expect(await screen.findByRole('grid', { name: 'Calls of QAAA, Jul 17' })).not.toHaveAttribute('data-outdated')
  })

  test('can fail to load without affecting the chain, and can be retried', async () => {
    network.answer('options.expirations', () => refuse(503, 'The options source does not answer'))
    const { user } = await renderAt()
    await table()
    expect(await screen.findByRole('alert')).toHaveTextContent('Unable to load expiration dates. Please try again.')
    network.answer('options.expirations', () => reply('options.expirations', buildExpirations(listedExpirations)))
    await user.click(button('Retry expiration dates'))
    expect(await screen.findByRole('option', { name: /^Aug 14/ })).toHaveAttribute('aria-selected', 'true')
  })
})
