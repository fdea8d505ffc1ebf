import '../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { readPreferences } from '../shared/preferences.ts'
import { closeApp, renderApp } from '../testing/render-app.tsx'

afterEach(closeApp)

async function open(url = '/screening') {
  const app = renderApp(url)
  await screen.findByRole('navigation', { name: 'Main' })
  return app
}

const readStored = () => readPreferences(window.localStorage.getItem('preferences') ?? undefined)
const findKeys = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' })

describe('two keys', () => {
  test('lead to the pages', async () => {
    const { user, readUrl } = await open()
    // The analysis is the last: it rewrites its own address once it knows its stock.
    for (const [keys, path] of [
      ['gd', '/dashboard'],
      ['gp', '/portfolio'],
      ['gc', '/ai-coach'],
      ['ga', '/analysis'],
    ] as const) {
      await user.keyboard(keys)
      await waitFor(() => expect(readUrl().startsWith(path)).toBe(true))
    }
  })

  test('mean nothing with another key between them, or too far apart', async () => {
    const { user, readUrl } = await open()
    await user.keyboard('gxd')
    await user.keyboard('g')
    const late = new KeyboardEvent('keydown', { key: 'd', bubbles: true })
    Object.defineProperty(late, 'timeStamp', { value: late.timeStamp + 2_000 })
    act(() => {
      document.body.dispatchEvent(late)
    })
    expect(readUrl()).toBe('/screening')
  })

  test('go before a key of the page, which is none of its own then', async () => {
    const { user, readUrl } = await open('/portfolio')
    await user.keyboard('gn')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard('gs')
    await waitFor(() => expect(readUrl()).toBe('/screening'))
  })
})

test('t turns light to dark, h hides the amounts', async () => {
  const { user } = await open()
  await user.keyboard('t')
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark'))
  await user.keyboard('t')
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'light'))
  await user.keyboard('h')
  expect(readStored().hidesAmounts).toBe(true)
  expect(screen.getByRole('button', { name: 'Hide amounts' })).toHaveAttribute('aria-pressed', 'true')
  await user.keyboard('h')
  expect(readStored().hidesAmounts).toBe(false)
})

test('n adds a position and r refreshes, from any page', async () => {
  const { user, network } = await open()
  await screen.findByText('QAA')
  const before = network.callsTo('screener.view').length
  await user.keyboard('r')
  await waitFor(() => expect(network.callsTo('screener.view').length).toBeGreaterThan(before))
  await user.keyboard('n')
  expect(await screen.findByRole('dialog', { name: 'Add Covered Call Position' })).toBeInTheDocument()
})

test('/ is the search of the page, and the palette where that has none', async () => {
  const { user } = await open()
  await user.keyboard('/')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Search by symbol or company' })).toHaveFocus())
  await user.tab()
  await user.keyboard('gp')
  await screen.findByRole('heading', { name: 'Portfolio Tracking' })
  await user.keyboard('/')
  expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeInTheDocument()
})

test('? lists the keys by page; they may be switched off there, and the list is left with Escape', async () => {
  const { user, readUrl } = await open()
  await user.keyboard('?')
  const dialog = within(await findKeys())
  const headings = dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(headings).toEqual(['Everywhere', 'Tables', 'Stock Screening', 'Portfolio Tracking', 'Stock Analysis'])
  expect(dialog.getByText('Go to Dashboard').previousElementSibling).toHaveTextContent('gthend')
  expect(dialog.getByRole('link', { name: 'More in Settings' })).toHaveAttribute('href', '/settings')
  await user.keyboard('gd')
  expect(readUrl()).toBe('/screening')
  await user.click(dialog.getByRole('checkbox', { name: 'Single-key shortcuts' }))
  expect(readStored().singleKeys).toBe(false)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.keyboard('?/gd')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(readUrl()).toBe('/screening')
  await user.keyboard('{Control>}k{/Control}')
  expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeInTheDocument()
})

test('keys are dead while somebody types, but for those with Ctrl', async () => {
  const { user, readUrl } = await open()
  await user.click(screen.getByRole('combobox', { name: 'Search by symbol or company' }))
  await user.keyboard('gd?')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(readUrl()).not.toBe('/dashboard')
  await user.keyboard('{Control>}k{/Control}')
  expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeInTheDocument()
})
