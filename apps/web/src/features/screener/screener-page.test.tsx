import '../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { buildEnrichment, buildPart, buildStock, buildView } from '../../testing/builders.ts'
import { reply } from '../../testing/fake-network.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../testing/render-app.tsx'

afterEach(closeApp)

function networkOf(view: ReturnType<typeof buildView>) {
  const network = createHealthyNetwork()
  network.answer('screener.view', () => reply('screener.view', view))
  return network
}

const findTable = () => screen.findByRole('table')

/** The cells of the first row by their column's header. */
async function readFirstRow(): Promise<Record<string, string>> {
  const table = await findTable()
  const [head, first] = within(table).getAllByRole('row')
  const names = [...(head?.children ?? [])].map((cell) => cell.textContent ?? '')
  const cells = [...(first?.children ?? [])].map((cell) => cell.textContent ?? '')
  return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
}

describe('the table', () => {
  test('shows each figure in its unit', async () => {
    renderApp('/screening', { network: networkOf(buildView([buildStock()])) })
    expect(await readFirstRow()).toEqual({
      Symbol: 'QAAA',
      Company: 'Arden Foods',
      'Callwright Rating': '41',
      'Price $': '120.50',
      'Best ann. yield %': '21.7',
      'Best DTE': '35',
      'IV %': '32.04',
      'IV rank': '82',
      'IV percentile': '91',
      RSI: '55.2',
      Sector: 'Technology',
      'Market cap': '$448B',
    })
  })

  test('shows what is unknown as a dash with words, never as a number', async () => {
    const stock = buildStock({
      cc_score: null,
      score_reason: 'no_writable_call',
      current_price: null,
      missing_reason: 'no bars',
      best_ann_yield: null,
      best_dte: null,
      implied_volatility: null,
      iv_rank: null,
      iv_percentile: null,
      iv_history_sessions: 12,
      rsi: null,
      sector: null,
      market_cap_value: null,
    })
    renderApp('/screening', { network: networkOf(buildView([stock])) })
    expect(await readFirstRow()).toEqual({
      Symbol: 'QAAA',
      Company: 'Arden Foods',
      'Callwright Rating': '—not available: no bars',
      'Price $': '—not available: no bars',
      'Best ann. yield %': '—not available: no bars',
      'Best DTE': '—not available: no bars',
      'IV %': '—--.--%: no bars',
      'IV rank': '—not available: no bars',
      'IV percentile': '—not available: no bars',
      RSI: '—not available: no bars',
      Sector: '—not available: The source names no sector',
      'Market cap': '—not available: The source names no market cap',
    })
  })

  test('a stock without a rating says what its source lacks', async () => {
    const reason = 'This source has no options for QAAA'
    const stock = buildStock({
      cc_score: null,
      score_reason: 'no_writable_call',
      missing_reason: reason,
      best_dte: null,
    })
    const { user } = renderApp('/screening', { network: networkOf(buildView([{ ...stock, best_ann_yield: null }])) })
    expect(await readFirstRow()).toMatchObject({
      'Callwright Rating': `—not available: ${reason}`,
      'Best ann. yield %': `—not available: ${reason}`,
      'Best DTE': `—not available: ${reason}`,
    })
    await user.click(screen.getByRole('button', { name: /^QAAA, Callwright Rating not available/ }))
    expect(await screen.findByText(`No rating: ${reason}.`)).toBeInTheDocument()
  })

  test('a stock whose calls the rules refuse says so in plain words', async () => {
    const stock = buildStock({ cc_score: null, score_reason: 'no_writable_call', best_dte: null, iv_percentile: null })
    renderApp('/screening', { network: networkOf(buildView([{ ...stock, implied_volatility: null }])) })
    expect(await readFirstRow()).toMatchObject({
      'Best DTE': '—not available: No call 21 to 60 days out passes the liquidity and delta rules',
      'IV %': '—--.--%: No option quotes give an implied volatility today',
      'IV percentile': '—not available: No option quotes give an implied volatility today',
    })
  })

  test('a place within the year is rounded down', async () => {
    renderApp('/screening', { network: networkOf(buildView([buildStock({ iv_rank: 99.9, iv_percentile: 99.6 })])) })
    expect(await readFirstRow()).toMatchObject({ 'IV rank': '99', 'IV percentile': '99' })
  })

  test('zero is a figure', async () => {
    const stock = buildStock({ best_ann_yield: 0, iv_rank: 0, iv_percentile: 0 })
    renderApp('/screening', { network: networkOf(buildView([stock])) })
    expect(await readFirstRow()).toMatchObject({ 'Best ann. yield %': '0.0', 'IV rank': '0', 'IV percentile': '0' })
  })

  test.each([
    [70, '70.0 Overbought'],
    [69.99, '69.9'],
    [49.99, '49.9'],
    [30.01, '30.1'],
    [30, '30.0 Oversold'],
  ])('RSI %d reads "%s"', async (rsi, text) => {
    renderApp('/screening', { network: networkOf(buildView([buildStock({ rsi })])) })
    expect((await readFirstRow()).RSI).toBe(text)
  })

  test('says that a rank stands on realized volatility', async () => {
    const stock = buildStock({ iv_rank: 38, iv_rank_source: 'realized' })
    renderApp('/screening', { network: networkOf(buildView([stock])) })
    expect((await readFirstRow())['IV rank']).toMatch(/^RV 38 \(ranked within a year of realized volatility/)
  })

  test('says that the best call comes from a wider window', async () => {
    const stock = buildStock({ best_dte: 21, best_window: 'wide' })
    renderApp('/screening', { network: networkOf(buildView([stock])) })
    expect((await readFirstRow())['Best DTE']).toMatch(/^wide 21 \(no call fits at 30 to 45 days/)
  })

  test('tells rows apart for assistive technology', async () => {
    renderApp('/screening?page=2')
    const table = await findTable()
    expect(table).toHaveAttribute('aria-rowcount', '61')
    const [, first] = within(table).getAllByRole('row')
    expect(first).toHaveAttribute('aria-rowindex', '27')
    expect(within(first ?? table).getByRole('rowheader')).toHaveTextContent('QAZ')
  })
})

describe('the rating', () => {
  const stock = buildStock({
    score_parts: [
      buildPart({ key: 'iv_rank', label: 'IV rank', points: 12.8, max: 15, explanation: 'High within its year.' }),
      buildPart({
        key: 'quality',
        label: 'Stock quality',
        points: 0,
        max: 15,
        unknown: true,
        explanation: 'No facts.',
      }),
    ],
  })
  const button = /^QAAA, Callwright Rating 41 of 60, Strong/

  test('opens its breakdown on focus and closes it on Escape', async () => {
    const { user } = renderApp('/screening', { network: networkOf(buildView([stock])) })
    const rating = await screen.findByRole('button', { name: button })
    act(() => rating.focus())
    const breakdown = await screen.findByRole('dialog', { name: 'Rating of QAAA' })
    expect(within(breakdown).getByText('41.25')).toBeInTheDocument()
    const parts = within(breakdown).getAllByRole('listitem')
    expect(parts.map((part) => part.textContent)).toEqual([
      'IV rank12.80 /15High within its year.',
      'Stock quality—unknown /15UnknownNo facts.',
    ])
    expect(rating).toHaveAccessibleDescription(/High within its year/)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(rating).toHaveFocus()
  })

  test('has parts that add up to it', async () => {
    const points = [5.66, 11.37, 8.29, 9.48, 6.45]
    const summed = buildStock({
      cc_score: 41.25,
      score_parts: points.map((each, index) => buildPart({ key: `part-${index}`, points: each })),
    })
    const { user } = renderApp('/screening', { network: networkOf(buildView([summed])) })
    await user.click(await screen.findByRole('button', { name: button }))
    const parts = within(await screen.findByRole('dialog')).getAllByRole('listitem')
    const shown = parts.map((part) => Number(/(\d+\.\d+) \//.exec(part.textContent ?? '')?.[1]))
    expect(shown.reduce((sum, each) => sum + each, 0)).toBeCloseTo(41.25, 6)
  })

  test('opens its breakdown under the pointer', async () => {
    const { user } = renderApp('/screening', { network: networkOf(buildView([stock])) })
    await user.hover(await screen.findByRole('button', { name: button }))
    expect(await screen.findByRole('dialog', { name: 'Rating of QAAA' })).toBeInTheDocument()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.unhover(screen.getByRole('button', { name: button }))
    await user.hover(screen.getByRole('button', { name: button }))
    await screen.findByRole('dialog', { name: 'Rating of QAAA' })
    await user.unhover(screen.getByRole('button', { name: button }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('opens and closes with a tap', async () => {
    const { user } = renderApp('/screening', { network: networkOf(buildView([stock])) })
    const target = await screen.findByRole('button', { name: button })
    await user.pointer({ keys: '[TouchA]', target })
    expect(await screen.findByRole('dialog', { name: 'Rating of QAAA' })).toBeInTheDocument()
    await user.pointer({ keys: '[TouchA]', target })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('is one stop of the Tab key; arrows move between the rows', async () => {
    const { user } = renderApp('/screening')
    const first = await screen.findByRole('button', { name: /^QAA, / })
    act(() => first.focus())
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(screen.getByRole('button', { name: /^QAC, / })).toHaveFocus()
    await user.keyboard('{End}')
    expect(screen.getByRole('button', { name: /^QAY, / })).toHaveFocus()
    await user.keyboard('{Home}')
    expect(first).toHaveFocus()
    await user.tab()
    expect(within(await findTable()).queryByRole('button', { name: /^QAB, / })).not.toHaveFocus()
    expect(document.activeElement?.closest('table')).toBeNull()
  })

  test('says when too little of it could be judged', async () => {
    const thin = buildStock({ score_coverage: 0.49 })
    const { user } = renderApp('/screening', { network: networkOf(buildView([thin])) })
    await user.click(await screen.findByRole('button', { name: /less than half of it could be judged/ }))
    expect(await screen.findByText(/less than half of the points could be judged/)).toBeInTheDocument()
  })
})

test('no stocks at all', async () => {
  const network = networkOf(buildView([], { data_class: 'none', as_of: null, message: 'The first run has not begun.' }))
  const noRun = buildEnrichment({ run_id: null, total: 0, done: 0, finished_at: null })
  network.answer('screener.enrichmentStatus', () => reply('screener.enrichmentStatus', noRun))
  renderApp('/screening', { network })
  expect(await screen.findByText('No stocks found. Try refreshing the data.')).toBeInTheDocument()
  expect(screen.getByText('The first run has not begun.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'No data yet' })).toBeInTheDocument()
})

test('no stocks after a run: nothing from before it is said', async () => {
  renderApp('/screening', { network: networkOf(buildView([], { message: 'No stocks yet.' })) })
  expect(await screen.findByText(/^Enriched 503 stocks/)).toBeInTheDocument()
  expect(screen.getByText('No stocks found. Try refreshing the data.')).toBeInTheDocument()
  expect(screen.queryByText('No stocks yet.')).toBeNull()
})

describe('where the figures come from', () => {
  test('the chip says it and tells more', async () => {
    const { user } = renderApp('/screening')
    await user.click(await screen.findByRole('button', { name: 'Recorded · Jul 10, 16:00 ET' }))
    const more = await screen.findByRole('dialog', { name: 'Recorded · Jul 10, 16:00 ET' })
    expect(more).toHaveTextContent('Sourcerecorded pack')
    expect(more).toHaveTextContent('As ofJul 10, 2026, 16:00 ET')
    expect(more).toHaveTextContent('Last updatedJul 10, 2026, 16:05 ET')
    expect(more).toHaveTextContent('CacheUp to date')
  })

  test("a recorded market is called that, with its day, and today's prices are not", async () => {
    const { unmount } = renderApp('/screening')
    const notice = await screen.findByText('Recorded market of 10 July 2026')
    expect(notice.closest('[role=note]')).not.toBeNull()
    unmount()
    const delayed = buildView([buildStock()], { data_class: 'delayed', source: 'vendor' })
    renderApp('/screening', { network: networkOf(delayed) })
    expect(await screen.findByRole('button', { name: /^Delayed 15 min/ })).toBeInTheDocument()
    expect(screen.queryByRole('note')).toBeNull()
  })

  test.each([
    { data_class: 'simulated', source: 'seed 1' } as const,
    { data_class: 'recorded', source: 'invented pack' } as const,
  ])('an invented market is called that: %j', async (stamp) => {
    renderApp('/screening', { network: networkOf(buildView([buildStock()], stamp)) })
    expect(await screen.findByText('Simulated market: not real prices')).toBeInTheDocument()
  })

  test('a server that answers from memory says so', async () => {
    const message = 'The database is not available right now. These are the last figures known.'
    renderApp('/screening', { network: networkOf(buildView([buildStock()], { cache_status: 'stale', message })) })
    expect(await screen.findByText(message)).toBeInTheDocument()
    expect(await screen.findByText('QAAA')).toBeInTheDocument()
  })
})
