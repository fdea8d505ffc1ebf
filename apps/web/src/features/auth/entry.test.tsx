import '../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { buildGrant, buildUser } from '../../testing/builders.ts'
import { beUnreachable, createGate, refuse, reply } from '../../testing/fake-network.ts'
import { screen } from '../../testing/queries.ts'
import { closeApp, createHealthyNetwork, createPagedNetwork, renderApp } from '../../testing/render-app.tsx'
import { write } from '../../testing/write.ts'

afterEach(closeApp)

describe('sign-in', () => {
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
    test('names missing fields, sends nothing, and focuses the first invalid field', async () => {
      const { user, network } = renderApp('/login', { user: null })
      await findName()
      await user.click(getButton())
      expect(await screen.findByText('Username or email is required')).toBeInTheDocument()
      expect(screen.getByText('Password is required')).toBeInTheDocument()
      expect(await findName()).toHaveFocus()
      expect(await findName()).toHaveAccessibleDescription('Username or email is required')
      expect(await findName()).toBeInvalid()
      expect(getPassword()).toBeInvalid()
      // Whitespace does not count as a name.
      await write(await findName(), '   ')
      await user.click(getButton())
      expect(screen.getByText('Username or email is required')).toBeInTheDocument()
      expect(network.callsTo('auth.login')).toEqual([])
    })

    test('validates a field on blur and then on each change; supports password managers and showing the password', async () => {
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

  test('signs in, stores the session and opens the dashboard', async () => {
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

    test('opens the page that required the sign-in, with the new token', async () => {
      const { readUrl, network } = await signIn('/login?next=%2Fscreening%3Fpage%3D2')
      await screen.findByRole('heading', { name: 'Stock Screener' })
      expect(readUrl()).toBe('/screening?page=2')
      expect(network.callsTo('screener.view')[0]?.headers.get('authorization')).toBe('Bearer token-2')
    })

    test('opens the dashboard instead of a return path on another site', async () => {
      const { readUrl } = await signIn('/login?next=%2F%5Cevil.example')
      await screen.findByRole('heading', { name: 'Dashboard' })
      expect(readUrl()).toBe('/dashboard')
    })
  })

  test('keeps the form unchanged after an error and shows the reason', async () => {
    const network = createHealthyNetwork()
    const app = await openAndFill(network)
    const detail = 'At most 254 characters'
    const refusals = [
      [() => refuse(401, 'They do not match.'), /They do not match\./],
      [() => refuse(429, 'Too many attempts.', { retryAfter: 42 }), /Too many attempts\.\s*4[12] s left/],
      [() => refuse(503, 'Signing in is not available right now.'), /not available right now/],
      [beUnreachable, /Login failed\. Please try again\./],
      [() => refuse(400, detail, { errors: [{ field: 'username', detail }] }), /Please correct the marked fields\./],
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
})

describe('registration', () => {
  const getField = (label: string) => screen.getByLabelText(label)
  const submit = () => screen.getByRole('button', { name: 'Create account' })

  async function open(network = createHealthyNetwork()) {
    const app = renderApp('/register', { user: null, network })
    await screen.findByLabelText('Username')
    return app
  }

  async function fill() {
    await write(getField('Username'), 'robin')
    await write(getField('Email Address'), 'robin@example.test')
    await write(getField('Password'), 'secret1')
    await write(getField('Confirm Password'), 'secret1')
  }

  describe('validation', () => {
    test('names every required field of an empty form', async () => {
      const { user, network } = await open()
      await user.click(submit())
      for (const text of [
        'Username is required',
        'Email is required',
        'Password is required',
        'Please confirm your password',
      ]) {
        expect(await screen.findByText(text)).toBeInTheDocument()
      }
      expect(getField('Username')).toHaveFocus()
      expect(network.callsTo('auth.register')).toEqual([])
    })

    test('validates each field on blur, and compares the passwords again if the first one changes later', async () => {
      const app = await open()
      const { user } = app
      for (const [label, bad, sentence, good] of [
        ['Username', 'ab', 'Username must be at least 3 characters', 'abc'],
        ['Email Address', 'robin', 'Please enter a valid email address', 'a@b'],
        ['Email Address', 'ro bin@example.test', 'Please enter a valid email address', 'robin@example.test'],
        ['Password', '12345', 'Password must be at least 6 characters', '123456'],
      ] as const) {
        await user.click(getField(label))
        await write(getField(label), bad)
        await user.tab()
        expect(await screen.findByText(sentence)).toBeInTheDocument()
        await write(getField(label), good)
        await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
      }
      await fill()
      await app.user.click(getField('Confirm Password'))
      await app.user.tab()
      expect(screen.queryByText('Passwords do not match')).toBeNull()
      await write(getField('Password'), 'x')
      expect(await screen.findByText('Passwords do not match')).toBeInTheDocument()
      await write(getField('Confirm Password'), 'x')
      await waitFor(() => expect(screen.queryByText('Passwords do not match')).toBeNull())
    })
  })

  test.each([
    ['', null],
    [' Robin Example ', 'Robin Example'],
  ])('creates the account with the full name "%s" and opens the dashboard', async (typed, sent) => {
    const network = createHealthyNetwork()
    const gate = createGate(() => reply('auth.register', buildGrant(), 201))
    network.answer('auth.register', gate.handler)
    const app = await open(network)
    await fill()
    await write(getField('Full Name (Optional)'), typed)
    await app.user.click(submit())
    expect(await screen.findByRole('button', { name: 'Creating account...' })).toBeDisabled()
    gate.open()
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument()
    expect(app.readUrl()).toBe('/dashboard')
    const [call] = network.callsTo('auth.register')
    expect(call?.headers.get('content-type')).toBe('application/json')
    expect(call?.body).toEqual({
      username: 'robin',
      email: 'robin@example.test',
      password: 'secret1',
      full_name: sent,
    })
  })

  test('keeps the form after an error and shows the reason', async () => {
    const network = createHealthyNetwork()
    const app = await open(network)
    await fill()
    const detail = 'Password must be at least 8 characters'
    for (const [answer, words] of [
      [() => refuse(409, 'An account with this name already exists.'), /already exists/],
      [() => new Response('<h1>Bad gateway</h1>', { status: 502 }), /Registration failed\. Please try again\./],
      [() => refuse(400, detail, { errors: [{ field: 'password', detail }] }), /Please correct the marked fields\./],
    ] as const) {
      network.answer('auth.register', answer)
      await app.user.click(submit())
      await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(words))
      expect(getField('Email Address')).toHaveValue('robin@example.test')
      expect(app.readUrl()).toBe('/register')
    }
    await waitFor(() => expect(getField('Password')).toHaveAccessibleDescription(detail))
    expect(getField('Password')).toHaveFocus()
  })

  test('supports password managers, and shows a password only on request', async () => {
    const { user } = await open()
    expect(getField('Full Name (Optional)')).toHaveAttribute('autocomplete', 'name')
    expect(getField('Username')).toHaveAttribute('autocomplete', 'username')
    expect(getField('Email Address')).toHaveAttribute('autocomplete', 'email')
    for (const label of ['Password', 'Confirm Password']) {
      expect(getField(label)).toHaveAttribute('autocomplete', 'new-password')
      expect(getField(label)).toHaveAttribute('type', 'password')
    }
    await user.click(getField('Confirm Password'))
    await user.paste('secret1')
    expect(getField('Confirm Password')).toHaveValue('secret1')
  })

  test('the link to the sign-in page keeps the return path', async () => {
    const app = renderApp('/register?next=%2Fscreening%3Fpage%3D2', { user: null })
    await app.user.click(await screen.findByRole('link', { name: 'Sign in' }))
    await screen.findByLabelText('Username or Email')
    expect(app.readUrl()).toBe('/login?next=%2Fscreening%3Fpage%3D2')
  })
})

describe('demo', () => {
  const demoUser = buildUser({
    id: 'demo-1',
    username: 'demo-k3v9',
    full_name: null,
    is_demo: true,
    demo_ends_at: '2026-07-11T20:00:00Z',
  })
  const demoGrant = buildGrant({ access_token: 'demo-token', user: demoUser })
  const findEntry = () => screen.findByRole('button', { name: 'Try the demo' })
  const findDashboard = () => screen.findByRole('heading', { name: 'Dashboard' })

  test.each(['/login', '/register'])(
    'opens from %s with one click; a failure shows the reason and the wait',
    async (url) => {
      const network = createHealthyNetwork()
      const { user, readUrl } = renderApp(url, { user: null, network })
      for (const [answer, words] of [
        [() => refuse(429, 'Too many demo accounts.', { retryAfter: 120 }), /Too many demo accounts\.\s*2 min left/],
        [beUnreachable, 'Could not open the demo. Please try again.'],
      ] as const) {
        network.answer('auth.demo', answer)
        await user.click(await findEntry())
        await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(words))
        expect(readUrl()).toBe(url)
        expect(await findEntry()).toBeEnabled()
      }
      const gate = createGate(() => reply('auth.demo', demoGrant, 201))
      network.answer('auth.demo', gate.handler)
      const tries = network.callsTo('auth.demo').length
      await user.click(await findEntry())
      expect(await screen.findByRole('button', { name: 'Opening the demo...' })).toBeDisabled()
      gate.open()
      await findDashboard()
      expect(readUrl()).toBe('/dashboard')
      expect(network.callsTo('auth.demo')).toHaveLength(tries + 1)
      expect(window.localStorage.getItem('token')).toBe('demo-token')
      expect(JSON.parse(window.localStorage.getItem('user') ?? '')).toMatchObject({
        id: 'demo-1',
        isDemo: true,
        demoEndsAt: '2026-07-11T20:00:00Z',
      })
    },
  )

  describe('for a demo user', () => {
    function open(url: string) {
      const network = createHealthyNetwork()
      network.answer('auth.me', () => reply('auth.me', demoUser))
      network.answer('auth.register', () => reply('auth.register', buildGrant(), 201))
      return renderApp(url, { user: demoUser, network })
    }

    test('registration replaces the demo account', async () => {
      const { user, readUrl } = open('/register')
      await write(await screen.findByLabelText('Username'), 'robin')
      await write(await screen.findByLabelText('Email Address'), 'robin@example.test')
      await write(await screen.findByLabelText('Password'), 'secret1')
      await write(await screen.findByLabelText('Confirm Password'), 'secret1')
      await user.click(screen.getByRole('button', { name: 'Create account' }))
      await findDashboard()
      expect(readUrl()).toBe('/dashboard')
      expect(window.localStorage.getItem('token')).toBe('token-2')
    })

    test('the sign-in page links back to the demo', async () => {
      const { user, network } = open('/login')
      await user.click(await screen.findByRole('link', { name: 'Back to the demo' }))
      await findDashboard()
      expect(screen.queryByRole('button', { name: 'Try the demo' })).toBeNull()
      expect(network.callsTo('auth.demo')).toEqual([])
    })
  })
})
