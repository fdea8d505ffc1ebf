import '../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { buildSavedScreen } from '../../testing/builders.ts'
import { refuse, reply } from '../../testing/fake-network.ts'
import { buildStored, createPortfolioServer } from '../../testing/portfolio-server.ts'
import { closeApp, renderApp } from '../../testing/render-app.tsx'
import { write } from '../../testing/write.ts'

afterEach(closeApp)

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

describe('opened', () => {
  test('it has the focus and lists the pages, what is the reader’s, and what can be done; the arrow keys go round', async () => {
    const { user } = await openPalette()
    await waitFor(() => expect(getField()).toHaveFocus())
    expect(listOptions(getGroup('Pages'))).toEqual([
      'Dashboard',
      'Stock Screening',
      'Stock Analysis',
      'Portfolio Tracking',
      'AI Coach',
      'Settings',
    ])
    expect(within(getGroup('Pages')).getByRole('option', { name: /Dashboard/ })).toHaveTextContent('gthend')
    await waitFor(() => expect(listOptions(getGroup('Your positions'))).toEqual(['QAAA 130 call']))
    await waitFor(() => expect(listOptions(getGroup('Saved screens'))).toEqual(['Rich premiums']))
    expect(listOptions(getGroup('Actions'))).toContain('Add a position')
    expect(screen.queryByRole('group', { name: 'AI Coach' })).toBeNull()

    expect(getActive()).toHaveTextContent('Dashboard')
    await user.keyboard('{ArrowDown}')
    expect(getActive()).toHaveTextContent('Stock Screening')
    expect(getField()).toHaveAttribute('aria-activedescendant', getActive().id)
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(within(getList()).getAllByRole('option').at(-1)).toBe(getActive())
  })

  test('Escape and the same keys close it, and the focus goes back', async () => {
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

  test('what cannot be had is left out', async () => {
    const { network } = createPortfolioServer([])
    network.answer('portfolio.list', () => refuse(503, 'Away.'))
    const { user } = renderApp('/screening', { network })
    await screen.findByRole('navigation', { name: 'Main' })
    await user.keyboard('{Control>}k{/Control}')
    await findField()
    expect(screen.queryByRole('group', { name: 'Your positions' })).toBeNull()
    expect(screen.queryByRole('group', { name: 'Saved screens' })).toBeNull()
  })
})

describe('typed into', () => {
  test('it finds a symbol on the server and opens its analysis', async () => {
    const { user, readUrl } = await openPalette()
    await fill('qb')
    expect(await screen.findByRole('option', { name: 'QBBB Quiet Brooks' })).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(readUrl()).toBe('/analysis?symbol=QBBB'))
    await waitUntilClosed()
  })

  test('it finds screens, positions and pages, and opens a symbol that nobody suggests', async () => {
    const { user, readUrl } = await openPalette()
    for (const [text, label, url] of [
      ['settings', 'Settings', '/settings'],
      ['tracking', 'Portfolio Tracking', '/portfolio'],
      ['qaaa 130', 'QAAA 130 call', `/portfolio?selected=${stored.id}`],
      ['rich', 'Rich premiums', '/screening?min_yield=20'],
      ['zzzz', 'ZZZZ', '/analysis?symbol=ZZZZ'],
    ] as const) {
      await fill(text)
      await waitFor(() => expect(getActive().firstElementChild).toHaveTextContent(label))
      await user.keyboard('{Enter}')
      await waitFor(() => expect(readUrl()).toBe(url))
      await waitUntilClosed()
      await user.keyboard('{Control>}k{/Control}')
      await findField()
    }
  })

  test('it hands to the coach what nothing else has the words of, and says how many choices there are', async () => {
    const { user, readUrl } = await openPalette('/screening')
    await fill('light theme')
    expect(screen.getByText('2 choices')).toBeInTheDocument()
    await fill('no such thing')
    expect(screen.getByText('1 choice')).toBeInTheDocument()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(readUrl()).toBe('/ai-coach?prompt=no+such+thing'))
  })
})

test('a word of the glossary is explained in place, and the way back is one key', async () => {
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
  test('changes how the page looks, lists the keys with the focus among them, or opens the form for a position', async () => {
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

  test('asks for the figures anew, or logs out', async () => {
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

test('what was chosen comes first the next time, for the same reader only', async () => {
  const { user } = await openPalette()
  await fill('qb')
  await user.click(await screen.findByRole('option', { name: 'QBBB Quiet Brooks' }))
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
