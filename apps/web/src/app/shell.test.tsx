import '../testing/matchers.ts'
// biome-ignore lint/style/noRestrictedImports: the first-paint script is not a module and is read as served
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, waitFor } from '@testing-library/react'
import { TOKEN_KEY } from '../api/credentials.ts'
import { PREFERENCES_KEY } from '../shared/preferences.ts'
import { buildStocks, buildUser, buildView } from '../testing/builders.ts'
import { buildAnswer, coachParts, createCoachServer, openCoach } from '../testing/coach-server.ts'
import { beUnreachable, refuse, reply } from '../testing/fake-network.ts'
import { bodies, listForeign, openings, payloads } from '../testing/markup.ts'
import { buildStored, createPortfolioServer } from '../testing/portfolio-server.ts'
import { screen, within } from '../testing/queries.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../testing/render-app.tsx'

describe('the shell', () => {
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

  const beOnPhone = () => {
    window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') })
  }
  const listLinks = (nav: HTMLElement) =>
    within(nav)
      .getAllByRole('link')
      .map((link) => link.textContent)

  describe('the sidebar', () => {
    test('shows the user, the role and the pages', async () => {
      renderApp('/screening')
      const nav = await screen.findByRole('navigation', { name: 'Main' })
      expect(listLinks(nav)).toEqual([
        'Dashboard',
        'Stock Screening',
        'Stock Analysis',
        'Portfolio Tracking',
        'AI Coach',
        'Alerts',
      ])
      expect(within(nav).getByRole('link', { current: 'page' })).toHaveTextContent('Stock Screening')
      expect(screen.getByText('Robin Example')).toBeInTheDocument()
      expect(screen.getByText('Trader')).toBeInTheDocument()
      expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings')
      // Only demo accounts get the demo notice.
      expect(screen.queryByText(/Demo account/)).toBeNull()
    })

    test('collapses to icons that keep their labels, stays collapsed, and shows the username without a full name', async () => {
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
    test('has a bottom bar with the pages, a search that opens the palette, and a drawer with the rest', async () => {
      beOnPhone()
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

  describe('notices on every page', () => {
    const demo = buildUser({ is_demo: true, demo_ends_at: '2026-07-11T20:00:00Z' })

    test('shows the more urgent of two notices first, and a readable name for a demo account', async () => {
      const network = createHealthyNetwork()
      network.answer('auth.me', () => reply('auth.me', demo))
      const { user } = renderApp('/screening', { network, user: demo })
      const note = await screen.findByText(/^Demo account with example positions. It is deleted Jul 11, 16:00 ET\./)
      expect(within(note).getByRole('link', { name: 'Create an account to keep your positions' })).toHaveAttribute(
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
      expect(others.getByRole('link', { name: 'Create an account to keep your positions' })).toBeInTheDocument()
      await user.keyboard('{Escape}')
      await waitFor(() => expect(more).toHaveFocus())
      setOnline(true)
      expect(await screen.findByText(/^Demo account/)).toBeInTheDocument()
      expect(screen.queryByRole('button', { name: /more notice/ })).toBeNull()
    })

    test('shows only the offline notice until the network is back', async () => {
      const network = createHealthyNetwork()
      network.answer('auth.me', beUnreachable)
      setOnline(false)
      renderApp('/screening', { network })
      expect(await screen.findByText(/^You are offline\./)).toBeInTheDocument()
      expect(screen.queryByText(/Cannot reach the server/)).toBeNull()
      setOnline(true)
      await waitFor(() => expect(screen.queryByText(/^You are offline\./)).toBeNull())
      expect(await screen.findByText(/^Cannot reach the server\. You are still signed in/)).toBeInTheDocument()
    })
  })
})

describe('the routes', () => {
  afterEach(closeApp)

  const findLogin = () => screen.findByRole('heading', { name: 'Sign in' })

  /** Every guarded page, and the path to return to after sign-in. */
  const guarded = [
    ['/dashboard', '/login'],
    ['/screening', '/login?next=%2Fscreening'],
    ['/screening?page=2&size=50', '/login?next=%2Fscreening%3Fpage%3D2%26size%3D50'],
    ['/analysis?symbol=QAAA', '/login?next=%2Fanalysis%3Fsymbol%3DQAAA'],
    ['/portfolio', '/login?next=%2Fportfolio'],
    ['/ai-coach', '/login?next=%2Fai-coach'],
    ['/ai-coach?prompt=Hello', '/login?next=%2Fai-coach%3Fprompt%3DHello'],
    ['/settings', '/login?next=%2Fsettings'],
  ] as const

  describe('a guarded page', () => {
    test.each(guarded)('%s redirects signed-out visitors to the sign-in: %s', async (url, target) => {
      const { readUrl, network } = renderApp(url, { user: null })
      await findLogin()
      expect(readUrl()).toBe(target)
      for (const id of [
        'auth.me',
        'screener.view',
        'portfolio.list',
        'portfolio.attention',
        'options.chain',
        'coach.chat',
      ] as const) {
        expect(network.callsTo(id)).toEqual([])
      }
    })
  })

  describe('an unknown path', () => {
    test.each([
      ['/', null],
      ['/Dashboard/more', null],
      ['/nowhere', buildUser()],
    ] as const)('%s leads to the landing page', async (url, user) => {
      const { readLeft } = renderApp(url, { user })
      await waitFor(() => expect(readLeft()).toContain('/'))
      expect(new Set(readLeft())).toEqual(new Set(['/']))
      expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
    })
  })

  test.each([
    ['/login', 'Sign in'],
    ['/register', 'Create account'],
  ])('%s is public', async (url, title) => {
    const { readUrl } = renderApp(url, { user: null })
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
    expect(readUrl()).toBe(url)
  })
})

describe('the color palette', () => {
  const root = document.documentElement

  afterEach(() => {
    closeApp()
    delete root.dataset.pl
    delete root.dataset.session
    window.history.replaceState(null, '', '/')
    root.removeAttribute('data-mantine-color-scheme')
  })

  describe('before the first paint', () => {
    const script = readFileSync('apps/web/public/first-paint.js', 'utf8')
    const runFirst = () => {
      const element = document.createElement('script')
      element.textContent = script
      document.head.append(element)
      element.remove()
    }

    test.each([
      ['dark', '{"palette":"blue_orange"}', 'dark', 'alt'],
      ['light', '{"palette":"green_red"}', 'light', undefined],
      ['auto', '{"palette":"blue_orange"}', 'light', 'alt'],
      ['dark', 'null', 'dark', undefined],
      ['dark', 'nonsense', 'dark', undefined],
      ['pink', '{}', 'light', undefined],
    ])('theme "%s" with preferences %s gives %s and %s', (theme, preferences, scheme, palette) => {
      window.localStorage.setItem('mantine-color-scheme-value', theme)
      window.localStorage.setItem(PREFERENCES_KEY, preferences)
      runFirst()
      expect(root.dataset.mantineColorScheme).toBe(scheme)
      expect(root.dataset.pl).toBe(palette)
    })

    test.each([
      ['/dashboard', 'token-1', true],
      ['/dashboard', null, false],
      ['/login', 'token-1', false],
    ])('at %s with the token %s, the page skeleton is shown: %s', (path, token, shows) => {
      if (token !== null) window.localStorage.setItem(TOKEN_KEY, token)
      window.history.replaceState(null, '', path)
      runFirst()
      expect(root.dataset.session !== undefined).toBe(shows)
    })
  })

  test.each(['nonsense', '{"palette":"pink"}'])('uses the defaults for malformed preferences: %s', async (text) => {
    window.localStorage.setItem(PREFERENCES_KEY, text)
    renderApp('/login', { user: null })
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(root.dataset.pl).toBeUndefined()
  })

  test('applies a change from another tab immediately', async () => {
    renderApp('/login', { user: null })
    await screen.findByRole('heading', { name: 'Sign in' })
    window.localStorage.setItem(PREFERENCES_KEY, '{"palette":"blue_orange"}')
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: PREFERENCES_KEY }))
    })
    expect(root.dataset.pl).toBe('alt')
    window.localStorage.clear()
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: null }))
    })
    expect(root.dataset.pl).toBeUndefined()
  })
})

