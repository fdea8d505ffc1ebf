import { screenColumns } from '@callwright/contracts/screener-columns'
import '../../testing/matchers.ts'
import type { SavedScreen } from '@callwright/contracts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, fireEvent, waitFor } from '@testing-library/react'
import { enrichmentApi } from '../../api/enrichment.ts'
import { buildEnrichment, buildSavedScreen, buildStocks, buildView } from '../../testing/builders.ts'
import { beUnreachable, createGate, type FakeCall, refuse, reply } from '../../testing/fake-network.ts'
import { holdTime, passTime, releaseTime } from '../../testing/fake-timers.ts'
import { screen, within } from '../../testing/queries.ts'
import {
  answerPaged,
  closeApp,
  createHealthyNetwork,
  createPagedNetwork,
  renderApp,
} from '../../testing/render-app.tsx'
import { write } from '../../testing/write.ts'
import { essentialColumns, parseStoredColumns } from './state/screen-state.ts'

afterEach(closeApp)

const star = buildSavedScreen()
const yielding = buildSavedScreen({ id: 'screen-2', name: 'Yield 20%+', query: 'yield=20&sort=best_ann_yield' })

function createKeepingNetwork(kept: SavedScreen[]) {
  const network = createHealthyNetwork(buildStocks(2))
  let screens = kept
  const readId = ({ path }: FakeCall) => path.split('/').at(-1) ?? ''
  const list = () => ({ status: 'success', screens }) as const
  network.answer('screener.listScreens', () => reply('screener.listScreens', list()))
  network.answer('screener.putScreen', (call) => {
    const put = buildSavedScreen({ id: readId(call), ...(call.body as Pick<SavedScreen, 'name' | 'query'>) })
    const isNew = screens.every(({ id }) => id !== put.id)
    screens = isNew ? [...screens, put] : screens.map((each) => (each.id === put.id ? put : each))
    return reply('screener.putScreen', list())
  })
  network.answer('screener.removeScreen', (call) => {
    screens = screens.filter(({ id }) => id !== readId(call))
    return reply('screener.removeScreen', list())
  })
  return network
}

async function openScreener(url = '/screening', network = createKeepingNetwork([star, yielding])) {
  const app = renderApp(url, { network })
  await screen.findByText(/^1–2/)
  return { ...app, network }
}

const button = (name: string | RegExp) => screen.getByRole('button', { name })
const openList = async ({ user }: Pick<Awaited<ReturnType<typeof openScreener>>, 'user'>) => {
  await user.click(button('Saved screens'))
  return screen.findByRole('list', { name: 'Saved screens' })
}
const readNames = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((row) => row.querySelector('b')?.textContent)

