import '../../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, waitFor } from '@testing-library/react'
import { createGate, refuse, reply } from '../../../testing/fake-network.ts'
import { screen, within } from '../../../testing/queries.ts'
import { closeApp } from '../../../testing/render-app.tsx'
import { closePart } from '../../../testing/render-part.tsx'
import { createMarket, openPreview, openPreviewInPage } from '../../../testing/trade-preview.tsx'
import { buildValuedChain } from '../../../testing/valued-chain.ts'
import { write } from '../../../testing/write.ts'

afterEach(() => {
  closePart()
  closeApp()
})

describe('call', () => {
  test("is the best one until the user steps to another strike or another expiration's best call", async () => {
    const { title, press, readSearch, panel } = await openPreview()
    expect(title()).toBe('Sell 1 QAAA Aug 14, 107.5 call')
    expect(panel.queryAllByRole('link').map((link) => link.textContent)).toEqual(['Add as position', 'Ask coach'])
    await press('Next strike, 110.00')
    expect(title()).toBe('Sell 1 QAAA Aug 14, 110 call')
    expect(readSearch()).toBe('/analysis?symbol=QAAA&exp=2026-08-14&strike=110')
    await press('Previous strike, 107.50')
    expect(readSearch()).toBe('/analysis?symbol=QAAA&exp=2026-08-14&strike=107.5')
    await press('Next expiration, Aug 21')
    await panel.findByRole('heading', { name: 'Sell 1 QAAA Aug 21, 107.5 call' })
    expect(readSearch()).toBe('/analysis?symbol=QAAA&exp=2026-08-21')
    expect(panel.getByRole('button', { name: 'Next expiration' })).toHaveAttribute('aria-disabled', 'true')
  })

  test('counts clicks that arrive before a render, and stops at the ends', async () => {
    const { panel, title, readSearch, press } = await openPreview('&strike=80')
    await press('Previous strike')
    expect(title()).toBe('Sell 1 QAAA Aug 14, 80 call')
    const click = (name: RegExp, times: number) => {
      const button = panel.getByRole('button', { name })
      act(() => {
        for (let count = 0; count < times; count += 1) button.click()
      })
    }
    click(/^Next strike/, 11)
    expect(title()).toBe('Sell 1 QAAA Aug 14, 107.5 call')
    click(/^More contracts/, 3)
    expect(title()).toBe('Sell 4 QAAA Aug 14, 107.5 calls')
    click(/^Previous expiration/, 1)
    await panel.findByRole('heading', { name: /Jul 17/ })
    click(/^Next expiration/, 2)
    await panel.findByRole('heading', { name: /Aug 21/ })
    expect(readSearch()).toBe('/analysis?symbol=QAAA&exp=2026-08-21&contracts=4')
  })

  test('multiplies dollar figures by the number of contracts', async () => {
    const { user, panel, press, read, title } = await openPreview('&strike=110')
    const credit = Number(read('Credit, at bid')?.slice(1))
    await press('More contracts, 2')
    expect(title()).toBe('Sell 2 QAAA Aug 14, 110 calls')
    expect(read('Credit, at bid')).toBe(`$${2 * credit}`)
    const field = panel.getByRole('textbox', { name: 'Contracts of 100 shares' })
    await user.clear(field)
    expect(title()).toBe('Sell 2 QAAA Aug 14, 110 calls')
    await user.type(field, '0')
    await user.tab()
    expect(field).toHaveValue('0')
    expect(field).toHaveAccessibleDescription('Enter a number from 1 to 9,999')
    await write(field, '1,000')
    expect(title()).toBe('Sell 1,000 QAAA Aug 14, 110 calls')
  })
})

