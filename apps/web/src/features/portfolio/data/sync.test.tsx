import '../../../testing/matchers.ts'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { buildUser } from '../../../testing/builders.ts'
import { createGate, refuse, reply } from '../../../testing/fake-network.ts'
import { buildPosition } from '../../../testing/portfolio-builders.ts'
import { buildListed, buildStored, createPortfolioServer } from '../../../testing/portfolio-server.ts'
import { closeApp, renderApp } from '../../../testing/render-app.tsx'
import { POSITIONS_KEY } from './positions-key.ts'

afterEach(() => {
  jest.restoreAllMocks()
  closeApp()
})

const stored = buildStored()
const NOT_SYNCED = 'Not synced'

/** What this browser holds of anybody. */
const listKept = () => Object.keys(window.localStorage).filter((key) => key.startsWith(POSITIONS_KEY))
const comeOnline = () => act(() => window.dispatchEvent(new Event('online')))
const findRemove = () => screen.findByRole('button', { name: 'Delete QAAA 130 call' })

/** Leaves an addition that `owner` has yet to send, as a page that was closed on the way does. */
function leavePending(owner: string, changes: object = {}): void {
  const position = { ...buildPosition({ id: 'left-1', expiryDate: '2026-08-14' }), ...changes }
  const change = { kind: 'add', position, key: 'key-1', edited: false, found: false, refusal: null }
  window.localStorage.setItem(`${POSITIONS_KEY}.${owner}.left-1`, JSON.stringify(change))
}

async function removeFirst(user: ReturnType<typeof renderApp>['user']): Promise<void> {
  await user.click(await findRemove())
  const dialog = await screen.findByRole('dialog', { name: 'Delete position' })
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
}

describe('a removal', () => {
  test('shows at once, carries an idempotency key, and can be taken back under the same id', async () => {
    const server = createPortfolioServer([stored])
    const gate = createGate(() => {
      server.stored.delete(stored.id)
      return reply('portfolio.remove', { status: 'success', position: buildListed(stored) })
    })
    server.network.answer('portfolio.remove', gate.handler)
    const { user, network } = renderApp('/portfolio', server)
    await removeFirst(user)
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
    expect(network.callsTo('portfolio.remove')[0]?.headers.get('idempotency-key')).toMatch(/^\d+-[0-9a-f]{16}$/)
    gate.open()
    await user.click(await screen.findByRole('button', { name: /^Undo/ }))
    await findRemove()
    await waitFor(() => expect(server.stored.get(stored.id)).toMatchObject({ ticker: 'QAAA', strike_price: 130 }))
    await waitFor(() => expect(listKept()).toEqual([]))
  })

  test('of which the server knows nothing any more is done', async () => {
    const server = createPortfolioServer([stored])
    server.network.answer('portfolio.remove', () => refuse(404, 'You have no such position.'))
    const { user } = renderApp('/portfolio', server)
    await findRemove()
    server.stored.clear()
    await removeFirst(user)
    await screen.findByText(/No positions yet/)
    expect(listKept()).toEqual([])
  })

  test('waits on this device while nobody answers, and the row does not come back with the next list', async () => {
    const server = createPortfolioServer([stored])
    const { user } = renderApp('/portfolio', server)
    await findRemove()
    server.network.answer('portfolio.remove', () => refuse(503, 'The portfolio cannot be reached.'))
    await removeFirst(user)
    await screen.findByText(/^1 change is saved on this device, not yet synced/)
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(server.network.callsTo('portfolio.list').length).toBeGreaterThan(1))
    expect(screen.queryByRole('grid')).toBeNull()
    expect(listKept()).toHaveLength(1)
  })
})

