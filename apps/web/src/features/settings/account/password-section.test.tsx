import '../../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { createAccountNetwork } from '../../../testing/account-server.ts'
import { beUnreachable, createGate, refuse, reply } from '../../../testing/fake-network.ts'
import { closeApp, renderApp } from '../../../testing/render-app.tsx'

afterEach(closeApp)

async function open(network = createAccountNetwork()) {
  const app = renderApp('/settings', { network })
  const section = within(await screen.findByRole('region', { name: 'Password' }))
  return { ...app, section, getField: (label: string) => section.getByLabelText(label) }
}

type Opened = Awaited<ReturnType<typeof open>>

async function fillAndSend({ user, section, getField }: Opened) {
  await user.type(getField('Current password'), 'secret1')
  await user.type(getField('New password'), 'secret22')
  await user.type(getField('Confirm new password'), 'secret22')
  await user.click(section.getByRole('button', { name: 'Change password' }))
}

test('what is missing is said, nothing is sent, and the first bad field has the focus', async () => {
  const { user, section, getField, network } = await open()
  await user.click(section.getByRole('button', { name: 'Change password' }))
  await waitFor(() => expect(getField('Current password')).toHaveAccessibleDescription('Password is required'))
  expect(getField('New password')).toHaveAccessibleDescription('Password is required')
  expect(getField('Confirm new password')).toHaveAccessibleDescription('Please confirm your password')
  expect(getField('Current password')).toHaveFocus()
  expect(network.callsTo('auth.password')).toEqual([])
})

test('the new one has its length, and is the same twice, also when it changes later', async () => {
  const { user, getField } = await open()
  await user.type(getField('New password'), '12345')
  await user.tab()
  await waitFor(() =>
    expect(getField('New password')).toHaveAccessibleDescription('Password must be at least 6 characters'),
  )
  await user.type(getField('New password'), '6')
  await user.type(getField('Confirm new password'), '123456')
  await user.tab()
  expect(getField('Confirm new password')).toBeValid()
  await user.type(getField('New password'), '7')
  await waitFor(() => expect(getField('Confirm new password')).toHaveAccessibleDescription('Passwords do not match'))
})

test('lets password managers in', async () => {
  const { getField } = await open()
  expect(getField('Current password')).toHaveAttribute('autocomplete', 'current-password')
  expect(getField('New password')).toHaveAttribute('autocomplete', 'new-password')
  expect(document.querySelector('form [autocomplete=username]')).toHaveValue('robin')
})

test.each([
  [0, 'Your password is changed. You were signed in nowhere else.'],
  [1, 'Your password is changed. 1 other session ended.'],
  [3, 'Your password is changed. 3 other sessions ended.'],
])('changed, with %i other sessions ended, the session goes on', async (count, words) => {
  const network = createAccountNetwork()
  const gate = createGate(() => reply('auth.password', { status: 'success', sessions_ended: count }))
  network.answer('auth.password', gate.handler)
  const app = await open(network)
  const listsBefore = network.callsTo('auth.listSessions').length
  await fillAndSend(app)
  expect(await app.section.findByRole('button', { name: 'Changing password...' })).toBeDisabled()
  gate.open()
  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(network.callsTo('auth.password').map(({ body }) => body)).toEqual([
    { current_password: 'secret1', new_password: 'secret22' },
  ])
  for (const label of ['Current password', 'New password', 'Confirm new password']) {
    expect(app.getField(label)).toHaveValue('')
  }
  expect(app.readUrl()).toBe('/settings')
  expect(window.localStorage.getItem('token')).toBe('token-1')
  await waitFor(() => expect(network.callsTo('auth.listSessions').length).toBeGreaterThan(listsBefore))
})

describe('a refusal keeps what was typed', () => {
  async function submitRefused(answer: () => Response) {
    const network = createAccountNetwork()
    network.answer('auth.password', answer)
    const app = await open(network)
    await fillAndSend(app)
    const alert = await app.section.findByRole('alert')
    expect(app.getField('New password')).toHaveValue('secret22')
    expect(window.localStorage.getItem('token')).toBe('token-1')
    return { ...app, alert }
  }

  test('a wrong current password stands at its field', async () => {
    const detail = 'The current password is incorrect.'
    const { getField, alert } = await submitRefused(() => refuse(403, detail, { code: 'wrong_current_password' }))
    await waitFor(() => expect(getField('Current password')).toHaveAccessibleDescription(detail))
    expect(getField('Current password')).toHaveFocus()
    expect(alert).toHaveTextContent('Please correct what is marked.')
  })

  test('what the policy refuses stands at the new one', async () => {
    const detail = 'This password is known from a leak.'
    const { getField } = await submitRefused(() => refuse(400, detail, { errors: [{ field: 'new_password', detail }] }))
    await waitFor(() => expect(getField('New password')).toHaveAccessibleDescription(detail))
    expect(getField('New password')).toHaveFocus()
  })

  test('too many attempts show how long to wait', async () => {
    const { alert } = await submitRefused(() => refuse(429, 'Too many attempts.', { retryAfter: 600 }))
    expect(alert).toHaveTextContent(/Too many attempts\.\s*10 min left/)
  })

  test.each([
    ['an outage', () => refuse(503, 'Accounts are away.'), 'Accounts are away.'],
    ['no answer', beUnreachable, 'The password could not be changed. Please try again.'],
  ])('%s says so', async (_name, answer, words) => {
    const { alert } = await submitRefused(answer)
    expect(alert).toHaveTextContent(words)
  })
})
