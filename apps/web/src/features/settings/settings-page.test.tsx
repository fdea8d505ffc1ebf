import '../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, waitFor } from '@testing-library/react'
import { nameDevice } from '../../shared/name-device.ts'
import { buildSession, createAccountNetwork, defaultWeights } from '../../testing/account-server.ts'
import { buildStocks, buildUser, buildViewPage } from '../../testing/builders.ts'
import { createGate, refuse, reply } from '../../testing/fake-network.ts'
import { screen, within } from '../../testing/queries.ts'
import { closeApp, renderApp } from '../../testing/render-app.tsx'
import { write } from '../../testing/write.ts'

afterEach(closeApp)

const findSection = async (name: string) => within(await screen.findByRole('region', { name }))
const open = (url = '/settings', network = createAccountNetwork()) => renderApp(url, { network })
const readPreference = (name: string) => JSON.parse(window.localStorage.getItem('preferences') ?? '{}')[name]
const root = document.documentElement

/** Simulates the storage event that a write in another tab causes. */
const writeElsewhere = (key: string, newValue: string) =>
  act(() => {
    window.localStorage.setItem(key, newValue)
    window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: window.localStorage }))
  })

describe('section links', () => {
  test('each section has a link that focuses it', async () => {
    const { user } = open('/settings#sessions')
    expect(await screen.findByRole('heading', { name: 'Sessions' })).toHaveFocus()
    const contents = within(screen.getByRole('navigation', { name: 'Settings by section' }))
    expect(contents.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Appearance', '/settings#appearance'],
      ['Rating weights', '/settings#weights'],
      ['Sessions', '/settings#sessions'],
      ['Recent activity', '/settings#activity'],
      ['Password', '/settings#password'],
      ['Two-factor sign-in', '/settings#second-factor'],
      ['Your data', '/settings#data'],
      ['About', '/settings#about'],
    ])
    await user.click(contents.getByRole('link', { name: 'Your data' }))
    expect(screen.getByRole('heading', { name: 'Your data' })).toHaveFocus()
    await user.click(contents.getByRole('link', { name: 'About' }))
    await user.click(contents.getByRole('link', { name: 'About' }))
    expect(screen.getByRole('heading', { name: 'About' })).toHaveFocus()
  })

  test('redirects signed-out visitors to the sign-in page, with a return path', async () => {
    const { readUrl } = renderApp('/settings#password', { user: null })
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(readUrl()).toBe('/login?next=%2Fsettings%23password')
  })
})