describe('positions this device has yet to send', () => {
  test('are shown, marked, and sent when the line is back: once', async () => {
    const server = createPortfolioServer([stored])
    leavePending('user-1', { ticker: 'QZZZ' })
    server.network.answer('portfolio.migrate', () => refuse(503, 'The portfolio cannot be reached.'))
    renderApp('/portfolio', { network: server.network, haste: 1 })
    expect(await screen.findByText(NOT_SYNCED)).toBeInTheDocument()
    const gate = createGate(() => reply('portfolio.migrate', { status: 'success', migrated_count: 1, skipped: [] }))
    server.network.answer('portfolio.migrate', async (call) => {
      const answer = await gate.handler(call)
      const [row] = call.body as ReturnType<typeof buildStored>[]
      if (row !== undefined) server.stored.set(row.id, row)
      return answer
    })
    comeOnline()
    gate.open()
    await waitFor(() => expect(screen.queryByText(NOT_SYNCED)).toBeNull())
    expect(screen.getAllByRole('rowheader').filter((cell) => cell.textContent?.includes('QZZZ'))).toHaveLength(1)
    expect([...server.stored.keys()]).toEqual([stored.id, 'left-1'])
    expect(listKept()).toEqual([])
  })

  test('are sent from any other page, too', async () => {
    const server = createPortfolioServer()
    leavePending('user-1')
    renderApp('/screening', server)
    await waitFor(() => expect([...server.stored.keys()]).toEqual(['left-1']))
    await waitFor(() => expect(listKept()).toEqual([]))
  })

  test('of somebody else stay where they are', async () => {
    const server = createPortfolioServer()
    leavePending('user-2')
    renderApp('/portfolio', { network: server.network, user: buildUser({ id: 'user-1' }) })
    await screen.findByText(/No positions yet/)
    expect(server.network.callsTo('portfolio.migrate')).toEqual([])
    expect(listKept()).toEqual([`${POSITIONS_KEY}.user-2.left-1`])
  })

  test('are all there is while the list cannot be had, valued in the browser', async () => {
    const server = createPortfolioServer([stored])
    leavePending('user-1')
    const down = () => refuse(503, 'The portfolio cannot be reached.')
    for (const id of ['portfolio.list', 'portfolio.migrate', 'portfolio.attention'] as const) {
      server.network.answer(id, down)
    }
    renderApp('/portfolio', server)
    expect(await screen.findByText(/^The rest of your portfolio cannot be loaded/)).toBeInTheDocument()
    const row = screen.getByText(NOT_SYNCED).closest('tr') ?? document.body
    // 120.50 and a mid of 1.23 from quote and chain: (120.5 − 118 + 3 − 1.23) × 100.
    expect(await within(row).findByText('+$427')).toBeInTheDocument()
    expect(screen.queryByText(/No positions yet/)).toBeNull()
  })

  test('that have expired show the price, and no P&L without the close of their last day', async () => {
    const server = createPortfolioServer()
    leavePending('user-1', { entryDate: '2026-05-01', expiryDate: '2026-06-19' })
    server.network.answer('portfolio.list', () => refuse(503, 'The portfolio cannot be reached.'))
    server.network.answer('portfolio.migrate', () => refuse(503, 'The portfolio cannot be reached.'))
    renderApp('/portfolio', server)
    const row = (await screen.findByText(NOT_SYNCED)).closest('tr') ?? document.body
    expect(await within(row).findByText('120.50')).toBeInTheDocument()
    expect(within(row).getAllByText('not available: The close of its last day is not known')).toHaveLength(3)
    expect(server.network.callsTo('options.chain')).toEqual([])
  })

  test('without a market stand at entry price', async () => {
    const server = createPortfolioServer([stored])
    leavePending('user-1')
    const down = () => refuse(503, 'Nobody answers.')
    for (const id of ['portfolio.list', 'portfolio.migrate', 'options.chain', 'stocks.quote'] as const) {
      server.network.answer(id, down)
    }
    renderApp('/portfolio', server)
    const row = (await screen.findByText(NOT_SYNCED)).closest('tr') ?? document.body
    expect(within(row).getByText(/price stands in/)).toBeInTheDocument()
    expect(within(row).getByText('118.00')).toBeInTheDocument()
  })

  test('that the server refuses stay, say why, and can be given up', async () => {
    const server = createPortfolioServer([stored])
    leavePending('user-1', { ticker: 'QZZZ' })
    const skipped = [{ index: 0, id: 'left-1', reason: 'QZZZ is not a symbol of this market' }]
    server.network.answer('portfolio.migrate', () =>
      reply('portfolio.migrate', { status: 'success', migrated_count: 0, skipped }),
    )
    const { user } = renderApp('/portfolio', server)
    const banner = await screen.findByText(/QZZZ is not a symbol of this market\./)
    expect(listKept()).toHaveLength(1)
    await user.click(within(banner.closest('[role="alert"]') as HTMLElement).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByText(/QZZZ/)).toBeNull())
    expect(listKept()).toEqual([])
  })

  test('an addition edited since it was sent brings its terms after it', async () => {
    const server = createPortfolioServer([buildStored({ id: 'left-1', strike_price: 140 })])
    leavePending('user-1')
    const key = `${POSITIONS_KEY}.user-1.left-1`
    const change = JSON.parse(window.localStorage.getItem(key) ?? '{}') as object
    window.localStorage.setItem(key, JSON.stringify({ ...change, edited: true }))
    renderApp('/portfolio', server)
    await waitFor(() => expect(server.stored.get('left-1')?.strike_price).toBe(130))
    await waitFor(() => expect(listKept()).toEqual([]))
  })
})