describe('saved screens', () => {
  test('saves the screen under a new name, without its page', async () => {
    const app = await openScreener('/screening?rating=40&columns=professional')
    await app.user.click(button('Save screen'))
    const name = await screen.findByRole('textbox', { name: 'Name' })
    await waitFor(() => expect(name).toHaveFocus())
    expect(screen.getByText('Rating 40+ · Professional')).toBeInTheDocument()
    await app.user.click(button('Save'))
    expect(await screen.findByText('Enter a name for the screen')).toBeInTheDocument()
    await waitFor(() => expect(name).toHaveFocus())
    expect(name).toBeInvalid()
    await write(name, 'star RATED, mega cap')
    expect(await screen.findByText('You already have a screen with this name')).toBeInTheDocument()
    await app.user.click(button('Save'))
    expect(app.network.callsTo('screener.putScreen')).toHaveLength(0)
    await write(name, ' Best of all ')
    await app.user.click(button('Save'))
    expect(await screen.findByText('Saved “Best of all”.')).toBeInTheDocument()
    await waitFor(() => expect(button('Save screen')).toHaveFocus())
    const list = await openList(app)
    expect(readNames(list)).toEqual(['Star rated, mega cap', 'Yield 20%+', 'Best of all'])
    expect(within(list).getByRole('button', { name: /^Best of all/ })).toHaveAttribute('aria-current', 'true')
    expect(app.network.callsTo('screener.putScreen')[0]?.body).toEqual({
      name: 'Best of all',
      query: 'rating=40&columns=professional',
      tab: 'stocks',
    })
  })

  test('a failed list has an error and a retry; a saved screen shows its filters and opens unchanged', async () => {
    const network = createKeepingNetwork([star, yielding])
    const app = await openScreener('/screening?q=qa&rating=20', network)
    const healthy = createKeepingNetwork([star, yielding])
    network.answer('screener.listScreens', () => refuse(500, 'Broken.'))
    await app.user.click(button('Saved screens'))
    expect(await screen.findByText('Broken.')).toBeInTheDocument()
    network.answer('screener.listScreens', ({ path }) => healthy.fetch(new URL(path, 'http://localhost')))
    await app.user.click(button('Retry'))
    const list = await screen.findByRole('list', { name: 'Saved screens' })
    const row = within(list).getByRole('button', { name: 'Yield 20%+ Ann. yield 20%+ · by Best ann. yield' })
    act(() => row.focus())
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(app.readUrl()).toBe('/screening?yield=20&sort=best_ann_yield'))
    expect(screen.queryByRole('list', { name: 'Saved screens' })).toBeNull()
    expect(button('Yield 20%+')).toBeInTheDocument()
    await app.goBack()
    expect(app.readUrl()).toBe('/screening?q=qa&rating=20')
  })

  test('a saved screen can be renamed and overwritten; a failure keeps the name', async () => {
    const app = await openScreener('/screening?rsi=70')
    await openList(app)
    await app.user.click(button('Rename Yield 20%+'))
    const name = await screen.findByRole('textbox', { name: 'Name' })
    expect(name).toHaveValue('Yield 20%+')
    await write(name, 'High yield')
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Rename screen' })).toBeNull())
    expect(readNames(await openList(app))).toEqual(['Star rated, mega cap', 'High yield'])
    await app.user.click(button('Update Star rated, mega cap to the current view'))
    expect(await screen.findByText('Updated “Star rated, mega cap” to the current view.')).toBeInTheDocument()
    const row = await screen.findByRole('button', { name: 'Star rated, mega cap RSI up to 70' })
    expect(row).toHaveAttribute('aria-current', 'true')
    await app.user.keyboard('{Escape}')
    app.network.answer('screener.putScreen', () => refuse(409, 'You have 50 screens. Delete one first.'))
    await app.user.click(button('Save screen'))
    const another = await screen.findByRole('textbox', { name: 'Name' })
    await write(another, 'One more')
    await app.user.keyboard('{Enter}')
    expect(await screen.findByText('You have 50 screens. Delete one first.')).toBeInTheDocument()
    expect(another).toHaveValue('One more')
  })

  test('Undo restores a deleted screen, with focus after a keyboard deletion; a failed deletion says why', async () => {
    const app = await openScreener()
    const list = await openList(app)
    act(() => button('Delete Yield 20%+').focus())
    await app.user.keyboard('{Enter}')
    const undo = await screen.findByRole('button', { name: 'Undo' })
    await waitFor(() => expect(undo).toHaveFocus())
    expect(undo).toHaveTextContent(/^Undo\d+ s$/)
    expect(readNames(list)).toEqual(['Star rated, mega cap'])
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(readNames(list)).toEqual(['Star rated, mega cap', 'Yield 20%+']))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
    expect(app.network.callsTo('screener.putScreen')[0]?.path).toMatch(/\/screen-2$/)
    app.network.answer('screener.removeScreen', () => refuse(503, 'The database is away.'))
    await app.user.click(button('Delete Star rated, mega cap'))
    expect(
      await screen.findByText('Could not delete “Star rated, mega cap”: The database is away.'),
    ).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})

