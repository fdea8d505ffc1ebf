import '../../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import { buildGrant } from '../../testing/builders.ts'
import { refuse, reply } from '../../testing/fake-network.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../testing/render-app.tsx'
import { write } from '../../testing/write.ts'

afterEach(closeApp)

/** The sign-in page after a correct password of an account with two-factor sign-in. */
async function openCodeStep() {
  const network = createHealthyNetwork()
  network.answer('auth.login', () => refuse(401, 'Enter the code.', { code: 'second_factor_needed' }))
  const app = renderApp('/login', { user: null, network })
  await write(await screen.findByLabelText('Username or Email'), ' robin ')
  await write(screen.getByLabelText('Password'), 'secret1')
  await app.user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'Enter your code' })
  return { ...app, network }
}

test('asks for the code on the same page, and signs in with all three', async () => {
  const { user, network, readUrl } = await openCodeStep()
  const code = screen.getByLabelText('Code')
  expect(code).toHaveFocus()
  expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(code).toHaveAccessibleDescription('Code is required'))

  network.answer('auth.login', () => refuse(401, 'This code is incorrect.', { code: 'wrong_code' }))
  await write(code, '000000')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(code).toHaveAccessibleDescription('This code is incorrect.'))
  expect(readUrl()).toBe('/login')

  network.answer('auth.login', () => reply('auth.login', buildGrant()))
  await write(code, ' 123456 ')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument()
  expect(network.callsTo('auth.login').map(({ body }) => body)).toEqual([
    { username: 'robin', password: 'secret1' },
    { username: 'robin', password: 'secret1', code: '000000' },
    { username: 'robin', password: 'secret1', code: '123456' },
  ])
})

test('leads back to the name and the password', async () => {
  const { user } = await openCodeStep()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByLabelText('Username or Email')).toHaveValue(' robin ')
  expect(screen.queryByRole('alert')).toBeNull()
})