test('explains every figure and the diagram by keyboard, and shows profits by price and date', async () => {
  const { user, panel, readSearch } = await openPreview('&strike=110')
  const names = [...panel.getAllByRole('term'), ...panel.getAllByRole('rowheader', { name: /^(Static|If called)$/ })]
  const explained = names.filter((name) => within(name).queryByRole('button') !== null)
  expect(explained.length).toBe(14)
  for (const name of explained) expect(within(name).getByRole('button')).toHaveAttribute('data-hint')

  const cursor = panel.getByRole('slider', { name: 'Cursor on the diagram' })
  const reading = () => cursor.getAttribute('aria-valuetext')
  expect(reading()).toMatch(/^At 100\.00: \+\$\d+ at expiration, −\$\d+ today$/)
  act(() => cursor.focus())
  await user.keyboard('{ArrowRight}')
  const [, moved] = /^At ([\d.]+):/.exec(reading() ?? '') ?? []
  expect(Number(moved)).toBeGreaterThan(100)
  expect(panel.getByText(reading() ?? '', { selector: 'p' })).toBeVisible()
  await user.keyboard('{End}')
  expect(cursor).toHaveAttribute('aria-valuenow', cursor.getAttribute('aria-valuemax') ?? '')
  await user.keyboard('{Home}{PageUp}{ArrowLeft}')
  expect(Number(cursor.getAttribute('aria-valuenow'))).toBeGreaterThan(Number(cursor.getAttribute('aria-valuemin')))
  await user.keyboard('{Escape}')
  expect(reading()).toMatch(/^At 100\.00/)
  await user.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  expect(reading()).toMatch(/^At 100\.00/)

  const table = within(panel.getByRole('grid', { name: 'Profit by price and date, $' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Price $',
    'Today',
    'Jul 19',
    'Jul 28',
    'Aug 5',
    'Aug 14',
  ])
  expect(table.getByRole('row', { name: /^110\.00\s?strike \+\d/ })).toBeVisible()
  expect(table.getByRole('row', { name: /breakeven .* 0$/ })).toBeVisible()
  expect(panel.getByText(/^Assumes that implied volatility stays at [\d.]+% and that the call trades/)).toBeVisible()

  const listCells = () => table.getByRole('row', { name: /^110\.00/ }).querySelectorAll('td')
  await user.click(listCells()[2] ?? cursor)
  await waitFor(() => expect(readSearch()).toContain('&price=110&days=18'))
  expect(reading()).toMatch(/^At 110\.00: .* in 18 days$/)
  act(() => listCells()[2]?.focus())
  await user.keyboard('{ArrowRight}{Enter}')
  await waitFor(() => expect(readSearch()).toContain('&price=110&days=26'))
  await user.click(panel.getByRole('button', { name: '%' }))
  expect(table.getByRole('row', { name: /breakeven .* 0\.0$/ })).toBeVisible()
})

describe('comparison', () => {
  test("shows up to four strikes, labels each row's best, and can remove any but the selected one", async () => {
    const { panel, press, user, readSearch } = await openPreview()
    const choice = panel.getByRole('combobox', { name: 'Strike to compare' })
    expect(choice).toHaveValue('110')
    for (const strike of ['105', '110', '112.5']) {
      await user.selectOptions(choice, strike)
      await press('Compare')
    }
    expect(panel.getByRole('button', { name: 'Compare' })).toHaveAttribute('aria-disabled', 'true')
    await press('Compare')
    const table = () => within(panel.getByRole('region', { name: 'Compare strikes' }))
    const heads = () =>
      table()
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent)
    expect(heads()).toEqual(['Figure', '107.5selected', '105', '110under 10%', '112.5under 10%'])
    expect(readSearch()).toBe('/analysis?symbol=QAAA&exp=2026-08-14&strike=107.5&compare=105,110,112.5')
    const credit = within(table().getByRole('row', { name: /^Credit/ })).getAllByRole('cell')
    expect(credit.map((cell) => cell.textContent?.includes('best'))).toEqual([false, true, false, false])
    const assigned = within(table().getByRole('row', { name: /^Assigned/ })).getAllByRole('cell')
    expect(assigned.map((cell) => cell.textContent?.includes('best'))).toEqual([false, false, false, true])
    await press('Remove 110')
    expect(heads()).toEqual(['Figure', '107.5selected', '105', '112.5under 10%'])
    await press('Remove 105')
    await press('Remove 112.5')
    expect(panel.queryByRole('region', { name: 'Compare strikes' })).toBeNull()
    expect(readSearch()).toBe('/analysis?symbol=QAAA&exp=2026-08-14&strike=107.5')
  })

  test('skips strikes that are no longer listed; a trade that always loses has no breakeven', async () => {
    const market = createMarket({ rows: { 80: { breakeven: null } } })
    const { panel, press, read, readSearch, goTo } = await openPreview('&strike=110&compare=1,2,3', market)
    expect(panel.queryByRole('region', { name: 'Compare strikes' })).toBeNull()
    await press('Compare')
    expect(readSearch()).toBe('/analysis?symbol=QAAA&exp=2026-08-14&strike=110&compare=112.5')
    await goTo('?symbol=QAAA&strike=110&compare=80')
    const compared = within(panel.getByRole('region', { name: 'Compare strikes' }))
    expect(compared.getByRole('row', { name: /^Breakeven/ })).toHaveTextContent(
      'not available: The trade loses at every price',
    )
    expect(read('Breakeven')).toMatch(/^[\d.]+$/)
  })
})

