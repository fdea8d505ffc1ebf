import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from '@jest/globals'
import { ConfigError, readConfig } from '../config.ts'
import { createLogger } from '../runtime/logger.ts'
import { createLogSink } from '../testing/index.ts'
import { startMailServer } from '../testing/mail-server.ts'
import { createMailer, type Mail } from './mailer.ts'
import { type MailSettings, mailSettings } from './settings.ts'

type Env = Readonly<Record<string, string>>

const read = (env: Env) => readConfig(env, { mail: mailSettings }).mail
const from = 'Callwright <alerts@example.com>'

const closers: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

function problemOf(env: Env): string {
  try {
    read(env)
    return ''
  } catch (error) {
    return error instanceof ConfigError ? error.message : String(error)
  }
}

async function openMailer(options: Parameters<typeof startMailServer>[0] = {}, settings: Partial<MailSettings> = {}) {
  const server = await startMailServer(options)
  const given = read({ SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: from })
  if (given === null) throw new Error('The settings are read as no mail server')
  const mailer = createMailer({ ...given, ...settings })
  closers.push(() => mailer.close(), server.close)
  return { server, mailer }
}

const mail: Mail = {
  id: '0198c0de-1',
  to: 'reader@example.com',
  subject: 'AAPL is above its strike — act',
  sections: [
    {
      heading: 'AAPL 210 <script>',
      paragraphs: ['Price 212 & "rising"'],
      link: { label: 'Open', url: 'https://calls.example.com/portfolio?row=1&tab=2' },
    },
  ],
  footer: ['Why you get this.'],
  unsubscribeUrl: 'https://calls.example.com/unsubscribe/token',
}
const signal = new AbortController().signal

describe('the settings of the mail server', () => {
  test('are optional', () => {
    expect(read({})).toBeNull()
    expect(read({ SMTP_PORT: '587' })).toBeNull()
  })

  test('are read from one URL or from parts, and require TLS except on this machine', () => {
    const login = { user: 'me@x.org', password: 'p@ss' }
    const sender = { name: 'Callwright', address: 'alerts@example.com' }
    const expected = { host: 'mail.example.com', port: 465, implicitTls: true, requireTls: true, login, from: sender }
    expect(read({ SMTP_URL: 'smtps://me%40x.org:p%40ss@mail.example.com', MAIL_FROM: from })).toEqual(expected)
    const parts = { SMTP_HOST: 'mail.example.com', SMTP_PORT: '465', SMTP_USER: 'me@x.org', SMTP_PASSWORD: 'p@ss' }
    expect(read({ ...parts, MAIL_FROM: from })).toEqual(expected)
    expect(read({ SMTP_HOST: 'mail', MAIL_FROM: from })).toMatchObject({ port: 587, implicitTls: false, login: null })
    expect(read({ SMTP_HOST: 'localhost', MAIL_FROM: from })?.requireTls).toBe(false)
    expect(read({ SMTP_URL: 'smtp://[::1]:25', MAIL_FROM: from })).toMatchObject({ host: '::1', requireTls: false })
    expect(read({ SMTP_HOST: 'mail', SMTP_TLS: 'optional', MAIL_FROM: from })?.requireTls).toBe(false)
  })

  test.each<[Env, string]>([
    [{ SMTP_HOST: 'mail' }, 'MAIL_FROM must be an email address'],
    [{ SMTP_HOST: 'mail', MAIL_FROM: 'a@x.org, b@x.org' }, 'MAIL_FROM must be an email address'],
    [{ MAIL_FROM: from }, 'MAIL_FROM needs SMTP_URL or SMTP_HOST'],
    [{ SMTP_URL: 'smtp://mail', SMTP_HOST: 'mail', MAIL_FROM: from }, 'not both'],
    [{ SMTP_URL: 'https://mail', MAIL_FROM: from }, 'SMTP_URL must be a URL starting with smtp://'],
    [{ SMTP_URL: 'smtp://user@mail', MAIL_FROM: from }, 'a user and a password'],
    [{ SMTP_HOST: 'mail', SMTP_USER: 'me', MAIL_FROM: from }, 'SMTP_USER and SMTP_PASSWORD'],
    [{ SMTP_HOST: 'mail', SMTP_TLS: 'no', MAIL_FROM: from }, 'SMTP_TLS must be one of auto, required, optional'],
    [{ SMTP_PORT: '99999' }, 'SMTP_PORT must be a whole number'],
  ])('%j is rejected', (env, problem) => {
    expect(problemOf(env)).toContain(problem)
  })

  test('never show the password', () => {
    expect(problemOf({ SMTP_URL: 'smtp://user:hidden%@mail', MAIL_FROM: from })).not.toContain('hidden')
    const { stream, text } = createLogSink()
    const settings = read({ SMTP_URL: 'smtp://user:hidden@mail', MAIL_FROM: from })
    createLogger({ service: 'test', level: 'info', stream }).info({ settings }, 'mail.configured')
    expect(text()).not.toContain('hidden')
  })
})

