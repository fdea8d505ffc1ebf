import '../../testing/matchers.ts'
import type { FieldError } from '@callwright/contracts'
import { afterEach, expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { buildGrant } from '../../testing/builders.ts'
import { refuse, reply } from '../../testing/fake-network.ts'
import { installPasskeys, passkeyAnswer } from '../../testing/passkey-browser.ts'
import { screen } from '../../testing/queries.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../testing/render-app.tsx'
import { write } from '../../testing/write.ts'

afterEach(closeApp)

/** The sign-in page after a correct password of an account with two-factor sign-in. */
async function openCodeStep(heading: string, errors: FieldError[]) {
  const network = createHealthyNetwork()
  network.answer('auth.login', () => refuse(401, 'Enter the code.', { code: 'second_factor_needed', errors }))
  const app = renderApp('/login', { user: null, network })
  await write(await screen.findByLabelText('Username or Email'), ' robin ')
  await write(screen.getByLabelText('Password'), 'secret1')
  await app.user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: heading })
  return { ...app, network }
}

const appNeeded = [{ field: 'code', detail: 'Enter the code that your app shows.' }]
const passkeyNeeded = [
  { field: 'passkey', detail: 'Use your passkey.' },
  { field: 'code', detail: 'Enter a recovery code.' },
]
const openAppStep = () => openCodeStep('Enter your code', appNeeded)
const openPasskeyStep = () => openCodeStep('Confirm your sign-in', passkeyNeeded)

test('asks for the code on the same page, and signs in with all three', async () => {
  const { user, network, readUrl } = await openAppStep()
  const code = screen.getByLabelText('Code')
  expect(code).toHaveFocus()
  expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  expect(screen.getByText('Enter the code that your app shows.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
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
  const { user } = await openAppStep()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(await screen.findByLabelText('Username or Email')).toHaveValue(' robin ')
  expect(screen.queryByRole('alert')).toBeNull()
})

const options = {
  ...{ rpId: 'localhost', challenge: 'Y2hhbGxlbmdl', timeout: 300_000, userVerification: 'preferred' as const },
  allowCredentials: [{ id: 'a2V5', type: 'public-key' as const, transports: ['internal'] }],
}

test('offers the passkey first, and signs in with its answer', async () => {
  const { get } = installPasskeys()
  const { user, network } = await openPasskeyStep()
  expect(screen.getByText('Enter a recovery code.')).toBeInTheDocument()
  const button = screen.getByRole('button', { name: 'Use a passkey' })
  expect(button).toHaveFocus()
  network.answer('auth.passkeyChallenge', () => reply('auth.passkeyChallenge', { status: 'success', options }))
  get.mockRejectedValueOnce(new DOMException('closed', 'NotAllowedError'))
  await user.click(button)
  expect(await screen.findByRole('alert')).toHaveTextContent('No passkey was used. Try again')

  network.answer('auth.login', () => refuse(401, 'This passkey was not accepted.', { code: 'wrong_passkey' }))
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
  expect(await screen.findByText('This passkey was not accepted.')).toBeInTheDocument()
  network.answer('auth.login', () => reply('auth.login', buildGrant()))
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument()
  expect(network.callsTo('auth.passkeyChallenge')[0]?.body).toEqual({ username: 'robin', password: 'secret1' })
  expect(network.callsTo('auth.login').at(-1)?.body).toEqual({
    ...{ username: 'robin', password: 'secret1', passkey: passkeyAnswer },
  })
})

test('says that the challenge was refused, and still takes a recovery code', async () => {
  installPasskeys()
  const { user, network } = await openPasskeyStep()
  network.answer('auth.passkeyChallenge', () => refuse(403, 'Passkeys need https.', { code: 'passkeys_not_available' }))
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
  expect(await screen.findByText('Passkeys need https.')).toBeInTheDocument()
  network.answer('auth.login', () => refuse(401, 'This code is incorrect.', { code: 'wrong_code' }))
  await write(screen.getByLabelText('Code'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(screen.getByLabelText('Code')).toHaveAccessibleDescription('This code is incorrect.'))
  expect(screen.queryByText('Passkeys need https.')).toBeNull()
  await user.clear(screen.getByLabelText('Code'))
  network.answer('auth.login', () => reply('auth.login', buildGrant()))
  await write(screen.getByLabelText('Code'), 'aaaa-bbbb-cccc-dddd')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeInTheDocument()
})
