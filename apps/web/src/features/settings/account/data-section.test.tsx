import '../../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { accountApi } from '../../../api/account-endpoints.ts'
import { buildSession, createAccountNetwork } from '../../../testing/account-server.ts'
import { buildUser } from '../../../testing/builders.ts'
import { beUnreachable, createGate, type FakeNetwork, refuse, reply } from '../../../testing/fake-network.ts'
import { closeApp, renderApp } from '../../../testing/render-app.tsx'
import { collectSavedFiles, type SavedFile } from '../../../testing/saved-files.ts'

let saved: readonly SavedFile[] = []

beforeEach(() => {
  saved = collectSavedFiles()
})
afterEach(() => {
  jest.restoreAllMocks()
  closeApp()
})

const kept = {
  exported_at: '2026-07-10T20:05:00Z',
  account: { ...buildUser(), created_at: '2026-07-01T09:00:00Z' },
  sessions: [buildSession()],
  portfolio: { positions: [], events: [] },
  screener: { weights: null, screens: [] },
  coach: { messages: [] },
}
const answerExport = () => reply('auth.export', { status: 'success', ...kept })

async function open(network = createAccountNetwork()) {
  const app = renderApp('/settings', { network })
  return { ...app, section: within(await screen.findByRole('region', { name: 'Your data' })) }
}

