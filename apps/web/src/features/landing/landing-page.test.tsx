import '../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { readUser } from '../../api/credentials.ts'
import { createServices, waitFor as pause } from '../../api/services.ts'
import { buildGrant, buildUser } from '../../testing/builders.ts'
import {
  beUnreachable,
  createGate,
  createNetwork,
  type FakeNetwork,
  refuse,
  reply,
} from '../../testing/fake-network.ts'
import { write } from '../../testing/write.ts'
import { LandingPage } from './landing-page.tsx'
import { createVisitor } from './visitor.ts'

interface Opened {
  readonly network?: FakeNetwork
  readonly hidesSamples?: boolean
  readonly signedIn?: boolean
}

function openLanding({ network = createNetwork(), hidesSamples = false, signedIn = false }: Opened = {}) {
  const left: string[] = []
  const services = createServices({
    fetch: network.fetch,
    clock: { wallMs: () => 1_000_000, monotonicMs: () => 1_000_000 },
    findStorage: () => window.localStorage,
    locks: undefined,
    wait: pause,
    random: () => 0.5,
  })
  if (signedIn) services.credentials.save({ token: 'token-1', expiresInSeconds: 900, user: readUser(buildUser()) })
  const visitor = createVisitor(services, (path) => left.push(path))
  render(<LandingPage visitor={visitor} hidesSamples={hidesSamples} />)
  return { left, network, services, user: userEvent.setup() }
}

beforeEach(() => window.localStorage.clear())
afterEach(cleanup)

const main = () => within(screen.getByRole('navigation', { name: 'Main' }))
const link = (name: string, within_ = screen.getByRole('main')) => within(within_).getByRole('link', { name })

test('has a headline, features, ways to sign in, the comparison with footnotes, the risk note, and headings in order', () => {
  openLanding()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Covered Calls, Made Simple.')
  expect(screen.getByRole('heading', { name: 'We speak human, not Greek' })).toBeInTheDocument()
  for (const name of [
    'Smart Stock Selection',
    'Strike & Expiration Guidance',
    'Active Portfolio Management',
    'Performance Tracking',
  ]) {
    expect(screen.getByRole('heading', { name, level: 3 })).toBeInTheDocument()
  }
  expect(within(screen.getByRole('list', { name: 'Benefits' })).getAllByRole('listitem')).toHaveLength(3)

  expect(main().getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/login')
  expect(main().getByRole('link', { name: 'Start Free Trial' })).toHaveAttribute('href', '/register')
  expect(link('Get Started Free')).toHaveAttribute('href', '/register')
  expect(link('See How It Works')).toHaveAttribute('href', '/register')
  expect(link('Log In')).toHaveAttribute('href', '/login')
  expect(link('Start Free Trial')).toHaveAttribute('href', '/register')

  const table = within(screen.getByRole('table', { name: 'Covered-call ETFs against Callwright' }))
  const names = ['Annual fees', 'Expected yield', 'Strategy control', 'Learning', 'Customization']
  expect(table.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(names)
  for (const number of [1, 2]) {
    const target = table.getByRole('link', { name: `Footnote ${number}` }).getAttribute('href') ?? ''
    expect(document.querySelector(target)).toHaveTextContent(/^Sample figures as of July 2026/)
  }
  expect(document.querySelector('#footnote-2')).toHaveTextContent('Hypothetical, before costs and tax.')

  const footer = screen.getByRole('contentinfo')
  expect(footer).toHaveTextContent('Options involve risk and are not suitable for all investors.')
  const disclosure = link('Characteristics and Risks of Standardized Options', footer)
  expect(new URL(disclosure.getAttribute('href') ?? '').host).toBe('www.theocc.com')
  expect(footer).toHaveTextContent('Charts by Highcharts, which is not open source')
  expect(link('API reference', footer)).toHaveAttribute('href', '/api/docs')

  const levels = screen.getAllByRole('heading').map(({ tagName }) => Number(tagName.slice(1)))
  expect(levels[0]).toBe(1)
  for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? level)).toBeLessThanOrEqual(1)
})

