import type { ActivityEvent, CreationOptions, RequestOptions, Success } from '@callwright/contracts'
import { waitFor } from '@callwright/service/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { Secret, TOTP } from 'otpauth'
import { openOperatorAccounts } from '../src/app.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from './software-passkey.ts'
import { type AuthUnderTest, asUser, openAuth, PASSWORD, randomAddress, turnOnSecondFactor } from './support.ts'

const SITE = 'https://calls.example.com'
const MINUTE_MS = 60_000

describe('passkeys', () => {
  let auth: AuthUnderTest
  let nowMs = 0
  beforeAll(async () => {
    auth = await openAuth({ now: () => nowMs, publicUrl: SITE })
  })
  beforeEach(() => {
    nowMs = Date.now()
  })
  afterAll(() => auth.close())

  type User = Awaited<ReturnType<AuthUnderTest['register']>>
  type Given = { readonly address?: string }

  const begin = (user: User, proof: object = {}, password = PASSWORD) =>
    auth.call('auth.beginPasskey', { as: asUser(user), body: { current_password: password, ...proof } })
  const add = (user: User, credential: object, name = 'Phone') =>
    auth.call('auth.addPasskey', { as: asUser(user), body: { name, credential } })
  const challenge = (user: User, password = PASSWORD, given: Given = {}) =>
    auth.call('auth.passkeyChallenge', { body: { username: user.username, password }, ...given })
  const signIn = (user: User, proof: object = {}, given: Given & { password?: string } = {}) => {
    const { password = PASSWORD, ...rest } = given
    return auth.call('auth.login', { body: { username: user.username, password, ...proof }, ...rest })
  }
  const remove = (user: User, id: string, proof: object, password = PASSWORD) =>
    auth.call('auth.removePasskey', {
      as: asUser(user),
      params: { id },
      body: { current_password: password, ...proof },
    })
  const rename = (user: User, id: string, name: string) =>
    auth.call('auth.renamePasskey', { as: asUser(user), params: { id }, body: { name } })
  const readStatus = async (user: User) =>
    (await auth.call('auth.secondFactor', { as: asUser(user) })).read<Success<'auth.secondFactor'>>()
  const readKinds = async (user: User) =>
    (await auth.call('auth.activity', { as: asUser(user) }))
      .read<{ events: ActivityEvent[] }>()
      .events.map(({ kind }) => kind)

  const readCreation = async (user: User, proof: object = {}): Promise<CreationOptions> =>
    (await begin(user, proof)).read<Success<'auth.beginPasskey'>>().options
  const readChallenge = async (user: User): Promise<RequestOptions> =>
    (await challenge(user)).read<Success<'auth.passkeyChallenge'>>().options

  /** An account with one passkey. */
  async function enroll() {
    const user = await auth.register()
    const passkey = createSoftwarePasskey(SITE)
    const answer = await add(user, passkey.create(await readCreation(user)))
    if (answer.status !== 201) throw new Error(`Adding returned ${answer.status}: ${answer.text}`)
    const { passkey: added, recovery_codes: codes } = answer.read<Success<'auth.addPasskey'>>()
    return { user, passkey, id: added.id, codes: codes ?? [] }
  }
  const prove = async (user: User, passkey: SoftwarePasskey) => ({ passkey: passkey.answer(await readChallenge(user)) })

  test('the first one turns two-factor sign-in on and returns recovery codes; the next one asks for it', async () => {
    const user = await auth.register()
    expect((await begin(user, {}, 'wrong')).problem()).toMatchObject({ status: 403, code: 'wrong_current_password' })
    const options = await readCreation(user)
    expect(options).toMatchObject({
      rp: { id: 'calls.example.com', name: 'Callwright' },
      user: { name: user.username },
      excludeCredentials: [],
      attestation: 'none',
    })
    const phone = createSoftwarePasskey(SITE)
    const first = (await add(user, phone.create(options), ' Phone ')).read<Success<'auth.addPasskey'>>()
    expect(first.passkey).toMatchObject({ name: 'Phone', last_used_at: null })
    expect(new Set(first.recovery_codes).size).toBe(10)

    const refused = (await begin(user)).problem()
    expect(refused).toMatchObject({ status: 403, code: 'second_factor_needed' })
    expect(refused.errors?.map(({ field }) => field)).toEqual(['passkey', 'code'])
    const more = await readCreation(user, await prove(user, phone))
    expect(more.excludeCredentials).toEqual([{ id: phone.id, type: 'public-key', transports: ['internal'] }])
    const key = createSoftwarePasskey(SITE)
    nowMs += 1_000
    const second = (await add(user, key.create(more), 'Key')).read<Success<'auth.addPasskey'>>()
    expect(second.recovery_codes).toBeNull()
    expect(await readStatus(user)).toMatchObject({
      ...{ confirmed_at: null, passkey_origin: SITE, recovery_codes_left: 10 },
      passkeys: [{ name: 'Phone', last_used_at: new Date(nowMs - 1_000).toISOString() }, { name: 'Key' }],
    })
    expect((await readKinds(user)).slice(0, 3)).toEqual(['passkey_added', 'second_factor_on', 'passkey_added'])
  })

  test('signs in after the password; the 401 names what can be added', async () => {
    const { user, passkey, codes } = await enroll()
    const needed = (await signIn(user)).problem()
    expect(needed).toMatchObject({
      ...{ status: 401, code: 'second_factor_needed', detail: 'Use your passkey, or enter a recovery code.' },
      errors: [
        { field: 'passkey', detail: 'Use your passkey.' },
        { field: 'code', detail: 'Enter a recovery code.' },
      ],
    })
    const options = await readChallenge(user)
    expect(options).toMatchObject({ rpId: 'calls.example.com', allowCredentials: [{ id: passkey.id }] })
    const answer = await signIn(user, { passkey: passkey.answer(options) })
    expect(answer.status).toBe(200)
    expect(answer.cookie()).not.toBeNull()
    expect((await signIn(user, { code: codes[0] })).status).toBe(200)
    expect((await signIn(user, { code: '123456' })).problem()).toMatchObject({ code: 'wrong_code' })
  })

  test('a challenge works once, within 5 minutes, and only for what it was issued for', async () => {
    const { user, passkey } = await enroll()
    const options = await readChallenge(user)
    const used = { passkey: passkey.answer(options) }
    expect((await signIn(user, used)).status).toBe(200)
    expect((await signIn(user, used)).problem()).toMatchObject({ status: 401, code: 'wrong_passkey' })
    const again = { passkey: passkey.answer(options) }
    expect((await signIn(user, again)).problem().code).toBe('wrong_passkey')

    const late = await readChallenge(user)
    nowMs += 5 * MINUTE_MS
    expect((await signIn(user, { passkey: passkey.answer(late) })).problem().code).toBe('wrong_passkey')

    const both = await prove(user, passkey)
    const statuses = (await Promise.all([signIn(user, both), signIn(user, both)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 401])

    const creation = await readCreation(user, await prove(user, passkey))
    const misused = passkey.answer({ ...late, challenge: creation.challenge })
    expect((await signIn(user, { passkey: misused })).problem().code).toBe('wrong_passkey')
    const unknown = { passkey: passkey.answer(late, { challenge: 'aaaa' }) }
    expect((await signIn(user, unknown)).problem().code).toBe('wrong_passkey')
  })

  test.each([
    ['another origin', { origin: 'https://calls.example.com.evil.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['an absent user', { userPresent: false }],
    ['a repeated counter', { counter: 2 }],
    ['a decreased counter', { counter: 1 }],
  ])('refuses an answer of %s, and uses its challenge up', async (_case, changes) => {
    const { user, passkey } = await enroll()
    expect((await signIn(user, await prove(user, passkey))).status).toBe(200)
    const options = await readChallenge(user)
    expect((await signIn(user, { passkey: passkey.answer(options, changes) })).problem()).toMatchObject({
      ...{ status: 401, code: 'wrong_passkey' },
      detail: 'This passkey was not accepted. Try again, or enter a code.',
    })
    expect((await signIn(user, { passkey: passkey.answer(options) })).problem().code).toBe('wrong_passkey')
    // The entry is written without delaying the answer.
    await waitFor('the failed sign-in', async () => (await readKinds(user)).includes('sign_in_failed'))
    expect(auth.log.lines()).toContainEqual(expect.objectContaining({ event: 'passkey.refused', account_id: user.id }))
    expect((await signIn(user, await prove(user, passkey))).status).toBe(200)
  })

  test('refuses the passkey and the challenge of another account, and a signature of another key', async () => {
    const [own, other] = [await enroll(), await enroll()]
    const theirs = { passkey: other.passkey.answer(await readChallenge(own.user)) }
    expect((await signIn(own.user, theirs)).problem().code).toBe('wrong_passkey')
    const foreign = { passkey: own.passkey.answer(await readChallenge(other.user)) }
    expect((await signIn(own.user, foreign)).problem().code).toBe('wrong_passkey')
    const forged = other.passkey.answer(await readChallenge(own.user))
    const disguised = { passkey: { ...forged, id: own.passkey.id, rawId: own.passkey.id } }
    expect((await signIn(own.user, disguised)).problem().code).toBe('wrong_passkey')
    expect((await rename(own.user, other.id, 'Mine')).problem()).toMatchObject({ status: 404 })
    const detail = 'The id in this URL is not valid. Please reload the list and try again.'
    expect((await rename(own.user, '[]', 'Mine')).problem()).toMatchObject({ status: 400, code: 'validation', detail })
    const gone = { status: 404, code: 'passkey_not_found' }
    expect((await remove(own.user, other.id, { code: own.codes[0] })).problem()).toMatchObject(gone)
    // The refusal did not use the code up.
    expect((await signIn(own.user, { code: own.codes[0] })).status).toBe(200)
    expect((await signIn(other.user, await prove(other.user, other.passkey))).status).toBe(200)
  })

  test('a passkey without a counter signs in again and again', async () => {
    const user = await auth.register()
    const passkey = createSoftwarePasskey(SITE)
    const created = passkey.create(await readCreation(user), { counter: 0 })
    expect((await add(user, created)).status).toBe(201)
    for (let use = 0; use < 2; use += 1) {
      const answer = passkey.answer(await readChallenge(user), { counter: 0 })
      expect((await signIn(user, { passkey: answer })).status).toBe(200)
    }
  })

  test('only a fresh answer of this site adds a passkey, and a passkey belongs to one account', async () => {
    const user = await auth.register()
    const passkey = createSoftwarePasskey(SITE)
    const options = await readCreation(user)
    const elsewhere = passkey.create(options, { origin: 'https://evil.example' })
    expect((await add(user, elsewhere)).problem()).toMatchObject({ status: 400, code: 'passkey_refused' })
    // The challenge was used up.
    expect((await add(user, passkey.create(options))).problem().code).toBe('passkey_refused')
    const late = await readCreation(user)
    nowMs += 5 * MINUTE_MS
    expect((await add(user, passkey.create(late))).problem().code).toBe('passkey_refused')
    const created = passkey.create(await readCreation(user))
    expect((await add(user, created, ' ')).problem()).toMatchObject({ status: 400, detail: 'Name is required' })
    expect((await add(user, created)).status).toBe(201)
    const other = await auth.register()
    const copied = passkey.create(await readCreation(other))
    expect((await add(other, copied)).problem()).toMatchObject({ status: 409, code: 'passkey_known' })
    expect((await signIn(other)).status).toBe(200)
  })

  test('setups that began before the first factor end with it', async () => {
    const [user, other] = [await auth.register(), await auth.register()]
    const begun = await auth.call('auth.beginSecondFactor', {
      ...{ as: asUser(user), body: { current_password: PASSWORD } },
    })
    const app = new TOTP({ secret: Secret.fromBase32(begun.read<Success<'auth.beginSecondFactor'>>().secret) })
    const [stolen, own, theirs] = [await readCreation(user), await readCreation(user), await readCreation(other)]
    expect((await add(user, createSoftwarePasskey(SITE).create(own))).status).toBe(201)
    expect((await add(user, createSoftwarePasskey(SITE).create(stolen))).problem().code).toBe('passkey_refused')
    const confirmed = await auth.call('auth.confirmSecondFactor', {
      ...{ as: asUser(user), body: { code: app.generate({ timestamp: nowMs }) } },
    })
    expect(confirmed.problem()).toMatchObject({ status: 409, code: 'setup_ended' })
    await turnOnSecondFactor(auth, other, nowMs)
    expect((await add(other, createSoftwarePasskey(SITE).create(theirs))).problem().code).toBe('passkey_refused')
  })

  test('a setup whose request was checked before the first factor was added is refused', async () => {
    const { user } = await enroll()
    const { deps, close } = openOperatorAccounts({ ...auth.config, logLevel: 'silent' })
    const account = await deps.store.findByName(user.username)
    if (account === null) throw new Error('No account')
    await expect(deps.secondFactors.begin(account, false)).rejects.toMatchObject({ code: 'second_factor_added' })
    await expect(deps.passkeys.begin(account, false)).rejects.toMatchObject({ code: 'second_factor_added' })
    await close()
  })

  test('the ten newest challenges of an account are valid', async () => {
    const { user, passkey } = await enroll()
    const oldest = await prove(user, passkey)
    nowMs += 1
    const second = await readChallenge(user)
    for (let count = 0; count < 9; count += 1) {
      nowMs += 1
      await readChallenge(user)
    }
    expect((await signIn(user, oldest)).problem().code).toBe('wrong_passkey')
    expect((await signIn(user, { passkey: passkey.answer(second) })).status).toBe(200)
  })

  test('an account has at most ten', async () => {
    const { user, passkey } = await enroll()
    for (let count = 1; count < 10; count += 1) {
      const created = createSoftwarePasskey(SITE).create(await readCreation(user, await prove(user, passkey)))
      expect((await add(user, created)).status).toBe(201)
    }
    expect((await begin(user, await prove(user, passkey))).problem()).toMatchObject({
      ...{ status: 409, code: 'too_many_passkeys' },
    })
  })

  test('is renamed, and removed with the password and a second factor; the last one turns it off', async () => {
    const { user, passkey, id, codes } = await enroll()
    expect((await rename(user, id, 'Old phone')).read<Success<'auth.renamePasskey'>>().passkey.name).toBe('Old phone')
    expect((await rename(user, id, 'a\nb')).problem()).toMatchObject({ status: 400 })
    expect((await remove(user, id, {}, 'wrong')).problem()).toMatchObject({ code: 'wrong_current_password' })
    expect((await remove(user, id, {})).problem()).toMatchObject({ status: 403, code: 'second_factor_needed' })
    const elsewhere = passkey.answer(await readChallenge(user), { origin: 'https://evil.example' })
    expect((await remove(user, id, { passkey: elsewhere })).problem()).toMatchObject({ code: 'wrong_passkey' })
    expect((await remove(user, id, await prove(user, passkey))).status).toBe(204)
    expect(await readStatus(user)).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
    expect((await signIn(user)).status).toBe(200)
    expect((await challenge(user)).problem()).toMatchObject({ status: 409, code: 'no_passkey' })
    expect((await readKinds(user)).slice(1, 4)).toEqual(['second_factor_off', 'passkey_removed', 'password_wrong'])
    expect((await remove(user, id, { code: codes[0] })).problem()).toMatchObject({ status: 404 })
  })

  test('shares the recovery codes with an authenticator app, until neither is left', async () => {
    const user = await auth.register()
    const { app, codes } = await turnOnSecondFactor(auth, user, nowMs)
    nowMs += 30_000
    const passkey = createSoftwarePasskey(SITE)
    const code = app.generate({ timestamp: nowMs })
    const added = (await add(user, passkey.create(await readCreation(user, { code })))).read<
      Success<'auth.addPasskey'>
    >()
    expect(added.recovery_codes).toBeNull()
    expect((await signIn(user)).problem().detail).toBe(
      'Use your passkey, or enter the code that your authenticator app shows, or a recovery code.',
    )
    const removeApp = (proof: object) =>
      auth.call('auth.removeSecondFactor', { as: asUser(user), body: { current_password: PASSWORD, ...proof } })
    expect((await removeApp({})).problem()).toMatchObject({ status: 403, code: 'second_factor_needed' })
    expect((await removeApp(await prove(user, passkey))).status).toBe(204)
    nowMs += 30_000
    const stale = app.generate({ timestamp: nowMs })
    expect((await signIn(user, { code: stale })).problem()).toMatchObject({ code: 'wrong_code' })
    expect(await readStatus(user)).toMatchObject({ confirmed_at: null, recovery_codes_left: 10 })
    expect((await signIn(user, { code: codes[0] })).status).toBe(200)

    // An app that is set up next to a passkey asks for it, and keeps the codes too.
    const setUp = (proof: object) =>
      auth.call('auth.beginSecondFactor', { as: asUser(user), body: { current_password: PASSWORD, ...proof } })
    expect((await setUp({})).problem()).toMatchObject({ status: 403, code: 'second_factor_needed' })
    expect((await setUp(await prove(user, passkey))).status).toBe(200)
    expect((await remove(user, added.passkey.id, { code: codes[1] })).status).toBe(204)
    expect(await readStatus(user)).toMatchObject({ passkeys: [], recovery_codes_left: 0 })
    expect((await readKinds(user)).slice(0, 4)).toEqual([
      ...['second_factor_off', 'passkey_removed', 'recovery_code_used', 'signed_in'],
    ])
    expect(await readKinds(user)).toContain('app_removed')
  })

  test('refused answers and wrong passwords share one limit', async () => {
    const { user, passkey } = await enroll()
    const address = randomAddress()
    const elsewhere = { origin: 'https://evil.example' }
    for (let guess = 0; guess < 3; guess += 1) {
      const answer = passkey.answer(await readChallenge(user), elsewhere)
      expect((await signIn(user, { passkey: answer }, { address })).status).toBe(401)
      expect((await challenge(user, PASSWORD, { address })).status).toBe(200)
    }
    expect((await signIn(user, {}, { address, password: 'wrong' })).status).toBe(401)
    expect((await challenge(user, 'wrong', { address })).problem()).toMatchObject({
      ...{ status: 401, code: 'wrong_credentials' },
    })
    expect((await challenge(user, PASSWORD, { address })).status).toBe(429)
    expect((await signIn(user, await prove(user, passkey))).status).toBe(200)
  })

  test('nothing of a passkey is revealed before the password is correct', async () => {
    const { user } = await enroll()
    const wrong = await challenge(user, 'wrong')
    const unknown = await auth.call('auth.passkeyChallenge', { body: { username: 'no such user', password: 'wrong' } })
    const withoutIds = ({ text }: { text: string }) => text.replace(/"request_id":"[^"]*"/, '')
    expect(withoutIds(wrong)).toBe(withoutIds(unknown))
    const demo = await auth.openDemo()
    const refused = await auth.call('auth.beginPasskey', { as: asUser(demo), body: { current_password: 'x' } })
    expect(refused.problem()).toMatchObject({ status: 403, code: 'demo_account' })
  })

  test('a passkey of the largest size that the form allows is read', async () => {
    const user = await auth.register()
    const credential = createSoftwarePasskey(SITE).create(await readCreation(user))
    const id = 'a'.repeat(1_400)
    const response = {
      ...{ clientDataJSON: 'a'.repeat(4_096), attestationObject: 'a'.repeat(12_288) },
      ...{ authenticatorData: 'a'.repeat(4_096), publicKey: 'a'.repeat(4_096) },
      transports: Array.from({ length: 8 }, () => 'a'.repeat(32)),
    }
    const refused = await add(user, { ...credential, id, rawId: id, response }, 'a'.repeat(64))
    expect(refused.problem()).toMatchObject({ status: 400, code: 'passkey_refused' })
  })

  test('a malformed passkey is a 400 that names the field', async () => {
    const { user } = await enroll()
    const bad = await signIn(user, { passkey: { id: '<>' } })
    expect(bad.problem()).toMatchObject({
      ...{ status: 400, detail: 'Passkey is invalid', errors: [{ field: 'passkey', detail: 'Passkey is invalid' }] },
    })
    const form = new URLSearchParams({ username: user.username, password: PASSWORD, passkey: 'text' })
    expect((await auth.call('auth.login', { body: form })).problem().detail).toBe('Passkey is invalid')
  })
})

describe('the address of a server with passkeys', () => {
  test.each([
    ['http://calls.example.com', null],
    ['http://127.0.0.1:8080', null],
    ['https://192.0.2.7', null],
    ['https://[2001:db8::1]', null],
    ['http://localhost:8080', 'http://localhost:8080'],
    ['https://calls.example.com:8443/', 'https://calls.example.com:8443'],
  ])('%s allows them at %s', async (publicUrl, origin) => {
    const auth = await openAuth({ publicUrl })
    const user = await auth.register()
    const state = await auth.call('auth.secondFactor', { as: asUser(user) })
    expect(state.read<Success<'auth.secondFactor'>>().passkey_origin).toBe(origin)
    const begun = await auth.call('auth.beginPasskey', { as: asUser(user), body: { current_password: PASSWORD } })
    expect(begun.status).toBe(origin === null ? 403 : 200)
    if (origin === null) expect(begun.problem().code).toBe('passkeys_not_available')
    await auth.close()
  })
})
