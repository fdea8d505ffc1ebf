import '../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { buildUser } from '../testing/builders.ts'
import { beUnreachable, reply } from '../testing/fake-network.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../testing/render-app.tsx'

const { matchMedia } = window

afterEach(() => {
  window.matchMedia = matchMedia
  setOnline(true)
  closeApp()
})

function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true })
  act(() => {
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  })
}

const usePhone = () => {
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') })
}
const listLinks = (nav: HTMLElement) =>
  within(nav)
    .getAllByRole('link')
    .map((link) => link.textContent)

describe('the sidebar', () => {
  test('names the user, the role and the pages there are', async () => {
    renderApp('/screening')
    const nav = await screen.findByRole('navigation', { name: 'Main' })
    expect(listLinks(nav)).toEqual(['Dashboard', 'Stock Screening', 'Stock Analysis', 'Portfolio Tracking', 'AI Coach'])
    expect(within(nav).getByRole('link', { current: 'page' })).toHaveTextContent('Stock Screening')
    expect(screen.getByText('Robin Example')).toBeInTheDocument()
    expect(screen.getByText('Trader')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings')
    // An account of the reader's own says nothing of a demo.
    expect(screen.queryByText(/Demo account/)).toBeNull()
  })

  test('becomes a rail of icons whose names are still there, and stays one; without a full name it names the username', async () => {
    const network = createHealthyNetwork()
    const reader = buildUser({ full_name: null })
    network.answer('auth.me', () => reply('auth.me', reader))
    const first = renderApp('/screening', { network, user: reader })
    expect(await screen.findByText('robin')).toBeInTheDocument()
    await first.user.click(await screen.findByRole('button', { name: 'Collapse the sidebar' }))
    expect(screen.getByRole('link', { name: 'Stock Analysis' })).toBeInTheDocument()
    first.unmount()
    renderApp('/screening')
    expect(await screen.findByRole('button', { name: 'Expand the sidebar' })).toBeInTheDocument()
  })
})

describe('on a phone', () => {
  test('the pages are at the foot, the search opens the palette, and the rest is in a drawer', async () => {
    usePhone()
    const { user, readUrl } = renderApp('/screening')
    const bar = await screen.findByRole('navigation', { name: 'Quick navigation' })
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
    expect(listLinks(bar)).toEqual(['Dashboard', 'Screening', 'Analysis', 'Portfolio', 'Coach'])
    expect(within(bar).getByRole('link', { current: 'page' })).toHaveTextContent('Screening')
    await user.click(screen.getByRole('button', { name: 'Symbol, page or action' }))
    await screen.findByRole('dialog', { name: 'Command palette' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(within(bar).getByRole('link', { name: 'Coach' }))
    await waitFor(() => expect(readUrl()).toBe('/ai-coach'))

    await user.click(await screen.findByRole('button', { name: 'Open menu' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Menu' }))
    expect(drawer.getByRole('link', { name: 'Stock Screening' })).toBeInTheDocument()
    expect(drawer.getByRole('link', { name: 'Settings' })).toBeInTheDocument()
    expect(await drawer.findByRole('button', { name: /^Updated/ })).toBeInTheDocument()
    await user.click(drawer.getByRole('button', { name: 'Close menu' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Open menu' }))
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument()
  })
})

describe('over every page', () => {
  const demo = buildUser({ is_demo: true, demo_ends_at: '2026-07-11T20:00:00Z' })

  test('of two notices the more urgent one is read, the other on demand, and the demo has a name for people', async () => {
    const network = createHealthyNetwork()
    network.answer('auth.me', () => reply('auth.me', demo))
    const { user } = renderApp('/screening', { network, user: demo })
    const note = await screen.findByText(/^Demo account with example positions, gone Jul 11, 16:00 ET\./)
    expect(within(note).getByRole('link', { name: 'Create an account to keep your own' })).toHaveAttribute(
      'href',
      '/register',
    )
    expect(screen.getByTitle('Demo')).toBeInTheDocument()
    expect(screen.queryByText(demo.username)).toBeNull()
    setOnline(false)
    expect(await screen.findByRole('alert')).toHaveTextContent(/^You are offline\./)
    expect(note).not.toBeInTheDocument()
    const more = screen.getByRole('button', { name: '1 more notice' })
    await user.click(more)
    const others = within(await screen.findByRole('dialog', { name: '1 more notice' }))
    expect(others.getByRole('note')).toHaveTextContent(/^Demo account with example positions/)
    expect(others.getByRole('link', { name: 'Create an account to keep your own' })).toBeInTheDocument()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(more).toHaveFocus())
    setOnline(true)
    expect(await screen.findByText(/^Demo account/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /more notice/ })).toBeNull()
  })

  test('without a network the page says so, and only that, until it is back', async () => {
    const network = createHealthyNetwork()
    network.answer('auth.me', beUnreachable)
    setOnline(false)
    renderApp('/screening', { network })
    expect(await screen.findByText(/^You are offline\./)).toBeInTheDocument()
    expect(screen.queryByText(/Cannot reach the server/)).toBeNull()
    setOnline(true)
    await waitFor(() => expect(screen.queryByText(/^You are offline\./)).toBeNull())
    expect(await screen.findByText(/^Cannot reach the server\. You stay signed in/)).toBeInTheDocument()
  })
})
