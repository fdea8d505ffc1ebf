import '../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { buildGrant } from '../../testing/builders.ts'
import { beUnreachable, createGate, refuse, reply } from '../../testing/fake-network.ts'
import { closeApp, createHealthyNetwork, createPagedNetwork, renderApp } from '../../testing/render-app.tsx'
import { write } from '../../testing/write.ts'

afterEach(closeApp)

const findName = () => screen.findByLabelText('Username or Email')
const getPassword = () => screen.getByLabelText('Password')
const getButton = () => screen.getByRole('button', { name: 'Sign in' })

async function openAndFill(network = createHealthyNetwork(), url = '/login') {
  const app = renderApp(url, { user: null, network })
  await write(await findName(), ' robin ')
  await write(getPassword(), 'secret1')
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
    // A name of blanks is no name.
    await write(await findName(), '   ')
    await user.click(getButton())
    expect(screen.getByText('Username or email is required')).toBeInTheDocument()
    expect(network.callsTo('auth.login')).toEqual([])
  })

  test('judges a field as it is left, and again with each key from then on; lets password managers and eyes in', async () => {
    const { user } = renderApp('/login', { user: null })
    expect(await findName()).toHaveAttribute('autocomplete', 'username')
    expect(getPassword()).toHaveAttribute('autocomplete', 'current-password')
    expect(getPassword()).toHaveAttribute('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(getPassword()).toHaveAttribute('type', 'text')
    await user.click(await findName())
    expect(screen.queryByText('Username or email is required')).toBeNull()
    await user.tab()
    expect(await screen.findByText('Username or email is required')).toBeInTheDocument()
    await user.type(await findName(), 'r')
    await waitFor(() => expect(screen.queryByText('Username or email is required')).toBeNull())
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

  test('an address elsewhere leads to the dashboard', async () => {
    const { readUrl } = await signIn('/login?next=%2F%5Cevil.example')
    await screen.findByRole('heading', { name: 'Dashboard' })
    expect(readUrl()).toBe('/dashboard')
  })
})

test('a refusal keeps the form as it is, and says why', async () => {
  const network = createHealthyNetwork()
  const app = await openAndFill(network)
  const detail = 'At most 254 characters'
  const refusals = [
    [() => refuse(401, 'They do not match.'), /They do not match\./],
    [() => refuse(429, 'Too many attempts.', { retryAfter: 42 }), /Too many attempts\.\s*4[12] s left/],
    [() => refuse(503, 'Signing in is not available right now.'), /not available right now/],
    [beUnreachable, /Login failed\. Please try again\./],
    [() => refuse(400, detail, { errors: [{ field: 'username', detail }] }), /Please correct what is marked\./],
  ] as const
  for (const [index, [answer, words]] of refusals.entries()) {
    network.answer('auth.login', answer)
    await app.user.click(getButton())
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(words))
    expect(app.readUrl()).toBe('/login')
    expect(await findName()).toHaveValue(' robin ')
    expect(getPassword()).toHaveValue('secret1')
    expect(network.callsTo('auth.login')).toHaveLength(index + 1)
    expect(window.localStorage.getItem('token')).toBeNull()
  }
  await waitFor(async () => expect(await findName()).toHaveAccessibleDescription(detail))
  expect(await findName()).toHaveFocus()
})
