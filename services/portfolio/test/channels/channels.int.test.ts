import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { readConfig } from '@callwright/service'
import { buildTestConfig } from '@callwright/service/testing'
import { startMailServer } from '@callwright/service/testing/mail-server'
import { afterEach, describe, expect, test } from '@jest/globals'
import { createChannels } from '../../src/alerts/channels/create-channels.ts'
import type { AlertMessage } from '../../src/alerts/channels/message.ts'
import { createPost } from '../../src/alerts/channels/post.ts'
import { openReceiverAgent } from '../../src/alerts/channels/public-hosts.ts'
import { channelReaders } from '../../src/alerts/channels/settings.ts'
import { createWebhookSecret } from '../../src/alerts/channels/webhook.ts'
import { startHttpReceiver } from './http-receiver.ts'
import { createPushBrowser, readVapidClaims } from './push-browser.ts'

const NOW = Date.parse('2026-07-10T19:00:00Z')
const PUBLIC_URL = 'https://calls.example.com'
const PRIVATE = 'The address is in a private network. Choose one that the internet can reach.'
const allowed = { WEBHOOK_PRIVATE_NETWORKS: 'allow', WEBHOOK_PLAIN_HTTP: 'allow' }
const signal = new AbortController().signal

const message: AlertMessage = {
  id: '0198c0de-0000-7000-8000-000000000001',
  title: 'AAPL $210 call: 80% of $1,250 captured',
  sentence: 'The call gained $1,000 of its $1,250 premium <today>.',
  rule: 'At least 75% captured.',
  asOf: '2026-07-10T18:45:00.000Z',
  dataNote: 'Prices are from the last close.',
  path: '/portfolio?position=7&roll=1',
  withoutAmounts: { title: 'AAPL call: target reached', sentence: 'A call on AAPL reached its target.' },
}
const another = { ...message, id: '0198c0de-0000-7000-8000-000000000002', title: 'MSFT: earnings before expiration' }

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

function openChannels(env: Readonly<Record<string, string>> = allowed) {
  const config = { ...buildTestConfig(), ...readConfig({ PUBLIC_URL, ...env }, channelReaders) }
  const channels = createChannels(config, () => NOW)
  closers.push(channels.close)
  return { ...channels, config }
}

async function openReceiver(answer?: (response: ServerResponse) => unknown) {
  const receiver = await startHttpReceiver(answer)
  closers.push(receiver.close)
  return receiver
}