test('shows warnings and the recommendation before the trade', async () => {
  const changes = { earnings_date: '2026-07-30', data_class: 'simulated' as const }
  const { panel, user } = await openPreview('&strike=120', createMarket({}, changes))
  const warnings = within(panel.getByRole('list', { name: 'Before you sell' })).getAllByRole('listitem')
  const words = warnings.map(({ textContent }) => textContent)
  expect(words).toContain('Earnings Jul 30, in 20 days, before expiration.')
  expect(words.some((text) => text?.startsWith('Below the 10% minimum'))).toBe(true)
  expect(words.at(-1)).toBe('Simulated market: not real prices. Do not trade at these prices.')
  const rule = panel.getByText(/^Once added, the recommendation would be/)
  expect(rule).toHaveTextContent('Once added, the recommendation would be Close')
  await user.click(rule)
  expect(panel.getByText('A rule applied to your data, not advice.')).toBeVisible()
})

describe('unknown figures', () => {
  const restOnBid = ['Credit, at bid', 'Max profit', 'Breakeven', 'Protection']

  test('without a bid, explains every figure that depends on it', async () => {
    const row = { bid: null, mid: null, implied_volatility: null, breakeven: null, delta: null }
    const { panel, read } = await openPreview('&strike=110', createMarket({ rows: { 110: row } }))
    for (const name of restOnBid) expect(read(name)).toBe('—not available: This call has no bid.')
    expect(read('Delta')).toBe('—not available: Volatility cannot be calculated: there is no bid or ask.')
    expect(read('Headroom')).toBe('10.00%')
    expect(panel.queryByRole('slider', { name: 'Cursor on the diagram' })).toBeNull()
  })

  test('a call with a bid of 0 has no premium and cannot be added as a position', async () => {
    const row = { bid: 0, ask: null, mid: null, annualized_yield_pct: null, breakeven: null, implied_volatility: null }
    const { panel, read } = await openPreview('&strike=110', createMarket({ rows: { 110: row } }))
    for (const name of restOnBid) {
      expect(read(name)).toBe('—not available: The bid is 0, so there is no premium.')
    }
    expect(panel.getByRole('row', { name: /^If called/ })).toHaveTextContent('not available')
    expect(panel.queryByRole('link', { name: 'Add as position' })).toBeNull()
  })

  test('without a volatility, lets the user enter one', async () => {
    const row = { implied_volatility: null, probability_profit: null }
    const { panel, read } = await openPreview('&strike=110', createMarket({ rows: { 110: row } }))
    expect(read('Profit or loss')).toContain('not available')
    await write(panel.getByRole('textbox', { name: 'Volatility %' }), '30')
    expect(read('Profit or loss')).toMatch(/^[−+]?\$\d+$/)
  })
})

