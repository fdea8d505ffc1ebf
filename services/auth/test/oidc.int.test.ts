import { randomUUID } from 'node:crypto'
import type { ActivityEvent, AuthResponse, Success } from '@callwright/contracts'
import { waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { Client } from 'pg'
import { runOperatorCommand } from '../src/accounts/operator.ts'
import { openOperatorAccounts } from '../src/app.ts'
import type { Config } from '../src/config.ts'
import { CLIENT, startOidcProvider } from './oidc-provider.ts'
import { createSoftwarePasskey } from './software-passkey.ts'
import {
  type Answer,
  type AuthUnderTest,
  asUser,
  cookieHeader,
  openAuth,
  PASSWORD,
  randomAddress,
  randomName,
  readClaims,
  turnOnSecondFactor,
} from './support.ts'

const SITE = 'https://calls.example.com'
const MINUTE_MS = 60_000

describe('sign-in with a provider', () => {
  let idp: Awaited<ReturnType<typeof startOidcProvider>>
  let auth: AuthUnderTest
  let nowMs = 0
  const settings = (): NonNullable<Config['oidc']> => ({
    ...{ issuer: idp.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, name: 'Example' },
  })
  beforeAll(async () => {
    // The provider warns of settings that only matter outside tests.
    jest.spyOn(console, 'warn').mockImplementation(() => undefined)
    jest.spyOn(console, 'info').mockImplementation(() => undefined)
    idp = await startOidcProvider(`${SITE}/login/continue`)
    auth = await openAuth({ now: () => nowMs, publicUrl: SITE, oidc: settings() })
  })
  beforeEach(() => {
    nowMs = Date.now()
    idp.keepNonce()
  })
  afterAll(async () => {
    await auth.close()
    await idp.close()
  })

  const begin = async (server = auth, invitation?: string) => {
    const started = await server.call('auth.oidcStart', { body: invitation === undefined ? {} : { invitation } })
    return { url: started.read<Success<'auth.oidcStart'>>().url, cookie: cookieHeader(started) }
  }
  const finish = (cookie: string, body: object, server = auth, address = randomAddress()) =>
    server.call('auth.oidcSignIn', { cookie, address, body: { ...body } })
  /** Goes to the provider and back. */
  const signIn = async (server = auth, invitation?: string) => {
    const { url, cookie } = await begin(server, invitation)
    const answer = await idp.visit(url)
    return { cookie, answer, response: await finish(cookie, { answer }, server) }
  }
  const readUser = (response: Answer) => response.read<AuthResponse>().user
  const readSession = (response: Answer) => {
    const { access_token, user } = response.read<AuthResponse>()
    return { id: user.id, sid: readClaims(access_token).sid }
  }
  const readKinds = async (user: { id: string; sid: string }) =>
    (await auth.call('auth.activity', { as: asUser(user) }))
      .read<{ events: ActivityEvent[] }>()
      .events.map(({ kind }) => kind)

  const openDatabase = () => new Client({ connectionString: auth.config.databaseUrl })

  /** Signs a new user in at the provider, whose email no account has. */
  function meet(changes: object = {}) {
    const name = randomName()
    const claims = { email: `${name}@example.com`, email_verified: true, preferred_username: name, name: 'A User' }
    const person = { id: randomUUID(), ...claims, ...changes }
    const { id, ...shared } = person
    idp.use(id, shared)
    return person
  }

  test('the first sign-in creates an account without a password, and the next one opens it', async () => {
    expect((await auth.call('auth.oidc')).read()).toEqual({ status: 'success', name: 'Example' })
    const person = meet()
    const { url, cookie } = await begin()
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      ...{ response_type: 'code', code_challenge_method: 'S256', redirect_uri: `${SITE}/login/continue` },
      ...{ state: expect.any(String), nonce: expect.any(String) },
    })
    const first = await finish(cookie, { answer: await idp.visit(url) })
    expect(first.status).toBe(200)
    const user = readUser(first)
    expect(user).toMatchObject({ username: person.preferred_username, email: person.email, full_name: 'A User' })
    expect(user.is_demo).toBe(false)

    const again = await signIn()
    expect(readUser(again.response).id).toBe(user.id)
    expect(await readKinds(readSession(again.response))).toEqual(['signed_in', 'registered'])
    expect((await auth.signIn(person.email, 'guess')).problem().code).toBe('wrong_credentials')
    const refused = await auth.call('auth.deleteMe', { as: asUser(readSession(first)), body: { password: 'guess' } })
    expect(refused.problem()).toMatchObject({ status: 403, code: 'no_password' })
    // The email is linked to the provider's id, so a new email there does not matter.
    idp.use(person.id, { email: 'other@example.com', email_verified: true })
    expect(readUser((await signIn()).response).email).toBe(person.email)
  })

  test('a sign-in belongs to one browser, and its answer is used once, within 10 minutes', async () => {
    meet()
    const [mine, theirs] = [await begin(), await begin()]
    const answer = await idp.visit(mine.url)
    const expired = { status: 409, code: 'oidc_expired' }
    expect((await auth.call('auth.oidcSignIn', { body: { answer } })).problem()).toMatchObject(expired)
    // The state of one browser does not match the cookie of another, whose sign-in ends.
    expect((await finish(theirs.cookie, { answer })).problem()).toMatchObject({ status: 403, code: 'oidc_failed' })
    expect((await finish(theirs.cookie, { answer })).problem()).toMatchObject(expired)
    expect((await finish(mine.cookie, { answer })).status).toBe(200)
    expect((await finish(mine.cookie, { answer })).problem()).toMatchObject(expired)

    const late = await begin()
    const lateAnswer = await idp.visit(late.url)
    nowMs += 10 * MINUTE_MS
    expect((await finish(late.cookie, { answer: lateAnswer })).problem()).toMatchObject(expired)
  })

  test('refuses another nonce, a code of another sign-in, and a user who declines', async () => {
    meet()
    idp.replaceNonce()
    expect((await signIn()).response.problem()).toMatchObject({ status: 403, code: 'oidc_failed' })
    idp.keepNonce()
    const [one, other] = [await begin(), await begin()]
    const mixed = new URLSearchParams(await idp.visit(one.url))
    mixed.set('state', new URL(other.url).searchParams.get('state') ?? '')
    // The verifier of the other sign-in does not match the code (PKCE).
    expect((await finish(other.cookie, { answer: mixed.toString() })).problem().code).toBe('oidc_failed')
    idp.use(null)
    expect((await signIn()).response.problem()).toMatchObject({
      ...{ status: 403, code: 'oidc_refused', detail: 'You were not signed in with Example.' },
    })
  })

  test('refuses an ID token with a forged signature', async () => {
    meet()
    idp.forgeSignatures(true)
    try {
      expect((await signIn()).response.problem()).toMatchObject({ status: 403, code: 'oidc_failed' })
    } finally {
      idp.forgeSignatures(false)
    }
    expect((await signIn()).response.status).toBe(200)
  })

  test('an account with the same email is linked with its password once, and never silently', async () => {
    const user = await auth.register()
    meet({ email: user.email.toUpperCase() })
    const { cookie, response } = await signIn()
    expect(response.problem()).toMatchObject({
      ...{ status: 409, code: 'link_needed', errors: [{ field: 'password', detail: 'Password is required' }] },
    })
    expect(response.cookie()).toBeNull()
    expect((await finish(cookie, { password: 'wrong' })).problem()).toMatchObject({ code: 'wrong_credentials' })
    const linked = await finish(cookie, { password: PASSWORD })
    expect(readUser(linked).id).toBe(user.id)
    expect((await finish(cookie, { password: PASSWORD })).problem().code).toBe('oidc_expired')
    expect(readUser((await signIn()).response).id).toBe(user.id)
    expect((await readKinds(user)).slice(0, 4)).toEqual(['signed_in', 'oidc_linked', 'signed_in', 'sign_in_failed'])
  })

  test('two windows that link the same user at the same time do it once', async () => {
    const user = await auth.register()
    meet({ email: user.email })
    const cookies = [(await signIn()).cookie, (await signIn()).cookie]
    const answers = await Promise.all(cookies.map((cookie) => finish(cookie, { password: PASSWORD })))
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer.problem()).toMatchObject({ status: 409, code: 'link_taken' })
    }
    expect((await readKinds(user)).filter((kind) => kind === 'oidc_linked')).toHaveLength(1)
  })

  test('a password that changes during its check does not link', async () => {
    const user = await auth.register()
    meet({ email: user.email })
    const { cookie } = await signIn()
    const [database, observer] = [openDatabase(), openDatabase()]
    await Promise.all([database.connect(), observer.connect()])
    await database.query('begin')
    await database.query('update account set password_hash = $2 where id = $1', [user.id, 'changed'])
    const linking = finish(cookie, { password: PASSWORD })
    await waitFor('the link to wait for the change', async () => {
      const { rows } = await observer.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rows.length > 0
    })
    await database.query('commit')
    await Promise.all([database.end(), observer.end()])
    expect((await linking).problem()).toMatchObject({ status: 401, code: 'wrong_credentials' })
    expect(await readKinds(user)).not.toContain('oidc_linked')
    expect((await signIn()).response.problem()).toMatchObject({ code: 'link_needed' })
  })

  test('the operator disconnects an account from the provider', async () => {
    const user = await auth.register()
    meet({ email: user.email })
    const { cookie } = await signIn()
    expect((await finish(cookie, { password: PASSWORD })).status).toBe(200)
    const { deps, close } = openOperatorAccounts({ ...auth.config, logLevel: 'silent' })
    const unlink = () => runOperatorCommand(['unlink-provider', user.email], deps)
    expect(await unlink()).toEqual([`Disconnected ${user.username} from the sign-in provider.`])
    await expect(unlink()).rejects.toThrow('is not connected to a sign-in provider')
    await close()
    expect((await signIn()).response.problem()).toMatchObject({ code: 'link_needed' })
    expect((await readKinds(user))[0]).toBe('oidc_unlinked')
  })

  test('the owner sees the connection, and ends it with the password and the second factor', async () => {
    const user = await auth.register()
    const list = async () => (await auth.call('auth.oidcLinks', { as: asUser(user) })).read<Success<'auth.oidcLinks'>>()
    const remove = (body: object) => auth.call('auth.removeOidcLinks', { as: asUser(user), body: { ...body } })
    expect(await list()).toEqual({ status: 'success', links: [], has_password: true })
    const notLinked = { status: 404, code: 'oidc_not_linked' }
    expect((await remove({ current_password: PASSWORD })).problem()).toMatchObject(notLinked)
    meet({ email: user.email })
    const { cookie } = await signIn()
    expect((await finish(cookie, { password: PASSWORD })).status).toBe(200)
    const at = new Date(nowMs).toISOString()
    expect((await list()).links).toEqual([{ provider: 'Example', linked_at: at }])
    const wrong = { status: 403, code: 'wrong_current_password' }
    expect((await remove({ current_password: 'wrong' })).problem()).toMatchObject(wrong)
    const { codes } = await turnOnSecondFactor(auth, user, nowMs)
    const needed = { status: 403, code: 'second_factor_needed' }
    expect((await remove({ current_password: PASSWORD })).problem()).toMatchObject(needed)
    expect((await list()).links).toHaveLength(1)
    expect((await remove({ current_password: PASSWORD, code: codes[0] })).status).toBe(204)
    expect((await list()).links).toEqual([])
    expect((await readKinds(user))[0]).toBe('oidc_unlinked')
    expect((await signIn()).response.problem()).toMatchObject({ code: 'link_needed' })
  })

  test('an account without a password is not disconnected, and only signed-in users ask', async () => {
    meet()
    const as = asUser(readSession((await signIn()).response))
    const { links, has_password } = (await auth.call('auth.oidcLinks', { as })).read<Success<'auth.oidcLinks'>>()
    expect([links.length, has_password]).toEqual([1, false])
    const refused = await auth.call('auth.removeOidcLinks', { as, body: { current_password: 'guess' } })
    expect(refused.problem()).toMatchObject({ status: 403, code: 'no_password' })
    expect((await auth.call('auth.oidcLinks', {})).status).toBe(401)
  })

  test('guesses of the password to link are limited like all others', async () => {
    const user = await auth.register()
    meet({ email: user.email })
    const { cookie } = await signIn()
    const address = randomAddress()
    const statuses: number[] = []
    for (let guess = 0; guess < 6; guess += 1) {
      statuses.push((await finish(cookie, { password: 'wrong' }, auth, address)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('an email that the provider has not verified neither creates nor links an account', async () => {
    const user = await auth.register()
    for (const email of [user.email, `${randomName()}@example.com`]) {
      meet({ email, email_verified: false })
      expect((await signIn()).response.problem()).toMatchObject({ status: 403, code: 'oidc_no_email' })
    }
  })

  test('a taken username gets digits, and an unusable one is replaced', async () => {
    const taken = await auth.register()
    meet({ preferred_username: taken.username })
    expect(readUser((await signIn()).response).username).toMatch(new RegExp(`^${taken.username}-\\d{4}$`))
    meet({ preferred_username: 'é!' })
    expect(readUser((await signIn()).response).username).toMatch(/^user-\d{4}$/)
  })

  test('the second factor is still asked for: a code, or a passkey', async () => {
    meet()
    const { response } = await signIn()
    const person = { ...readSession(response) }
    const operator = openOperatorAccounts({ ...auth.config, logLevel: 'silent' })
    const lines = await runOperatorCommand(['reset-password', readUser(response).email], operator.deps)
    await operator.close()
    const password = lines[0]?.split(': ')[1] ?? ''
    const session = {
      ...person,
      sid: readClaims((await auth.signIn(readUser(response).email, password)).read<AuthResponse>().access_token).sid,
    }
    const passkey = createSoftwarePasskey(SITE)
    const begun = await auth.call('auth.beginPasskey', { as: asUser(session), body: { current_password: password } })
    const created = passkey.create(begun.read<Success<'auth.beginPasskey'>>().options)
    const added = await auth.call('auth.addPasskey', {
      as: asUser(session),
      body: { name: 'Key', credential: created },
    })
    const codes = added.read<Success<'auth.addPasskey'>>().recovery_codes ?? []

    const { cookie, response: needed } = await signIn()
    expect(needed.problem()).toMatchObject({ status: 401, code: 'second_factor_needed' })
    expect((await finish(cookie, { code: '000000' })).problem()).toMatchObject({ status: 401, code: 'wrong_code' })
    const challenge = await auth.call('auth.oidcChallenge', { cookie, body: {} })
    const answer = passkey.answer(challenge.read<Success<'auth.oidcChallenge'>>().options)
    expect((await finish(cookie, { passkey: answer })).status).toBe(200)
    expect((await auth.call('auth.oidcChallenge', { cookie, body: {} })).problem().code).toBe('oidc_expired')
    const other = await signIn()
    expect((await finish(other.cookie, { code: codes[0] })).status).toBe(200)
  })

  test('linking asks for the second factor of the account as well', async () => {
    const user = await auth.register()
    const { codes } = await turnOnSecondFactor(auth, user, nowMs)
    meet({ email: user.email })
    const { cookie } = await signIn()
    expect((await finish(cookie, { password: PASSWORD })).problem().code).toBe('second_factor_needed')
    const challenge = await auth.call('auth.oidcChallenge', { cookie, body: { password: PASSWORD } })
    expect(challenge.problem()).toMatchObject({ status: 409, code: 'no_passkey' })
    const guess = await auth.call('auth.oidcChallenge', { cookie, body: { password: 'wrong' } })
    expect(guess.problem()).toMatchObject({ status: 401, code: 'wrong_credentials' })
    expect(readUser(await finish(cookie, { password: PASSWORD, code: codes[0] })).id).toBe(user.id)
  })

  test('a disabled account stays closed', async () => {
    const person = meet()
    await signIn()
    const operator = openOperatorAccounts({ ...auth.config, logLevel: 'silent' })
    await runOperatorCommand(['disable', person.email], operator.deps)
    await operator.close()
    const { cookie, response } = await signIn()
    expect(response.problem()).toMatchObject({ status: 403, code: 'account_disabled' })
    expect((await auth.call('auth.oidcChallenge', { cookie, body: {} })).problem().code).toBe('account_disabled')
  })

  test('closed sign-up creates no account, and an invitation creates one', async () => {
    const closed = await openAuth({ publicUrl: SITE, oidc: settings(), signUp: 'closed' })
    meet()
    expect((await signIn(closed)).response.problem()).toMatchObject({ status: 403, code: 'sign_up_closed' })
    await closed.close()
    const invited = await openAuth({ publicUrl: SITE, oidc: settings(), signUp: 'invitation' })
    expect((await signIn(invited)).response.problem()).toMatchObject({ status: 403, code: 'invitation_needed' })
    expect((await signIn(invited, 'unknown')).response.problem()).toMatchObject({ code: 'invitation_refused' })
    const operator = openOperatorAccounts({ ...invited.config, logLevel: 'silent' })
    const [line = ''] = await runOperatorCommand(['invite'], operator.deps)
    await operator.close()
    expect((await signIn(invited, line.split(': ')[1])).response.status).toBe(200)
    await invited.close()
  })

  test('an unreachable provider is a 503 with its name, and a server without one says so', async () => {
    const down = await openAuth({ publicUrl: SITE, oidc: { ...settings(), issuer: 'http://127.0.0.1:9' } })
    expect((await down.call('auth.oidcStart', { body: {} })).problem()).toMatchObject({
      ...{ status: 503, code: 'oidc_unreachable' },
      detail: 'Sign-in with Example is not available right now. Please try again later.',
    })
    await down.close()
    const without = await openAuth()
    expect((await without.call('auth.oidc')).read()).toEqual({ status: 'success', name: null })
    expect((await without.call('auth.oidcStart', { body: {} })).problem()).toMatchObject({
      status: 404,
      code: 'oidc_off',
    })
    await without.close()
  })

  test('neither the client secret nor a code is in the log', async () => {
    meet()
    const { answer } = await signIn()
    const code = new URLSearchParams(answer).get('code') ?? 'none'
    for (const text of [CLIENT.secret, code]) expect(auth.log.text()).not.toContain(text)
  })
})
