import '../../../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { createAccountNetwork } from '../../../testing/account-server.ts'
import { beUnreachable, createGate, refuse, reply } from '../../../testing/fake-network.ts'
import { closeApp, renderApp } from '../../../testing/render-app.tsx'
import { write } from '../../../testing/write.ts'

afterEach(closeApp)

async function open(network = createAccountNetwork()) {
  const app = renderApp('/settings', { network })
  const section = within(await screen.findByRole('region', { name: 'Password' }))
  return { ...app, section, getField: (label: string) => section.getByLabelText(label) }
}

type Opened = Awaited<ReturnType<typeof open>>

async function fillAndSend({ user, section, getField }: Opened) {
  await write(getField('Current password'), 'secret1')
  await write(getField('New password'), 'secret22')
  await write(getField('Confirm new password'), 'secret22')
  await user.click(section.getByRole('button', { name: 'Change password' }))
}

test('what is missing is said, nothing is sent, and the first bad field has the focus', async () => {
  const { user, section, getField, network } = await open()
  expect(getField('Current password')).toHaveAttribute('autocomplete', 'current-password')
  expect(getField('New password')).toHaveAttribute('autocomplete', 'new-password')
  expect(document.querySelector('form [autocomplete=username]')).toHaveValue('robin')
  await user.click(section.getByRole('button', { name: 'Change password' }))
  await waitFor(() => expect(getField('Current password')).toHaveAccessibleDescription('Password is required'))
  expect(getField('New password')).toHaveAccessibleDescription('Password is required')
  expect(getField('Confirm new password')).toHaveAccessibleDescription('Please confirm your password')
  expect(getField('Current password')).toHaveFocus()
  expect(network.callsTo('auth.password')).toEqual([])
})

test('the new one has its length, and is the same twice, also when it changes later', async () => {
  const { user, getField } = await open()
  await user.click(getField('New password'))
  await write(getField('New password'), '12345')
  await user.tab()
  await waitFor(() =>
    expect(getField('New password')).toHaveAccessibleDescription('Password must be at least 6 characters'),
  )
  await write(getField('New password'), '123456')
  await user.click(getField('Confirm new password'))
  await write(getField('Confirm new password'), '123456')
  await user.tab()
  expect(getField('Confirm new password')).toBeValid()
  await write(getField('New password'), '1234567')
  await waitFor(() => expect(getField('Confirm new password')).toHaveAccessibleDescription('Passwords do not match'))
})

test('changed, it says how many other sessions ended, and this one goes on', async () => {
  const network = createAccountNetwork()
  const app = await open(network)
  for (const [count, words] of [
    [3, 'Your password is changed. 3 other sessions ended.'],
    [1, 'Your password is changed. 1 other session ended.'],
    [0, 'Your password is changed. You were signed in nowhere else.'],
  ] as const) {
    const gate = createGate(() => reply('auth.password', { status: 'success', sessions_ended: count }))
    network.answer('auth.password', gate.handler)
    const listsBefore = network.callsTo('auth.listSessions').length
    await fillAndSend(app)
    expect(await app.section.findByRole('button', { name: 'Changing password...' })).toBeDisabled()
    gate.open()
    expect(await screen.findByText(words)).toBeInTheDocument()
    expect(network.callsTo('auth.password').at(-1)?.body).toEqual({
      current_password: 'secret1',
      new_password: 'secret22',
    })
    for (const label of ['Current password', 'New password', 'Confirm new password']) {
      expect(app.getField(label)).toHaveValue('')
    }
    expect(app.readUrl()).toBe('/settings')
    expect(window.localStorage.getItem('token')).toBe('token-1')
    await waitFor(() => expect(network.callsTo('auth.listSessions').length).toBeGreaterThan(listsBefore))
  }
})

test('a refusal keeps what was typed, and says why', async () => {
  const network = createAccountNetwork()
  const app = await open(network)
  const { getField, section, user } = app
  const wrong = 'The current password is not right.'
  const leaked = 'This password is known from a leak.'
  const refusals = [
    [() => refuse(429, 'Too many attempts.', { retryAfter: 600 }), /Too many attempts\.\s*10 min left/, null],
    [() => refuse(503, 'Accounts are away.'), /Accounts are away\./, null],
    [beUnreachable, /The password could not be changed\. Please try again\./, null],
    [() => refuse(403, wrong, { code: 'wrong_current_password' }), /Please correct/, ['Current password', wrong]],
    [
      () => refuse(400, leaked, { errors: [{ field: 'new_password', detail: leaked }] }),
      /Please correct/,
      ['New password', leaked],
    ],
  ] as const
  network.answer('auth.password', refusals[0][0])
  await fillAndSend(app)
  for (const [answer, words, fault] of refusals) {
    network.answer('auth.password', answer)
    await user.click(section.getByRole('button', { name: 'Change password' }))
    await waitFor(() => expect(section.getByRole('alert')).toHaveTextContent(words))
    if (fault !== null) {
      const [label, detail] = fault
      await waitFor(() => expect(getField(label)).toHaveAccessibleDescription(detail))
      expect(getField(label)).toHaveFocus()
    }
    expect(getField('New password')).toHaveValue('secret22')
    expect(window.localStorage.getItem('token')).toBe('token-1')
  }
})
