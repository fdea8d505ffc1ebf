import '../../../testing/matchers.ts'
import '../../../testing/abort-signals.ts'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { buildBars, buildDays, buildEvent, buildMinutes, buildQuote } from '../../../testing/bar-builders.ts'
import { buildStock } from '../../../testing/builders.ts'
import { createGate, type FakeNetwork, refuse, reply } from '../../../testing/fake-network.ts'
import { buildChain, buildExpiration, buildExpirations } from '../../../testing/option-builders.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../../testing/render-app.tsx'

afterEach(closeApp)

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
  network.answer('options.expirations', () => reply('options.expirations', buildExpirations([buildExpiration()])))
  network.answer('options.iv', () => reply('options.iv', volatility))
})

const findCard = async () => within(await screen.findByRole('region', { name: 'Price chart' }))
const findCrosshair = async () => (await findCard()).findByRole('slider', { name: /^Crosshair/ })

async function open(search = '') {
  const app = renderApp(`/analysis?symbol=QAAA${search}`, { network })
  return { ...app, card: await findCard() }
}

const readFact = async (name: string) => {
  const card = await findCard()
  // The legend names some of them, too, further up.
  const term = card.getAllByRole('term').findLast(({ textContent }) => textContent === name)
  return term?.closest('div')?.querySelector('dd')?.textContent
}

test('draws every bar of the timeframe, ungrouped, and says what it shows', async () => {
  const { card, container } = await open('&range=1Y')
  await findCrosshair()
  expect(card.getByRole('figure', { name: 'Price of QAAA, one year' })).toHaveTextContent(
    /^QAAA stands at .* Coming: Earnings, Jul 30, 2026\./,
  )
  // One shape for all that rose and one for all that fell, each candle of it with a body.
  const shapes = [...container.querySelectorAll('.highcharts-candlestick-series .highcharts-point')]
  expect(shapes.length).toBe(2)
  expect(
    shapes
      .map((shape) => shape.getAttribute('d'))
      .join('')
      .match(/Z/g),
  ).toHaveLength(251)
  expect(card.getByText('120.50').closest('[data-hint]')).toHaveAttribute(
    'data-hint',
    'Last price, as of Jul 10, 2026, 16:00 ET',
  )
  expect(card.getByText('130.00')).toHaveAttribute('data-hint', 'The strike of the chosen call')
})

test('under a price near zero the axis names no price below it', async () => {
  const data = buildDays().map((bar, index, { length }) => {
    const close = 90 - (89.9 * index) / length
    return { ...bar, open: close, high: close, low: close, close }
  })
  network.answer('stocks.data', () => reply('stocks.data', buildBars({ data })))
  network.answer('stocks.quote', () => refuse(503, 'The source does not answer'))
  network.answer('options.chain', () => refuse(503, 'The source does not answer'))
  const { container } = await open('&range=2Y&lines=none')
  await findCrosshair()
  const labels = [...container.querySelectorAll('[data-axes] span')].map(({ textContent }) => textContent)
  expect(labels).toContain('20')
  expect(labels.filter((label) => /^[-−]/.test(label ?? ''))).toEqual([])
})

test('a switch of timeframe, style and indicators asks nothing anew and stands in the address', async () => {
  const { card, user, readUrl, container } = await open()
  await findCrosshair()
  const asked = network.callsTo('stocks.data').length
  await user.click(card.getByRole('button', { name: '2Y' }))
  await card.findByRole('figure', { name: 'Price of QAAA, two years' })
  await user.click(card.getByRole('button', { name: 'Line' }))
  await user.click(card.getByRole('button', { name: 'Stochastic', pressed: false }))
  await user.click(card.getByRole('button', { name: 'SMA 50', pressed: true }))
  expect(readUrl()).toBe('/analysis?symbol=QAAA&range=2Y&chart=line&lines=sma20%2Crsi%2Cstochastic')
  expect(await card.findByText('Stochastic 14/3')).toBeInTheDocument()
  expect(container.querySelector('.highcharts-candlestick-series')).toBeNull()
  expect(network.callsTo('stocks.data').length).toBe(asked)
})

test('the arrow keys move the crosshair, whose figures stand in the legend', async () => {
  const { card, user } = await open('&range=1M&lines=none')
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
})

