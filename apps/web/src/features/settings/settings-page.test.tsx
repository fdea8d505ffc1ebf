import '../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, screen, within } from '@testing-library/react'
import { createAccountNetwork, usualWeights } from '../../testing/account-server.ts'
import { buildStocks, buildUser, buildViewPage } from '../../testing/builders.ts'
import { refuse, reply } from '../../testing/fake-network.ts'
import { closeApp, renderApp } from '../../testing/render-app.tsx'
import { write } from '../../testing/write.ts'

afterEach(closeApp)

const findSection = async (name: string) => within(await screen.findByRole('region', { name }))
const open = (url = '/settings', network = createAccountNetwork()) => renderApp(url, { network })
const readPreference = (name: string) => JSON.parse(window.localStorage.getItem('preferences') ?? '{}')[name]
const root = document.documentElement

/** What the browser tells a page when another tab of it has written. */
const writeElsewhere = (key: string, newValue: string) =>
  act(() => {
    window.localStorage.setItem(key, newValue)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: window.localStorage }))
  })

describe('addresses', () => {
  test('each section has one, and has the focus there', async () => {
    const { user } = open('/settings#sessions')
    expect(await screen.findByRole('heading', { name: 'Sessions' })).toHaveFocus()
    const contents = within(screen.getByRole('navigation', { name: 'Settings by section' }))
    expect(contents.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Appearance', '/settings#appearance'],
      ['Rating weights', '/settings#weights'],
      ['Sessions', '/settings#sessions'],
      ['Password', '/settings#password'],
      ['Your data', '/settings#data'],
      ['About', '/settings#about'],
    ])
    await user.click(contents.getByRole('link', { name: 'Your data' }))
    expect(screen.getByRole('heading', { name: 'Your data' })).toHaveFocus()
    await user.click(contents.getByRole('link', { name: 'About' }))
    await user.click(contents.getByRole('link', { name: 'About' }))
    expect(screen.getByRole('heading', { name: 'About' })).toHaveFocus()
  })

  test('nobody is led to the sign-in and back', async () => {
    const { readUrl } = renderApp('/settings#password', { user: null })
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(readUrl()).toBe('/login?next=%2Fsettings%23password')
  })
})

describe('appearance', () => {
  const findGroup = async (name: string) => within(await screen.findByRole('group', { name }))
  const isChosen = (group: ReturnType<typeof within>, name: string) =>
    group.getByRole('button', { name }).getAttribute('aria-pressed') === 'true'

  test('the theme turns at once, and follows another tab', async () => {
    const { user } = open()
    const themes = await findGroup('Theme')
    expect(isChosen(themes, 'System')).toBe(true)
    await user.click(themes.getByRole('button', { name: 'Dark' }))
    expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
    expect(isChosen(themes, 'Dark')).toBe(true)
    writeElsewhere('mantine-color-scheme-value', 'light')
    expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
    expect(isChosen(themes, 'Light')).toBe(true)
  })

  test('gain and loss turn blue and orange at once, also for the next visit and in every tab', async () => {
    const { user, unmount } = open()
    await user.click((await findGroup('Gain and loss')).getByRole('button', { name: 'Blue and orange' }))
    expect(root.dataset.pl).toBe('alt')
    unmount()
    delete root.dataset.pl
    open()
    const palettes = await findGroup('Gain and loss')
    expect(root.dataset.pl).toBe('alt')
    expect(isChosen(palettes, 'Blue and orange')).toBe(true)
    writeElsewhere('preferences', '{"palette":"green_red"}')
    expect(root.dataset.pl).toBeUndefined()
    expect(isChosen(palettes, 'Green and red')).toBe(true)
  })

  test('rows have three heights, the same for every table', async () => {
    const { user, unmount } = open()
    await user.click((await findGroup('Row height')).getByRole('button', { name: 'Roomy' }))
    unmount()
    const next = open('/screening')
    expect(await screen.findByRole('grid')).toHaveAttribute('data-density', 'roomy')
    await next.user.click(screen.getByRole('button', { name: 'Compact rows' }))
    expect(readPreference('density')).toBe('compact')
    next.unmount()
    open()
    expect(isChosen(await findGroup('Row height'), 'Compact')).toBe(true)
  })

  test('shortcuts and amounts can be turned; one choice leaves the others as they are', async () => {
    window.localStorage.setItem('preferences', '{"palette":"blue_orange","density":"roomy"}')
    const { user } = open()
    for (const [name, key, usual] of [
      ['Single-key shortcuts', 'singleKeys', true],
      ['Hide amounts', 'hidesAmounts', false],
    ] as const) {
      const group = await findGroup(name)
      expect(isChosen(group, 'On')).toBe(usual)
      await user.click(group.getByRole('button', { name: usual ? 'Off' : 'On' }))
      expect(isChosen(group, 'On')).toBe(!usual)
      expect(readPreference(key)).toBe(!usual)
    }
    expect(JSON.parse(window.localStorage.getItem('preferences') ?? '')).toEqual({
      palette: 'blue_orange',
      density: 'roomy',
      singleKeys: false,
      hidesAmounts: true,
    })
  })
})

