import { createHash } from 'node:crypto'
import { mailSettings, readConfig } from '@callwright/service'
import { waitFor } from '@callwright/service/testing'
import { type MailServer, startMailServer } from '@callwright/service/testing/mail-server'
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { Client } from 'pg'
import {
  type AuthUnderTest,
  asUser,
  cookieHeader,
  openAuth,
  PASSWORD,
  randomAddress,
  readClaims,
  turnOnSecondFactor,
} from './support.ts'

const NEW_PASSWORD = 'staple battery correct'
const INVALID = {
  ...{ status: 400, code: 'reset_link_invalid' },
  detail: 'This link has expired or was already used. Please request a new one.',
}
const MINUTE_MS = 60_000

const readMail = (port: number) =>
  readConfig(
    { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Callwright <alerts@example.com>' },
    { mail: mailSettings },
  ).mail

describe('a lost password', () => {
  let server: MailServer
  let auth: AuthUnderTest
  let later = 0
  beforeAll(async () => {
    server = await startMailServer()
    auth = await openAuth({ mail: readMail(server.port), now: () => Date.now() + later })
  })
  afterEach(() => {
    later = 0
  })
  afterAll(async () => {
    await auth.close()
    await server.close()
  })

  const ask = (username: string, address = randomAddress()) =>
    auth.call('auth.requestReset', { body: { username }, address })
  const complete = (token: string, next = NEW_PASSWORD, address = randomAddress()) =>
    auth.call('auth.completeReset', { body: { token, new_password: next }, address })
  const mailsTo = (email: string) => server.mails.filter(({ to }) => to.includes(email))
  const tokenOf = (text = '') => /\/reset-password#(\S+)/.exec(text)?.[1] ?? ''
  const requestsOf = (id: string) =>
    auth.log.lines().filter(({ event, account_id }) => event === 'password_reset.requested' && account_id === id)

  /** Requests a link and reads it from the email. */
  async function readToken(user: { readonly email: string; readonly username: string }, name = user.email) {
    const before = mailsTo(user.email).length
    expect((await ask(name)).status).toBe(202)
    await waitFor('the email', () => mailsTo(user.email).length > before)
    return tokenOf(mailsTo(user.email).at(-1)?.text)
  }

  test('is replaced with an emailed link, which ends every session', async () => {
    const user = await auth.register()
    const other = await auth.signIn(user.username, PASSWORD)
    const token = await readToken(user)
    const [mail] = mailsTo(user.email)
    expect(mail?.headers.subject).toBe('Reset your Callwright password')
    expect(mail?.text).toContain(`Choose a new password: https://calls.example.com/reset-password#${token}`)
    expect(mail?.text).toContain(user.username)

    const answer = await complete(token)
    expect(answer.status).toBe(200)
    expect(answer.read()).toEqual({ status: 'success', sessions_ended: 2 })
    for (const cookie of [user.cookie, cookieHeader(other)]) {
      expect((await auth.call('auth.refresh', { cookie })).status).toBe(401)
    }
    expect((await auth.signIn(user.username, PASSWORD)).status).toBe(401)
    expect((await auth.signIn(user.username, NEW_PASSWORD)).status).toBe(200)
    expect(auth.log.lines()).toContainEqual(
      expect.objectContaining({ event: 'password.reset', account_id: user.id, sessions_ended: 2 }),
    )
    expect(auth.log.text()).not.toContain(token)
  })

  test('can be asked for by username, in any case', async () => {
    const user = await auth.register()
    expect(await readToken(user, user.username.toUpperCase())).not.toBe('')
  })

  test('is answered the same way for an unknown name, which gets no email', async () => {
    const user = await auth.register()
    const [known, unknown] = [await ask(user.email), await ask('unknown@example.com')]
    expect(unknown.status).toBe(202)
    expect(unknown.text).toBe(known.text)
    await waitFor('the email', () => mailsTo(user.email).length === 1)
    expect(mailsTo('unknown@example.com')).toEqual([])
    expect(await auth.readMetric('auth_password_resets_total', { outcome: 'unknown' })).toBe(1)
  })

  test('does not wait for the mail server, so the time reveals nothing either', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = await startMailServer({ onMailFrom: (_address, _session, done) => void promise.then(() => done()) })
    const own = await openAuth({ mail: readMail(slow.port) })
    const user = await own.register()
    expect((await own.call('auth.requestReset', { body: { username: user.email } })).status).toBe(202)
    expect(slow.mails).toEqual([])
    resolve()
    await waitFor('the email', () => slow.mails.length === 1)
    await own.close()
    await slow.close()
  })

  test('works once', async () => {
    const user = await auth.register()
    const token = await readToken(user)
    const answers = await Promise.all([complete(token), complete(token, 'another one of mine')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await complete(token)).problem()).toMatchObject(INVALID)
  })

  test('works for 30 minutes', async () => {
    const user = await auth.register()
    const token = await readToken(user)
    later = 30 * MINUTE_MS + 1_000
    expect((await complete(token)).problem()).toMatchObject(INVALID)
    later = 29 * MINUTE_MS
    expect((await complete(token)).status).toBe(200)
  })

  test('ends the other links of the account, as does any change of the password', async () => {
    const user = await auth.register()
    const [first, second] = [await readToken(user), await readToken(user)]
    expect((await complete(second)).status).toBe(200)
    expect((await complete(first)).problem()).toMatchObject(INVALID)
    const third = await readToken(user)
    const signedIn = await auth.signIn(user.username, NEW_PASSWORD)
    const { sid } = readClaims(signedIn.read<{ access_token: string }>().access_token)
    const body = { current_password: NEW_PASSWORD, new_password: PASSWORD }
    expect((await auth.call('auth.password', { as: asUser({ id: user.id, sid }), body })).status).toBe(200)
    expect((await complete(third)).problem()).toMatchObject(INVALID)
  })

  test('follows the rules for passwords, without using up the link', async () => {
    const user = await auth.register()
    const token = await readToken(user)
    expect((await complete(token, 'short')).problem()).toMatchObject({
      ...{ status: 400, code: 'validation' },
      errors: [{ field: 'new_password', detail: 'Password must be at least 6 characters' }],
    })
    expect((await complete(token)).status).toBe(200)
  })

  test.each(['x', 'A'.repeat(43), '../../etc', '"; drop table account'])(
    'is not replaced with the token %j',
    async (token) => {
      expect((await complete(token)).problem()).toMatchObject(INVALID)
    },
  )

  test('is stored as a hash only', async () => {
    const user = await auth.register()
    const token = await readToken(user)
    const client = new Client({ connectionString: auth.config.databaseUrl })
    await client.connect()
    const { rows } = await client.query('select token_hash from password_reset where account_id = $1', [user.id])
    await client.end()
    const hash = createHash('sha256').update(Buffer.from(token, 'base64url')).digest()
    expect(rows).toEqual([{ token_hash: hash }])
  })

  test('is mailed at most three times an hour to an account, and the answer does not say so', async () => {
    const user = await auth.register()
    for (let index = 0; index < 5; index += 1) expect((await ask(user.email)).status).toBe(202)
    await waitFor('the requests', () => requestsOf(user.id).length === 5)
    expect(requestsOf(user.id).filter(({ outcome }) => outcome === 'limited')).toHaveLength(2)
    expect(mailsTo(user.email)).toHaveLength(3)
  })

  test('can be requested ten times an hour from an address, for known and unknown names alike', async () => {
    const address = randomAddress()
    const statuses: number[] = []
    for (let index = 0; index < 11; index += 1) statuses.push((await ask(`name-${index}`, address)).status)
    expect(statuses).toEqual([...Array(10).fill(202), 429])
  })

  test('can be used to sign in at once, even after too many wrong guesses', async () => {
    const user = await auth.register()
    const address = randomAddress()
    for (let index = 0; index < 5; index += 1) await auth.signIn(user.username, 'wrong', address)
    expect((await auth.signIn(user.username, PASSWORD, address)).status).toBe(429)
    await complete(await readToken(user), NEW_PASSWORD, address)
    expect((await auth.signIn(user.username, NEW_PASSWORD, address)).status).toBe(200)
  })

  test('leaves two-factor sign-in on, and allows no more guesses of codes', async () => {
    const user = await auth.register()
    const { codes } = await turnOnSecondFactor(auth, user, Date.now())
    const address = randomAddress()
    const signIn = (code?: string, from = randomAddress()) =>
      auth.call('auth.login', {
        body: { username: user.username, password: NEW_PASSWORD, ...(code !== undefined && { code }) },
        address: from,
      })
    for (let index = 0; index < 5; index += 1) await auth.signIn(user.username, 'wrong', address)
    await complete(await readToken(user), NEW_PASSWORD, address)
    expect((await signIn(codes[0], address)).status).toBe(429)
    expect((await signIn()).problem()).toMatchObject({ status: 401, code: 'second_factor_needed' })
    expect((await signIn(codes[0])).status).toBe(200)
  })

  test('of a demo or a closed account is not mailed', async () => {
    const demo = await auth.openDemo()
    await ask(demo.username)
    const user = await auth.register()
    const token = await readToken(user)
    await auth.call('auth.deleteMe', { as: asUser(user), body: { password: PASSWORD } })
    await ask(user.email)
    await waitFor('the log line', () =>
      auth.log.lines().some(({ event, account_id }) => event === 'password_reset.requested' && account_id === demo.id),
    )
    expect(mailsTo(user.email)).toHaveLength(1)
    expect((await complete(token)).problem()).toMatchObject(INVALID)
  })

  test('is logged if the mail server refuses the email', async () => {
    const refusing = await startMailServer({
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No such mailbox'), { responseCode: 550 })),
    })
    const own = await openAuth({ mail: readMail(refusing.port) })
    const user = await own.register()
    expect((await own.call('auth.requestReset', { body: { username: user.email } })).status).toBe(202)
    await waitFor('the log line', () => own.log.lines().some(({ event }) => event === 'password_reset.not_mailed'))
    await own.close()
    await refusing.close()
  })
})

test('without a mail server, the answer names the operator and the command', async () => {
  const auth = await openAuth()
  expect((await auth.call('auth.resetMeans')).read()).toEqual({ status: 'success', by_email: false })
  const refused = await auth.call('auth.requestReset', { body: { username: 'anyone' } })
  expect(refused.problem()).toMatchObject({ status: 403, code: 'reset_not_available' })
  expect(refused.problem().detail).toContain('npm run users -- reset-password')
  await auth.close()
})

test('a mail server makes resets available', async () => {
  const server = await startMailServer()
  const auth = await openAuth({ mail: readMail(server.port) })
  expect((await auth.call('auth.resetMeans')).read()).toEqual({ status: 'success', by_email: true })
  await auth.close()
  await server.close()
})
