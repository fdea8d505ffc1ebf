import '../../../testing/matchers.ts'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { renderAnalysisPart } from '../../../testing/analysis-part.tsx'
import { buildBars, buildDays, buildEvent, buildMinutes, buildQuote } from '../../../testing/bar-builders.ts'
import { buildStock } from '../../../testing/builders.ts'
import { createGate, type FakeNetwork, refuse, reply } from '../../../testing/fake-network.ts'
import { buildChain } from '../../../testing/option-builders.ts'
import { screen, within } from '../../../testing/queries.ts'
import { createHealthyNetwork } from '../../../testing/render-app.tsx'
import { closePart } from '../../../testing/render-part.tsx'
import { ChartCard } from './chart-card.tsx'

afterEach(closePart)

const volatility = {
  status: 'success',
  symbol: 'QAAA',
  implied_volatility: 0.3204,
  iv_percentage: 32.04,
  atm_strike: 120,
  message: null,
  source: 'recorded pack',
  cache_status: 'fresh',
  data_class: 'recorded',
  as_of: '2026-07-10T20:00:00Z',
} as const

let network: FakeNetwork
beforeEach(() => {
  network = createHealthyNetwork([buildStock({ cc_score: 37 })])
  network.answer('stocks.data', () => reply('stocks.data', buildBars({ events: [buildEvent()] })))
  network.answer('stocks.quote', () => reply('stocks.quote', buildQuote()))
  network.answer('options.chain', () => reply('options.chain', buildChain()))
  network.answer('options.iv', () => reply('options.iv', volatility))
})

async function open(search = '') {
  const app = await renderAnalysisPart((view) => <ChartCard view={view} />, network, `?symbol=QAAA${search}`)
  const card = within(await screen.findByRole('region', { name: 'Price chart' }))
  const readFact = (name: string) => {
    // The legend above uses some of the same names, so take the last match.
    const term = card.getAllByRole('term').findLast(({ textContent }) => textContent === name)
    return term?.closest('div')?.querySelector('dd')?.textContent
  }
  return { ...app, card, readFact, findCrosshair: () => card.findByRole('slider', { name: /^Crosshair/ }) }
}

test('draws every bar in the timeframe in the selected style, and shows bars by keyboard and as a table', async () => {
  const { card, user, findCrosshair, readSearch } = await open('&range=1Y')
  await findCrosshair()
  expect(card.getByRole('figure', { name: 'Price of QAAA, one year' })).toHaveTextContent(
    /^QAAA is at .* Upcoming: Earnings, Jul 30, 2026\./,
  )
  // All rising candles share one path and all falling ones another; every candle has a body.
  const shapes = [...document.querySelectorAll('.highcharts-candlestick-series .highcharts-point')]
  expect(shapes.length).toBe(2)
  const bodies = shapes.map((shape) => shape.getAttribute('d')).join('')
  expect(bodies.match(/Z/g)).toHaveLength(251)
  expect(card.getByText('120.50').closest('[data-hint]')).toHaveAttribute(
    'data-hint',
    'Last price, as of Jul 10, 2026, 16:00 ET',
  )
  expect(card.getByText('130.00')).toHaveAttribute('data-hint', 'Strike of the selected call')

  // Switching the style changes the URL but sends no request.
  const asked = network.callsTo('stocks.data').length
  await user.click(card.getByRole('button', { name: '1M' }))
  await card.findByRole('figure', { name: 'Price of QAAA, one month' })
  await user.click(card.getByRole('button', { name: 'Line' }))
  await user.click(card.getByRole('button', { name: 'Stochastic', pressed: false }))
  expect(await card.findByText('Stochastic 14/3')).toBeInTheDocument()
  await user.click(card.getByRole('button', { name: 'Stochastic', pressed: true }))
  expect(readSearch()).toBe('/analysis?symbol=QAAA&range=1M&chart=line')
  expect(document.querySelector('.highcharts-candlestick-series')).toBeNull()
  expect(network.callsTo('stocks.data').length).toBe(asked)

  const crosshair = await findCrosshair()
  crosshair.focus()
  await user.keyboard('{ArrowLeft}')
  expect(card.getByText('Jul 9')).toBeInTheDocument()
  expect(crosshair).toHaveAttribute('aria-valuetext', expect.stringMatching(/^Jul 9, Open /))
  await user.keyboard('{Home}')
  expect(crosshair).toHaveAttribute('aria-valuenow', '1')
  await user.keyboard('{PageUp}{ArrowRight}')
  expect(crosshair).toHaveAttribute('aria-valuenow', '12')
  await user.keyboard('{Escape}')
  expect(crosshair).toHaveAttribute('aria-valuenow', '20')
  await user.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  expect(crosshair).toHaveAttribute('aria-valuenow', '20')

  // The price at the crosshair is on the axis.
  await user.keyboard('{ArrowLeft}')
  const close = buildDays().at(-2)?.close.toFixed(2) ?? ''
  await waitFor(() => expect(document.querySelector('.highcharts-crosshair-label')).toHaveTextContent(close))
  const reset = card.getByRole('button', { name: 'Reset zoom' })
  const listMonths = () =>
    [...document.querySelectorAll('.highcharts-xaxis-labels text')]
      .map(({ textContent }) => textContent)
      .sort()
      .join()
  const months = listMonths()
  expect(reset).toHaveAttribute('aria-disabled', 'true')
  await user.keyboard('+')
  await waitFor(() => expect(reset).toHaveAttribute('aria-disabled', 'false'))
  expect(listMonths()).not.toBe(months)
  await user.keyboard('0')
  await waitFor(() => expect(listMonths()).toBe(months))
  await user.click(card.getByRole('button', { name: 'Zoom in' }))
  await waitFor(() => expect(reset).toHaveAttribute('aria-disabled', 'false'))
  await user.click(reset)
  await waitFor(() => expect(reset).toHaveAttribute('aria-disabled', 'true'))

  await user.click(card.getByRole('button', { name: 'View as table' }))
  const rows = within(card.getByRole('table')).getAllByRole('row')
  expect(rows[0]).toHaveTextContent('DayOpen $High $Low $Close $VolumeSMA 20 $SMA 50 $RSI 14Events')
  expect(rows[1]).toHaveTextContent(/^Jul 10, 2026/)
  expect(rows.length).toBe(21)
  expect(card.getByRole('button', { name: 'Export CSV' })).toBeInTheDocument()
})

