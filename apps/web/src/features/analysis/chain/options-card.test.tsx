import '../../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { act } from '@testing-library/react'
import { createGate, type FakeNetwork, refuse, reply } from '../../../testing/fake-network.ts'
import { buildCalls, buildChain, buildContract, buildExpirations } from '../../../testing/option-builders.ts'
import { screen, within } from '../../../testing/queries.ts'
import { createOptionsNetwork, renderCard } from '../../../testing/render-options-card.tsx'
import { closePart } from '../../../testing/render-part.tsx'

afterEach(closePart)

let network: FakeNetwork
beforeEach(() => {
  network = createOptionsNetwork()
})

const renderAt = (search?: string) => renderCard(network, search)

const table = () => screen.findByRole('grid')
const rowOf = (strike: string) => screen.getByRole('rowheader', { name: strike }).closest('tr') as HTMLElement
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const listStrikes = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)

function readRow(strike: string): Record<string, string> {
  const names = screen.getAllByRole('columnheader').map(({ textContent }) => textContent ?? '')
  const cells = [...rowOf(strike).children].map(({ textContent }) => textContent ?? '')
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
}

describe('ladder', () => {
  test('has a row for each strike, the price and the expected moves, at any depth', async () => {
    const { user, readUrl } = await renderAt()
    expect(await table()).toHaveAccessibleName('Calls of QAAA, Aug 14')
    expect(readRow('130')).toEqual({
      Strike: '130',
      Moneyness: 'In range OTM',
      'Bid $': '1.20',
      'Ask $': '1.26',
      'Mid $': '1.23',
      Delta: '0.219',
      'Yield % a year': '10.4',
      'Time value % a year': '11.5',
      'If called % term': '8.88',
      'Expires OTM %': '80',
      Volume: '60',
      'Open interest': '400',
      'IV %': '32.0',
      Notes: 'No notes',
      Compare: 'Selected',
    })
    expect(screen.getByText('$120.50').parentElement).toHaveTextContent('$120.50 QAAA, recorded, Jul 10, 16:00 ET')
    expect(screen.getByText('109.50').parentElement).toHaveTextContent('−1 expected move 109.50')
    expect(screen.getByText('131.50').parentElement).toHaveTextContent('+1 expected move 131.50')
    expect(rowOf('130')).toHaveAttribute('aria-selected', 'true')
    expect(rowOf('135')).toHaveAttribute('aria-selected', 'false')

    const headers = screen.getAllByRole('columnheader')
    expect(headers.filter((header) => !header.dataset.hint)).toEqual([])
    expect(screen.getByRole('columnheader', { name: /^Yield/ }).dataset.hint).toMatch(
      /^term:annualized_yield\n.*compare time value instead\.\nSource: option chain/,
    )

    expect(listStrikes()).toHaveLength(13)
    await user.click(button('5'))
    expect(listStrikes()).toEqual(['100', '105', '110', '115', '120', '125', '130', '135', '140', '145'])
    expect(readUrl()).toBe('?symbol=QAAA&strikes=5')
  })

  test('explains each missing figure and each note of a row', async () => {
    const none = { delta: null, implied_volatility: null, probability_itm: null, annualized_yield_pct: null }
    const contract = buildContract({ strike: 145, bid: null, mid: null, volume: null, open_interest: 7, ...none })
    network.answer('options.chain', () =>
      reply(
        'options.chain',
        buildChain({
          options: [...buildCalls(), contract].filter(({ strike, bid }) => strike !== 145 || bid === null),
        }),
      ),
    )
    await renderAt()
    await table()
    expect(readRow('145')).toMatchObject({
      'Bid $': '—not available: No quote from the data source',
      Delta: '—not available: There is no bid or ask',
      'Yield % a year': '—not available: No bid from the data source',
      Volume: '—not available: Not available from the data source',
      Notes: 'Low open interest: 7. No implied volatility: there is no bid or ask',
    })
  })

  test('hides columns without figures and says which ones', async () => {
    const options = buildCalls().map((row) => ({ ...row, volume: null, open_interest: null }))
    network.answer('options.chain', () => reply('options.chain', buildChain({ options })))
    await renderAt()
    await table()
    expect(screen.queryByRole('columnheader', { name: 'Volume' })).not.toBeInTheDocument()
    expect(screen.getByText('Hidden because they are empty: Volume, Open interest')).toBeInTheDocument()
  })

  test('puts have no yields and cannot be selected', async () => {
    network.answer('options.chain', ({ query }) => {
      const side = query.get('type') === 'put' ? 'put' : 'call'
      return reply(
        'options.chain',
        buildChain({ options: buildCalls().map((row) => ({ ...row, type: side, in_target: false })) }),
      )
    })
    const { user, readUrl } = await renderAt()
    await table()
    await user.click(button('Puts'))
    expect(await screen.findByRole('grid', { name: 'Puts of QAAA, Aug 14' })).toBeInTheDocument()
    expect(readRow('130')).not.toHaveProperty('Yield % a year')
    expect(rowOf('130')).not.toHaveAttribute('aria-selected')
    await user.click(within(rowOf('130')).getByText('1.20'))
    expect(readUrl()).toBe('?symbol=QAAA&side=put')
  })
})