async function openDialog(network = createAccountNetwork()) {
  const app = await open(network)
  await app.user.click(app.section.getByRole('button', { name: 'Delete account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
  return { ...app, dialog }
}

type Opened = Awaited<ReturnType<typeof openDialog>>

async function confirm({ user, dialog }: Opened) {
  await user.type(dialog.getByLabelText('Password'), 'secret1')
  await user.type(dialog.getByLabelText('Type robin to confirm'), 'robin')
  await user.click(dialog.getByRole('button', { name: 'Delete account' }))
}

describe('the file of all that is kept', () => {
  test('is saved whole, and named by its day', async () => {
    const network = createAccountNetwork()
    const gate = createGate(answerExport)
    network.answer('auth.export', gate.handler)
    const { user, section } = await open(network)
    expect(section.getByText('Account robin, robin@example.test')).toBeInTheDocument()
    await user.click(section.getByRole('button', { name: 'Download your data' }))
    await user.click(await section.findByRole('button', { name: 'Preparing the file...' }))
    gate.open()
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toBe('callwright-account-2026-07-10.json')
    expect(JSON.parse((await saved[0]?.text) ?? '')).toEqual(kept)
    expect(network.callsTo('auth.export')).toHaveLength(1)
  })

  test.each([
    [
      'an outage',
      () => refuse(503, 'The portfolio cannot be read right now.'),
      'The portfolio cannot be read right now.',
    ],
    ['no answer', beUnreachable, 'The file could not be made. Please try again.'],
  ])('after %s there is none, and the reader hears why', async (_name, answer, words) => {
    const network = createAccountNetwork()
    network.answer('auth.export', answer)
    const { user, section } = await open(network)
    await user.click(section.getByRole('button', { name: 'Download your data' }))
    expect(await section.findByRole('alert')).toHaveTextContent(words)
    expect(saved).toEqual([])
    network.answer('auth.export', answerExport)
    await user.click(section.getByRole('button', { name: 'Download your data' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(section.queryByRole('alert')).toBeNull()
  })
})

describe('deleting the account', () => {
  test('says what goes, offers the file first, and begins on the way back', async () => {
    const network = createAccountNetwork()
    network.answer('auth.export', answerExport)
    const { user, dialog } = await openDialog(network)
    expect(dialog.getAllByRole('listitem')).toHaveLength(5)
    expect(dialog.getByText(/It cannot be undone\./)).toBeInTheDocument()
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus())
    await user.click(dialog.getByRole('button', { name: 'Download your data' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(network.callsTo('auth.deleteMe')).toEqual([])
  })

  test('needs the password and the username', async () => {
    const { user, dialog, network } = await openDialog()
    await user.type(dialog.getByLabelText('Type robin to confirm'), 'robi')
    await user.click(dialog.getByRole('button', { name: 'Delete account' }))
    await waitFor(() => expect(dialog.getByLabelText('Password')).toHaveAccessibleDescription('Password is required'))
    expect(dialog.getByLabelText('Type robin to confirm')).toHaveAccessibleDescription('Please type robin')
    await waitFor(() => expect(dialog.getByLabelText('Password')).toHaveFocus())
    expect(network.callsTo('auth.deleteMe')).toEqual([])
  })

  test('leaves nothing of the session, and says so at the sign-in', async () => {
    window.localStorage.setItem('coveredCallPositions.user-1.p-1', '{}')
    window.localStorage.setItem('coveredCallPositions.user-2.p-1', '{}')
    const network = createAccountNetwork()
    const gate = createGate(() => reply('auth.deleteMe', null, 204))
    network.answer('auth.deleteMe', gate.handler)
    const app = await openDialog(network)
    await confirm(app)
    expect(await app.dialog.findByRole('button', { name: 'Deleting...' })).toBeDisabled()
    gate.open()
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument()
    expect(await screen.findByText('Your account is deleted.')).toBeInTheDocument()
    expect(app.readUrl()).toBe('/login')
    expect(network.callsTo('auth.deleteMe').map(({ body }) => body)).toEqual([{ password: 'secret1' }])
    for (const key of ['token', 'user', 'tokenReceipt', 'coveredCallPositions.user-1.p-1']) {
      expect(window.localStorage.getItem(key)).toBeNull()
    }
    expect(window.localStorage.getItem('coveredCallPositions.user-2.p-1')).toBe('{}')
  })

  const endSession = ({ store, network }: Opened) => {
    network.answer('auth.listSessions', () => refuse(401, 'The session has ended.'))
    return act(() =>
      store.dispatch(accountApi.endpoints.sessions.initiate(undefined, { forceRefetch: true, subscribe: false })),
    )
  }

  test('is theirs also when another call hears of it first', async () => {
    const network = createAccountNetwork()
    const gate = createGate(() => reply('auth.deleteMe', null, 204))
    network.answer('auth.deleteMe', gate.handler)
    const app = await openDialog(network)
    await confirm(app)
    await endSession(app)
    // The next one does not even have a token.
    await endSession(app)
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(app.readUrl()).toBe('/login')
    gate.open()
    expect(await screen.findByText('Your account is deleted.')).toBeInTheDocument()
  })

  test('refused, an end of the session leads back to the page', async () => {
    const network = createAccountNetwork()
    network.answer('auth.deleteMe', () => refuse(503, 'Accounts are away.'))
    const app = await openDialog(network)
    await confirm(app)
    await app.dialog.findByText('Accounts are away.')
    await endSession(app)
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(app.readUrl()).toBe('/login?next=%2Fsettings')
  })

  test('reaches every other tab', async () => {
    await open()
    window.localStorage.removeItem('token')
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }))
    })
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument()
  })

  async function refused(answer: Parameters<FakeNetwork['answer']>[1]) {
    const network = createAccountNetwork()
    network.answer('auth.deleteMe', answer)
    const app = await openDialog(network)
    await confirm(app)
    const alert = await app.dialog.findByRole('alert')
    expect(app.readUrl()).toBe('/settings')
    expect(window.localStorage.getItem('token')).toBe('token-1')
    expect(app.dialog.getByLabelText('Type robin to confirm')).toHaveValue('robin')
    return { ...app, alert }
  }

  test('a wrong password stands at its field', async () => {
    const detail = 'The current password is incorrect.'
    const { dialog } = await refused(() => refuse(403, detail, { code: 'wrong_current_password' }))
    await waitFor(() => expect(dialog.getByLabelText('Password')).toHaveAccessibleDescription(detail))
    await waitFor(() => expect(dialog.getByLabelText('Password')).toHaveFocus())
  })

  test('too many attempts show how long to wait', async () => {
    const { alert } = await refused(() => refuse(429, 'Too many attempts.', { retryAfter: 42 }))
    expect(alert).toHaveTextContent(/Too many attempts\.\s*4[12] s left/)
  })

  test.each([
    ['an outage', () => refuse(503, 'Accounts are away.'), 'Accounts are away.'],
    ['no answer', beUnreachable, 'The account could not be deleted. Please try again.'],
  ])('%s says so', async (_name, answer, words) => {
    const { alert } = await refused(answer)
    expect(alert).toHaveTextContent(words)
  })
})