test('for a stock priced near zero, the axis shows no negative prices', async () => {
  const data = buildDays().map((bar, index, { length }) => {
    const close = 90 - (89.9 * index) / length
    return { ...bar, open: close, high: close, low: close, close }
  })
  network.answer('stocks.data', () => reply('stocks.data', buildBars({ data })))
  network.answer('stocks.quote', () => refuse(503, 'The source does not answer'))
  network.answer('options.chain', () => refuse(503, 'The source does not answer'))
  const { findCrosshair } = await open('&range=2Y&lines=none')
  await findCrosshair()
  const labels = [...document.querySelectorAll('.highcharts-yaxis-labels text')].map(({ textContent }) => textContent)
  expect(labels).toContain('20')
  expect(labels.filter((label) => /^[-−]/.test(label ?? ''))).toEqual([])
})

test('intraday shows minute bars if the source has them', async () => {
  network.answer('stocks.data', ({ query }) =>
    query.get('timespan') === 'minute'
      ? reply('stocks.data', buildBars({ timespan: 'minute', multiplier: 5, data: buildMinutes() }))
      : reply('stocks.data', buildBars()),
  )
  const { card, user, findCrosshair } = await open('&range=1D')
  await findCrosshair()
  expect(card.getByText('Jul 10, 15:55 ET')).toBeInTheDocument()
  await user.click(card.getByRole('button', { name: '5D' }))
  await card.findByRole('figure', { name: 'Price of QAAA, five days' })
  expect(network.callsTo('stocks.data').map(({ query }) => query.get('from_date'))).toEqual([null, '2026-07-01'])
})

test('intraday shows daily bars with a note if the source has no minute bars', async () => {
  const { card } = await open('&range=1D')
  expect(
    await card.findByText('No intraday data from this source. Showing the last five days as daily bars.'),
  ).toBeInTheDocument()
  expect(await card.findByRole('figure', { name: 'Price of QAAA, recent days' })).toBeInTheDocument()
})

test('without bars, shows the reason and a retry, and keeps the rest of the row', async () => {
  const gate = createGate(() => refuse(503, 'The source of prices does not answer'))
  network.answer('stocks.data', gate.handler)
  const { card, user, readFact } = await open()
  expect(card.getByText('Loading chart…')).toBeInTheDocument()
  gate.open()
  const alert = await card.findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load chart data')
  expect(alert).toHaveTextContent('The source of prices does not answer.')
  await waitFor(() => expect(readFact('Implied volatility')).toBe('32.04% High '))
  expect(readFact('CC Signal')).toBe('Good')
  expect(readFact('SMA 20')).toContain('Could not load the prices')
  network.answer('stocks.data', () => reply('stocks.data', buildBars({ data: [] })))
  await user.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(await card.findByText('No prices for this stock')).toBeInTheDocument()
})

test('without the option chain, shows the bars and says what is missing, and a retry adds it', async () => {
  network.answer('options.chain', () => refuse(503, 'The source does not answer'))
  const { card, user, findCrosshair } = await open()
  await findCrosshair()
  const note = await card.findByText(/^Could not load the option chain/)
  expect(card.queryByText('130.00')).toBeNull()
  network.answer('options.chain', () => reply('options.chain', buildChain()))
  await user.click(within(note).getByRole('button', { name: 'Retry' }))
  expect(await card.findByText('130.00')).toBeInTheDocument()
  expect(card.queryByText(/^Could not load the option chain/)).toBeNull()
})

test('without a quote, shows the last close; loads before the chain, then adds its strike', async () => {
  const gate = createGate(() => reply('options.chain', buildChain()))
  network.answer('options.chain', gate.handler)
  network.answer('stocks.quote', () => refuse(503, 'No quote'))
  const unknown = { implied_volatility: null, iv_percentage: null, message: 'No quotes today' }
  network.answer('options.iv', () => reply('options.iv', { ...volatility, ...unknown }))
  const { card, findCrosshair, readFact } = await open()
  const crosshair = await findCrosshair()
  expect(card.queryByText('130.00')).toBeNull()
  expect(card.queryByText('1 expected move')).toBeNull()
  const close = buildDays().at(-1)?.close.toFixed(2) ?? ''
  await waitFor(() => expect(card.getAllByText(close).length).toBeGreaterThan(1))
  gate.open()
  expect(await card.findByText('130.00')).toHaveAttribute('data-hint', 'Strike of the selected call')
  expect(await findCrosshair()).toBe(crosshair)

  // The summary row labels each figure, and explains the missing volatility.
  await waitFor(() => expect(readFact('Implied volatility')).toBe('--.--% not available: No quotes today'))
  await waitFor(() => expect(readFact('IV rank')).toBe('82 High '))
  await waitFor(() => expect(readFact('RSI')).toMatch(/^[\d.]+ (Neutral|Overbought|Oversold)$/))
  expect(card.getByText('Good')).toHaveAttribute('data-hint', expect.stringContaining('the rating is 37 of 60'))
})