describe('claims', () => {
  const claims = ['12-18%', '$99', '5,000+', '1.0%', '10-12%']

  test('are marked as samples, and every yield states its condition', () => {
    openLanding()
    const text = document.body.textContent ?? ''
    for (const claim of claims) expect(text).toContain(claim)
    const card = screen.getByText('12-18% expected annual yield').closest('li')
    expect(card).toHaveTextContent('Hypothetical, before costs and tax.')
    expect(card).toHaveTextContent('Sample content')
    for (const name of ["A fund's income without the fund", 'What 5,000+ investors say']) {
      expect(screen.getByRole('region', { name })).toHaveTextContent('Sample content')
    }
  })

  test('are removed where samples are hidden, and the page stays complete', () => {
    openLanding({ hidesSamples: true })
    const text = document.body.textContent ?? ''
    for (const claim of [...claims, 'Sample content', 'investors say']) expect(text).not.toContain(claim)
    expect(within(screen.getByRole('list', { name: 'Benefits' })).getAllByRole('listitem')).toHaveLength(3)
    expect(screen.getAllByRole('rowheader', { name: /^(Strategy control|Learning|Customization)$/ })).toHaveLength(3)
    expect(screen.queryByRole('link', { name: /^Footnote/ })).toBeNull()
  })
})

describe('calculator', () => {
  const read = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

  async function type(values: Readonly<Record<string, string>>) {
    for (const [name, value] of Object.entries(values)) await write(screen.getByRole('textbox', { name }), value)
  }

  test('plays when Watch Demo is clicked until a field is changed, calculates a call, and bends its line at the strike', async () => {
    const { user } = openLanding()
    await user.click(screen.getByRole('button', { name: 'Watch Demo' }))
    expect(screen.getByRole('form', { name: 'Covered call calculator' })).toHaveFocus()
    expect(screen.getByRole('textbox', { name: 'Strike' })).toHaveValue('102.50')

    // Stock at 50, strike 52.50, premium 0.80, 73 days to expiration.
    await type({ 'Share price': '50', Strike: '52.5', Premium: '0.8', Days: '73' })
    expect(screen.getByRole('status')).toHaveTextContent(
      'You keep $80, which is 8.0% a year on the shares. If they are called away, you sell 5.0% higher.',
    )
    expect(read('Static return')).toBe('1.6%, 8.0% a year')
    expect(read('If called')).toBe('6.6%, 33.0% a year')
    expect(read('Breakeven')).toBe('$49.20')

    // In the money, the premium's intrinsic value is not income.
    await type({ 'Share price': '50', Strike: '48', Premium: '3', Days: '73' })
    expect(screen.getByRole('status')).toHaveTextContent('If they are called away, you sell 4.0% lower.')
    expect(read('Static return')).toBe('2.0%, 10.0% a year')
    expect(read('If called')).toBe('2.0%, 10.0% a year')

    const readX = () => Number(screen.getByText('Your strike').getAttribute('x'))
    const before = readX()
    await type({ Strike: '56' })
    expect(readX()).toBeGreaterThan(before)
    await type({ Strike: '45' })
    expect(readX()).toBeLessThan(before)
  })

  test('explains an invalid premium', async () => {
    openLanding()
    for (const premium of ['', '0', '-3', 'x']) {
      await type({ Premium: '2' })
      expect(screen.getByRole('status')).not.toHaveTextContent(/^Enter a price/)
      await type({ Premium: premium })
      expect(screen.getByRole('status')).toHaveTextContent(/^Enter a price, a strike, a premium and the days/)
      expect(read('Static return')).toBe('—')
      expect(read('Breakeven')).toBe('—')
    }
  })
})

describe('questions', () => {
  const buttons = () => within(screen.getByRole('region', { name: 'Questions' })).getAllByRole('button')
  const expanded = () => buttons().map((button) => button.getAttribute('aria-expanded'))

  test('number five; only one is open at a time, and clicking it closes it', async () => {
    const { user } = openLanding()
    expect(expanded()).toEqual(['true', 'false', 'false', 'false', 'false'])
    await user.click(screen.getByRole('button', { name: 'Is the market data live?' }))
    expect(expanded()).toEqual(['false', 'false', 'false', 'true', 'false'])
    expect(screen.getByText(/delayed by 15 minutes, and every figure/)).toBeVisible()
    expect(screen.getByText(/^You own 100 shares/)).not.toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Is the market data live?' }))
    expect(expanded()).toEqual(Array(5).fill('false'))
  })
})

