import '../../../testing/matchers.ts'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { buildSecondFactor, createAccountNetwork, type SecondFactorWire } from '../../../testing/account-server.ts'
import { refuse, reply } from '../../../testing/fake-network.ts'
import { installPasskeys, passkeyAnswer } from '../../../testing/passkey-browser.ts'
import { screen, within } from '../../../testing/queries.ts'
import { closeApp, renderApp } from '../../../testing/render-app.tsx'
import { collectSavedFiles, type SavedFile } from '../../../testing/saved-files.ts'
import { write } from '../../../testing/write.ts'

let saved: readonly SavedFile[] = []
beforeEach(() => {
  saved = collectSavedFiles()
})
afterEach(() => {
  jest.restoreAllMocks()
  closeApp()
})

const SECRET = 'GK4D2SRTLQD3GEFQPMTIG2UCNLHVILBQ'
const URI = `otpauth://totp/Callwright:robin?issuer=Callwright&secret=${SECRET}`
const codes = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh']

async function open(network = createAccountNetwork()) {
  const app = renderApp('/settings', { network })
  const section = within(await screen.findByRole('region', { name: 'Two-factor sign-in' }))
  return { ...app, network, section }
}

const phone = { id: 'p1', name: 'Phone', created_at: '2026-07-09T12:00:00Z', last_used_at: null }

/** A network whose second factor a test changes. */
function createFactorNetwork(start: Partial<SecondFactorWire>) {
  const network = createAccountNetwork()
  let state = buildSecondFactor(start)
  network.answer('auth.secondFactor', () => reply('auth.secondFactor', state))
  const change = (changes: Partial<SecondFactorWire>) => {
    state = { ...state, ...changes }
  }
  return { network, change }
}

