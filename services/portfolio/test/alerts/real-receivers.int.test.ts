import { waitFor } from '@callwright/service/testing'
import { type MailServer, startMailServer } from '@callwright/service/testing/mail-server'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type HttpReceiver, startHttpReceiver } from '../channels/http-receiver.ts'
import { createPushBrowser } from '../channels/push-browser.ts'
import { inventPosition, openStack, type Stack } from '../support.ts'
import { openUser } from './receivers.ts'

const CALLS = 5

describe('alerts to a mail server, a webhook and a push service', () => {
  let stack: Stack
  let mail: MailServer
  let hook: HttpReceiver
  let pushService: HttpReceiver
  const browser = createPushBrowser()

  beforeAll(async () => {
    ;[mail, hook, pushService] = await Promise.all([startMailServer(), startHttpReceiver(), startHttpReceiver()])
    stack = await openStack({
      channels: {
        PUBLIC_URL: 'https://calls.example.com',
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        MAIL_FROM: 'Callwright <alerts@example.com>',
        WEBHOOK_PRIVATE_NETWORKS: 'allow',
        WEBHOOK_PLAIN_HTTP: 'allow',
      },
    })
  })
  afterAll(async () => {
    await stack.close()
    await Promise.all([mail.close(), hook.close(), pushService.close()])
  })

  test('every channel can be set, confirmed and tested', async () => {
    const user = openUser(stack, 'ann')
    const listed = await stack.get('portfolio.listAlertChannels', { user: 'ann' })
    expect(listed.available).toEqual(['app', 'email', 'webhook', 'push'])
    const { public_key } = await stack.get('portfolio.alertPushKey', { user: 'ann' })
    expect(public_key).toMatch(/^[\w-]{87}$/)
    await user.setChannel('mail', { kind: 'email', address: 'ann@example.net' })
    const [, code] = /Your code is (\d{6})/.exec(mail.mails[0]?.text ?? '') ?? []
    await stack.get('portfolio.verifyAlertChannel', { user: 'ann', params: { id: 'mail' }, body: { code } })
    await user.setChannel('hook', { kind: 'webhook', url: hook.url })
    await user.setChannel('phone', { kind: 'push', subscription: browser.subscribe(`${pushService.url}`) })
    for (const id of ['mail', 'hook', 'phone']) {
      const outcome = await stack.get('portfolio.testAlertChannel', { user: 'ann', params: { id } })
      expect([id, outcome.outcome, outcome.reason]).toEqual([id, 'sent', null])
    }
    expect([mail.mails.length, hook.posts.length, pushService.posts.length]).toEqual([2, 1, 1])
  })

  test('with two processes, one of which stops, each message arrives once everywhere', async () => {
    const user = openUser(stack, 'ann')
    for (let index = 0; index < CALLS; index += 1) {
      const body = inventPosition({ id: `p${index}`, strike_price: 65 + index })
      await stack.get('portfolio.add', { user: 'ann', body })
    }
    await user.setRule('r1', { kind: 'days_left', limit: 30 })
    const often = { alertCheckMs: 100, alertSendMs: 50, redisNamespace: `test-receivers-${Date.now()}` }
    const [first, second] = await Promise.all([stack.openReplica(often), stack.openReplica(often)])
    await Promise.all([first.app.ready(), second.app.ready()])
    await waitFor('the first message', () => hook.posts.length > 1)
    await first.runtime.close()
    await waitFor('all messages', async () => {
      const deliveries = await user.listDeliveries()
      return deliveries.filter(({ state }) => state === 'sent').length === 3 + 1 + 3 * CALLS
    })
    await second.runtime.close()
    const ids = (await user.listMessages()).map(({ id }) => id).toSorted()
    expect(ids).toHaveLength(CALLS)
    expect(
      hook.posts
        .slice(1)
        .map(({ headers }) => String(headers['webhook-id']))
        .toSorted(),
    ).toEqual(ids)
    expect(
      mail.mails
        .slice(2)
        .map(({ headers }) => headers['message-id']?.slice(1).split('@')[0])
        .toSorted(),
    ).toEqual(ids)
    expect(pushService.posts).toHaveLength(1 + CALLS)
    expect(browser.decrypt(pushService.posts[1] as never)).toMatchObject({
      title: 'KO call: expiration is near',
      url: expect.stringMatching(/^\/portfolio\?rolls=p\d$/),
    })
    expect(mail.mails[2]?.text).toContain('Recorded market: real prices from a past day.')
  })

  test('the link of an email stops the emails', async () => {
    const [, path = ''] =
      /<https:\/\/calls\.example\.com(.*)>/.exec(mail.mails.at(-1)?.headers['list-unsubscribe'] ?? '') ?? []
    const params = { token: path.split('/').at(-1) ?? '' }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = 'List-Unsubscribe=One-Click'
    const done = await stack.ask('portfolio.unsubscribe', { as: { kind: 'anonymous' }, params, headers, body })
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('Alerts are off')])
    const before = mail.mails.length
    const user = openUser(stack, 'ann')
    await user.setRule('r2', { kind: 'near_strike', limit: 10 })
    await stack.alerts.evaluate()
    await stack.alerts.deliverer.serveDue()
    await stack.alerts.deliverer.settle()
    expect(mail.mails).toHaveLength(before)
    expect((await user.listMessages()).length).toBeGreaterThan(CALLS)
  })
})