describe('appearance', () => {
  const findGroup = async (name: string) => within(await screen.findByRole('group', { name }))
  const isChosen = (group: ReturnType<typeof within>, name: string) =>
    group.getByRole('button', { name }).getAttribute('aria-pressed') === 'true'

  test('theme, colors and row height change immediately, in every tab, and persist', async () => {
    const { user, unmount } = open()
    const themes = await findGroup('Theme')
    expect(isChosen(themes, 'System')).toBe(true)
    await user.click(themes.getByRole('button', { name: 'Dark' }))
    expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
    expect(isChosen(themes, 'Dark')).toBe(true)
    writeElsewhere('mantine-color-scheme-value', 'light')
    expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
    expect(isChosen(themes, 'Light')).toBe(true)
    await user.click((await findGroup('Gain and loss')).getByRole('button', { name: 'Blue and orange' }))
    expect(root.dataset.pl).toBe('alt')
    await user.click((await findGroup('Row height')).getByRole('button', { name: 'Roomy' }))
    unmount()
    delete root.dataset.pl

    // The row height applies to all tables.
    const next = open('/screening')
    expect(await screen.findByRole('grid')).toHaveAttribute('data-density', 'roomy')
    await next.user.click(screen.getByRole('button', { name: 'Compact rows' }))
    expect(readPreference('density')).toBe('compact')
    await next.user.click(screen.getByRole('link', { name: 'Settings' }))
    await screen.findByRole('heading', { name: 'Appearance' })
    expect(isChosen(await findGroup('Row height'), 'Compact')).toBe(true)
    const palettes = await findGroup('Gain and loss')
    expect(root.dataset.pl).toBe('alt')
    expect(isChosen(palettes, 'Blue and orange')).toBe(true)
    writeElsewhere('preferences', '{"palette":"green_red"}')
    expect(root.dataset.pl).toBeUndefined()
    expect(isChosen(palettes, 'Green and red')).toBe(true)
  })

  test('shortcuts and amounts can be switched independently', async () => {
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

test('shows and changes the rating weights; shows the reason and retries if they fail to load', async () => {
  const network = createAccountNetwork()
  network.answer('screener.getWeights', () => refuse(500, 'The store does not answer.'))
  network.answer('screener.putWeights', ({ body }) =>
    reply('screener.putWeights', { status: 'success', weights: body as typeof defaultWeights, custom: true }),
  )
  const { user } = open('/settings', network)
  const section = await findSection('Rating weights')
  const alert = await section.findByRole('alert')
  expect(alert).toHaveTextContent('Could not load your weights. The store does not answer.')
  expect(alert).toHaveTextContent('Reference request-7')
  network.answer('screener.getWeights', () =>
    reply('screener.getWeights', { status: 'success', weights: defaultWeights, custom: false }),
  )
  await user.click(section.getByRole('button', { name: 'Retry' }))
  expect(await section.findByText('You are using the standard Callwright Rating.')).toBeInTheDocument()
  await user.click(section.getByRole('button', { name: 'Change weights' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Rating weights' }))
  await write(await dialog.findByLabelText('Income'), '40')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await section.findByText('Ratings now use your weights.')).toBeInTheDocument()
  expect(network.callsTo('screener.putWeights')[0]?.body).toEqual({ ...defaultWeights, income: 40 })
})

test('About shows versions, chart license, API, shortcuts, and the market once it is known', async () => {
  const network = createAccountNetwork()
  network.answer('screener.view', () => refuse(503, 'The screener is starting.'))
  const { user } = open('/settings', network)
  const about = await findSection('About')
  expect(await about.findByRole('alert')).toHaveTextContent('Could not load the market. The screener is starting.')
  expect(about.getByText('Version 2')).toBeInTheDocument()
  expect(about.getByText('0.1.0')).toBeInTheDocument()
  expect(about.getByText(/^Highcharts \d+\.\d+\.\d+/)).toHaveTextContent('requires a license from Highsoft')
  expect(about.getByRole('link', { name: 'Highcharts licenses' })).toHaveAttribute(
    'href',
    'https://shop.highcharts.com/',
  )
  expect(about.getByRole('link', { name: 'API reference' })).toHaveAttribute('href', '/api/docs')
  expect(about.getByRole('button', { name: 'Keyboard shortcuts' })).toBeInTheDocument()
  network.answer('screener.view', ({ query }) => reply('screener.view', buildViewPage(buildStocks(1), query)))
  await user.click(about.getByRole('button', { name: 'Retry' }))
  expect(await about.findByText('recorded pack')).toBeInTheDocument()
  expect(about.getByText('Recorded market of Jul 10, 2026')).toBeInTheDocument()
  expect(about.getByText('Jul 10, 2026, 16:00 ET')).toBeInTheDocument()
})

test('in the demo, account sections link to registration', async () => {
  const network = createAccountNetwork()
  const demo = buildUser({ is_demo: true, demo_ends_at: '2026-07-11T20:00:00Z' })
  network.answer('auth.me', () => reply('auth.me', demo))
  const { user, readUrl } = renderApp('/settings', { user: demo, network })
  for (const name of ['Sessions', 'Password', 'Two-factor sign-in', 'Your data']) {
    const section = await findSection(name)
    expect(section.getByRole('link', { name: 'Create an account' })).toHaveAttribute('href', '/register')
    expect(section.queryByRole('button')).toBeNull()
  }
  expect(network.callsTo('auth.listSessions')).toEqual([])
  expect(network.callsTo('auth.secondFactor')).toEqual([])
  await user.click((await findSection('Your data')).getByRole('link', { name: 'Create an account' }))
  expect(await screen.findByRole('heading', { name: 'Create account' })).toBeInTheDocument()
  expect(readUrl()).toBe('/register')
})

describe('sessions', () => {
  const phone = buildSession({
    id: 'session-2',
    current: false,
    user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1',
  })
  const unknown = buildSession({ id: 'session-3', current: false, user_agent: 'curl/8.14.1' })

  async function open(network = createAccountNetwork([buildSession(), phone, unknown])) {
    const app = renderApp('/settings', { network })
    return { ...app, section: within(await screen.findByRole('region', { name: 'Sessions' })) }
  }

  const findDevices = async (section: ReturnType<typeof within>) =>
    within(await section.findByRole('list', { name: 'Signed-in devices' }))
      .getAllByRole('listitem')
      .map((item) => item.querySelector('b')?.textContent)

  test('lists every device by name, this one first, and says when each was last used', async () => {
    const { section } = await open(createAccountNetwork([phone, buildSession(), unknown]))
    expect(await findDevices(section)).toEqual(['Firefox on Windows', 'Safari on iPhone', 'Unknown device'])
    const [here, there] = section.getAllByRole('listitem')
    expect(here).toHaveTextContent(/This deviceLast used Jul 1\d, .+, signed in Jul \d/)
    expect(within(here as HTMLElement).queryByRole('button')).toBeNull()
    expect(there).not.toHaveTextContent('This device')
  })

  test('ends one session', async () => {
    const { section, user, network } = await open()
    await user.click(await section.findByRole('button', { name: 'End the session on Safari on iPhone' }))
    expect(await screen.findByText('1 other session ended.')).toBeInTheDocument()
    await waitFor(async () => expect(await findDevices(section)).toEqual(['Firefox on Windows', 'Unknown device']))
    expect(network.callsTo('auth.revokeSessions').map(({ query }) => query.get('id'))).toEqual(['session-2'])
    expect(section.getByRole('list')).toHaveFocus()
  })

  test('ends all other sessions at once', async () => {
    const { section, user, network } = await open()
    await user.click(await section.findByRole('button', { name: 'End all other sessions' }))
    expect(await screen.findByText('2 other sessions ended.')).toBeInTheDocument()
    expect(await section.findByText('You are not signed in anywhere else.')).toBeInTheDocument()
    expect(await findDevices(section)).toEqual(['Firefox on Windows'])
    expect(network.callsTo('auth.revokeSessions').map(({ query }) => query.get('id'))).toEqual([null])
  })

  test('shows the reason and keeps the session if it cannot be ended', async () => {
    const network = createAccountNetwork([buildSession(), phone])
    const gate = createGate(() => refuse(503, 'Sessions cannot be ended right now.'))
    network.answer('auth.revokeSessions', gate.handler)
    const { section, user } = await open(network)
    const button = await section.findByRole('button', { name: 'End the session on Safari on iPhone' })
    await user.click(button)
    await user.click(button)
    gate.open()
    expect(await screen.findByText('Sessions cannot be ended right now.')).toBeInTheDocument()
    expect(network.callsTo('auth.revokeSessions')).toHaveLength(1)
    expect(await findDevices(section)).toHaveLength(2)
  })

  test('shows the reason and retries if the list fails to load', async () => {
    const network = createAccountNetwork()
    const healthy = createAccountNetwork()
    network.answer('auth.listSessions', () => refuse(503, 'Accounts are away.'))
    const { section, user } = await open(network)
    expect(await section.findByRole('alert')).toHaveTextContent('Could not load your sessions. Accounts are away.')
    network.answer('auth.listSessions', ({ path }) => healthy.fetch(new URL(path, 'http://localhost')))
    await user.click(section.getByRole('button', { name: 'Retry' }))
    expect(await findDevices(section)).toEqual(['Firefox on Windows'])
  })
})

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36', 'Chrome on Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/141.0.0.0 Safari/537.36', 'Chrome on Linux'],
  ['Mozilla/5.0 (X11; CrOS x86_64 16181.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36', 'Chrome on ChromeOS'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 OPR/120.0', 'Opera on Windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/26.0 Safari/605.1.15`, 'Safari on Mac'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} CriOS/141.0 Safari/604.1`, 'Chrome on iPhone'],
  [`Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) ${webkit} Version/19.0 Safari/604.1`, 'Safari on iPad'],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Windows'],
  ['curl/8.14.1', null],
  ['', null],
  [null, null],
])('a device with the user agent %s is named %s', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name)
})
