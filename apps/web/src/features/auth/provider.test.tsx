import '../../testing/matchers.ts'
import { afterEach, expect, jest, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { buildGrant, buildUser } from '../../testing/builders.ts'
import { refuse, reply } from '../../testing/fake-network.ts'
import { installPasskeys, passkeyAnswer } from '../../testing/passkey-browser.ts'
import { screen } from '../../testing/queries.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../testing/render-app.tsx'
import { write } from '../../testing/write.ts'

afterEach(() => {
  sessionStorage.clear()
  jest.restoreAllMocks()
  closeApp()
})

const URL_OF_PROVIDER = 'https://id.example.com/authorize?state=s'

test('the sign-in page leads to the provider, and says why it cannot', async () => {
  const open = jest.spyOn(window, 'open').mockReturnValue(null)
  const network = createHealthyNetwork()
  network.answer('auth.oidc', () => reply('auth.oidc', { status: 'success', name: 'Example' }))
  network.answer('auth.oidcStart', () => refuse(503, 'Sign-in with Example is not available right now.'))
  const { user } = renderApp('/login?next=/portfolio', { user: null, network })
  const button = await screen.findByRole('button', { name: 'Sign in with Example' })
  await user.click(button)
  expect(await screen.findByText('Sign-in with Example is not available right now.')).toBeInTheDocument()
  network.answer('auth.oidcStart', () => reply('auth.oidcStart', { status: 'success', url: URL_OF_PROVIDER }))
  await user.click(button)
  await waitFor(() => expect(open).toHaveBeenCalledWith(URL_OF_PROVIDER, '_self'))
})

test('an invitation goes along', async () => {
  const open = jest.spyOn(window, 'open').mockReturnValue(null)
  const network = createHealthyNetwork()
  network.answer('auth.oidc', () => reply('auth.oidc', { status: 'success', name: 'Example' }))
  network.answer('auth.oidcStart', () => reply('auth.oidcStart', { status: 'success', url: URL_OF_PROVIDER }))
  const { user } = renderApp('/register?invitation=abc', { user: null, network })
  await user.click(await screen.findByRole('button', { name: 'Sign in with Example' }))
  await waitFor(() => expect(open).toHaveBeenCalled())
  expect(network.callsTo('auth.oidcStart')[0]?.body).toEqual({ invitation: 'abc' })
})

test('a demo user can sign in with the provider too', async () => {
  const network = createHealthyNetwork()
  network.answer('auth.oidc', () => reply('auth.oidc', { status: 'success', name: 'Example' }))
  const demo = buildUser({ is_demo: true, demo_ends_at: '2026-07-11T20:00:00Z' })
  network.answer('auth.me', () => reply('auth.me', demo))
  renderApp('/login', { user: demo, network })
  expect(await screen.findByRole('button', { name: 'Sign in with Example' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Back to the demo' })).toBeInTheDocument()
})

test('a server without a provider shows no button', async () => {
  const network = createHealthyNetwork()
  network.answer('auth.oidc', () => reply('auth.oidc', { status: 'success', name: null }))
  renderApp('/login', { user: null, network })
  await waitFor(() => expect(network.callsTo('auth.oidc')).toHaveLength(1))
  expect(screen.queryByRole('button', { name: /^Sign in with/ })).toBeNull()
})

/** The page to which the provider sends the user back. */
async function comeBack(answer: () => Response) {
  const network = createHealthyNetwork()
  network.answer('auth.oidcSignIn', answer)
  sessionStorage.setItem('signInParameters', 'next=%2Fportfolio')
  window.history.replaceState(null, '', '/login/continue?code=c&state=s')
  const app = renderApp('/login/continue?code=c&state=s', { user: null, network })
  await waitFor(() => expect(network.callsTo('auth.oidcSignIn')).toHaveLength(1))
  expect(network.callsTo('auth.oidcSignIn')[0]?.body).toEqual({ answer: 'code=c&state=s' })
  return { ...app, network }
}
const succeed = () => reply('auth.oidcSignIn', buildGrant())
const expectPortfolio = (readUrl: () => string) => waitFor(() => expect(readUrl()).toBe('/portfolio'))

test('signs in with the answer, and opens the page that the user came from', async () => {
  const { readUrl } = await comeBack(succeed)
  await expectPortfolio(readUrl)
})

test('asks for the password of the account with the same email, then for its second factor', async () => {
  installPasskeys()
  const { user, network, readUrl } = await comeBack(() =>
    refuse(409, 'You already have an account with a@example.com.', {
      code: 'link_needed',
      errors: [{ field: 'password', detail: 'Password is required' }],
    }),
  )
  expect(await screen.findByText('You already have an account with a@example.com.')).toBeInTheDocument()
  expect(screen.queryByRole('alert')).toBeNull()
  network.answer('auth.oidcSignIn', () => refuse(401, 'They do not match.', { code: 'wrong_credentials' }))
  await write(screen.getByLabelText('Password'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Connect and sign in' }))
  await waitFor(() =>
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('The current password is incorrect.'),
  )
  network.answer('auth.oidcSignIn', () =>
    refuse(401, 'Use your passkey.', {
      code: 'second_factor_needed',
      errors: [
        { field: 'passkey', detail: 'Use your passkey.' },
        { field: 'code', detail: 'Enter a recovery code.' },
      ],
    }),
  )
  await user.clear(screen.getByLabelText('Password'))
  await write(screen.getByLabelText('Password'), 'secret1')
  await user.click(screen.getByRole('button', { name: 'Connect and sign in' }))
  await screen.findByRole('heading', { name: 'Confirm your sign-in' })
  network.answer('auth.oidcChallenge', () =>
    reply('auth.oidcChallenge', {
      status: 'success',
      options: {
        ...{ rpId: 'localhost', challenge: 'Y2hhbGxlbmdl', timeout: 300_000, userVerification: 'preferred' },
        allowCredentials: [{ id: 'a2V5', type: 'public-key' }],
      },
    }),
  )
  network.answer('auth.oidcSignIn', succeed)
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
  await expectPortfolio(readUrl)
  expect(network.callsTo('auth.oidcChallenge')[0]?.body).toEqual({ password: 'secret1' })
  expect(network.callsTo('auth.oidcSignIn').at(-1)?.body).toEqual({ password: 'secret1', passkey: passkeyAnswer })
})

test('an error ends the sign-in with its text and a way back', async () => {
  const { user } = await comeBack(() => refuse(409, 'This sign-in has expired.', { code: 'oidc_expired' }))
  expect(await screen.findByText('This sign-in has expired.')).toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Back to sign in' }))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument()
})
