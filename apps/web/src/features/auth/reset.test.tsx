import '../../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { refuse, reply } from '../../testing/fake-network.ts'
import { screen } from '../../testing/queries.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../testing/render-app.tsx'
import { write } from '../../testing/write.ts'

afterEach(closeApp)

function open(url: string, byEmail = true) {
  const network = createHealthyNetwork()
  network.answer('auth.resetMeans', () => reply('auth.resetMeans', { status: 'success', by_email: byEmail }))
  return { ...renderApp(url, { user: null, network }), network }
}

const findName = () => screen.findByLabelText('Username or Email')

test('a lost password leads from the sign-in page to the form, which asks for a link', async () => {
  const { user, network } = open('/login')
  network.answer('auth.requestReset', () => reply('auth.requestReset', { status: 'success' }, 202))
  await user.click(await screen.findByRole('link', { name: 'Forgot password?' }))
  expect(await screen.findByRole('heading', { name: 'Reset password' })).toBeInTheDocument()
  await findName()
  await user.click(screen.getByRole('button', { name: 'Send the link' }))
  expect(await screen.findByText('Username or email is required')).toBeInTheDocument()
  expect(network.callsTo('auth.requestReset')).toEqual([])
  await write(await findName(), ' robin ')
  await user.click(screen.getByRole('button', { name: 'Send the link' }))
  expect(await screen.findByRole('status')).toHaveTextContent(/If there is such an account, a link is on its way/)
  expect(network.callsTo('auth.requestReset')[0]?.body).toEqual({ username: 'robin' })
  expect(screen.queryByText(/No sign-up needed/)).toBeNull()
})

test('a refused request keeps the form and shows the reason', async () => {
  const { user, network } = open('/reset-password')
  network.answer('auth.requestReset', () => refuse(429, 'Too many emails were requested.', { retryAfter: 42 }))
  await write(await findName(), 'robin')
  await user.click(screen.getByRole('button', { name: 'Send the link' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/Too many emails were requested\./)
  expect(await findName()).toHaveValue('robin')
})

test('on a server without email, the page names the command of its operator', async () => {
  open('/reset-password', false)
  expect(await screen.findByText(/This server sends no email\./)).toBeInTheDocument()
  expect(screen.getByText('npm run users -- reset-password NAME')).toBeInTheDocument()
  expect(screen.queryByLabelText('Username or Email')).toBeNull()
})

test('the link opens the form for a new password, which ends with the way to sign in', async () => {
  const { user, network } = open('/reset-password#token-1')
  network.answer('auth.completeReset', () => reply('auth.completeReset', { status: 'success', sessions_ended: 2 }))
  expect(await screen.findByRole('heading', { name: 'Choose a new password' })).toBeInTheDocument()
  await write(screen.getByLabelText('New Password'), 'secret1')
  await write(screen.getByLabelText('Confirm Password'), 'secret2')
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByText('Passwords do not match')).toBeInTheDocument()
  expect(network.callsTo('auth.completeReset')).toEqual([])
  await write(screen.getByLabelText('Confirm Password'), 'secret1')
  await user.click(screen.getByRole('button', { name: 'Change password' }))
  expect(await screen.findByRole('status')).toHaveTextContent(/Your password has been changed/)
  expect(network.callsTo('auth.completeReset')[0]?.body).toEqual({ token: 'token-1', new_password: 'secret1' })
  await user.click(screen.getByRole('link', { name: 'Back to sign in' }))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument()
})

test('a link that no longer works offers a new one; a weak password is marked', async () => {
  const { user, network } = open('/reset-password#token-1')
  const detail = 'Password must be at least 8 characters'
  network.answer('auth.completeReset', () => refuse(400, detail, { errors: [{ field: 'new_password', detail }] }))
  const send = async () => {
    await write(await screen.findByLabelText('New Password'), 'secret1')
    await write(screen.getByLabelText('Confirm Password'), 'secret1')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
  }
  await send()
  await waitFor(() => expect(screen.getByLabelText('New Password')).toHaveAccessibleDescription(detail))
  network.answer('auth.completeReset', () => refuse(400, 'This link has expired.', { code: 'reset_link_invalid' }))
  await send()
  expect(await screen.findByRole('alert')).toHaveTextContent('This link has expired.')
  await user.click(screen.getByRole('link', { name: 'Request a new link' }))
  expect(await screen.findByRole('heading', { name: 'Reset password' })).toBeInTheDocument()
})