describe('the mailer', () => {
  test('sends the same content as plain text and as escaped HTML, with a stable id and a one-click unsubscribe link', async () => {
    const { server, mailer } = await openMailer()
    expect(await mailer.send(mail, signal)).toEqual({ state: 'sent' })
    const [received] = server.mails
    expect(received).toMatchObject({ from: 'alerts@example.com', to: ['reader@example.com'] })
    expect(received?.headers).toMatchObject({
      'message-id': '<0198c0de-1@example.com>',
      'list-unsubscribe': '<https://calls.example.com/unsubscribe/token>',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      'auto-submitted': 'auto-generated',
      from,
    })
    expect(received?.text).toBe(
      [
        ...['AAPL 210 <script>', 'Price 212 & "rising"', 'Open: https://calls.example.com/portfolio?row=1&tab=2'],
        ...['-- ', 'Why you get this.\nUnsubscribe: https://calls.example.com/unsubscribe/token'],
      ].join('\n\n'),
    )
    expect(received?.html).toContain('AAPL 210 &lt;script&gt;')
    expect(received?.html).toContain('<p style="margin:8px 0">Price 212 &amp; &quot;rising&quot;</p>')
    expect(received?.html).toContain('<a href="https://calls.example.com/portfolio?row=1&amp;tab=2">Open</a>')
  })

  test('sends no unsubscribe header without a link, and one recipient for a list of addresses', async () => {
    const { server, mailer } = await openMailer()
    await mailer.send({ ...mail, to: 'a@example.com, b@example.com', unsubscribeUrl: null }, signal)
    await mailer.send({ ...mail, subject: 'Hi\r\nBcc: other@example.com', unsubscribeUrl: null }, signal)
    expect(server.mails.flatMap(({ to }) => to)).not.toContain('b@example.com')
    const last = server.mails.at(-1)
    expect(last?.to).toEqual(['reader@example.com'])
    expect(Object.keys(last?.headers ?? {})).not.toContain('bcc')
    expect(Object.keys(last?.headers ?? {})).not.toContain('list-unsubscribe')
  })

  test('signs in, and reports a wrong password as a fault of this server', async () => {
    const options: Parameters<typeof startMailServer>[0] = {
      ...{ authOptional: false, allowInsecureAuth: true },
      onAuth: ({ username, password }, _session, done) =>
        password === 'right' ? done(null, { user: username }) : done(new Error('Invalid login for secret')),
    }
    const right = await openMailer(options, { login: { user: 'me', password: 'right' } })
    expect(await right.mailer.send(mail, signal)).toEqual({ state: 'sent' })
    const wrong = await openMailer(options, { login: { user: 'me', password: 'wrong' } })
    const reason = 'The mail server rejected the user name or password of this server.'
    expect(await wrong.mailer.send(mail, signal)).toEqual({ state: 'failed', reason, permanent: false })
  })

  test('sends nothing without TLS if TLS is required, and trusts no self-signed certificate', async () => {
    const plain = await openMailer({}, { requireTls: true })
    const reason = 'The mail server offers no encrypted connection.'
    expect(await plain.mailer.send(mail, signal)).toEqual({ state: 'failed', reason, permanent: false })
    const selfSigned = await openMailer({ disabledCommands: [] }, { requireTls: true })
    expect(await selfSigned.mailer.send(mail, signal)).toMatchObject({ state: 'failed', permanent: false })
    expect([...plain.server.mails, ...selfSigned.server.mails]).toEqual([])
  })

  test.each([
    [550, true],
    [451, false],
  ])('reports a recipient that is rejected with %i', async (responseCode, permanent) => {
    const { mailer } = await openMailer({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No such mailbox'), { responseCode })),
    })
    expect(await mailer.send(mail, signal)).toEqual({
      ...{ state: 'failed', permanent },
      reason: `The mail server rejected the email: ${responseCode} No such mailbox`,
    })
  })

  test('does not take a rejected sender for a fault of the recipient', async () => {
    const { mailer } = await openMailer({
      onMailFrom: (_address, _session, done) => done(Object.assign(new Error('Not yours'), { responseCode: 553 })),
    })
    expect(await mailer.send(mail, signal)).toMatchObject({ state: 'failed', permanent: false })
  })

  test('ends when the signal aborts, also if the server never greets', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
    const address = silent.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const mailer = createMailer({
      ...{ host: '127.0.0.1', port, implicitTls: false, requireTls: false, login: null },
      from: { name: '', address: 'a@example.com' },
    })
    closers.push(
      () => mailer.close(),
      () => silent.close(),
    )
    const reason = 'The mail server did not answer in time.'
    expect(await mailer.send(mail, AbortSignal.timeout(50))).toEqual({ state: 'failed', reason, permanent: false })
  })

  test('reports a server that cannot be reached', async () => {
    const { server, mailer } = await openMailer()
    await server.close()
    const reason = 'The mail server could not be reached.'
    expect(await mailer.send(mail, signal)).toEqual({ state: 'failed', reason, permanent: false })
  })
})