describe('rating weights', () => {
  test('says whose they are, and changes them', async () => {
    const network = createAccountNetwork()
    network.answer('screener.putWeights', ({ body }) =>
      reply('screener.putWeights', { status: 'success', weights: body as typeof usualWeights, custom: true }),
    )
    const { user } = open('/settings', network)
    const section = await findSection('Rating weights')
    expect(await section.findByText('Your ratings are the Callwright Rating.')).toBeInTheDocument()
    await user.click(section.getByRole('button', { name: 'Change weights' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Weights of the rating' }))
    await write(await dialog.findByLabelText('Income'), '40')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await section.findByText('Your ratings stand under your own weights.')).toBeInTheDocument()
    expect(network.callsTo('screener.putWeights')[0]?.body).toEqual({ ...usualWeights, income: 40 })
  })

  test('what cannot be loaded says why, with a reference, and is asked for again', async () => {
    const network = createAccountNetwork()
    network.answer('screener.getWeights', () => refuse(500, 'The store does not answer.'))
    const { user } = open('/settings', network)
    const section = await findSection('Rating weights')
    const alert = await section.findByRole('alert')
    expect(alert).toHaveTextContent('Your weights could not be loaded. The store does not answer.')
    expect(alert).toHaveTextContent('Reference request-7')
    network.answer('screener.getWeights', () =>
      reply('screener.getWeights', { status: 'success', weights: usualWeights, custom: true }),
    )
    await user.click(section.getByRole('button', { name: 'Retry' }))
    expect(await section.findByText('Your ratings stand under your own weights.')).toBeInTheDocument()
  })
})

describe('about', () => {
  test('names the market in use, the versions, the licence of the charts, the API and the keys', async () => {
    open()
    const about = await findSection('About')
    expect(await about.findByText('Recorded market of 10 July 2026')).toBeInTheDocument()
    expect(about.getByText('Jul 10, 2026, 16:00 ET')).toBeInTheDocument()
    expect(about.getByText('recorded pack')).toBeInTheDocument()
    expect(about.getByText('0.1.0')).toBeInTheDocument()
    expect(about.getByText(/^Highcharts \d+\.\d+\.\d+/)).toHaveTextContent('need a licence from Highsoft')
    expect(about.getByRole('link', { name: 'Highcharts licences' })).toHaveAttribute(
      'href',
      'https://shop.highcharts.com/',
    )
    expect(about.getByRole('link', { name: 'API reference' })).toHaveAttribute('href', '/api/docs')
    expect(about.getByRole('button', { name: 'Keyboard shortcuts' })).toBeInTheDocument()
  })

  test('a market that is not known says so, and the rest stays', async () => {
    const network = createAccountNetwork()
    network.answer('screener.view', () => refuse(503, 'The screener is starting.'))
    const { user } = open('/settings', network)
    const about = await findSection('About')
    expect(await about.findByRole('alert')).toHaveTextContent(
      'The market in use is not known right now. The screener is starting.',
    )
    expect(about.getByText('Version 2')).toBeInTheDocument()
    network.answer('screener.view', ({ query }) => reply('screener.view', buildViewPage(buildStocks(1), query)))
    await user.click(about.getByRole('button', { name: 'Retry' }))
    expect(await about.findByText('recorded pack')).toBeInTheDocument()
  })
})

test('in the demo, what is about an account points to one', async () => {
  const network = createAccountNetwork()
  const demo = buildUser({ is_demo: true, demo_ends_at: '2026-07-11T20:00:00Z' })
  network.answer('auth.me', () => reply('auth.me', demo))
  const { user, readUrl } = renderApp('/settings', { user: demo, network })
  for (const name of ['Sessions', 'Password', 'Your data']) {
    const section = await findSection(name)
    expect(section.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/register')
    expect(section.queryByRole('button')).toBeNull()
  }
  expect(network.callsTo('auth.listSessions')).toEqual([])
  await user.click((await findSection('Your data')).getByRole('link', { name: 'Create an account' }))
  expect(await screen.findByRole('heading', { name: 'Create account' })).toBeInTheDocument()
  expect(readUrl()).toBe('/register')
})
