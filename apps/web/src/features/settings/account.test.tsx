import '../../testing/matchers.ts'
import type { ActivityEvent } from '@callwright/contracts'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { act, waitFor } from '@testing-library/react'
import { accountApi } from '../../api/account.ts'
import { buildSession, createAccountNetwork, FIREFOX_ON_WINDOWS } from '../../testing/account-server.ts'
import { buildUser } from '../../testing/builders.ts'
import { beUnreachable, createGate, refuse, reply } from '../../testing/fake-network.ts'
import { screen, within } from '../../testing/queries.ts'
import { closeApp, renderApp } from '../../testing/render-app.tsx'
import { collectSavedFiles, type SavedFile } from '../../testing/saved-files.ts'
import { write } from '../../testing/write.ts'

describe('account data', () => {
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
    activity: [],
    second_factor: { app_since: null, passkeys: [], recovery_codes_left: 0 },
    provider_links: [],
    portfolio: {
      positions: [],
      chains: [],
      events: [],
      import_maps: [],
      alerts: {
        ...{ rules: [], channels: [], messages: [], deliveries: [], has_calendar: false },
        settings: { time_zone: 'America/New_York', quiet_from: null, quiet_to: null, digest_at: null },
      },
    },
    screener: { weights: null, screens: [], lists: [] },
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
    await write(dialog.getByLabelText('Password'), 'secret1')
    await write(dialog.getByLabelText('Type robin to confirm'), 'robin')
    await user.click(dialog.getByRole('button', { name: 'Delete account' }))
  }

  test('saves the complete export under a dated name; after an outage, saves nothing and says why', async () => {
    const network = createAccountNetwork()
    network.answer('auth.export', () => refuse(503, 'The portfolio cannot be read right now.'))
    const { user, section } = await open(network)
    expect(section.getByText('Account robin, robin@example.test')).toBeInTheDocument()
    const press = () => user.click(section.getByRole('button', { name: 'Download your data' }))
    await press()
    expect(await section.findByRole('alert')).toHaveTextContent('The portfolio cannot be read right now.')
    network.answer('auth.export', beUnreachable)
    await press()
    await waitFor(() =>
      expect(section.getByRole('alert')).toHaveTextContent('Could not create the file. Please try again.'),
    )
    expect(saved).toEqual([])
    const gate = createGate(answerExport)
    network.answer('auth.export', gate.handler)
    const tries = network.callsTo('auth.export').length
    await press()
    await user.click(await section.findByRole('button', { name: 'Preparing the file...' }))
    gate.open()
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toBe('callwright-account-2026-07-10.json')
    expect(JSON.parse((await saved[0]?.text) ?? '')).toEqual(kept)
    expect(network.callsTo('auth.export')).toHaveLength(tries + 1)
    expect(section.queryByRole('alert')).toBeNull()
  })

  describe('account deletion', () => {
    test('lists what is deleted, offers the export, focuses Cancel, and requires the password and the username', async () => {
      const network = createAccountNetwork()
      network.answer('auth.export', answerExport)
      const { user, dialog } = await openDialog(network)
      expect(dialog.getAllByRole('listitem')).toHaveLength(5)
      expect(dialog.getByText(/This cannot be undone\./)).toBeInTheDocument()
      await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus())
      await user.click(dialog.getByRole('button', { name: 'Download your data' }))
      await waitFor(() => expect(saved).toHaveLength(1))
      await write(dialog.getByLabelText('Type robin to confirm'), 'robi')
      await user.click(dialog.getByRole('button', { name: 'Delete account' }))
      await waitFor(() => expect(dialog.getByLabelText('Password')).toHaveAccessibleDescription('Password is required'))
      expect(dialog.getByLabelText('Type robin to confirm')).toHaveAccessibleDescription('Please type robin')
      await waitFor(() => expect(dialog.getByLabelText('Password')).toHaveFocus())
      await user.click(dialog.getByRole('button', { name: 'Cancel' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect(network.callsTo('auth.deleteMe')).toEqual([])
    })

    test('clears the session and confirms the deletion on the sign-in page', async () => {
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
      expect(await screen.findByText('Your account has been deleted.')).toBeInTheDocument()
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

    test('is confirmed even if another request gets the 401 first', async () => {
      const network = createAccountNetwork()
      const gate = createGate(() => reply('auth.deleteMe', null, 204))
      network.answer('auth.deleteMe', gate.handler)
      const app = await openDialog(network)
      await confirm(app)
      await endSession(app)
      // By now requests no longer carry a token.
      await endSession(app)
      await screen.findByRole('heading', { name: 'Sign in' })
      expect(app.readUrl()).toBe('/login')
      gate.open()
      expect(await screen.findByText('Your account has been deleted.')).toBeInTheDocument()
    })

    test('signs out every other tab', async () => {
      await open()
      window.localStorage.removeItem('token')
      act(() => {
        window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }))
      })
      expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeInTheDocument()
    })

    test('keeps the dialog after an error and says why; if the session ends, sign-in returns to the page', async () => {
      const network = createAccountNetwork()
      const app = await openDialog(network)
      const { dialog, user } = app
      const detail = 'The current password is not right.'
      const refusals = [
        [() => refuse(429, 'Too many attempts.', { retryAfter: 42 }), /Too many attempts\.\s*4[12] s left/],
        [() => refuse(503, 'Accounts are away.'), /Accounts are away\./],
        [beUnreachable, /Could not delete the account\. Please try again\./],
        [() => refuse(403, detail, { code: 'wrong_current_password' }), /Please correct/],
      ] as const
      network.answer('auth.deleteMe', refusals[0][0])
      await confirm(app)
      for (const [answer, words] of refusals) {
        network.answer('auth.deleteMe', answer)
        await user.click(dialog.getByRole('button', { name: 'Delete account' }))
        await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent(words))
        expect(app.readUrl()).toBe('/settings')
        expect(window.localStorage.getItem('token')).toBe('token-1')
        expect(dialog.getByLabelText('Type robin to confirm')).toHaveValue('robin')
      }
      await waitFor(() => expect(dialog.getByLabelText('Password')).toHaveAccessibleDescription(detail))
      await waitFor(() => expect(dialog.getByLabelText('Password')).toHaveFocus())
      await endSession(app)
      await screen.findByRole('heading', { name: 'Sign in' })
      expect(app.readUrl()).toBe('/login?next=%2Fsettings')
    })
  })
})

