import '../../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, waitFor } from '@testing-library/react'
import { POSITIONS_KEY } from '../../../api/credentials.ts'
import { createGate, refuse, reply } from '../../../testing/fake-network.ts'
import { buildPosition } from '../../../testing/portfolio-builders.ts'
import {
  buildListed,
  buildPositionList,
  buildStored,
  createPortfolioServer,
} from '../../../testing/portfolio-server.ts'
import { screen, within } from '../../../testing/queries.ts'
import { closeApp, renderApp } from '../../../testing/render-app.tsx'
import { writeStoredPosition } from './pending-change.ts'

afterEach(closeApp)

const stored = buildStored()
const NOT_SYNCED = 'Not synced'

/** Storage keys for all positions, regardless of owner. */
const listStoredKeys = () => Object.keys(window.localStorage).filter((key) => key.startsWith(POSITIONS_KEY))
const comeOnline = () => act(() => window.dispatchEvent(new Event('online')))
const findRemove = () => screen.findByRole('button', { name: 'Delete QAAA 130 call' })
const down = () => refuse(503, 'The portfolio cannot be reached.')

/** Stores an unsent addition for `owner`, as if the page had been closed while sending it. */
function leavePending(owner: string, changes: object = {}): void {
  const position = {
    ...writeStoredPosition(buildPosition({ id: 'left-1', expiration: '2026-08-14' })),
    ...changes,
  }
  const change = { kind: 'add', position, key: 'key-1', edited: false, found: false, refusal: null }
  window.localStorage.setItem(`${POSITIONS_KEY}.${owner}.${position.id}`, JSON.stringify(change))
}

test('a removal shows immediately, sends an idempotency key, and can be undone under the same id', async () => {
  const server = createPortfolioServer([stored])
  const gate = createGate(() => {
    server.stored.delete(stored.id)
    return reply('portfolio.remove', { status: 'success', position: buildListed(stored) })
  })
  server.network.answer('portfolio.remove', gate.handler)
  const { user, network } = renderApp('/portfolio', server)
  await user.click(await findRemove())
  const dialog = await screen.findByRole('dialog', { name: 'Delete position' })
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
  expect(network.callsTo('portfolio.remove')[0]?.headers.get('idempotency-key')).toMatch(/^\d+-[0-9a-f]{16}$/)
  gate.open()
  await user.click(await screen.findByRole('button', { name: /^Undo/ }))
  await findRemove()
  await waitFor(() => expect(server.stored.get(stored.id)).toMatchObject({ ticker: 'QAAA', strike_price: 130 }))
  await waitFor(() => expect(listStoredKeys()).toEqual([]))
})

