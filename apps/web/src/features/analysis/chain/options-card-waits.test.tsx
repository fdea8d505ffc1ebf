import '../../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { act, screen } from '@testing-library/react'
import { createGate, type FakeNetwork, refuse, reply } from '../../../testing/fake-network.ts'
import { buildChain, buildExpirations } from '../../../testing/option-builders.ts'
import { createOptionsNetwork, listedExpirations, renderCard } from '../../../testing/render-options-card.tsx'
import { closePart } from '../../../testing/render-part.tsx'

let network: FakeNetwork
beforeEach(() => {
  network = createOptionsNetwork()
})
afterEach(closePart)

const renderAt = (search?: string) => renderCard(network, search)

const table = () => screen.findByRole('grid')
const button = (name: string) => screen.getByRole('button', { name })
const option = (name: RegExp) => screen.getByRole('option', { name })

describe('the expirations', () => {
  test('say what they are and what falls before them, and are one stop of the Tab key', async () => {
    const { user, readUrl } = await renderAt()
    await table()
    expect(screen.getAllByRole('option').map((element) => element.textContent)).toEqual([
      'Jul 177 d, monthly',
      'Aug 14ED35 d, weekly, earnings before this date, ex-dividend day before this date',
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

  test('while the chain of another is on its way the earlier one stays, dimmed', async () => {
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

  test('fail alone, and are asked for again', async () => {
    network.answer('options.expirations', () => refuse(503, 'The options source does not answer'))
    const { user } = await renderAt()
    await table()
    expect(await screen.findByRole('alert')).toHaveTextContent('The options source does not answer')
    network.answer('options.expirations', () => reply('options.expirations', buildExpirations(listedExpirations)))
    await user.click(button('Retry expiration dates'))
    expect(await screen.findByRole('option', { name: /^Aug 14/ })).toHaveAttribute('aria-selected', 'true')
  })
})

describe('without a chain', () => {
  test('the ladder has its shape while it is on its way; a failure has the server’s words and a way to try again', async () => {
    const gate = createGate(() => refuse(404, 'No options of QAAA expire on 2026-08-15'))
    network.answer('options.chain', gate.handler)
    const { user } = await renderAt()
    expect(await screen.findByText('Loading the options chain…')).toBeInTheDocument()
    gate.open()
    expect(await screen.findByText(/^No options of QAAA expire/)).toBeInTheDocument()
    expect(screen.queryByText('Loading the options chain…')).not.toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent('The rest of the page still works.')
    network.answer('options.chain', () => reply('options.chain', buildChain()))
    await user.click(button('Retry'))
    await table()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('an expiration without contracts says so', async () => {
    network.answer('options.chain', () =>
      reply('options.chain', buildChain({ options: [], message: 'The source has no quotes' })),
    )
    await renderAt()
    expect(await screen.findByText('No options data available for this expiration date.')).toBeInTheDocument()
    expect(screen.getByText('The source has no quotes.')).toBeInTheDocument()
  })

  test('a stock without options says so', async () => {
    const none = { options: [], expiration_date: null, days_to_expiration: null }
    network.answer('options.chain', () => reply('options.chain', buildChain(none)))
    network.answer('options.expirations', () => reply('options.expirations', buildExpirations([])))
    await renderAt()
    expect(await screen.findByText('QAAA has no listed options.')).toBeInTheDocument()
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  })
})
