import '../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { buildChannel, buildMessage, buildRule, createAlertServer } from '../../testing/alert-server.ts'
import { buildUser } from '../../testing/builders.ts'
import { refuse, reply } from '../../testing/fake-network.ts'
import { screen, within } from '../../testing/queries.ts'
import { closeApp, renderApp } from '../../testing/render-app.tsx'
import { write } from '../../testing/write.ts'
import { alertsAddress } from './alerts-state.ts'

afterEach(closeApp)

type Start = Parameters<typeof createAlertServer>[0]

function open(search = '', start: Start = {}) {
  const server = createAlertServer(start)
  return { server, ...renderApp(`/alerts${search}`, { network: server.network }) }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const findItems = async (name: string) => within(await screen.findByRole('list', { name })).getAllByRole('listitem')
const bodiesOf = (server: ReturnType<typeof createAlertServer>, id: Parameters<typeof server.network.callsTo>[0]) =>
  server.network.callsTo(id).map(({ body }) => body)

describe('the inbox', () => {
  test('lists messages with their figures, marks them as read, and counts the unread ones in the menu', async () => {
    const { server, user } = open('', {
      messages: [
        buildMessage(),
        buildMessage({ id: 'message-2', title: 'QBBB: price', path: '/analysis?symbol=QBBB', data_note: null }),
        buildMessage({ id: 'message-3', title: 'Old one', read_at: '2026-07-10T20:06:00Z' }),
      ],
    })
    const [first, second, third] = await findItems('Messages')
    if (!first || !second || !third) throw new Error('Three messages are missing')
    expect(within(first).getByRole('link', { name: 'QAAA 130 call: delta' })).toHaveAttribute(
      'href',
      '/portfolio?selected=position-1',
    )
    expect(first).toHaveTextContent('QAAA 130 call of Aug 14, 2026: delta is 0.22.')
    expect(first).toHaveTextContent('Recorded market: real prices from a past day.')
    expect(first).toHaveTextContent('Data as of Jul 10, 16:00 ET')
    expect(first).toHaveTextContent('Rule: QAAA 130 call of Aug 14, 2026: delta of at least 0.20')
    expect(second).not.toHaveTextContent('Recorded market')
    expect(within(third).queryByText('Unread:')).toBeNull()
    expect(await screen.findByRole('link', { name: /^Alerts ?2 unread alerts$/ })).toBeVisible()

    await user.click(await button('Mark as read: QAAA 130 call: delta'))
    expect(await screen.findByRole('link', { name: /^Alerts ?1 unread alert$/ })).toBeVisible()
    expect(screen.getByRole('list', { name: 'Messages' })).toHaveFocus()
    await user.click(await button('Mark all as read'))
    expect(await screen.findByRole('link', { name: 'Alerts' })).toBeVisible()
    expect(screen.queryByText('Unread:')).toBeNull()
    expect(server.network.callsTo('portfolio.readAllAlertMessages')).toHaveLength(1)
  })

  test('without messages, leads to a new rule', async () => {
    const { user, readUrl } = open()
    await screen.findByText('No messages yet')
    await user.click(await button('Add a rule'))
    expect(await screen.findByRole('dialog', { name: 'Add a rule' })).toBeVisible()
    expect(readUrl()).toBe('/alerts?new=1')
    await user.click(await button('Cancel'))
    await waitFor(() => expect(readUrl()).toBe('/alerts?view=rules'))
  })

  test('a failure offers a retry', async () => {
    const server = createAlertServer()
    server.network.answer('portfolio.listAlertMessages', () => refuse(500, 'Broken.'))
    renderApp('/alerts', { network: server.network })
    expect(await screen.findByText('Could not load your messages')).toBeVisible()
    expect(screen.getByText('Broken.')).toBeVisible()
    expect(await button('Retry')).toBeVisible()
  })
})

describe('rules', () => {
  test('show their state and last message, and are switched, deleted and restored', async () => {
    const { server, user } = open('?view=rules', {
      rules: [
        buildRule(),
        buildRule({
          ...{
            id: 'rule-2',
            sentence: 'QBBB: rating of at least 50',
            state: 'unknown',
            state_note: 'The rating is N/A.',
          },
          last_message: null,
        }),
      ],
    })
    const [first, second] = await findItems('Your rules')
    expect(first).toHaveTextContent('True now, checked')
    expect(first).toHaveTextContent('QAAA 130 call: delta is 0.22.')
    expect(second).toHaveTextContent(/Cannot be checked.*The rating is N\/A\./)
    const sentence = 'QAAA 130 call of Aug 14, 2026: delta of at least 0.20'

    await user.click(await button(`Turn off: ${sentence}`))
    expect(await button(`Turn on: ${sentence}`)).toBeVisible()
    expect(bodiesOf(server, 'portfolio.putAlertRule')).toEqual([
      expect.objectContaining({ kind: 'delta', position_id: 'position-1', limit: 0.2, enabled: false, version: 3 }),
    ])
    await user.click(await button(`Delete: ${sentence}`))
    await waitFor(() => expect(screen.queryByRole('button', { name: `Delete: ${sentence}` })).toBeNull())
    await user.click(await button(/^Undo/))
    expect(await button(/^Turn on: Any position: delta/)).toBeVisible()
    expect(bodiesOf(server, 'portfolio.putAlertRule').at(-1)).not.toHaveProperty('version')
  })

  test('a suggestion is added at once', async () => {
    const { server, user } = open('?view=rules')
    await user.click(await button('Add: Any position: delta of at least 0.50'))
    expect(await screen.findByRole('list', { name: 'Your rules' })).toBeVisible()
    expect(bodiesOf(server, 'portfolio.putAlertRule')).toEqual([
      expect.objectContaining({ kind: 'delta', position_id: null, limit: 0.5, enabled: true }),
    ])
  })

  test('the form checks its fields, shows what the server rejects, and saves', async () => {
    const { server, user, readUrl } = open('?symbol=nope')
    const form = within(await screen.findByRole('dialog', { name: 'Add a rule' }))
    expect(await form.findByLabelText('Alert me about')).toHaveValue('price_above')
    const limit = form.getByLabelText('Price of at least ($)')
    const symbol = form.getByLabelText('Stock')
    expect(symbol).toHaveValue('NOPE')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText('Enter a number')).toBeVisible()
    await waitFor(() => expect(limit).toHaveFocus())
    await write(limit, '200')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText('NOPE is not a listed stock')).toBeVisible()
    await write(symbol, 'QAAA')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodiesOf(server, 'portfolio.putAlertRule').at(-1)).toEqual({
      ...{ kind: 'price_above', position_id: null, symbol: 'QAAA', screen_id: null, limit: 200, enabled: true },
    })
    expect(readUrl()).toBe('/alerts?view=rules')
  })

  test('the form begins with the position or screen of its link, and a suggestion fills it in', async () => {
    const { user, server } = open('?position=position-1')
    const form = within(await screen.findByRole('dialog', { name: 'Add a rule' }))
    expect(await form.findByLabelText('Alert me about')).toHaveValue('attention')
    expect(await form.findByRole('option', { name: 'QAAA 130 call, Aug 14, 2026' })).toBeVisible()
    await waitFor(() => expect(form.getByLabelText('Position')).toHaveValue('position-1'))
    await user.click(await form.findByRole('button', { name: /^Use: / }))
    expect(form.getByLabelText('Delta of at least')).toHaveValue('0.5')
    await write(form.getByLabelText('Delta of at least'), '2')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText('Enter a number from 0.01 to 1')).toBeVisible()
    await user.selectOptions(form.getByLabelText('Alert me about'), 'new_entries')
    expect(form.getByLabelText('Saved screen')).toHaveValue('screen-1')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodiesOf(server, 'portfolio.putAlertRule').at(-1)).toMatchObject({
      ...{ kind: 'new_entries', position_id: null, symbol: null, screen_id: 'screen-1', limit: null },
    })
  })

  test('a rule is edited, and a link to a deleted one says so', async () => {
    const { user, server } = open('?view=rules', { rules: [buildRule()] })
    await user.click(await button(/^Edit: /))
    const form = within(await screen.findByRole('dialog', { name: 'Edit the rule' }))
    const limit = await form.findByLabelText('Delta of at least')
    expect(limit).toHaveValue('0.2')
    await write(limit, '0.3')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodiesOf(server, 'portfolio.putAlertRule')).toEqual([expect.objectContaining({ limit: 0.3, version: 3 })])
    closeApp()
    open('?rule=gone')
    expect(await screen.findByText('This rule does not exist any more.')).toBeVisible()
  })
})