describe('both sides', () => {
  beforeEach(() => {
    network.answer('options.chain', ({ query }) => {
      const side = query.get('type') === 'put' ? 'put' : 'call'
      const options = buildCalls().map((row) => ({ ...row, type: side, bid: side === 'put' ? 3.4 : row.bid }) as const)
      return reply('options.chain', buildChain({ options }))
    })
  })

  test('are beside each other, around the strike; a click and Enter choose the call', async () => {
    const { user, readUrl } = await renderAt()
    await table()
    await user.click(button('Both'))
    const grid = await screen.findByRole('grid', { name: 'Calls and puts of QAAA, Aug 14' })
    expect(readUrl()).toBe('?symbol=QAAA&side=both')
    expect(readRow('130')).toMatchObject({ 'Call bid $': '1.20', Strike: '130', 'Put bid $': '3.40', 'Put OI': '400' })
    expect(rowOf('130')).toHaveAttribute('aria-selected', 'true')
    await user.click(within(rowOf('125')).getByText('1.20'))
    expect(readUrl()).toBe('?symbol=QAAA&exp=2026-08-14&side=both&strike=125')
    act(() => grid.querySelector<HTMLElement>('[tabindex="0"]')?.focus())
    await user.keyboard('{ArrowDown}{Enter}')
    expect(readUrl()).toBe('?symbol=QAAA&exp=2026-08-14&side=both&strike=130')
  })

  test('show the calls if the puts cannot be loaded', async () => {
    network.answer('options.chain', ({ query }) =>
      query.get('type') === 'put' ? refuse(503, 'No answer') : reply('options.chain', buildChain()),
    )
    const { user } = await renderAt('?symbol=QAAA&side=both')
    expect(await screen.findByText('Could not load the puts.')).toBeInTheDocument()
    expect(screen.getByRole('grid', { name: 'Calls of QAAA, Aug 14' })).toBeInTheDocument()
    network.answer('options.chain', ({ query }) =>
      reply(
        'options.chain',
        buildChain({ options: [buildContract({ type: query.get('type') === 'put' ? 'put' : 'call' })] }),
      ),
    )
    await user.click(button('Retry'))
    expect(await screen.findByRole('grid', { name: /^Calls and puts/ })).toBeInTheDocument()
  })
})

