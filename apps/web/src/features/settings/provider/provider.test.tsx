import '../../../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { buildSecondFactor, createAccountNetwork } from '../../../testing/account-server.ts'
import { refuse, reply } from '../../../testing/fake-network.ts'
import { screen, within } from '../../../testing/queries.ts'
import { closeApp, renderApp } from '../../../testing/render-app.tsx'
import { write } from '../../../testing/write.ts'

afterEach(closeApp)

const link = { provider: 'Example', linked_at: '2026-07-09T12:00:00Z' }

function createLinkedNetwork(has_password: boolean) {
  const network = createAccountNetwork()
  let links = [link]
  network.answer('auth.oidcLinks', () => reply('auth.oidcLinks', { status: 'success', links, has_password }))
  network.answer('auth.removeOidcLinks', () => {
    links = []
    return reply('auth.removeOidcLinks', null)
  })
  return network
}

const findSection = async () => within(await screen.findByRole('region', { name: 'Sign-in provider' }))

test('a connected provider is disconnected with the password, and its section goes away', async () => {
  const network = createLinkedNetwork(true)
  const { user } = renderApp('/settings', { network })
  const section = await findSection()
  expect(section.getByText('You can sign in with Example as well as with your password.')).toBeInTheDocument()
  expect(section.getByRole('listitem')).toHaveTextContent(/^ExampleConnected Jul 9/)
  const contents = within(screen.getByRole('navigation', { name: 'Settings by section' }))
  expect(contents.getByRole('link', { name: 'Sign-in provider' })).toBeInTheDocument()

  await user.click(section.getByRole('button', { name: 'Disconnect Example' }))
  await write(await section.findByLabelText('Password'), 'secret1')
  await user.click(section.getByRole('button', { name: 'Disconnect' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Sign-in provider' })).toBeNull())
  expect(network.callsTo('auth.removeOidcLinks')[0]?.body).toEqual({ current_password: 'secret1' })
  expect(screen.getByText('Example is disconnected.')).toBeInTheDocument()
})

test('a wrong password is marked, and the code of an app is asked for', async () => {
  const network = createLinkedNetwork(true)
  const factor = buildSecondFactor({ confirmed_at: '2026-07-09T12:00:00Z', recovery_codes_left: 9 })
  network.answer('auth.secondFactor', () => reply('auth.secondFactor', factor))
  network.answer('auth.removeOidcLinks', () => refuse(403, 'Incorrect.', { code: 'wrong_current_password' }))
  const { user } = renderApp('/settings', { network })
  const section = await findSection()
  await user.click(section.getByRole('button', { name: 'Disconnect Example' }))
  await write(await section.findByLabelText('Password'), 'wrong')
  await write(section.getByLabelText('Code'), '123456')
  await user.click(section.getByRole('button', { name: 'Disconnect' }))
  await waitFor(() => expect(section.getByLabelText('Password')).toHaveAccessibleDescription('Incorrect.'))
  expect(network.callsTo('auth.removeOidcLinks')[0]?.body).toEqual({ current_password: 'wrong', code: '123456' })
})

test('an account without a password says how to get one, and has no button', async () => {
  renderApp('/settings', { network: createLinkedNetwork(false) })
  const section = await findSection()
  expect(section.getByText(/you need a password: sign out and set one/)).toBeInTheDocument()
  expect(section.queryByRole('button')).toBeNull()
})

test('an account that is not connected has no such section', async () => {
  const network = createAccountNetwork()
  renderApp('/settings', { network })
  await screen.findByText('Two-factor sign-in is off.')
  await waitFor(() => expect(network.callsTo('auth.oidcLinks')).toHaveLength(1))
  expect(screen.queryByText('Sign-in provider')).toBeNull()
})

test('a failure says so, and can be retried', async () => {
  const network = createAccountNetwork()
  network.answer('auth.oidcLinks', () => refuse(503, 'Accounts are not available.'))
  const { user } = renderApp('/settings', { network })
  const section = await findSection()
  expect(section.getByRole('alert')).toHaveTextContent('Could not load the connection to your sign-in provider.')
  network.answer('auth.oidcLinks', () =>
    reply('auth.oidcLinks', { status: 'success', links: [link], has_password: true }),
  )
  await user.click(section.getByRole('button', { name: 'Retry' }))
  expect(await section.findByText('Example')).toBeInTheDocument()
})