describe('channels', () => {
  test('a webhook is refused, added with its secret, tested, renewed and removed', async () => {
    const { user, server } = open('?view=channels')
    const url = await screen.findByLabelText('URL')
    await user.click(await button('Add webhook'))
    expect(screen.getByText('Enter the URL of your server')).toBeVisible()
    await write(url, 'https://10.0.0.1/hook')
    await user.click(await button('Add webhook'))
    expect(await screen.findByText(/The address is in a private network/)).toBeVisible()
    expect(url).toHaveFocus()
    await write(url, 'https://example.com/hook')
    await user.click(await button('Add webhook'))
    const secret = within(await screen.findByRole('region', { name: 'Signing secret' }))
    expect(secret.getByText('whsec_c2VjcmV0')).toBeVisible()
    expect(secret.getByText(/To verify a request, compute the HMAC-SHA256/)).toBeVisible()
    await user.click(secret.getByRole('button', { name: 'I have stored it' }))
    expect(screen.queryByText('whsec_c2VjcmV0')).toBeNull()

    const label = 'Webhook https://example.com/hook'
    await user.click(await button(`Test: ${label}`))
    expect(await screen.findByText('Test failed: The server responded with 500.')).toBeVisible()
    await user.click(await screen.findByLabelText(`Hide amounts: ${label}`))
    await waitFor(() => expect(screen.getByLabelText(`Hide amounts: ${label}`)).toBeChecked())
    await user.click(await button(`Turn off: ${label}`))
    expect(await button(`Turn on: ${label}`)).toBeVisible()
    await user.click(await button(`Renew the secret: ${label}`))
    await user.click(await button('Renew'))
    expect(await screen.findByText('whsec_c2VjcmV0')).toBeVisible()
    await user.click(await button(`Remove: ${label}`))
    await user.click(await button('Remove'))
    await waitFor(() => expect(server.channels).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('button', { name: `Test: ${label}` })).toBeNull())
  })

  test('the inbox can be tested but not removed, and what is missing is explained', async () => {
    const { user } = open('?view=channels')
    await user.click(await button('Test: Inbox'))
    expect(await screen.findByText('Test sent in 12 ms. It is in your inbox.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Remove: / })).toBeNull()
    expect(screen.getByText('Email is not set up on this server. Its operator can turn it on.')).toBeVisible()
    await user.click(await button('Send push messages to this browser'))
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Push needs a secure connection/)
  })

  test('an email address is confirmed with a code', async () => {
    const mail = buildChannel({
      ...{ id: 'mail-1', kind: 'email', name: 'Email', target: 'robin@example.test', verified: false },
      last_failure: { at: '2026-07-10T20:00:00Z', reason: 'Mailbox is full' },
    })
    const { user } = open('?view=channels', { channels: [buildChannel(), mail], available: ['app', 'email'] })
    const form = within(await screen.findByRole('form', { name: 'Confirm robin@example.test' }))
    expect(screen.getByText(/Mailbox is full\./)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Test: Email robin@example.test' })).toBeNull()
    const code = form.getByLabelText('Code from the email')
    await write(code, '12')
    await user.click(form.getByRole('button', { name: 'Confirm' }))
    expect(form.getByText('Enter the six digits of the code')).toBeVisible()
    await write(code, '999999')
    await user.click(form.getByRole('button', { name: 'Confirm' }))
    expect(await form.findByText('This code is not correct or has expired.')).toBeVisible()
    await write(code, '123456')
    await user.click(form.getByRole('button', { name: 'Confirm' }))
    expect(await button('Test: Email robin@example.test')).toBeVisible()
  })

  test('a new email address leads to the field of its code, and a right code to the channel', async () => {
    const { user } = open('?view=channels', { channels: [buildChannel()], available: ['app', 'email'] })
    await user.type(await screen.findByLabelText('Email address'), 'robin@example.test{Enter}')
    await waitFor(() => expect(screen.getByLabelText('Code from the email')).toHaveFocus())
    await user.keyboard('123456{Enter}')
    await waitFor(() => expect(screen.getByRole('listitem', { name: 'Email robin@example.test' })).toHaveFocus())
    expect(await button('Test: Email robin@example.test')).toBeVisible()
  })

  test('a demo account has the inbox only', async () => {
    const user = buildUser({ is_demo: true })
    const server = createAlertServer({ available: ['app'] })
    server.network.answer('auth.me', () => reply('auth.me', user))
    renderApp('/alerts?view=channels', { network: server.network, user })
    expect(await screen.findByText(/A demo account has the inbox only/)).toBeVisible()
    expect(screen.queryByLabelText('URL')).toBeNull()
  })
})

test('quiet hours and the digest are saved, and half of the quiet hours is rejected', async () => {
  const { user, server } = open('?view=schedule')
  await write(await screen.findByLabelText('From'), '22:00')
  await write(screen.getByLabelText('Send the messages of a day together at'), '17:30')
  await user.selectOptions(screen.getByLabelText('Time zone'), 'Europe/Berlin')
  await user.click(await button('Save'))
  expect(screen.getByText('Enter both times, or none')).toBeVisible()
  expect(screen.getByLabelText('To')).toHaveFocus()
  await write(screen.getByLabelText('To'), '07:00')
  await user.click(await button('Save'))
  await waitFor(() =>
    expect(bodiesOf(server, 'portfolio.putAlertSettings')).toEqual([
      { time_zone: 'Europe/Berlin', quiet_from: '22:00', quiet_to: '07:00', digest_at: '17:30' },
    ]),
  )
  expect(await screen.findByText('Saved.')).toBeVisible()
  expect(await button('Save')).toHaveFocus()
})

test('the calendar’s link is created, renewed after a question, and removed', async () => {
  const { user } = open('?view=schedule')
  await user.click(await button('Create the link'))
  expect(await screen.findByText(/\/api\/portfolio\/calendar\/first\.ics$/)).toBeVisible()
  await user.click(await button('Renew the link'))
  expect(await screen.findByText(/stop updating/)).toBeVisible()
  await user.click(await button('Renew'))
  expect(await screen.findByText(/second\.ics$/)).toBeVisible()
  await user.click(await button('Remove the calendar'))
  await user.click(await button('Remove'))
  expect(await button('Create the link')).toBeVisible()
})

test('the log says what was sent, what failed and why, and what waits', async () => {
  open('?view=log')
  const [sent, failed, waiting] = await findItems('Deliveries')
  expect(sent).toHaveTextContent(/QAAA 130 call: delta, Webhook.*Sent Jul/)
  expect(failed).toHaveTextContent(/Failed .*The host did not respond\./)
  expect(waiting).toHaveTextContent(/Waits for the end of your quiet hours: Jul 11/)
})

test('the page’s state survives in its URL, and unknown parts of a link are reported', async () => {
  for (const search of [
    '',
    'view=log',
    'new=1',
    'position=position-1',
    'kind=price_above&symbol=QAAA',
    'view=inbox&rule=a',
  ]) {
    const { state } = alertsAddress.read(new URLSearchParams(search), false)
    expect(alertsAddress.write(state).toString()).toBe(search)
  }
  expect(alertsAddress.read(new URLSearchParams('view=nothing&symbol=1234&x=1'), false)).toEqual({
    state: { view: 'inbox', form: null },
    ignored: ['x=1', 'symbol=1234', 'view=nothing'],
  })
})
