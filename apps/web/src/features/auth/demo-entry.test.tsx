import '../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { buildGrant, buildUser } from '../../testing/builders.ts'
import { beUnreachable, createGate, refuse, reply } from '../../testing/fake-network.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../testing/render-app.tsx'
import { write } from '../../testing/write.ts'

afterEach(closeApp)

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

describe.each(['/login', '/register'])('at %s', (url) => {
  test('one press opens the demo, without a form', async () => {
    const network = createHealthyNetwork()
    const gate = createGate(() => reply('auth.demo', demoGrant, 201))
    network.answer('auth.demo', gate.handler)
    const { user, readUrl } = renderApp(url, { user: null, network })
    await user.click(await findEntry())
    expect(await screen.findByRole('button', { name: 'Opening the demo...' })).toBeDisabled()
    gate.open()
    await findDashboard()
    expect(readUrl()).toBe('/dashboard')
    expect(network.callsTo('auth.demo')).toHaveLength(1)
    expect(window.localStorage.getItem('token')).toBe('demo-token')
    expect(JSON.parse(window.localStorage.getItem('user') ?? '')).toMatchObject({
      id: 'demo-1',
      isDemo: true,
      demoEndsAt: '2026-07-11T20:00:00Z',
    })
  })

  test('a refusal says why, and how long to wait', async () => {
    const network = createHealthyNetwork()
    network.answer('auth.demo', () => refuse(429, 'Too many demo accounts.', { retryAfter: 120 }))
    const { user, readUrl } = renderApp(url, { user: null, network })
    await user.click(await findEntry())
    expect(await screen.findByRole('alert')).toHaveTextContent(/Too many demo accounts\.\s*2 min left/)
    expect(readUrl()).toBe(url)
    expect(await findEntry()).toBeEnabled()
  })
})

test('no answer at all shows the sentence for that', async () => {
  const network = createHealthyNetwork()
  network.answer('auth.demo', beUnreachable)
  const { user } = renderApp('/login', { user: null, network })
  await user.click(await findEntry())
  expect(await screen.findByRole('alert')).toHaveTextContent('The demo could not be opened. Please try again.')
})

describe('who comes from the demo', () => {
  function open(url: string) {
    const network = createHealthyNetwork()
    network.answer('auth.me', () => reply('auth.me', demoUser))
    network.answer('auth.register', () => reply('auth.register', buildGrant(), 201))
    return renderApp(url, { user: demoUser, network })
  }

  test('makes an account of their own, which takes the place of the demo', async () => {
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

  test('finds back to the demo', async () => {
    const { user, network } = open('/login')
    await user.click(await screen.findByRole('link', { name: 'Back to the demo' }))
    await findDashboard()
    expect(screen.queryByRole('button', { name: 'Try the demo' })).toBeNull()
    expect(network.callsTo('auth.demo')).toEqual([])
  })
})
