import { waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { SEND_TIMEOUT_MS } from '../../src/alerts/delivery/deliver.ts'
import { inventPosition, openStack, problemOf, type Stack } from '../support.ts'
import { openReceivers, openUser } from './receivers.ts'

const DAYTIME = Date.parse('2026-07-10T15:00:00.000Z')
const anytime = { time_zone: 'America/New_York', quiet_from: null, quiet_to: null, digest_at: null }

describe('delivery', () => {
  const receivers = openReceivers()
  let stack: Stack
  let nowMs = DAYTIME
  let refreshes = 0

  beforeAll(async () => {
    stack = await openStack({ means: receivers.means, wait: receivers.wait, now: () => nowMs })
  })
  afterAll(() => stack.close())

  /** Opens a user with one webhook and calls on some stocks, each of which has a message at the next evaluation. */
  async function openWatcher(name: string, calls = 1) {
    const user = openUser(stack, name)
    await user.setHook(`hook-${name}`)
    for (let index = 0; index < calls; index += 1) {
      const body = inventPosition({ id: `p${index}`, strike_price: 65 + index })
      await stack.get('portfolio.add', { user: name, body })
    }
    await user.setRule('r1', { kind: 'days_left', limit: 30 })
    return user
  }

  async function evaluate() {
    refreshes += 1
    stack.screener.refresh(`2026-07-10T16:00:${String(refreshes).padStart(2, '0')}.000Z`)
    await stack.alerts.evaluate()
  }

  async function send(alerts: Stack['alerts'] = stack.alerts) {
    await alerts.deliverer.serveDue()
    await alerts.deliverer.settle()
  }

  const sentenceOf = (strike: number) => `KO ${strike} call of Jul 24, 2026: 14 days to expiration.`

  test('each message is sent once to each channel and logged', async () => {
    const user = await openWatcher('ann', 2)
    await user.setChannel('phone', {
      kind: 'push',
      subscription: { endpoint: 'https://push.example/1', keys: { p256dh: 'p'.repeat(80), auth: 'a'.repeat(22) } },
    })
    await evaluate()
    await send()
    await send()
    expect(receivers.listSentences('hook-ann')).toEqual([sentenceOf(65), sentenceOf(66)])
    const [pushed] = receivers.received.filter(({ channel }) => channel === 'phone')
    expect(pushed?.messages).toMatchObject([
      { title: 'KO call: expiration is near', sentence: 'Your KO call: expiration is near.' },
    ])
    expect(await user.listDeliveries()).toMatchObject(
      ['phone', 'phone', 'hook-ann', 'hook-ann'].map((channel_id) => ({ channel_id, state: 'sent', attempts: 1 })),
    )
    expect(receivers.received.find(({ user: name }) => name === 'ann')?.messages).toMatchObject([
      { dataNote: 'Recorded market: real prices from a past day.', path: '/portfolio?rolls=p0' },
    ])
  })

  test('a failed message is sent again later, with the same id; a rejected one is not', async () => {
    const user = await openWatcher('bea')
    receivers.behave('hook-bea', 'fails')
    await evaluate()
    await send()
    const [waiting] = await user.listDeliveries()
    expect(waiting).toMatchObject({ state: 'pending', held: 'retry', error: 'The receiver answered 500.', attempts: 1 })
    receivers.behave('hook-bea', 'accepts')
    await send()
    expect(receivers.listSentences('hook-bea')).toEqual([])
    nowMs += 31_000
    await send()
    expect(receivers.listSentences('hook-bea')).toEqual([sentenceOf(65)])
    expect(await user.listDeliveries()).toMatchObject([{ id: waiting?.id, state: 'sent', attempts: 2, error: null }])

    const other = await openWatcher('bob')
    receivers.behave('hook-bob', 'rejects')
    await evaluate()
    await send()
    expect(await other.listDeliveries()).toMatchObject([{ state: 'failed', error: 'The receiver is gone.' }])
  })

  test('a receiver that hangs delays only its own messages, and a mail server may take longer', async () => {
    const user = await openWatcher('cid')
    await user.setChannel('mail-cid', { kind: 'email', address: 'cid@example.com' })
    const [, code] = /Your code is (\d{6})/.exec(receivers.listSentences('mail-cid')[0] ?? '') ?? []
    await stack.get('portfolio.verifyAlertChannel', { user: 'cid', params: { id: 'mail-cid' }, body: { code } })
    await openWatcher('dan', 3)
    receivers.behave('hook-cid', 'hangs')
    receivers.behave('mail-cid', 'waits')
    await evaluate()
    await stack.alerts.deliverer.serveDue()
    await waitFor('the other receiver', () => receivers.listSentences('hook-dan').length === 3)
    expect(receivers.listSentences('hook-cid')).toEqual([])
    // The timeout of a webhook, which is shorter than that of a mail server.
    expect(receivers.passTime(SEND_TIMEOUT_MS)).toBe(1)
    const readHook = async () => (await user.listDeliveries()).find(({ channel_id }) => channel_id === 'hook-cid')
    await waitFor('the end of the first attempt', async () => (await readHook())?.error != null)
    expect(await readHook()).toMatchObject({ state: 'pending', error: 'The receiver did not answer in time.' })
    receivers.answerAll()
    await stack.alerts.deliverer.settle()
    expect(receivers.listSentences('mail-cid').slice(1)).toEqual([sentenceOf(65)])
    expect((await user.listDeliveries()).find(({ channel_id }) => channel_id === 'mail-cid')).toMatchObject({
      state: 'sent',
      attempts: 1,
    })
    receivers.behave('hook-cid', 'accepts')
  })

  test('a message that was sent while the database went away is not sent again', async () => {
    nowMs = DAYTIME
    const user = await openWatcher('ora')
    receivers.behave('hook-ora', 'waits')
    await evaluate()
    const before = receivers.begun()
    await stack.alerts.deliverer.serveDue()
    await waitFor('the sending', () => receivers.begun() > before)
    receivers.behave('hook-ora', 'accepts')
    stack.postgres.cut()
    receivers.answerAll()
    await waitFor('a first try to store it', () =>
      stack.log.lines().some(({ event }) => event === 'alert.outcome_not_stored'),
    )
    nowMs += 600_000
    stack.postgres.restore()
    await waitFor('the database', () =>
      stack.alerts.deliverer.serveDue().then(
        () => true,
        () => false,
      ),
    )
    await stack.alerts.deliverer.settle()
    expect(receivers.listSentences('hook-ora')).toEqual([sentenceOf(65)])
    expect(await user.listDeliveries()).toMatchObject([{ state: 'sent', attempts: 1 }])
    nowMs = DAYTIME
  })

  test('a push subscription that has ended is switched off, unless it was renewed during the sending', async () => {
    const user = await openWatcher('quy', 2)
    const subscribe = (endpoint: string) => {
      const subscription = { endpoint, keys: { p256dh: 'p'.repeat(80), auth: 'a'.repeat(22) } }
      return user.setChannel('phone-quy', { kind: 'push', enabled: true, subscription })
    }
    const readChannel = async () =>
      (await stack.get('portfolio.listAlertChannels', { user: 'quy' })).channels.find(({ id }) => id === 'phone-quy')
    const gone = { state: 'failed', reason: 'The receiver is gone.', permanent: true } as const
    await subscribe('https://old.example/1')
    receivers.behave('phone-quy', 'waits')
    await evaluate()
    await stack.alerts.deliverer.serveDue()
    await waitFor('both sendings', () => receivers.listSentences('hook-quy').length === 2)
    await subscribe('https://new.example/1')
    receivers.behave('phone-quy', 'accepts')
    receivers.answerAll(gone)
    await stack.alerts.deliverer.settle()
    expect(await readChannel()).toMatchObject({ enabled: true, last_failure: null })
    nowMs += 31_000
    await send()
    const targets = receivers.received.filter(({ channel }) => channel === 'phone-quy').map(({ target }) => target)
    expect(targets).toEqual(['new.example', 'new.example'])

    receivers.behave('phone-quy', 'rejects')
    await user.setRule('r2', { kind: 'near_strike', limit: 50 })
    await evaluate()
    await send()
    expect(await readChannel()).toMatchObject({ enabled: false, last_failure: { reason: gone.reason } })
    const failed = (await user.listDeliveries()).filter(({ state }) => state === 'failed')
    const error = 'This channel was switched off after an error: The receiver is gone.'
    expect(failed.map((each) => [each.error, each.attempts])).toEqual([
      [error, 0],
      [error, 1],
    ])
    nowMs = DAYTIME
  })

  test('a process that stops ends its sending first', async () => {
    const user = await openWatcher('pam', 2)
    receivers.behave('hook-pam', 'waits')
    await evaluate()
    const replica = await stack.openReplica()
    const before = receivers.begun()
    await replica.alerts.deliverer.serveDue()
    await waitFor('the sending', () => receivers.begun() > before)
    receivers.behave('hook-pam', 'accepts')
    const closed = replica.alerts.deliverer.close()
    receivers.answerAll()
    await closed
    await replica.runtime.close()
    expect(receivers.listSentences('hook-pam')).toEqual([sentenceOf(65)])
    expect((await user.listDeliveries()).map(({ state }) => state).toSorted()).toEqual(['pending', 'sent'])
    await send()
    expect(receivers.listSentences('hook-pam')).toEqual([sentenceOf(65), sentenceOf(66)])
  })

  test('a channel that is changed during a sending gets the message once, and the next one at its new address', async () => {
    const user = await openWatcher('nat', 2)
    receivers.behave('hook-nat', 'waits')
    await evaluate()
    const before = receivers.begun()
    await stack.alerts.deliverer.serveDue()
    await waitFor('the sending', () => receivers.begun() > before)
    receivers.behave('hook-nat', 'accepts')
    await user.setChannel('hook-nat', { kind: 'webhook', name: 'Desk', url: 'https://hooks.example/new' })
    expect(await stack.alerts.deliverer.serveDue()).toBe(0)
    receivers.answerAll()
    await stack.alerts.deliverer.settle()
    expect(receivers.listSentences('hook-nat')).toEqual([sentenceOf(65), sentenceOf(66)])
    const targets = receivers.received.filter(({ channel }) => channel === 'hook-nat').map(({ target }) => target)
    expect(targets).toEqual(['https://hooks.example/hook-nat', 'https://hooks.example/new'])
  })

  test('a message whose receiver hangs while its process stops is sent by another one, once', async () => {
    const user = await openWatcher('eve', 2)
    receivers.behave('hook-eve', 'hangs')
    await evaluate()
    const replica = await stack.openReplica()
    const before = receivers.begun()
    await replica.alerts.deliverer.serveDue()
    await waitFor('the sending', () => receivers.begun() > before)
    const closed = replica.alerts.deliverer.close()
    expect(receivers.passTime(SEND_TIMEOUT_MS - 1)).toBe(1)
    await closed
    await replica.runtime.close()
    receivers.behave('hook-eve', 'accepts')
    await Promise.all([send(), send()])
    expect(receivers.listSentences('hook-eve')).toEqual([sentenceOf(65), sentenceOf(66)])
    expect(await user.listDeliveries()).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  })

  test('another process takes over when the lease of a killed one ends', async () => {
    await openWatcher('fay')
    await evaluate()
    const lease = { leaseOwner: 'killed', leasedUntil: new Date(nowMs + 30_000) }
    await stack.database.updateTable('alertChannel').set(lease).where('id', '=', 'hook-fay').execute()
    await send()
    expect(receivers.listSentences('hook-fay')).toEqual([])
    nowMs += 30_001
    await send()
    expect(receivers.listSentences('hook-fay')).toEqual([sentenceOf(65)])
  })

  test('quiet hours postpone messages, also those that are tried again', async () => {
    const user = await openWatcher('gus')
    await user.setTimes({ ...anytime, quiet_from: '11:00', quiet_to: '13:00' })
    nowMs = DAYTIME
    await evaluate()
    await send()
    expect(await user.listDeliveries()).toMatchObject([
      { state: 'pending', held: 'quiet_hours', next_attempt_at: '2026-07-10T17:00:00.000Z', attempts: 0 },
    ])
    nowMs = Date.parse('2026-07-10T17:00:00.000Z')
    receivers.behave('hook-gus', 'fails')
    await send()
    await user.setTimes({ ...anytime, quiet_from: '13:00', quiet_to: '14:00' })
    receivers.behave('hook-gus', 'accepts')
    nowMs += 60_000
    await send()
    expect(await user.listDeliveries()).toMatchObject([
      { held: 'quiet_hours', next_attempt_at: '2026-07-10T18:00:00.000Z' },
    ])
    nowMs = Date.parse('2026-07-10T18:00:01.000Z')
    await send()
    expect(receivers.listSentences('hook-gus')).toEqual([sentenceOf(65)])
  })

  test('a digest sends the messages of a day together', async () => {
    nowMs = DAYTIME
    const user = await openWatcher('hal', 3)
    await user.setTimes({ ...anytime, digest_at: '17:30' })
    await evaluate()
    await send()
    expect(receivers.listSentences('hook-hal')).toEqual([])
    nowMs = Date.parse('2026-07-10T21:30:00.000Z')
    await send()
    const digests = receivers.received.filter(({ channel }) => channel === 'hook-hal')
    expect(digests.map(({ messages }) => messages.length)).toEqual([3])
    expect(await user.listDeliveries()).toMatchObject([{ state: 'sent' }, { state: 'sent' }, { state: 'sent' }])
  })

  test('many messages of one refresh are sent together, with the same id in every attempt', async () => {
    nowMs = DAYTIME
    const user = await openWatcher('mia', 11)
    receivers.behave('hook-mia', 'fails')
    await evaluate()
    await send()
    receivers.behave('hook-mia', 'accepts')
    nowMs += 31_000
    await send()
    const sent = receivers.received.filter(({ channel }) => channel === 'hook-mia')
    expect(sent.map(({ messages }) => messages.length)).toEqual([11])
    expect(new Set((await user.listDeliveries()).map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(
      new Set(['sent 2']),
    )
  })

  test('messages that wait for a digest are sent at once when it is switched off', async () => {
    nowMs = DAYTIME
    const user = await openWatcher('ida')
    await user.setTimes({ ...anytime, digest_at: '17:30' })
    await evaluate()
    await user.setTimes(anytime)
    await send()
    expect(receivers.listSentences('hook-ida')).toEqual([sentenceOf(65)])
  })

  test('a channel that is switched off or deleted gets nothing more', async () => {
    nowMs = DAYTIME
    const user = await openWatcher('jon')
    await user.setHook('second-jon')
    await evaluate()
    await user.setChannel('hook-jon', { kind: 'webhook', enabled: false })
    await stack.get('portfolio.removeAlertChannel', { user: 'jon', params: { id: 'second-jon' } })
    await send()
    expect(receivers.received.filter(({ user: name }) => name === 'jon')).toEqual([])
    expect(await user.listDeliveries()).toMatchObject([{ state: 'failed' }, { state: 'failed' }])
  })

  test('the database is away for a while: every message still arrives once', async () => {
    nowMs = DAYTIME
    const user = await openWatcher('kim', 2)
    await evaluate()
    stack.postgres.cut()
    await expect(stack.alerts.deliverer.serveDue()).rejects.toThrow()
    stack.postgres.restore()
    await waitFor('the messages', async () => {
      await send().catch(() => undefined)
      return receivers.listSentences('hook-kim').length === 2
    })
    await send()
    expect(receivers.listSentences('hook-kim')).toEqual([sentenceOf(65), sentenceOf(66)])
    expect(await user.listDeliveries()).toMatchObject([{ state: 'sent' }, { state: 'sent' }])
  })

  test('the inbox can be switched off, and read', async () => {
    const user = openUser(stack, 'lea')
    await stack.get('portfolio.add', { user: 'lea', body: inventPosition() })
    await user.setRule('r1', { kind: 'days_left', limit: 30 })
    await evaluate()
    const [message] = await user.listMessages()
    const read = { user: 'lea', params: { id: message?.id ?? '' } }
    expect(await stack.get('portfolio.readAlertMessage', read)).toMatchObject({ unread: 0 })
    expect((await stack.ask('portfolio.readAlertMessage', { ...read, user: 'ann' })).status).toBe(404)
    await user.setChannel('app', { kind: 'app', enabled: false })
    await user.setRule('r2', { kind: 'near_strike', limit: 10 })
    await evaluate()
    expect(await stack.get('portfolio.countUnreadAlerts', { user: 'lea' })).toMatchObject({ unread: 0 })
    expect(await user.listMessages()).toHaveLength(2)
  })
})

describe('channels', () => {
  const receivers = openReceivers()
  let stack: Stack
  let nowMs = DAYTIME
  beforeAll(async () => {
    stack = await openStack({ means: receivers.means, now: () => nowMs })
  })
  afterAll(() => stack.close())

  const tryChannel = (user: string, id: string, body: object) =>
    stack.ask('portfolio.putAlertChannel', { user, params: { id }, body })
  const verify = (code: string, id = 'mail') =>
    stack.ask('portfolio.verifyAlertChannel', { user: 'ann', params: { id }, body: { code } })
  const testChannel = (user: string, id: string) => stack.ask('portfolio.testAlertChannel', { user, params: { id } })
  const readCode = () => /\d{6}/.exec(receivers.listSentences('mail').at(-1) ?? '')?.[0] ?? ''

  test('an email address is used only after its code was entered', async () => {
    const user = openUser(stack, 'ann')
    const { channel } = await user.setChannel('mail', { kind: 'email', address: 'ann@example.com' })
    expect(channel).toMatchObject({ verified: false, target: 'ann@example.com' })
    expect(problemOf(await testChannel('ann', 'mail')).code).toBe('channel_not_verified')
    expect((await tryChannel('ann', 'mail', { kind: 'email' })).status).toBe(429)
    const wrong = readCode() === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries += 1) expect((await verify(wrong)).status).toBe(409)
    expect((await verify(readCode())).status).toBe(429)
    nowMs += 61_000
    await user.setChannel('mail', { kind: 'email' })
    expect((await verify(readCode())).status).toBe(200)
    expect(JSON.stringify(await user.listDeliveries())).not.toContain(readCode())
    const moved = await user.setChannel('mail', { kind: 'email', name: 'Home' })
    expect(moved.channel.verified).toBe(true)
    nowMs += 61_000
    const other = await user.setChannel('mail', { kind: 'email', address: 'other@example.com' })
    expect(other.channel.verified).toBe(false)
  })

  test('a code confirms only the address to which it was sent', async () => {
    const user = openUser(stack, 'ann')
    const put = (body: object) => tryChannel('ann', 'own', { kind: 'email', ...body })
    const readChannel = async () =>
      (await stack.get('portfolio.listAlertChannels', { user: 'ann' })).channels.find(({ id }) => id === 'own')
    await user.setChannel('own', { kind: 'email', address: 'own@example.com' })
    const code = /\d{6}/.exec(receivers.listSentences('own').at(-1) ?? '')?.[0] ?? ''
    expect((await put({ address: 'stranger@example.com' })).status).toBe(429)
    expect(await readChannel()).toMatchObject({ target: 'own@example.com' })
    expect((await put({ address: 'stranger@example.com', enabled: false })).status).toBe(200)
    expect((await verify(code, 'own')).status).toBe(409)
    expect(await readChannel()).toMatchObject({ target: 'stranger@example.com', verified: false })
    expect((await put({ address: 'own@example.com', enabled: false })).status).toBe(200)
    expect((await verify(code, 'own')).status).toBe(409)
    await stack.get('portfolio.removeAlertChannel', { user: 'ann', params: { id: 'own' } })
  })

  test('a test message is sent at once, and its outcome is reported and logged', async () => {
    const user = openUser(stack, 'bea')
    await user.setHook('hook')
    expect(JSON.parse((await testChannel('bea', 'hook')).text)).toMatchObject({ outcome: 'sent', reason: null })
    expect((await testChannel('bea', 'hook')).status).toBe(429)
    nowMs += 6_000
    receivers.behave('hook', 'fails')
    const failed = JSON.parse((await testChannel('bea', 'hook')).text)
    expect(failed).toMatchObject({ outcome: 'failed', reason: 'The receiver answered 500.' })
    expect(await user.listDeliveries()).toMatchObject([{ state: 'failed' }, { state: 'sent' }])
    expect(await user.listMessages()).toEqual([])
    await testChannel('bea', 'app')
    expect(await user.listMessages()).toMatchObject([{ title: 'Test message', read_at: null }])
  })

  test('a webhook or a push service in a private network is refused, and a secret is shown once', async () => {
    const refused = await tryChannel('cid', 'hook', { kind: 'webhook', url: 'http://127.0.0.1/x' })
    expect([refused.status, problemOf(refused).code]).toEqual([400, 'refused_url'])
    const subscription = { endpoint: 'https://127.0.0.1/x', keys: { p256dh: 'p'.repeat(80), auth: 'a'.repeat(22) } }
    const push = await tryChannel('cid', 'phone', { kind: 'push', subscription })
    expect([push.status, problemOf(push).code]).toEqual([400, 'refused_url'])
    const user = openUser(stack, 'cid')
    const { secret } = await user.setHook('hook')
    expect(secret).toMatch(/^whsec_/)
    expect((await user.setHook('hook')).secret).toBeNull()
    const renewed = await user.setChannel('hook', { kind: 'webhook', renew_secret: true })
    expect(renewed.secret).toMatch(/^whsec_/)
    expect(renewed.secret).not.toBe(secret)
  })

  test('one click stops an email channel without signing in', async () => {
    const stored = await stack.database
      .selectFrom('alertChannel')
      .selectAll()
      .where('id', '=', 'mail')
      .executeTakeFirstOrThrow()
    const params = { token: stored.unsubscribeToken }
    const anonymous = { as: { kind: 'anonymous' } as const, params }
    const page = await stack.ask('portfolio.showUnsubscribe', anonymous)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Stop alerts to other@example.com')])
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const done = await stack.ask('portfolio.unsubscribe', { ...anonymous, headers, body: 'List-Unsubscribe=One-Click' })
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('Alerts are off')])
    const { channels } = await stack.get('portfolio.listAlertChannels', { user: 'ann' })
    expect(channels).toMatchObject([{ id: 'app' }, { id: 'mail', enabled: false }])
    const unknown = { ...anonymous, params: { token: 'x'.repeat(32) } }
    expect((await stack.ask('portfolio.unsubscribe', unknown)).status).toBe(404)
    expect((await stack.ask('portfolio.add', { user: 'ann', headers, body: 'a=b' })).status).toBe(415)
  })

  test('another user cannot use a channel, and the number of channels is limited', async () => {
    expect((await testChannel('dan', 'mail')).status).toBe(404)
    const removal = { user: 'dan', params: { id: 'mail' } }
    expect((await stack.ask('portfolio.removeAlertChannel', removal)).status).toBe(404)
    const user = openUser(stack, 'dan')
    for (let index = 0; index < 10; index += 1) await user.setHook(`hook${index}`)
    const more = await tryChannel('dan', 'more', { kind: 'webhook', url: 'https://hooks.example' })
    expect(problemOf(more).code).toBe('too_many_alert_channels')
    const demo = { kind: 'user', userId: 'demo', sessionId: 's', isDemo: true } as const
    const hook = { as: demo, params: { id: 'h' }, body: { kind: 'webhook', url: 'https://hooks.example' } }
    expect((await stack.ask('portfolio.putAlertChannel', hook)).status).toBe(403)
  })

  test('settings are validated', async () => {
    const put = (body: object) => stack.ask('portfolio.putAlertSettings', { user: 'eve', body })
    expect(problemOf(await put({ ...anytime, time_zone: 'Mars' })).detail).toBe('time_zone is not a known time zone.')
    expect((await put({ ...anytime, quiet_from: '22:00' })).status).toBe(400)
    expect((await put({ ...anytime, digest_at: '25:00' })).status).toBe(400)
  })

  test('everything is exported without secrets, and erased with the user', async () => {
    const service = { as: { kind: 'service' } as const, params: { id: 'cid' } }
    await stack.get('portfolio.renewCalendar', { user: 'cid' })
    await openUser(stack, 'cid').setRule('r', { kind: 'delta' })
    const { history } = await stack.get('portfolio.exportUser', service)
    expect(history.alerts).toMatchObject({ rules: [{ id: 'r' }], has_calendar: true, settings: anytime })
    expect(JSON.stringify(history.alerts)).not.toMatch(/secret|token/)
    await stack.get('portfolio.erase', service)
    const erased = (await stack.get('portfolio.exportUser', service)).history.alerts
    expect(erased).toMatchObject({ rules: [], messages: [], deliveries: [], has_calendar: false })
    expect(erased.channels).toEqual([])
  })
})