describe('unsynced positions', () => {
  test('are shown, marked, counted, and sent once when back online; other users’ positions stay', async () => {
    const server = createPortfolioServer([stored])
    leavePending('user-1', { ticker: 'QZZZ' })
    leavePending('user-2')
    server.network.answer('portfolio.migrate', down)
    const { user } = renderApp('/portfolio', { network: server.network, speedUp: 1 })
    expect(await screen.findByText(NOT_SYNCED)).toBeInTheDocument()
    expect(await screen.findByText(/^1 change is saved on this device and not synced yet/)).toBeInTheDocument()
    // The next list from the server does not contain them either.
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(server.network.callsTo('portfolio.list').length).toBeGreaterThan(1))
    expect(screen.getByText(NOT_SYNCED)).toBeInTheDocument()
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
    expect(listStoredKeys()).toEqual([`${POSITIONS_KEY}.user-2.left-1`])
  })

  test('are shown and sent on other pages, too', async () => {
    const server = createPortfolioServer()
    leavePending('user-1', { notes: 'Mine' })
    server.network.answer('portfolio.migrate', down)
    const { user } = renderApp('/ai-coach', { network: server.network, speedUp: 1 })
    await user.click(await screen.findByRole('button', { name: '1 not yet synced' }))
    const shown = within(await screen.findByRole('dialog', { name: 'Background work' }))
    expect(shown.getByText(/^1 change is saved on this device and not synced yet/)).toBeInTheDocument()
    expect(shown.getByRole('link', { name: 'Open the portfolio' })).toHaveAttribute('href', '/portfolio')
    server.network.answer('portfolio.migrate', ({ body }) => {
      for (const row of body as ReturnType<typeof buildStored>[]) server.stored.set(row.id, row)
      return reply('portfolio.migrate', { status: 'success', migrated_count: 1, skipped: [] })
    })
    comeOnline()
    await waitFor(() => expect([...server.stored.keys()]).toEqual(['left-1']))
    await waitFor(() => expect(listStoredKeys()).toEqual([]))
    await waitFor(() => expect(screen.queryByText(/not yet synced/)).toBeNull())
  })

  test('are shown and valued in the browser if the list fails to load; expired ones use only the price', async () => {
    const server = createPortfolioServer([stored])
    leavePending('user-1')
    leavePending('user-1', { id: 'left-2', ticker: 'QOLD', entryDate: '2026-05-01', expiryDate: '2026-06-19' })
    for (const id of ['portfolio.list', 'portfolio.migrate', 'portfolio.attention'] as const) {
      server.network.answer(id, down)
    }
    renderApp('/portfolio', server)
    expect(await screen.findByText(/^Could not load the rest of your portfolio/)).toBeInTheDocument()
    const findRow = (symbol: string) =>
      within(screen.getByRole('rowheader', { name: new RegExp(symbol) }).closest('tr') ?? document.body)
    // Price 120.50 from the quote and mid 1.23 from the chain: (120.5 − 118 + 3 − 1.23) × 100.
    expect(await findRow('QAAA').findByText('+$427')).toBeInTheDocument()
    expect(await findRow('QOLD').findByText('120.50')).toBeInTheDocument()
    expect(findRow('QOLD').getAllByText('not available: The closing price on expiration day is unknown')).toHaveLength(
      3,
    )
    expect(server.network.callsTo('options.chain').some(({ path }) => path.includes('QOLD'))).toBe(false)
    expect(screen.queryByText(/No positions yet/)).toBeNull()
  })

  test('come with the positions last loaded if the list fails to load, until the user signs out', async () => {
    const server = createPortfolioServer([stored])
    const key = 'loadedPositions.user-1'
    window.localStorage.setItem(key, JSON.stringify([writeStoredPosition(buildPosition({ id: 'kept' }))]))
    server.network.answer('portfolio.list', down)
    const { user } = renderApp('/portfolio', server)
    expect(await screen.findByText(/^Could not load your portfolio: .* last loaded in this browser\.$/)).toBeVisible()
    expect(await findRemove()).toBeInTheDocument()
    server.network.answer('portfolio.list', () => reply('portfolio.list', buildPositionList([buildListed(stored)])))
    await waitFor(() => expect(window.localStorage.getItem(key)).toContain(stored.id))
    await user.click(screen.getByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(window.localStorage.getItem(key)).toBeNull())
  })

  test('stay, with the reason, if the server rejects them, and can be discarded', async () => {
    const server = createPortfolioServer([stored])
    leavePending('user-1', { ticker: 'QZZZ' })
    const skipped = [{ index: 0, id: 'left-1', reason: 'QZZZ is not a symbol of this market' }]
    server.network.answer('portfolio.migrate', () =>
      reply('portfolio.migrate', { status: 'success', migrated_count: 0, skipped }),
    )
    const { user } = renderApp('/portfolio', server)
    const banner = await screen.findByText(/QZZZ is not a symbol of this market\./)
    expect(listStoredKeys()).toHaveLength(1)
    await user.click(within(banner.closest('[role="alert"]') as HTMLElement).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByText(/QZZZ/)).toBeNull())
    expect(listStoredKeys()).toEqual([])
  })

  test('are refetched after another tab has sent them', async () => {
    const server = createPortfolioServer()
    leavePending('user-1')
    server.network.answer('portfolio.migrate', down)
    renderApp('/portfolio', { network: server.network, speedUp: 1 })
    await screen.findByText(NOT_SYNCED)
    server.stored.set('left-1', buildStored({ id: 'left-1' }))
    const key = `${POSITIONS_KEY}.user-1.left-1`
    window.localStorage.removeItem(key)
    act(() => window.dispatchEvent(new StorageEvent('storage', { key, newValue: null })))
    await waitFor(() => expect(screen.queryByText(NOT_SYNCED)).toBeNull())
    expect(await findRemove()).toBeInTheDocument()
  })
})

test('anonymous positions become the user’s once at sign-in; unreadable ones stay', async () => {
  const server = createPortfolioServer()
  const bad = { id: 'bad', ticker: 'QAAA' }
  const found = [{ id: '1752000000000' }, { id: '1752000000001', symbol: 'QBBB' }]
  const rows = [bad, ...found.map((each) => writeStoredPosition(buildPosition(each)))]
  window.localStorage.setItem(POSITIONS_KEY, JSON.stringify(rows))
  window.localStorage.setItem(`${POSITIONS_KEY}.user-1.x`, 'neither')
  renderApp('/portfolio', server)
  const message = '2 positions found in this browser were added to your portfolio.'
  expect(await screen.findByText(message)).toBeInTheDocument()
  expect(await screen.findByText(/could not be read/)).toBeInTheDocument()
  expect([...server.stored.keys()]).toEqual(['1752000000000', '1752000000001'])
  expect(JSON.parse(window.localStorage.getItem(POSITIONS_KEY) ?? '')).toEqual([bad])
  expect(await findRemove()).toBeInTheDocument()
})