describe('texts with markup', () => {
  afterEach(closeApp)

  /** Expects each payload to be shown as text and to create no elements. */
  async function expectText(texts: readonly string[]): Promise<void> {
    const lost = () => texts.filter((text) => !(document.body.textContent ?? '').includes(text))
    await waitFor(() => expect(lost()).toEqual([]))
    expect(listForeign()).toEqual([])
  }

  /** All payloads on a few lines: every opening combined with every body. */
  const lines = bodies.map((body) => openings.map((opening) => opening + body).join(' '))

  test('has sixty payloads', () => {
    expect(new Set(payloads).size).toBe(60)
    expect(payloads.filter((payload) => !lines.join(' ').includes(payload))).toEqual([])
  })

  test('shows company names with markup as text (S19)', async () => {
    const network = createHealthyNetwork()
    const stocks = buildStocks(lines.length).map((stock, index) => ({ ...stock, company_name: lines[index] ?? '' }))
    network.answer('screener.view', () => reply('screener.view', buildView(stocks)))
    renderApp('/screening', { network })
    await screen.findByRole('grid')
    await expectText(payloads)
  })

  test('shows tickers and notes of positions as text', async () => {
    const positions = lines.map((text, index) => buildStored({ id: `p${index}`, ticker: text, notes: text }))
    renderApp('/portfolio', { network: createPortfolioServer(positions).network })
    await expectText(payloads)
  })

  test('shows a user’s name and the server’s error messages as text', async () => {
    const network = createHealthyNetwork()
    const user = buildUser({ full_name: payloads.join(' '), username: payloads.join(' ') })
    network.answer('auth.me', () => reply('auth.me', user))
    network.answer('screener.view', () => refuse(503, payloads.join(' ')))
    renderApp('/screening', { user, network })
    await expectText(payloads)
  })

  test('rejects markup as the symbol in an analysis URL', async () => {
    renderApp(`/analysis?symbol=${encodeURIComponent(payloads.join(' '))}`)
    await screen.findByRole('heading', { level: 1 })
    await expectText([])
  })

  test('shows a question from the URL and its answer as text', async () => {
    const question = payloads.join(' ').slice(0, 2_000)
    const app = await openCoach(`/ai-coach?prompt=${encodeURIComponent(question)}`, createCoachServer())
    const stream = await app.nextStream()
    act(() => stream.finish(buildAnswer(payloads.map((payload) => `It says ${payload}`).join('\n'))))
    await coachParts.log().findByText(question)
    await expectText([question, ...payloads])
  })
})