describe('columns of the last visit', () => {
  const remember = (text: string) => localStorage.setItem('stockScreener', text)
  const remembered = () => JSON.parse(localStorage.getItem('stockScreener') ?? '{}')
  const professional = {
    version: 1,
    columns: [
      ...['symbol', 'company_name', 'cc_score', 'current_price', 'best_ann_yield', 'iv_percentile', 'rsi', 'sector'],
      ...['market_cap', 'net_margin'],
    ],
  }
  const countColumns = async () => within(await screen.findByRole('grid')).getAllByRole('columnheader').length

  test('a bare URL uses the remembered columns and requests them once', async () => {
    remember(JSON.stringify(professional))
    const { network, readUrl } = await openScreener()
    expect(await screen.findByRole('columnheader', { name: /^Net margin/ })).toBeInTheDocument()
    expect(readUrl()).toBe(`/screening?columns=${professional.columns.join('.')}`)
    const calls = network.callsTo('screener.view')
    expect(calls).toHaveLength(1)
    expect(calls[0]?.query.get('fields')?.split(',')).toContain('net_margin')
  })

  test('remembers a choice of columns; Back also undoes it for the next visit', async () => {
    const { user, readUrl, goBack } = await openScreener()
    const usual = await countColumns()
    await user.click(button('Professional'))
    await waitFor(() => expect(readUrl()).toBe('/screening?columns=professional'))
    await waitFor(async () => expect(await countColumns()).toBeGreaterThan(usual))
    await waitFor(() => expect(remembered().columns).toHaveLength(screenColumns.length))
    await goBack()
    expect(readUrl()).toBe('/screening')
    expect(await countColumns()).toBe(usual)
    expect(remembered().columns).toHaveLength(9)
  })

  test('a URL with settings shows those and keeps the remembered ones; the main menu keeps columns', async () => {
    remember(JSON.stringify(professional))
    const { user, readUrl } = await openScreener('/screening?rating=40')
    expect(screen.queryByRole('columnheader', { name: /^Net margin/ })).toBeNull()
    expect(readUrl()).toBe('/screening?rating=40')
    expect(remembered()).toEqual(professional)
    await user.click(button('Professional'))
    await waitFor(() => expect(readUrl()).toBe('/screening?rating=40&columns=professional'))
    await user.click(screen.getByRole('link', { name: 'Stock Screening' }))
    await waitFor(() => expect(readUrl()).toBe('/screening?columns=professional'))
  })

  test.each([
    'nonsense',
    '[]',
    'null',
    '{"version":1,"columns":["symbol"]}',
    '{"version":1,"columns":"symbol"}',
    '{"version":7,"columns":["symbol"]}',
  ])('ignores invalid stored columns: %s', (text) => {
    expect(parseStoredColumns(text)).toEqual(essentialColumns)
  })
})

describe('waiting', () => {
  afterEach(() => {
    releaseTime()
    closeApp()
  })

  const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  const failure = /^Failed to load stock data/
  const never = () => new Promise<Response>(() => {})

  async function openAndHold(speedUp = 1) {
    const network = createPagedNetwork()
    const app = renderApp('/screening', { network, speedUp })
    await screen.findByText('QAA')
    holdTime()
    return { ...app, network }
  }

  describe('outage', () => {
    test('during a run stays visible while retrying, and clears without a click', async () => {
      const { network, store } = await openAndHold(10)
      const running = buildEnrichment({ state: 'running', done: 200, finished_at: null, eta_seconds: 20 })
      network.answer('screener.enrichmentStatus', () => reply('screener.enrichmentStatus', running))
      void store.dispatch(enrichmentApi.endpoints.enrichmentStatus.initiate(undefined, { forceRefetch: true }))
      await passTime(100)
      expect(screen.getByText('Refreshing prices: 200 of 503, 20 s left')).toBeInTheDocument()
      network.answer('screener.view', beUnreachable)
      network.answer('screener.enrichmentStatus', beUnreachable)
      await passTime(6_000)
      expect(screen.getByText(failure)).toHaveTextContent(
        'Failed to load stock data: Cannot reach the server. Showing the last data loaded.',
      )
      expect(screen.getByText('QAA')).toBeInTheDocument()
      expect(screen.getByText('Price refresh: status unknown')).toBeInTheDocument()
      expect(screen.queryByText(/Enriching/)).toBeNull()

      // Leave further status requests unanswered: polling is frequent here, and each response would re-render the page.
      network.answer('screener.enrichmentStatus', never)
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

    test('on the next page shows none of the previous rows, and recovers automatically', async () => {
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
      expect(screen.queryByText(/of 60/)).toBeNull()
      network.answer('screener.view', answerPaged)
      await passTime(30_000)
      expect(screen.getByText('QAZ')).toBeInTheDocument()
      expect(screen.queryByText(failure)).toBeNull()
    })

    test("respects the server's retry delay", async () => {
      const { network } = await openAndHold()
      network.answer('screener.view', () => refuse(429, 'Slow down.', { retryAfter: 60 }))
      click('Next')
      await passTime(59_000)
      expect(network.callsTo('screener.view')).toHaveLength(2)
      await passTime(2_000)
      expect(network.callsTo('screener.view')).toHaveLength(3)
    })
  })

  describe('slow page', () => {
    test('shows a skeleton, then a message, then buttons; Cancel goes back', async () => {
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

    test('Retry aborts the running request and sends a new one', async () => {
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
})