describe('positions of nobody, found at sign-in', () => {
  const leaveUnowned = (rows: unknown) => window.localStorage.setItem(POSITIONS_KEY, JSON.stringify(rows))

  test('become those of who is signed in, once, and the browser forgets them', async () => {
    const server = createPortfolioServer()
    leaveUnowned([buildPosition({ id: '1752000000000' }), buildPosition({ id: '1752000000001', ticker: 'QBBB' })])
    renderApp('/portfolio', server)
    expect(
      await screen.findByText('2 positions found in this browser were added to your portfolio.'),
    ).toBeInTheDocument()
    expect([...server.stored.keys()]).toEqual(['1752000000000', '1752000000001'])
    expect(listKept()).toEqual([])
  })

  test('what cannot be read is left as it is, and the others get in', async () => {
    const server = createPortfolioServer()
    leaveUnowned([{ id: 'bad', ticker: 'QAAA' }, buildPosition({ id: 'good' })])
    renderApp('/portfolio', server)
    expect(await screen.findByText(/cannot be read/)).toBeInTheDocument()
    await waitFor(() => expect([...server.stored.keys()]).toEqual(['good']))
    expect(JSON.parse(window.localStorage.getItem(POSITIONS_KEY) ?? '[]')).toEqual([{ id: 'bad', ticker: 'QAAA' }])
  })

  test('a broken store leaves the page working', async () => {
    window.localStorage.setItem(POSITIONS_KEY, '{not json')
    window.localStorage.setItem(`${POSITIONS_KEY}.user-1.x`, 'neither')
    renderApp('/portfolio', createPortfolioServer([stored]))
    expect(await findRemove()).toBeInTheDocument()
    expect(screen.getByText(/cannot be read/)).toBeInTheDocument()
  })
})

test('a browser that keeps nothing says so where the server cannot be reached either', async () => {
  const server = createPortfolioServer([stored])
  const { user } = renderApp('/portfolio', server)
  await findRemove()
  server.network.answer('portfolio.remove', () => refuse(503, 'The portfolio cannot be reached.'))
  const { setItem } = Storage.prototype
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (key.startsWith(POSITIONS_KEY)) throw new DOMException('full', 'QuotaExceededError')
    setItem.call(this, key, value)
  })
  await removeFirst(user)
  expect(await screen.findByText('Failed to delete position. Please try again.')).toBeInTheDocument()
  expect(await findRemove()).toBeInTheDocument()
  expect(listKept()).toEqual([])
})

test('what another tab has sent is asked for anew here', async () => {
  const server = createPortfolioServer()
  leavePending('user-1')
  server.network.answer('portfolio.migrate', () => refuse(503, 'The portfolio cannot be reached.'))
  renderApp('/portfolio', { network: server.network, haste: 1 })
  await screen.findByText(NOT_SYNCED)
  server.stored.set('left-1', buildStored({ id: 'left-1' }))
  const key = `${POSITIONS_KEY}.user-1.left-1`
  window.localStorage.removeItem(key)
  act(() => window.dispatchEvent(new StorageEvent('storage', { key, newValue: null })))
  await waitFor(() => expect(screen.queryByText(NOT_SYNCED)).toBeNull())
  expect(await findRemove()).toBeInTheDocument()
})