describe('no call', () => {
  test('shows a skeleton while the chain loads; a failure shows the reason and a retry', async () => {
    const network = createMarket()
    const gate = createGate(() => refuse(503, 'The source does not answer'))
    network.answer('options.chain', gate.handler)
    const opened = openPreview('', network)
    const waiting = await screen.findByRole('region', { name: 'Trade preview' })
    expect(within(waiting).getByText('Loading the trade preview…')).toBeInTheDocument()
    expect(waiting).toHaveAttribute('aria-busy', 'true')
    act(() => gate.open())
    const { panel, press } = await opened
    expect(panel.getByText('The source does not answer.')).toBeVisible()
    expect(panel.getByText('Include this ID if you ask for help: request-7')).toBeVisible()
    network.answer('options.chain', () => reply('options.chain', buildValuedChain()))
    await press('Retry')
    await panel.findByRole('heading', { name: 'Sell 1 QAAA Aug 14, 107.5 call' })
  })

  test('offers the best call if the strike is not listed', async () => {
    const { panel, press, title, readSearch } = await openPreview('&strike=111')
    expect(panel.getByText('No 111 call expiring Aug 14 is listed.')).toBeVisible()
    await press('Show the best call')
    await waitFor(() => expect(title()).toBe('Sell 1 QAAA Aug 14, 107.5 call'))
    expect(readSearch()).toBe('/analysis?symbol=QAAA')
  })

  test.each([
    ['an empty chain', {}, { options: [] }, 'No options data available for this expiration date.'],
    ['no expirations', {}, { options: [], expiration_date: null }, 'QAAA has no listed options.'],
    ['an unknown price', {}, { current_price: null }, 'The price of QAAA is unknown'],
    ['no call that passes the rules', { strikes: [80, 90] }, {}, 'No strike above the price is listed.'],
  ])('explains the missing preview: %s', async (_name, terms, changes, words) => {
    const { panel } = await openPreview('', createMarket(terms, changes))
    expect(panel.getByText(words, { exact: false })).toBeVisible()
  })
})

test('keyboard users reach Add Position from the top of the page in a few keystrokes', async () => {
  const { user } = await openPreviewInPage()
  const tabTo = async (words: string) => {
    await user.tab()
    expect(document.activeElement).toHaveTextContent(words)
  }
  await tabTo('Skip to content')
  await user.keyboard('{Enter}')
  await tabTo('Skip to the trade preview')
  await tabTo('Skip to adding the position')
  await user.keyboard('{Enter}')
  await tabTo('Add as position')
  screen.getByRole('main').focus()
  await tabTo('Skip to the trade preview')
  await user.keyboard('{Enter}')
  expect(screen.getByRole('region', { name: 'Trade preview' })).toHaveFocus()
})

describe('what-if', () => {
  const getField = (panel: Awaited<ReturnType<typeof openPreview>>['panel'], name: string) =>
    panel.getByRole('textbox', { name })

  test('values from a number field or slider are kept in the URL, and Reset clears them', async () => {
    const { user, panel, read, press, readSearch } = await openPreview('&strike=110')
    const asItIs = read('Profit or loss')
    await user.clear(getField(panel, 'Price $'))
    await user.type(getField(panel, 'Price $'), '104.5')
    await user.tab()
    expect(read('Profit or loss')).not.toBe(asItIs)
    const days = getField(panel, 'Days forward d')
    await user.clear(days)
    await user.type(days, '35')
    expect(read('Call value per share')).toBe('0.00')
    await waitFor(() => expect(readSearch()).toBe('/analysis?symbol=QAAA&strike=110&price=104.5&days=35'))
    await press('Reset')
    expect(readSearch()).toBe('/analysis?symbol=QAAA&strike=110')
    expect(read('Profit or loss')).toBe(asItIs)

    act(() => panel.getByRole('slider', { name: 'Days forward, slider' }).focus())
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(days).toHaveValue('3')
    await waitFor(() => expect(readSearch()).toContain('days=3'))
    await press('Reset')

    // An invalid number is marked as an error and leaves the scenario unchanged.
    await user.click(days)
    await write(days, '99')
    expect(days).toHaveAttribute('aria-invalid', 'true')
    await user.tab()
    expect(days).toHaveValue('99')
    expect(days).toHaveAccessibleDescription('Enter a number from 0 to 35')
    await user.clear(days)
    await user.tab()
    expect(days).toHaveValue('0')
    expect(read('Profit or loss')).toBe(asItIs)
  })

  test('on the last day, leaves no days to choose', async () => {
    const market = createMarket()
    market.answer('options.chain', () =>
      reply('options.chain', buildValuedChain({ days: 0, expiration: '2026-07-10' })),
    )
    const { panel } = await openPreview('&exp=2026-07-10&strike=110', market)
    const slider = panel.getByRole('slider', { name: 'Days forward, slider' })
    expect(slider).toHaveAttribute('aria-valuenow', '0')
    expect(slider.getAttribute('style') ?? '').not.toContain('NaN')
    expect(getField(panel, 'Days forward d')).toHaveValue('0')
  })
})