describe('shorter than a day', () => {
  test('minutes where the source has them', async () => {
    network.answer('stocks.data', ({ query }) =>
      query.get('timespan') === 'minute'
        ? reply('stocks.data', buildBars({ timespan: 'minute', multiplier: 5, data: buildMinutes() }))
        : reply('stocks.data', buildBars()),
    )
    const { card, user } = await open('&range=1D')
    await findCrosshair()
    expect(card.getByText('Jul 10, 15:55 ET')).toBeInTheDocument()
    await user.click(card.getByRole('button', { name: '5D' }))
    await card.findByRole('figure', { name: 'Price of QAAA, five days' })
    expect(network.callsTo('stocks.data').map(({ query }) => query.get('from_date'))).toEqual([null, '2026-07-01'])
  })

  test('days where it has none, and a word about it', async () => {
    const { card } = await open('&range=1D')
    expect(await card.findByText('No intraday data from this source. Days are shown.')).toBeInTheDocument()
    expect(await card.findByRole('figure', { name: 'Price of QAAA, the last days' })).toBeInTheDocument()
  })
})

test('the same as a table, with the indicators of each bar', async () => {
  const { card, user } = await open('&range=1M')
  await findCrosshair()
  await user.click(card.getByRole('button', { name: 'View as table' }))
  const table = card.getByRole('table')
  const [head, first] = within(table).getAllByRole('row')
  expect(head).toHaveTextContent('DayOpen $High $Low $Close $VolumeSMA 20 $SMA 50 $RSI 14 Events')
  expect(first).toHaveTextContent(/^Jul 10, 2026/)
  expect(within(table).getAllByRole('row').length).toBe(21)
  expect(card.getByRole('button', { name: 'Export CSV' })).toBeInTheDocument()
})

describe('what goes wrong', () => {
  test('no bars: the words, the cause and a way to try again; the rest of the row stays', async () => {
    network.answer('stocks.data', () => refuse(503, 'The source of prices does not answer'))
    const { card, user } = await open()
    const alert = await card.findByRole('alert')
    expect(alert).toHaveTextContent('Failed to load chart data')
    expect(alert).toHaveTextContent('The source of prices does not answer.')
    await waitFor(async () => expect(await readFact('Implied volatility')).toBe('32.04% High '))
    expect(await readFact('CC Signal')).toBe('Good')
    expect(await readFact('SMA 20')).toContain('The prices could not be loaded')
    network.answer('stocks.data', () => reply('stocks.data', buildBars()))
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(await findCrosshair()).toBeInTheDocument()
  })

  test('no chain, no quote: the chart stands without the future, at the last close', async () => {
    network.answer('options.chain', () => refuse(503, 'No chain'))
    network.answer('stocks.quote', () => refuse(503, 'No quote'))
    const { card } = await open()
    await findCrosshair()
    const close = buildDays().at(-1)?.close.toFixed(2) ?? ''
    expect(card.getAllByText(close).length).toBeGreaterThan(1)
    expect(card.queryByText('1 expected move')).toBeNull()
  })

  test('a source without bars says so', async () => {
    network.answer('stocks.data', () => reply('stocks.data', buildBars({ data: [] })))
    const { card } = await open()
    expect(await card.findByText('No prices of this stock')).toBeInTheDocument()
  })
})

test('the chart does not wait for the chain, whose strike is added to the same chart when it arrives', async () => {
  const gate = createGate(() => reply('options.chain', buildChain()))
  network.answer('options.chain', gate.handler)
  const { card } = await open()
  const crosshair = await findCrosshair()
  expect(card.queryByText('130.00')).toBeNull()
  gate.open()
  expect(await card.findByText('130.00')).toHaveAttribute('data-hint', 'The strike of the chosen call')
  expect(await findCrosshair()).toBe(crosshair)
})

test('the shape of the chart stands while it is on its way', async () => {
  const gate = createGate(() => reply('stocks.data', buildBars()))
  network.answer('stocks.data', gate.handler)
  const { card } = await open()
  expect(card.getByText('Loading chart…')).toBeInTheDocument()
  gate.open()
  expect(await findCrosshair()).toBeInTheDocument()
})

describe('the summary', () => {
  test('figures with their words, a missing volatility as such', async () => {
    network.answer('options.iv', () =>
      reply('options.iv', { ...volatility, implied_volatility: null, iv_percentage: null, message: 'No quotes today' }),
    )
    const { card } = await open()
    await waitFor(async () =>
      expect(await readFact('Implied volatility')).toBe('--.--% not available: No quotes today'),
    )
    await waitFor(async () => expect(await readFact('IV rank')).toBe('82 High '))
    await waitFor(async () => expect(await readFact('RSI')).toMatch(/^[\d.]+ (Neutral|Overbought|Oversold)$/))
    expect(card.getByText('Good')).toHaveAttribute('data-hint', expect.stringContaining('the rating is 37 of 60'))
  })
})
