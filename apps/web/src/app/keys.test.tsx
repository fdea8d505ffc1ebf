import '../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, waitFor } from '@testing-library/react'
import { readPreferences } from '../shared/preferences.ts'
import { buildSavedScreen } from '../testing/builders.ts'
import { refuse, reply } from '../testing/fake-network.ts'
import { buildStored, createPortfolioServer } from '../testing/portfolio-server.ts'
import { screen, within } from '../testing/queries.ts'
import { closeApp, renderApp } from '../testing/render-app.tsx'
import { write } from '../testing/write.ts'

afterEach(closeApp)

describe('shortcuts', () => {
  async function open(url = '/portfolio') {
    const app = renderApp(url)
    await screen.findByRole('navigation', { name: 'Main' })
    return app
  }

  const readStored = () => readPreferences(window.localStorage.getItem('preferences') ?? undefined)
  const findKeys = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' })

  describe('key sequences', () => {
    // One of the e2e journeys covers every page.
    test('open a page, take precedence over page shortcuts, and are ignored with another key or a long pause in between', async () => {
      const { user, readUrl } = await open()
      await user.keyboard('gxd')
      await user.keyboard('g')
      const late = new KeyboardEvent('keydown', { key: 'd', bubbles: true })
      Object.defineProperty(late, 'timeStamp', { value: late.timeStamp + 2_000 })
      act(() => {
        document.body.dispatchEvent(late)
      })
      expect(readUrl()).toBe('/portfolio')
      await user.keyboard('gn')
      expect(screen.queryByRole('dialog')).toBeNull()
      await user.keyboard('gs')
      await waitFor(() => expect(readUrl()).toBe('/screening'))
    })
  })

  test('t toggles the theme, h hides amounts, n adds a position and r refreshes, on any page', async () => {
    const { user, network } = await open('/screening')
    await user.keyboard('t')
    await waitFor(() => expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark'))
    await user.keyboard('t')
    await waitFor(() => expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'light'))
    await user.keyboard('h')
    expect(readStored().hidesAmounts).toBe(true)
    expect(screen.getByRole('button', { name: 'Hide amounts' })).toHaveAttribute('aria-pressed', 'true')
    await user.keyboard('h')
    expect(readStored().hidesAmounts).toBe(false)
    await screen.findByText('QAA')
    const before = network.callsTo('screener.view').length
    await user.keyboard('r')
    await waitFor(() => expect(network.callsTo('screener.view').length).toBeGreaterThan(before))
    await user.keyboard('n')
    expect(await screen.findByRole('dialog', { name: 'Add Covered Call Position' })).toBeInTheDocument()
  })

  test('/ focuses the search of a page, in which only Ctrl shortcuts work, and opens the palette on a page without one', async () => {
    const { user, readUrl } = await open('/screening')
    await user.keyboard('/')
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Search by symbol or company' })).toHaveFocus())
    await user.keyboard('gd?')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(readUrl()).not.toBe('/dashboard')
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('dialog', { name: 'Command palette' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(screen.getByRole('heading', { name: 'Stock Screener' }))
    await user.keyboard('gp')
    await screen.findByRole('heading', { name: 'Portfolio Tracking' })
    await user.keyboard('/')
    expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeInTheDocument()
  })

  test('? lists the shortcuts by page and can turn them off; Escape closes the list', async () => {
    const { user, readUrl } = await open()
    await user.keyboard('?')
    const dialog = within(await findKeys())
    const headings = dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    expect(headings).toEqual(['Everywhere', 'Tables', 'Stock Screening', 'Portfolio Tracking', 'Stock Analysis'])
    expect(dialog.getByText('Go to Dashboard').previousElementSibling).toHaveTextContent('gthend')
    expect(dialog.getByRole('link', { name: 'More in Settings' })).toHaveAttribute('href', '/settings')
    await user.keyboard('gd')
    expect(readUrl()).toBe('/portfolio')
    await user.click(dialog.getByRole('checkbox', { name: 'Single-key shortcuts' }))
    expect(readStored().singleKeys).toBe(false)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('?/gd')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(readUrl()).toBe('/portfolio')
    await user.keyboard('{Control>}k{/Control}')
    expect(await screen.findByRole('dialog', { name: 'Command palette' })).toBeInTheDocument()
  })
})

describe('the command palette', () => {
  const stored = buildStored()
  const stamp = { data_class: 'recorded', source: 'recorded pack', as_of: null, cache_status: 'fresh' } as const

  function openApp(url = '/ai-coach') {
    const { network } = createPortfolioServer([stored])
    const screens = [buildSavedScreen({ id: 'rich', name: 'Rich premiums', query: 'min_yield=20' })]
    network.answer('screener.listScreens', () => reply('screener.listScreens', { status: 'success', screens }))
    network.answer('stocks.symbolsWithOptions', ({ query }) =>
      reply('stocks.symbolsWithOptions', {
        ...stamp,
        status: 'success',
        message: null,
        symbols: query.get('search') === 'QB' ? [{ symbol: 'QBBB', name: 'Quiet Brooks' }] : [],
      }),
    )
    return renderApp(url, { network })
  }

  async function openPalette(url?: string) {
    const app = openApp(url)
    await screen.findByRole('navigation', { name: 'Main' })
    await app.user.keyboard('{Control>}k{/Control}')
    await findField()
    return app
  }

  const findField = () => screen.findByRole('combobox', { name: 'Find a symbol, a page or an action' })
  const getField = () => screen.getByRole('combobox', { name: 'Find a symbol, a page or an action' })
  const fill = (text: string) => write(getField(), text)
  const getGroup = (name: string) => screen.getByRole('group', { name })
  const listOptions = (group: HTMLElement) =>
    within(group)
      .getAllByRole('option')
      .map((option) => option.firstElementChild?.textContent)
  const getList = () => within(screen.getByRole('dialog')).getByRole('listbox')
  const getActive = () => within(getList()).getByRole('option', { selected: true })
  const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  describe('when opened', () => {
    test('has focus and lists pages, the user’s own items and actions; arrow keys wrap around', async () => {
      const { user } = await openPalette()
      await waitFor(() => expect(getField()).toHaveFocus())
      expect(listOptions(getGroup('Pages'))).toEqual([
        'Dashboard',
        'Stock Screening',
        'Stock Analysis',
        'Portfolio Tracking',
        'AI Coach',
        'Alerts',
        'Settings',
        'Market data',
      ])
      expect(within(getGroup('Pages')).getByRole('option', { name: /Dashboard/ })).toHaveTextContent('gthend')
      await waitFor(() => expect(listOptions(getGroup('Your positions'))).toEqual(['QAAA 130 call']))
      await waitFor(() => expect(listOptions(getGroup('Saved screens'))).toEqual(['Rich premiums']))
      expect(listOptions(getGroup('Actions'))).toContain('Add a position')
      expect(screen.queryByRole('group', { name: 'AI Coach' })).toBeNull()

      expect(getActive()).toHaveTextContent('Dashboard')
      await user.keyboard('{ArrowDown}')
      await waitFor(() => expect(getActive()).toHaveTextContent('Stock Screening'))
      expect(getField()).toHaveAttribute('aria-activedescendant', getActive().id)
      await user.keyboard('{ArrowUp}{ArrowUp}')
      await waitFor(() => expect(within(getList()).getAllByRole('option').at(-1)).toBe(getActive()))
    })

    test('closes on Escape and on its own shortcut, and restores focus', async () => {
      const { user } = openApp()
      const opener = await screen.findByRole('button', { name: 'Symbol, page or action' })
      await user.click(opener)
      await findField()
      await user.keyboard('{Escape}')
      await waitUntilClosed()
      await waitFor(() => expect(opener).toHaveFocus())
      await user.keyboard('{Control>}k{/Control}')
      await waitFor(() => expect(getField()).toHaveFocus())
      await user.keyboard('{Control>}k{/Control}')
      await waitUntilClosed()
    })
  })

  describe('with a search text', () => {
    test('finds pages and positions, and opens a saved screen and a symbol without a suggestion', async () => {
      const { user, readUrl } = await openPalette()
      // One of the e2e journeys opens a position.
      for (const [text, label] of [
        ['tracking', 'Portfolio Tracking'],
        ['qaaa 130', 'QAAA 130 call'],
        ['rich', 'Rich premiums'],
      ] as const) {
        await fill(text)
        await waitFor(() => expect(getActive().firstElementChild).toHaveTextContent(label))
      }
      await user.keyboard('{Enter}')
      await waitFor(() => expect(readUrl()).toBe('/screening?min_yield=20'))
      await waitUntilClosed()
      await user.keyboard('{Control>}k{/Control}')
      await findField()
      await fill('zzzz')
      await waitFor(() => expect(getActive().firstElementChild).toHaveTextContent('ZZZZ'))
      await user.keyboard('{Enter}')
      await waitFor(() => expect(readUrl()).toBe('/analysis?symbol=ZZZZ'))
    })

    test('keeps the keys typed before it is ready', async () => {
      const { user, readUrl } = openApp()
      await screen.findByRole('navigation', { name: 'Main' })
      await user.keyboard('{Control>}k{/Control}zzzz{Enter}')
      await waitFor(() => expect(readUrl()).toBe('/analysis?symbol=ZZZZ'))
    })

    test('asks the coach if nothing else matches, counts the choices, and omits data that failed to load', async () => {
      const { network } = createPortfolioServer([])
      network.answer('portfolio.list', () => refuse(503, 'Away.'))
      const { user, readUrl } = renderApp('/portfolio', { network })
      await screen.findByRole('navigation', { name: 'Main' })
      await user.keyboard('{Control>}k{/Control}')
      await findField()
      expect(screen.queryByRole('group', { name: 'Your positions' })).toBeNull()
      expect(screen.queryByRole('group', { name: 'Saved screens' })).toBeNull()
      await fill('light theme')
      expect(screen.getByText('2 results')).toBeInTheDocument()
      await fill('no such thing')
      expect(screen.getByText('1 result')).toBeInTheDocument()
      await user.keyboard('{Enter}')
      await waitFor(() => expect(readUrl()).toBe('/ai-coach?prompt=no+such+thing'))
    })
  })

  test('explains a glossary term in place, with one key to go back', async () => {
    const { user } = await openPalette()
    await fill('static yield')
    await user.click(await screen.findByRole('option', { name: /^Static yield/i }))
    expect(screen.getByRole('heading', { name: /^Static yield$/i })).toBeInTheDocument()
    expect(screen.getByText('Formula')).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Back' })).toHaveFocus())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(getField()).toHaveFocus())
    expect(getField()).toHaveValue('static yield')
  })

  describe('an action', () => {
    test('changes the appearance, opens the list of shortcuts, or opens the position form', async () => {
      const { user } = await openPalette()
      await fill('dark theme')
      await user.keyboard('{Enter}')
      await waitFor(() => expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark'))
      await waitUntilClosed()
      await user.keyboard('{Control>}k{/Control}')
      await findField()
      await fill('shortcuts')
      await user.keyboard('{Enter}')
      const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
      await waitFor(() => expect(dialog).toContainElement(document.activeElement as HTMLElement))
      await user.keyboard('{Escape}')
      await waitUntilClosed()
      await user.keyboard('{Control>}k{/Control}')
      await findField()
      await fill('add a pos')
      await user.keyboard('{Enter}')
      expect(await screen.findByRole('dialog', { name: 'Add Covered Call Position' })).toBeInTheDocument()
    })

    test('refreshes the data, or logs out', async () => {
      const { user, network } = await openPalette('/portfolio')
      await screen.findByRole('option', { name: /QAAA 130 call/ })
      const before = network.callsTo('portfolio.list').length
      await fill('refresh')
      await user.keyboard('{Enter}')
      await waitFor(() => expect(network.callsTo('portfolio.list').length).toBeGreaterThan(before))
      await waitUntilClosed()
      await user.keyboard('{Control>}k{/Control}')
      await findField()
      await fill('log out')
      await user.keyboard('{Enter}')
      expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument()
    })
  })

  test('finds symbols on the server, and lists recent choices first, per user', async () => {
    const { user, readUrl } = await openPalette()
    await fill('qb')
    expect(await screen.findByRole('option', { name: 'QBBB Quiet Brooks' })).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(readUrl()).toBe('/analysis?symbol=QBBB'))
    await waitUntilClosed()
    await user.keyboard('{Control>}k{/Control}')
    await findField()
    await fill('settings')
    await user.keyboard('{Enter}')
    await waitUntilClosed()
    await user.keyboard('{Control>}k{/Control}')
    await findField()
    expect(listOptions(getGroup('Recent'))).toEqual(['Settings', 'QBBB'])
    expect(getActive()).toHaveTextContent('Settings')
    expect(Object.keys(window.localStorage).filter((key) => key.startsWith('recentChoices'))).toEqual([
      'recentChoices.user-1',
    ])
  })
})