test('sets up an app with the password and its first code, and shows the recovery codes once', async () => {
  const { user, network, section } = await open()
  expect(await section.findByText('Two-factor sign-in is off.')).toBeInTheDocument()
  await user.click(section.getByRole('button', { name: 'Set up an app' }))
  await write(await section.findByLabelText('Password'), 'secret1')
  network.answer('auth.beginSecondFactor', () => refuse(403, 'Incorrect.', { code: 'wrong_current_password' }))
  await user.click(section.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(section.getByLabelText('Password')).toHaveAccessibleDescription('Incorrect.'))
  network.answer('auth.beginSecondFactor', () =>
    reply('auth.beginSecondFactor', { status: 'success', secret: SECRET, uri: URI }),
  )
  await user.click(section.getByRole('button', { name: 'Continue' }))

  expect(await section.findByRole('link', { name: 'Open in an app on this device' })).toHaveAttribute('href', URI)
  expect(section.getByText('GK4D 2SRT LQD3 GEFQ PMTI G2UC NLHV ILBQ')).toBeInTheDocument()
  await user.click(section.getByRole('button', { name: 'Copy key' }))
  expect(await navigator.clipboard.readText()).toBe(SECRET)
  await user.click(section.getByRole('button', { name: 'Turn on' }))
  await waitFor(() => expect(section.getByLabelText('Code')).toHaveAccessibleDescription('Code is required'))
  network.answer('auth.confirmSecondFactor', () => {
    const on = buildSecondFactor({ confirmed_at: '2026-07-10T20:05:00Z', recovery_codes_left: 10 })
    network.answer('auth.secondFactor', () => reply('auth.secondFactor', on))
    return reply('auth.confirmSecondFactor', { status: 'success', recovery_codes: codes })
  })
  await write(section.getByLabelText('Code'), ' 123456 ')
  await user.click(section.getByRole('button', { name: 'Turn on' }))

  const list = within(await section.findByRole('list', { name: 'Recovery codes' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes)
  expect(network.callsTo('auth.confirmSecondFactor')[0]?.body).toEqual({ code: '123456' })
  await user.click(section.getByRole('button', { name: 'Copy codes' }))
  expect(await navigator.clipboard.readText()).toBe(`${codes.join('\n')}\n`)
  await user.click(section.getByRole('button', { name: 'Download codes' }))
  expect(saved.map(({ name }) => name)).toEqual(['callwright-recovery-codes.txt'])
  expect(await saved[0]?.text).toBe(`${codes.join('\n')}\n`)
  await user.click(section.getByRole('button', { name: 'I have saved the codes' }))
  expect(await section.findByText('Two-factor sign-in is on.')).toBeInTheDocument()
  expect(section.getByText(/^Added Jul 10/)).toBeInTheDocument()
  expect(section.getByText('Recovery codes left: 10.')).toBeInTheDocument()
  expect(screen.queryByText(codes[0] ?? '')).toBeNull()
})

test('is turned off with the password and a code', async () => {
  const { network, change } = createFactorNetwork({ confirmed_at: '2026-07-09T12:00:00Z', recovery_codes_left: 2 })
  const { user, section } = await open(network)
  expect(await section.findByText(/Recovery codes left: 2\. To get new ones, turn/)).toBeInTheDocument()
  await user.click(section.getByRole('button', { name: 'Remove the authenticator app' }))
  await write(await section.findByLabelText('Password'), 'secret1')
  await write(section.getByLabelText('Code'), '123456')
  network.answer('auth.removeSecondFactor', () => {
    change({ confirmed_at: null, recovery_codes_left: 0 })
    return reply('auth.removeSecondFactor', null)
  })
  await user.click(section.getByRole('button', { name: 'Turn off' }))
  expect(await section.findByText('Two-factor sign-in is off.')).toBeInTheDocument()
  expect(network.callsTo('auth.removeSecondFactor')[0]?.body).toEqual({
    current_password: 'secret1',
    code: '123456',
  })
})

test('adds the first passkey with a name and the password, and shows the recovery codes', async () => {
  const { create } = installPasskeys()
  const { network, change } = createFactorNetwork({})
  const { user, section } = await open(network)
  await user.click(await section.findByRole('button', { name: 'Add a passkey' }))
  await write(await section.findByLabelText('Name'), ' Phone ')
  await write(section.getByLabelText('Password'), 'secret1')
  network.answer('auth.beginPasskey', () =>
    reply('auth.beginPasskey', {
      status: 'success',
      options: {
        ...{ rp: { id: 'localhost', name: 'Callwright' }, challenge: 'Y2hhbGxlbmdl', timeout: 300_000 },
        user: { id: 'dXNlcg', name: 'robin', displayName: 'robin' },
        ...{ pubKeyCredParams: [{ type: 'public-key', alg: -7 }], excludeCredentials: [], attestation: 'none' },
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      },
    }),
  )
  network.answer('auth.addPasskey', () => {
    change({ passkeys: [phone], recovery_codes_left: 10 })
    return reply('auth.addPasskey', { status: 'success', passkey: phone, recovery_codes: codes }, 201)
  })
  create.mockRejectedValueOnce(new DOMException('known', 'InvalidStateError'))
  await user.click(section.getByRole('button', { name: 'Create passkey' }))
  expect(await section.findByText('This device already has a passkey for your account.')).toBeInTheDocument()
  await user.click(section.getByRole('button', { name: 'Create passkey' }))
  expect(await section.findByRole('list', { name: 'Recovery codes' })).toBeInTheDocument()
  expect(network.callsTo('auth.addPasskey')[0]?.body).toMatchObject({
    ...{ name: 'Phone', credential: { id: 'a2V5', response: { transports: ['internal'] } } },
  })
  await user.click(section.getByRole('button', { name: 'I have saved the codes' }))
  expect(await section.findByText(/^Passkey, added .*, not used yet$/)).toBeInTheDocument()
})

test('renames a passkey, and removes it with the password and a passkey', async () => {
  installPasskeys()
  const { network, change } = createFactorNetwork({ passkeys: [phone], recovery_codes_left: 10 })
  const { user, section } = await open(network)
  await user.click(await section.findByRole('button', { name: 'Rename Phone' }))
  expect(await section.findByLabelText('Name')).toHaveValue('Phone')
  await user.clear(section.getByLabelText('Name'))
  await write(section.getByLabelText('Name'), 'Old phone')
  network.answer('auth.renamePasskey', () => {
    change({ passkeys: [{ ...phone, name: 'Old phone' }] })
    return reply('auth.renamePasskey', { status: 'success', passkey: { ...phone, name: 'Old phone' } })
  })
  await user.click(section.getByRole('button', { name: 'Save' }))
  await user.click(await section.findByRole('button', { name: 'Remove Old phone' }))
  await write(await section.findByLabelText('Password'), 'secret1')
  expect(section.queryByLabelText('Code')).toBeNull()
  network.answer('auth.passkeyChallenge', () =>
    reply('auth.passkeyChallenge', {
      status: 'success',
      options: {
        ...{ rpId: 'localhost', challenge: 'Y2hhbGxlbmdl', timeout: 300_000, userVerification: 'preferred' },
        allowCredentials: [{ id: 'a2V5', type: 'public-key' }],
      },
    }),
  )
  network.answer('auth.removePasskey', () => {
    change({ passkeys: [], recovery_codes_left: 0 })
    return reply('auth.removePasskey', null)
  })
  await user.click(section.getByRole('button', { name: 'Turn off' }))
  expect(await section.findByText('Two-factor sign-in is off.')).toBeInTheDocument()
  expect(network.callsTo('auth.removePasskey')[0]).toMatchObject({
    ...{ path: '/api/auth/passkeys/p1', body: { current_password: 'secret1', passkey: passkeyAnswer } },
  })
})

test('a code can replace the passkey, and the page says where passkeys work', async () => {
  const { network } = createFactorNetwork({ passkeys: [phone], passkey_origin: 'https://calls.example.com' })
  const { user, section } = await open(network)
  expect(await section.findByText('Passkeys work at https://calls.example.com only.')).toBeInTheDocument()
  expect(section.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  await user.click(section.getByRole('button', { name: 'Remove Phone' }))
  await write(await section.findByLabelText('Password'), 'secret1')
  network.answer('auth.passkeyChallenge', () => refuse(409, 'No passkey.', { code: 'no_passkey' }))
  await user.click(section.getByRole('button', { name: 'Turn off' }))
  expect(await section.findByText('No passkey.')).toBeInTheDocument()
  await user.click(section.getByRole('button', { name: 'Enter a code instead' }))
  await waitFor(() => expect(section.queryByText('No passkey.')).toBeNull())
  await write(section.getByLabelText('Code'), 'aaaa-bbbb')
  network.answer('auth.removePasskey', () => refuse(403, 'Wrong code.', { code: 'wrong_code' }))
  await user.click(section.getByRole('button', { name: 'Turn off' }))
  await waitFor(() => expect(section.getByLabelText('Code')).toHaveAccessibleDescription('Wrong code.'))
})
