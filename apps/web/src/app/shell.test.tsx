import '../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { buildUser } from '../testing/builders.ts'
import { beUnreachable, reply } from '../testing/fake-network.ts'
import { buildPosition } from '../testing/portfolio-builders.ts'
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
  })

  test('names the username where there is no full name', async () => {
    const network = createHealthyNetwork()
    const user = buildUser({ full_name: null })
    network.answer('auth.me', () => reply('auth.me', user))
    renderApp('/screening', { network, user })
    expect(await screen.findByText('robin')).toBeInTheDocument()
  })

  test('becomes a rail of icons whose names are still there, and stays one', async () => {
    const first = renderApp('/screening')
    await first.user.click(await screen.findByRole('button', { name: 'Collapse the sidebar' }))
    expect(screen.getByRole('link', { name: 'Stock Analysis' })).toBeInTheDocument()
    first.unmount()
    renderApp('/screening')
    expect(await screen.findByRole('button', { name: 'Expand the sidebar' })).toBeInTheDocument()
  })
})

describe('on a phone', () => {
  test('the pages are at the foot', async () => {
    usePhone()
    const { user, readUrl } = renderApp('/screening')
    const bar = await screen.findByRole('navigation', { name: 'Quick navigation' })
    expect(listLinks(bar)).toEqual(['Dashboard', 'Screening', 'Analysis', 'Portfolio', 'Coach'])
    expect(within(bar).getByRole('link', { current: 'page' })).toHaveTextContent('Screening')
    await user.click(within(bar).getByRole('link', { name: 'Portfolio' }))
    await waitFor(() => expect(readUrl()).toBe('/portfolio'))
  })

  test('the rest is in a drawer', async () => {
    usePhone()
    const { user } = renderApp('/screening')
    await user.click(await screen.findByRole('button', { name: 'Open menu' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Menu' }))
    expect(drawer.getByRole('link', { name: 'Settings' })).toBeInTheDocument()
    expect(await drawer.findByRole('button', { name: /^Updated/ })).toBeInTheDocument()
    await user.click(drawer.getByRole('button', { name: 'Logout' }))
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument()
  })

  test('the search of the top bar opens the palette', async () => {
    usePhone()
    const { user } = renderApp('/screening')
    await user.click(await screen.findByRole('button', { name: 'Symbol, page or action' }))
    expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeInTheDocument()
  })
})

describe('over every page', () => {
  const demo = buildUser({ is_demo: true, demo_ends_at: '2026-07-11T20:00:00Z' })

  test('a demo account says what it is, until when, and how to keep more', async () => {
    const network = createHealthyNetwork()
    network.answer('auth.me', () => reply('auth.me', demo))
    renderApp('/screening', { network, user: demo })
    const note = await screen.findByText(/^Demo account with example positions, gone Jul 11, 16:00 ET\./)
    expect(within(note).getByRole('link', { name: 'Create an account to keep your own' })).toHaveAttribute(
      'href',
      '/register',
    )
  })

  test('of two notices the more urgent one is read, the other on demand, and the demo has a name for people', async () => {
    const network = createHealthyNetwork()
    network.answer('auth.me', () => reply('auth.me', demo))
    const { user } = renderApp('/screening', { network, user: demo })
    const note = await screen.findByText(/^Demo account/)
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

  test('an account of the reader says nothing', async () => {
    renderApp('/screening')
    await screen.findByText('QAA')
    expect(screen.queryByText(/Demo account/)).toBeNull()
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

test('what waits on this device is told of beside other pages', async () => {
  const network = createHealthyNetwork()
  network.answer('portfolio.add', beUnreachable)
  const change = { kind: 'add', position: buildPosition(), key: 'key-1', edited: false, found: false, refusal: null }
  window.localStorage.setItem(`coveredCallPositions.${buildUser().id}.left-1`, JSON.stringify(change))
  const { user } = renderApp('/screening', { network })
  await user.click(await screen.findByRole('button', { name: '1 not yet synced' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Background work' }))
  expect(shown.getByText(/^1 change is saved on this device, not yet synced/)).toBeInTheDocument()
  expect(shown.getByRole('link', { name: 'Open the portfolio' })).toHaveAttribute('href', '/portfolio')
})
