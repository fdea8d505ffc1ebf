import '../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { buildGrant } from '../../testing/builders.ts'
import { beUnreachable, createGate, refuse, reply } from '../../testing/fake-network.ts'
import { closeApp, createHealthyNetwork, createPagedNetwork, renderApp } from '../../testing/render-app.tsx'

afterEach(closeApp)

const findName = () => screen.findByLabelText('Username or Email')
const getPassword = () => screen.getByLabelText('Password')
const getButton = () => screen.getByRole('button', { name: 'Sign in' })

async function openAndFill(network = createHealthyNetwork(), url = '/login') {
  const app = renderApp(url, { user: null, network })
  await app.user.type(await findName(), ' robin ')
  await app.user.type(getPassword(), 'secret1')
  return app
}

describe('validation', () => {
  test('says what is missing, sends nothing, and goes to the first bad field', async () => {
    const { user, network } = renderApp('/login', { user: null })
    await findName()
    await user.click(getButton())
    expect(await screen.findByText('Username or email is required')).toBeInTheDocument()
    expect(screen.getByText('Password is required')).toBeInTheDocument()
    expect(await findName()).toHaveFocus()
    expect(await findName()).toHaveAccessibleDescription('Username or email is required')
    expect(await findName()).toBeInvalid()
    expect(getPassword()).toBeInvalid()
    expect(network.callsTo('auth.login')).toEqual([])
  })

  test('judges a field as it is left, and again with each key from then on', async () => {
    const { user } = renderApp('/login', { user: null })
    await user.click(await findName())
    expect(screen.queryByText('Username or email is required')).toBeNull()
    await user.tab()
    expect(await screen.findByText('Username or email is required')).toBeInTheDocument()
    await user.type(await findName(), 'r')
    await waitFor(() => expect(screen.queryByText('Username or email is required')).toBeNull())
  })

  test('a name of blanks is no name', async () => {
    const { user } = renderApp('/login', { user: null })
    await user.type(await findName(), '   ')
    await user.click(getButton())
    expect(await screen.findByText('Username or email is required')).toBeInTheDocument()
  })

  test('lets password managers and eyes in', async () => {
    const { user } = renderApp('/login', { user: null })
    expect(await findName()).toHaveAttribute('autocomplete', 'username')
    expect(getPassword()).toHaveAttribute('autocomplete', 'current-password')
    expect(getPassword()).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(getPassword()).toHaveAttribute('type', 'text')
  })
})

test('signs in with a form, keeps the session and opens the dashboard', async () => {
  const network = createHealthyNetwork()
  const gate = createGate(() => reply('auth.login', buildGrant()))
  network.answer('auth.login', gate.handler)
  const { user, readUrl } = await openAndFill(network)
  await user.click(getButton())
  expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeDisabled()
  gate.open()
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument()
  expect(readUrl()).toBe('/dashboard')
  const [call] = network.callsTo('auth.login')
  expect(call?.body).toEqual({ username: 'robin', password: 'secret1' })
  expect(call?.headers.has('content-type')).toBe(false)
  expect(call?.headers.has('authorization')).toBe(false)
  expect(window.localStorage.getItem('token')).toBe('token-2')
})

describe('after signing in', () => {
  async function signIn(url: string) {
    const network = createPagedNetwork()
    network.answer('auth.login', () => reply('auth.login', buildGrant()))
    const app = await openAndFill(network, url)
    await app.user.click(getButton())
    return app
  }

  test('the page that asked for it opens, with the new token', async () => {
    const { readUrl, network } = await signIn('/login?next=%2Fscreening%3Fpage%3D2')
    await screen.findByRole('heading', { name: 'Stock Screener' })
    expect(readUrl()).toBe('/screening?page=2')
    expect(network.callsTo('screener.view')[0]?.headers.get('authorization')).toBe('Bearer token-2')
  })

  test.each([
    '/login?next=https%3A%2F%2Fevil.example%2F',
    '/login?next=%2F%2Fevil.example%2Fscreening',
    '/login?next=%2F%5Cevil.example',
    '/login?next=%2Flogin',
  ])('%s leads to the dashboard', async (url) => {
    const { readUrl } = await signIn(url)
    await screen.findByRole('heading', { name: 'Dashboard' })
    expect(readUrl()).toBe('/dashboard')
  })
})

describe('a refusal keeps the form as it is', () => {
  async function submitRefused(answer: () => Response) {
    const network = createHealthyNetwork()
    network.answer('auth.login', answer)
    const app = await openAndFill(network)
    await app.user.click(getButton())
    const alert = await screen.findByRole('alert')
    expect(app.readUrl()).toBe('/login')
    expect(await findName()).toHaveValue(' robin ')
    expect(getPassword()).toHaveValue('secret1')
    expect(network.callsTo('auth.login')).toHaveLength(1)
    expect(window.localStorage.getItem('token')).toBeNull()
    return alert
  }

  test('a wrong password shows the server detail in place', async () => {
    const alert = await submitRefused(() => refuse(401, 'The username or email and the password do not match.'))
    expect(alert).toHaveTextContent('The username or email and the password do not match.')
  })

  test('too many attempts show how long to wait', async () => {
    const alert = await submitRefused(() => refuse(429, 'Too many attempts.', { retryAfter: 42 }))
    expect(alert).toHaveTextContent(/Too many attempts\.\s*4[12] s left/)
  })

  test('what it says of a field stands under that field', async () => {
    const detail = 'At most 254 characters'
    const alert = await submitRefused(() => refuse(400, detail, { errors: [{ field: 'username', detail }] }))
    expect(alert).toHaveTextContent('Please correct what is marked.')
    await waitFor(async () => expect(await findName()).toHaveAccessibleDescription(detail))
    expect(await findName()).toHaveFocus()
  })

  test('an outage shows its detail', async () => {
    const alert = await submitRefused(() => refuse(503, 'Signing in is not available right now.'))
    expect(alert).toHaveTextContent('Signing in is not available right now.')
  })

  test('no answer at all shows the sentence for that', async () => {
    const alert = await submitRefused(beUnreachable)
    expect(alert).toHaveTextContent('Login failed. Please try again.')
  })
})
