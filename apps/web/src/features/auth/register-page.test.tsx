import '../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { buildGrant } from '../../testing/builders.ts'
import { createGate, refuse, reply } from '../../testing/fake-network.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../testing/render-app.tsx'
import { write } from '../../testing/write.ts'

afterEach(closeApp)

const getField = (label: string) => screen.getByLabelText(label)
const submit = () => screen.getByRole('button', { name: 'Create account' })

async function open(network = createHealthyNetwork()) {
  const app = renderApp('/register', { user: null, network })
  await screen.findByLabelText('Username')
  return app
}

async function fill(app: Awaited<ReturnType<typeof open>>) {
  await write(getField('Username'), 'robin')
  await write(getField('Email Address'), 'robin@example.test')
  await write(getField('Password'), 'secret1')
  await write(getField('Confirm Password'), 'secret1')
}

describe('validation', () => {
  test('an empty form names every field that must be filled', async () => {
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

  test('says of each field what it lacks as it is left, and nothing once it will do', async () => {
    const { user } = await open()
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
  })

  test('passwords must be the same, also when the first one changes later', async () => {
    const app = await open()
    await fill(app)
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
  await fill(app)
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

test('a refusal keeps the form, and says why', async () => {
  const network = createHealthyNetwork()
  const app = await open(network)
  await fill(app)
  const detail = 'Password must be at least 8 characters'
  for (const [answer, words] of [
    [() => refuse(409, 'An account with this name already exists.'), /already exists/],
    [() => new Response('<h1>Bad gateway</h1>', { status: 502 }), /Registration failed\. Please try again\./],
    [() => refuse(400, detail, { errors: [{ field: 'password', detail }] }), /Please correct what is marked\./],
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

test('lets password managers in and eyes only where they are asked', async () => {
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

test('the way to the sign-in keeps the page to come back to', async () => {
  const app = renderApp('/register?next=%2Fscreening%3Fpage%3D2', { user: null })
  await app.user.click(await screen.findByRole('link', { name: 'Sign in' }))
  await screen.findByLabelText('Username or Email')
  expect(app.readUrl()).toBe('/login?next=%2Fscreening%3Fpage%3D2')
})