const answerWith =
  (status: number, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end('ignored')

describe('webhooks', () => {
  test('post signed JSON, which the receiver verifies with its secret', async () => {
    const receiver = await openReceiver()
    const secret = createWebhookSecret()
    const { webhook } = openChannels()
    expect(await webhook.send({ url: `${receiver.url}?key=1`, secret }, [message], signal)).toEqual({ state: 'sent' })
    const [post] = receiver.posts
    expect(post?.path).toBe('/hook?key=1')
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = post?.headers ?? {}
    expect({ id, timestamp }).toEqual({ id: message.id, timestamp: String(NOW / 1_000) })
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const signed = createHmac('sha256', key).update(`${id}.${timestamp}.${post?.body}`).digest('base64')
    expect(signature).toBe(`v1,${signed}`)
    expect(JSON.parse(String(post?.body))).toEqual({
      type: 'alerts',
      timestamp: '2026-07-10T19:00:00.000Z',
      data: {
        alerts: [
          {
            ...{ id: message.id, title: message.title, sentence: message.sentence, rule: message.rule },
            ...{ as_of: message.asOf, data_note: message.dataNote },
            url: 'https://calls.example.com/portfolio?position=7&roll=1',
          },
        ],
      },
    })
  })

  test('post a digest once, with the same id in every attempt', async () => {
    const receiver = await openReceiver()
    const { webhook } = openChannels()
    const target = { url: receiver.url, secret: createWebhookSecret() }
    await webhook.send(target, [message, another], signal)
    await webhook.send(target, [message, another], signal)
    await webhook.send(target, [another], signal)
    const ids = receiver.posts.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([ids[0], ids[0], another.id])
    expect(ids[0]).toMatch(/^digest-/)
    expect(JSON.parse(String(receiver.posts[0]?.body)).data.alerts).toHaveLength(2)
  })

  test.each([
    [410, {}, { permanent: true }],
    [400, {}, { permanent: false }],
    [404, {}, { permanent: false }],
    [500, { 'retry-after': '7' }, { permanent: false }],
    [429, { 'retry-after': '7' }, { permanent: false, retryAfterSeconds: 7 }],
    [503, { 'retry-after': new Date(NOW + 90_000).toUTCString() }, { permanent: false, retryAfterSeconds: 90 }],
    [503, { 'retry-after': 'soon' }, { permanent: false }],
  ])('report status %i with headers %j', async (status, headers, expected) => {
    const receiver = await openReceiver(answerWith(status, headers))
    const { webhook } = openChannels()
    const outcome = await webhook.send({ url: receiver.url, secret: 'c2VjcmV0' }, [message], signal)
    const reason = expect.stringContaining(`status ${status}`)
    expect(outcome).toEqual({ state: 'failed', reason, ...expected })
  })

  test.each([301, 302, 303, 307, 308])('do not follow a redirect with status %i', async (status) => {
    const goal = await openReceiver()
    const receiver = await openReceiver(answerWith(status, { location: goal.url }))
    const { webhook } = openChannels()
    const outcome = await webhook.send({ url: receiver.url, secret: 'c2VjcmV0' }, [message], signal)
    expect(outcome).toMatchObject({ state: 'failed', permanent: true, reason: expect.stringContaining('redirected') })
    expect(goal.countConnections()).toBe(0)
  })

  test('read only the beginning of an endless response', async () => {
    const receiver = await openReceiver((response) => {
      response.writeHead(200)
      const chunk = Buffer.alloc(65_536)
      const write = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', write)
      write()
    })
    const { webhook } = openChannels()
    expect(await webhook.send({ url: receiver.url, secret: 'c2VjcmV0' }, [message], signal)).toEqual({ state: 'sent' })
  })

  test('end when a receiver hangs, while others are served', async () => {
    const hanging = await openReceiver(() => {})
    const quick = await openReceiver()
    const { webhook } = openChannels()
    const end = new AbortController()
    const slow = webhook.send({ url: hanging.url, secret: 'c2VjcmV0' }, [message], end.signal)
    expect(await webhook.send({ url: quick.url, secret: 'c2VjcmV0' }, [message], signal)).toEqual({ state: 'sent' })
    end.abort()
    const reason = 'The receiver did not answer in time.'
    expect(await slow).toEqual({ state: 'failed', reason, permanent: false })
  })

  test('time out without help from the caller', async () => {
    const hanging = await openReceiver(() => {})
    const rules = { privateNetworks: 'allow', plainHttp: 'allow' } as const
    const agent = openReceiverAgent(rules)
    closers.push(() => agent.destroy())
    const post = createPost({ agent, rules, timeoutMs: 50, now: Date.now })
    const outcome = await post({ url: hanging.url, headers: {}, body: '', goneStatuses: [] }, signal)
    expect(outcome).toEqual({ state: 'failed', reason: 'The receiver did not answer in time.', permanent: false })
  })

  test('connect to no private address, also when a name resolves to one only at sending', async () => {
    const receiver = await openReceiver()
    const { webhook, validateWebhookUrl } = openChannels({ WEBHOOK_PLAIN_HTTP: 'allow' })
    const hosts = ['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0.0.0.0']
    for (const host of hosts) {
      const url = `http://${host}:${receiver.port}/hook`
      const outcome = await webhook.send({ url, secret: 'c2VjcmV0' }, [message], signal)
      expect({ host, outcome }).toEqual({ host, outcome: { state: 'failed', reason: PRIVATE, permanent: true } })
      expect(await validateWebhookUrl(url)).toBe(PRIVATE)
    }
    expect(receiver.countConnections()).toBe(0)
  })

  test('need https unless the operator allows http', async () => {
    const receiver = await openReceiver()
    const { webhook, validateWebhookUrl } = openChannels({ WEBHOOK_PRIVATE_NETWORKS: 'allow' })
    const reason = 'The URL must begin with https://'
    expect(await validateWebhookUrl(receiver.url)).toBe(reason)
    const outcome = await webhook.send({ url: receiver.url, secret: 'c2VjcmV0' }, [message], signal)
    expect(outcome).toEqual({ state: 'failed', reason, permanent: true })
    expect(receiver.countConnections()).toBe(0)
    expect(await openChannels().validateWebhookUrl(receiver.url)).toBeNull()
  })
})

describe('push messages', () => {
  test('reach the browser encrypted, without amounts, signed with the key it subscribed with', async () => {
    const service = await openReceiver(answerWith(201))
    const browser = createPushBrowser()
    const { push, vapidPublicKey } = openChannels()
    const subscription = browser.subscribe(`http://127.0.0.1:${service.port}/push/1`)
    expect(await push.send({ subscription }, [message], signal)).toEqual({ state: 'sent' })
    const [post] = service.posts
    if (post === undefined) throw new Error('Nothing was received')
    const notification = browser.decrypt(post)
    const { title, sentence } = message.withoutAmounts
    const body = `${sentence}\nPrices are from the last close. As of Jul 10, 2026, 2:45 PM EDT.`
    expect(notification).toEqual({ title, body, url: message.path, tag: post.headers.topic })
    expect(post.headers).toMatchObject({ ttl: '86400', urgency: 'high', topic: expect.stringMatching(/^[\w-]{32}$/) })
    const claims = readVapidClaims(post, vapidPublicKey)
    expect(claims).toMatchObject({ aud: `https://127.0.0.1:${service.port}`, sub: PUBLIC_URL })
    expect(Buffer.from(vapidPublicKey, 'base64url')).toHaveLength(65)
    expect(post.body.toString('latin1')).not.toContain('AAPL')
  })

  test('are one notification for a digest, and fit the limit of push services', async () => {
    const service = await openReceiver(answerWith(201))
    const browser = createPushBrowser()
    const { push } = openChannels()
    const subscription = browser.subscribe(`http://127.0.0.1:${service.port}/push/1`)
    const asOf = '2026-07-10T18:50:00.000Z'
    const long = { ...another, asOf, withoutAmounts: { title: '€'.repeat(5_000), sentence: '' } }
    await push.send({ subscription }, [message, long], signal)
    const [post] = service.posts
    if (post === undefined) throw new Error('Nothing was received')
    expect(browser.decrypt(post)).toMatchObject({
      ...{ title: '2 alerts', url: '/alerts' },
      body: expect.stringMatching(
        /^AAPL call: target reached\n€+…\nPrices are from the last close. As of Jul 10, 2026, 2:45\sPM EDT or later.$/,
      ),
    })
    expect(post.body.length).toBeLessThanOrEqual(4_096)
  })

  test.each([404, 410])('report a subscription that ended with status %i as gone for good', async (status) => {
    const service = await openReceiver(answerWith(status))
    const { push } = openChannels()
    const subscription = createPushBrowser().subscribe(`http://127.0.0.1:${service.port}/push/1`)
    expect(await push.send({ subscription }, [message], signal)).toMatchObject({ state: 'failed', permanent: true })
  })

  test('go to no private endpoint, and not to a subscription with invalid keys', async () => {
    const service = await openReceiver()
    const endpoint = `http://localhost:${service.port}/push/1`
    const { push } = openChannels({ WEBHOOK_PLAIN_HTTP: 'allow' })
    const outcome = await push.send({ subscription: createPushBrowser().subscribe(endpoint) }, [message], signal)
    expect(outcome).toEqual({ state: 'failed', reason: PRIVATE, permanent: true })
    const broken = { endpoint, keys: { p256dh: 'AAAA', auth: 'AAAA' } }
    const refused = await openChannels().push.send({ subscription: broken }, [message], signal)
    expect(refused).toMatchObject({ state: 'failed', permanent: true, reason: expect.stringContaining('not valid') })
    expect(service.countConnections()).toBe(0)
  })

  test('keep their key over a restart', () => {
    const { config, vapidPublicKey } = openChannels()
    expect(createChannels(config).vapidPublicKey).toBe(vapidPublicKey)
    expect(() => createChannels({ ...config, vapidPrivateKey: 'no key' })).toThrow('must be a P-256 private key in PEM')
  })
})

describe('emails', () => {
  test('are not available without a mail server', () => {
    expect(openChannels().email).toBeNull()
  })

  test('say what happened, by which rule, as of when and on which data, with a link to the row', async () => {
    const server = await startMailServer()
    closers.push(server.close)
    const mail = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'Callwright <alerts@example.com>' }
    const { email } = openChannels(mail)
    const target = { address: 'reader@example.com', unsubscribeToken: 'token-1' }
    expect(await email?.send(target, [message], signal)).toEqual({ state: 'sent' })
    expect(await email?.send(target, [message, another], signal)).toEqual({ state: 'sent' })
    const [one, digest] = server.mails
    const unsubscribe = `${PUBLIC_URL}/api/portfolio/alerts/unsubscribe/token-1`
    expect(one?.headers).toMatchObject({
      ...{ subject: message.title, 'message-id': `<${message.id}@example.com>` },
      'list-unsubscribe': `<${unsubscribe}>`,
    })
    expect(one?.text.split('\n\n')).toEqual([
      ...[message.title, message.sentence, message.dataNote],
      'At least 75% captured. As of Jul 10, 2026, 2:45 PM EDT.',
      'Open in Callwright: https://calls.example.com/portfolio?position=7&roll=1',
      '-- ',
      expect.stringMatching(new RegExp(`^Alerts of Callwright .*\nUnsubscribe: ${unsubscribe}$`)),
    ])
    expect(one?.html).toContain('of its $1,250 premium &lt;today&gt;.')
    expect(digest?.headers.subject).toBe('2 alerts')
    expect(digest?.text).toContain(another.title)
  })
})