describe('password change', () => {
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

  test('names missing, short and mismatched passwords, sends nothing, and focuses the first invalid field', async () => {
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

    await write(getField('New password'), '12345')
    await waitFor(() =>
      expect(getField('New password')).toHaveAccessibleDescription('Password must be at least 6 characters'),
    )
    await write(getField('New password'), '123456')
    await write(getField('Confirm new password'), '123456')
    await waitFor(() => expect(getField('Confirm new password')).toBeValid())
    await user.click(getField('Confirm new password'))
    await user.tab()
    await write(getField('New password'), '1234567')
    await waitFor(() => expect(getField('Confirm new password')).toHaveAccessibleDescription('Passwords do not match'))
  })

  test('reports how many other sessions ended and keeps this one', async () => {
    const network = createAccountNetwork()
    const app = await open(network)
    for (const [count, words] of [
      [3, 'Your password has been changed. 3 other sessions ended.'],
      [1, 'Your password has been changed. 1 other session ended.'],
      [0, 'Your password has been changed. You were not signed in anywhere else.'],
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

  test('keeps the input after an error and shows the reason', async () => {
    const network = createAccountNetwork()
    const app = await open(network)
    const { getField, section, user } = app
    const wrong = 'The current password is not right.'
    const leaked = 'This password is known from a leak.'
    const refusals = [
      [() => refuse(429, 'Too many attempts.', { retryAfter: 600 }), /Too many attempts\.\s*10 min left/, null],
      [() => refuse(503, 'Accounts are away.'), /Accounts are away\./, null],
      [beUnreachable, /Could not change the password\. Please try again\./, null],
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
})

describe('recent activity', () => {
  afterEach(closeApp)

  const event = (id: number, kind: ActivityEvent['kind'], changes: Partial<ActivityEvent> = {}): ActivityEvent => ({
    ...{ id, kind, at: '2026-07-10T20:05:00Z', client_address: '192.0.2.1' },
    user_agent: FIREFOX_ON_WINDOWS,
    ...changes,
  })

  test('lists what happened and where, the first eight until the user asks for all', async () => {
    const network = createAccountNetwork()
    const events = [
      event(11, 'sign_in_failed'),
      event(10, 'operator_reset', { client_address: null, user_agent: null }),
      ...Array.from({ length: 8 }, (_value, index) => event(9 - index, 'signed_in')),
    ]
    network.answer('auth.activity', () => reply('auth.activity', { status: 'success', events }))
    const { user } = renderApp('/settings', { network })
    const section = within(await screen.findByRole('region', { name: 'Recent activity' }))
    const rows = () => section.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
    await section.findByRole('list', { name: 'Recent activity' })
    expect(rows()).toHaveLength(8)
    expect(rows()[0]).toMatch(/^Sign-in with a wrong password, code or passkey ?Firefox on Windows, 192\.0\.2\.1/)
    expect(rows()[1]).toMatch(/^Password reset by the operator/)
    await user.click(section.getByRole('button', { name: 'Show all 10' }))
    expect(rows()).toHaveLength(10)
  })
})