describe('selection', () => {
  test('a click on a strike near the price keeps the rows of the target band on screen', async () => {
    const strikes = Array.from({ length: 41 }, (_, index) => 100 + index * 5)
    const options = strikes.map((strike) => buildContract({ strike, in_target: strike >= 200 && strike <= 250 }))
    network.answer('options.chain', () => reply('options.chain', buildChain({ options })))
    const { user } = await renderAt('?symbol=QAAA&exp=2026-08-14&strike=290')
    await table()
    const before = listStrikes()
    expect(before.at(-1)).toBe('290')
    await user.click(within(rowOf('125')).getByText('1.20'))
    expect(rowOf('125')).toHaveAttribute('aria-selected', 'true')
    expect(listStrikes()).toEqual(before)
    await user.click(button('5'))
    expect(listStrikes().at(-1)).toBe('260')
  })

  test('arrow keys start at the selected row, and Enter selects', async () => {
    const { user, readUrl } = await renderAt('?symbol=QAAA&exp=2026-08-14&strike=125')
    const grid = await table()
    act(() => grid.querySelector<HTMLElement>('[tabindex="0"]')?.focus())
    expect(screen.getByRole('rowheader', { name: '125' })).toHaveFocus()
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowDown}{ArrowDown}{Enter}')
    expect(readUrl()).toBe('?symbol=QAAA&exp=2026-08-14&strike=135')
    await user.keyboard('{Home}')
    expect(screen.getByRole('rowheader', { name: '135' })).toHaveFocus()
    await user.keyboard('{End}{ArrowDown} ')
    expect(readUrl()).toBe('?symbol=QAAA&exp=2026-08-14&strike=135&compare=140')
    expect(button('Compare 140')).toHaveAttribute('aria-pressed', 'true')
  })

  test('a click selects a strike; up to three others can be compared', async () => {
    const { user, readUrl } = await renderAt()
    await table()
    await user.click(within(rowOf('125')).getByText('1.20'))
    expect(readUrl()).toBe('?symbol=QAAA&exp=2026-08-14&strike=125')
    expect(rowOf('125')).toHaveAttribute('aria-selected', 'true')
    expect(rowOf('130')).toHaveAttribute('aria-selected', 'false')
    for (const strike of [130, 135, 140, 145]) await user.click(button(`Compare ${strike}`))
    expect(readUrl()).toBe('?symbol=QAAA&exp=2026-08-14&strike=125&compare=130,135,140')
    expect(button('Compare 145')).toHaveAttribute('aria-disabled', 'true')
    await user.click(button('Compare 130'))
    expect(readUrl()).toBe('?symbol=QAAA&exp=2026-08-14&strike=125&compare=135,140')
  })
})

describe('without a chain', () => {
  test('shows a skeleton while loading; a failure shows a title, the reason and a retry', async () => {
    const gate = createGate(() => refuse(503, 'The options source does not answer'))
    network.answer('options.chain', gate.handler)
    const { user } = await renderAt()
    expect(await screen.findByText('Loading the options chain…')).toBeInTheDocument()
    gate.open()
    expect(await screen.findByText('Failed to load options chain')).toBeInTheDocument()
    expect(screen.getByText(/^The options source does not answer\./)).toBeInTheDocument()
    expect(screen.queryByText('Loading the options chain…')).not.toBeInTheDocument()
    expect(screen.getByRole('alert')).toHaveTextContent('The rest of the page still works.')
    network.answer('options.chain', () => reply('options.chain', buildChain()))
    await user.click(button('Retry'))
    await table()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('offers the nearest listed dates for an expiration that is not listed', async () => {
    network.answer('options.chain', ({ query }) =>
      query.get('expiration_date') === '2026-08-15'
        ? refuse(404, 'QAAA has no options expiring on Aug 15, 2026.', { code: 'unlisted_expiration' })
        : reply('options.chain', buildChain({ expiration_date: query.get('expiration_date') })),
    )
    const { user, readUrl } = await renderAt('?symbol=QAAA&exp=2026-08-15&strike=130')
    expect(await screen.findByText('QAAA has no options expiring on Aug 15, 2026.')).toBeInTheDocument()
    expect(screen.queryByText(/ID/)).not.toBeInTheDocument()
    const dates = ['Jul 17, 2026', 'Aug 14, 2026', 'Sep 30, 2026', 'Jun 17, 2027']
    expect(screen.getAllByRole('button', { name: /, 202/ }).map(({ textContent }) => textContent)).toEqual(dates)
    await user.click(button('Aug 14, 2026'))
    expect(readUrl()).toBe('?symbol=QAAA&exp=2026-08-14')
    await table()
  })

  test('reports an expiration without contracts', async () => {
    network.answer('options.chain', () =>
      reply('options.chain', buildChain({ options: [], message: 'The source has no quotes' })),
    )
    await renderAt()
    expect(await screen.findByText('No options data available for this expiration date.')).toBeInTheDocument()
    expect(screen.getByText('The source has no quotes.')).toBeInTheDocument()
  })

  test('reports a stock without options', async () => {
    const none = { options: [], expiration_date: null, days_to_expiration: null }
    network.answer('options.chain', () => reply('options.chain', buildChain(none)))
    network.answer('options.expirations', () => reply('options.expirations', buildExpirations([])))
    await renderAt()
    expect(await screen.findByText('QAAA has no listed options.')).toBeInTheDocument()
    expect(screen.queryByRole('listbox')).not.toBeInTheDocument()
  })
})
