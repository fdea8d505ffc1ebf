import '../../../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { buildSession, createAccountNetwork } from '../../../testing/account-server.ts'
import { createGate, refuse } from '../../../testing/fake-network.ts'
import { closeApp, renderApp } from '../../../testing/render-app.tsx'

afterEach(closeApp)

const phone = buildSession({
  id: 'session-2',
  current: false,
  user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1',
})
const unknown = buildSession({ id: 'session-3', current: false, user_agent: 'curl/8.14.1' })

async function open(network = createAccountNetwork([buildSession(), phone, unknown])) {
  const app = renderApp('/settings', { network })
  return { ...app, section: within(await screen.findByRole('region', { name: 'Sessions' })) }
}

const findDevices = async (section: ReturnType<typeof within>) =>
  within(await section.findByRole('list', { name: 'Signed-in devices' }))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('b')?.textContent)

test('lists every device in plain words, this one first, and when it was used', async () => {
  const { section } = await open(createAccountNetwork([phone, buildSession(), unknown]))
  expect(await findDevices(section)).toEqual(['Firefox on Windows', 'Safari on iPhone', 'Unknown device'])
  const [here, there] = section.getAllByRole('listitem')
  expect(here).toHaveTextContent(/This deviceLast used Jul 1\d, .+, signed in Jul \d/)
  expect(within(here as HTMLElement).queryByRole('button')).toBeNull()
  expect(there).not.toHaveTextContent('This device')
})

test('ends one', async () => {
  const { section, user, network } = await open()
  await user.click(await section.findByRole('button', { name: 'End the session on Safari on iPhone' }))
  expect(await screen.findByText('1 other session ended.')).toBeInTheDocument()
  await waitFor(async () => expect(await findDevices(section)).toEqual(['Firefox on Windows', 'Unknown device']))
  expect(network.callsTo('auth.revokeSessions').map(({ query }) => query.get('id'))).toEqual(['session-2'])
  expect(section.getByRole('list')).toHaveFocus()
})

test('ends all others at once', async () => {
  const { section, user, network } = await open()
  await user.click(await section.findByRole('button', { name: 'End all other sessions' }))
  expect(await screen.findByText('2 other sessions ended.')).toBeInTheDocument()
  expect(await section.findByText('You are signed in nowhere else.')).toBeInTheDocument()
  expect(await findDevices(section)).toEqual(['Firefox on Windows'])
  expect(network.callsTo('auth.revokeSessions').map(({ query }) => query.get('id'))).toEqual([null])
})

test('one that cannot be ended says why, and stays', async () => {
  const network = createAccountNetwork([buildSession(), phone])
  const gate = createGate(() => refuse(503, 'Sessions cannot be ended right now.'))
  network.answer('auth.revokeSessions', gate.handler)
  const { section, user } = await open(network)
  const button = await section.findByRole('button', { name: 'End the session on Safari on iPhone' })
  await user.click(button)
  await user.click(button)
  gate.open()
  expect(await screen.findByText('Sessions cannot be ended right now.')).toBeInTheDocument()
  expect(network.callsTo('auth.revokeSessions')).toHaveLength(1)
  expect(await findDevices(section)).toHaveLength(2)
})

test('a list that cannot be loaded says why, and is asked for again', async () => {
  const network = createAccountNetwork()
  const healthy = createAccountNetwork()
  network.answer('auth.listSessions', () => refuse(503, 'Accounts are away.'))
  const { section, user } = await open(network)
  expect(await section.findByRole('alert')).toHaveTextContent('Your sessions could not be loaded. Accounts are away.')
  network.answer('auth.listSessions', ({ path }) => healthy.fetch(new URL(path, 'http://localhost')))
  await user.click(section.getByRole('button', { name: 'Retry' }))
  expect(await findDevices(section)).toEqual(['Firefox on Windows'])
})
