import '../../testing/matchers.ts'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { createAccountNetwork } from '../../testing/account-server.ts'
import { refuse, reply } from '../../testing/fake-network.ts'
import { closeApp, renderApp } from '../../testing/render-app.tsx'
import { collectSavedFiles, type SavedFile } from '../../testing/saved-files.ts'
import { write } from '../../testing/write.ts'

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

/** A network on which two-factor sign-in is on, until it is turned off. */
function createProtectedNetwork(codesLeft: number) {
  const network = createAccountNetwork()
  let since: string | null = '2026-07-09T12:00:00Z'
  network.answer('auth.secondFactor', () =>
    reply('auth.secondFactor', { status: 'success', confirmed_at: since, recovery_codes_left: codesLeft }),
  )
  network.answer('auth.removeSecondFactor', () => {
    since = null
    return reply('auth.removeSecondFactor', null)
  })
  return network
}

test('sets up an app with the password and its first code, and shows the recovery codes once', async () => {
  const { user, network, section } = await open()
  expect(await section.findByText('Two-factor sign-in is off.')).toBeInTheDocument()
  await user.click(section.getByRole('button', { name: 'Set up' }))
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
    network.answer('auth.secondFactor', () =>
      reply('auth.secondFactor', {
        status: 'success',
        confirmed_at: '2026-07-10T20:05:00Z',
        recovery_codes_left: 10,
      }),
    )
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
  expect(await section.findByText(/^Two-factor sign-in is on since /)).toBeInTheDocument()
  expect(section.getByText('Recovery codes left: 10.')).toBeInTheDocument()
  expect(screen.queryByText(codes[0] ?? '')).toBeNull()
})

test('is turned off with the password and a code', async () => {
  const { user, network, section } = await open(createProtectedNetwork(2))
  expect(await section.findByText(/Recovery codes left: 2\. To get new ones, turn/)).toBeInTheDocument()
  await user.click(section.getByRole('button', { name: 'Turn off' }))
  await write(await section.findByLabelText('Password'), 'secret1')
  await write(section.getByLabelText('Code'), '123456')
  await user.click(section.getByRole('button', { name: 'Turn off' }))
  expect(await section.findByText('Two-factor sign-in is off.')).toBeInTheDocument()
  expect(network.callsTo('auth.removeSecondFactor')[0]?.body).toEqual({
    current_password: 'secret1',
    code: '123456',
  })
})