describe('signed-in user', () => {
  test('opens the dashboard instead', () => {
    openLanding({ signedIn: true })
    expect(main().getByRole('link', { name: 'Open dashboard' })).toHaveAttribute('href', '/dashboard')
    for (const name of ['Log In', 'Start Free Trial']) expect(main().queryByRole('link', { name })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Try the demo' })).toBeNull()
  })

  test('is recognized after signing in from another tab', async () => {
    const { services } = openLanding()
    expect(main().queryByRole('link', { name: 'Open dashboard' })).toBeNull()
    services.credentials.save({ token: 'token-9', expiresInSeconds: 900, user: readUser(buildUser()) })
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 'token-9' }))
    })
    expect(await main().findByRole('link', { name: 'Open dashboard' })).toBeInTheDocument()
  })
})

describe('Try the demo', () => {
  const press = (user: ReturnType<typeof userEvent.setup>) =>
    user.click(screen.getByRole('button', { name: /^(Try|Opening) the demo/ }))

  test('signs in like the application and opens the dashboard, once', async () => {
    const network = createNetwork()
    const grant = buildGrant({ user: buildUser({ is_demo: true, demo_ends_at: '2026-07-11T20:00:00Z' }) })
    const gate = createGate(() => reply('auth.demo', grant, 201))
    network.answer('auth.demo', gate.handler)
    const { user, left, services } = openLanding({ network })
    await press(user)
    expect(screen.getByRole('button', { name: 'Opening the demo...' })).toHaveAttribute('aria-disabled', 'true')
    await press(user)
    expect(left).toEqual([])
    gate.open()
    await waitFor(() => expect(left).toEqual(['/dashboard']))
    expect(network.callsTo('auth.demo')).toHaveLength(1)
    expect(services.credentials.readToken()).toBe(grant.access_token)
    expect(services.credentials.readUser()).toMatchObject({ isDemo: true, demoEndsAt: '2026-07-11T20:00:00Z' })
    act(() => {
      window.dispatchEvent(new Event('pageshow'))
    })
    expect(screen.queryByRole('button', { name: /the demo/ })).toBeNull()
    expect(link('Open dashboard')).toHaveAttribute('href', '/dashboard')
  })

  test('shows an error and can be retried', async () => {
    const network = createNetwork()
    const { user, left, services } = openLanding({ network })
    for (const [answer, words] of [
      [() => refuse(429, 'Too many demos at once.'), 'Too many demos at once.'],
      [beUnreachable, 'Could not open the demo. Please try again.'],
    ] as const) {
      network.answer('auth.demo', answer)
      await press(user)
      expect(await screen.findByText(words)).toBeInTheDocument()
      expect(left).toEqual([])
      expect(services.credentials.readToken()).toBeNull()
    }
    network.answer('auth.demo', () => reply('auth.demo', buildGrant(), 201))
    await press(user)
    await waitFor(() => expect(left).toEqual(['/dashboard']))
  })
})

describe('theme', () => {
  const shown = () => document.documentElement.getAttribute('data-mantine-color-scheme')

  test('applies to this page and the application, and follows another tab', async () => {
    const { user } = openLanding()
    expect(screen.getByRole('radio', { name: 'System' })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: 'Dark' }))
    expect([shown(), window.localStorage.getItem('mantine-color-scheme-value')]).toEqual(['dark', 'dark'])
    await user.click(screen.getByRole('radio', { name: 'System' }))
    expect([shown(), window.localStorage.getItem('mantine-color-scheme-value')]).toEqual(['light', 'auto'])
    window.localStorage.setItem('mantine-color-scheme-value', 'dark')
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'mantine-color-scheme-value', newValue: 'dark' }))
    })
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked())
    expect(shown()).toBe('dark')
  })
})
