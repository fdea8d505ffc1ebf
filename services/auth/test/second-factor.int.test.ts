import type { ActivityEvent, Success } from '@callwright/contracts'
import { createKeyPair } from '@callwright/service'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { Secret, type TOTP, URI } from 'otpauth'
import { Client } from 'pg'
import { runOperatorCommand } from '../src/accounts/operator.ts'
import { openOperatorAccounts } from '../src/app.ts'
import { createSecretSeal } from '../src/second-factor/codes.ts'
import {
  type AuthUnderTest,
  asUser,
  cookieHeader,
  openAuth,
  PASSWORD,
  randomAddress,
  turnOnSecondFactor,
} from './support.ts'

const STEP_MS = 30_000
const WRONG = '000000'

describe('two-factor sign-in', () => {
  let auth: AuthUnderTest
  let nowMs = 0
  let database: Client
  beforeAll(async () => {
    auth = await openAuth({ now: () => nowMs })
    database = new Client({ connectionString: auth.config.databaseUrl })
    await database.connect()
  })
  beforeEach(() => {
    nowMs = Math.ceil(Date.now() / STEP_MS) * STEP_MS
  })
  afterAll(async () => {
    await database.end()
    await auth.close()
  })

  type User = Awaited<ReturnType<AuthUnderTest['register']>>
  const pass = (steps: number) => {
    nowMs += steps * STEP_MS
  }
  const begin = (user: User, password = PASSWORD, given: object = {}) =>
    auth.call('auth.beginSecondFactor', { as: asUser(user), body: { current_password: password }, ...given })
  const confirm = (user: User, code: string, given: object = {}) =>
    auth.call('auth.confirmSecondFactor', { as: asUser(user), body: { code }, ...given })
  const turnOff = (user: User, code: string, password = PASSWORD, given: object = {}) =>
    auth.call('auth.removeSecondFactor', {
      as: asUser(user),
      body: { current_password: password, code },
      ...given,
    })
  const signIn = (user: User, code?: string, given: { password?: string; address?: string; cookie?: string } = {}) => {
    const { password = PASSWORD, ...rest } = given
    return auth.call('auth.login', {
      body: { username: user.username, password, ...(code !== undefined && { code }) },
      ...rest,
    })
  }
  const readStatus = async (user: User) => {
    const { status: _status, ...state } = (await auth.call('auth.secondFactor', { as: asUser(user) })).read<
      Success<'auth.secondFactor'>
    >()
    return state
  }
  const readKinds = async (user: User) =>
    (await auth.call('auth.activity', { as: asUser(user) }))
      .read<{ events: ActivityEvent[] }>()
      .events.map(({ kind }) => kind)

  /** An account with an app, whose next code has not been used. */
  async function enroll() {
    const user = await auth.register()
    const { secret, app, codes } = await turnOnSecondFactor(auth, user, nowMs)
    const codeAt = (steps: number) => app.generate({ timestamp: nowMs + steps * STEP_MS })
    pass(1)
    return { user, secret, codeAt, codes }
  }

  test('is set up with the password and a code of the app; until then, the password alone signs in', async () => {
    const user = await auth.register()
    expect((await begin(user, 'wrong')).problem()).toMatchObject({ status: 403, code: 'wrong_current_password' })
    expect((await confirm(user, WRONG)).problem()).toMatchObject({ status: 409, code: 'setup_ended' })
    const { secret, uri } = (await begin(user)).read<Success<'auth.beginSecondFactor'>>()
    const totp = URI.parse(uri)
    expect(totp).toMatchObject({ issuer: 'Callwright', label: user.username, digits: 6, period: 30 })
    expect(totp.secret.base32).toBe(secret)
    expect(await readStatus(user)).toMatchObject({ confirmed_at: null, recovery_codes_left: 0 })
    expect((await signIn(user)).status).toBe(200)
    expect((await confirm(user, WRONG)).problem()).toMatchObject({ status: 403, code: 'wrong_code' })

    const code = (totp as TOTP).generate({ timestamp: nowMs })
    const { recovery_codes: codes } = (await confirm(user, code)).read<Success<'auth.confirmSecondFactor'>>()
    expect(new Set(codes).size).toBe(10)
    expect(codes?.[0]).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
    expect(await readStatus(user)).toEqual({
      ...{ confirmed_at: new Date(nowMs).toISOString(), recovery_codes_left: 10 },
      ...{ passkeys: [], passkey_origin: auth.config.publicUrl },
    })
    expect((await begin(user)).problem()).toMatchObject({ status: 409, code: 'second_factor_on' })
    expect((await confirm(user, code)).problem()).toMatchObject({ status: 409, code: 'second_factor_on' })
    expect((await readKinds(user)).slice(0, 2)).toEqual(['second_factor_on', 'signed_in'])
  })

  test('a setup ends after 30 minutes, and a newer one replaces it', async () => {
    const user = await auth.register()
    const codeOf = async () => {
      const { uri } = (await begin(user)).read<Success<'auth.beginSecondFactor'>>()
      return () => (URI.parse(uri) as TOTP).generate({ timestamp: nowMs })
    }
    const [first, second] = [await codeOf(), await codeOf()]
    expect((await confirm(user, first())).problem()).toMatchObject({ code: 'wrong_code' })
    pass(61)
    expect((await confirm(user, second())).problem()).toMatchObject({ code: 'setup_ended' })
  })

  test('the correct password without a code gets a 401 that says so; a wrong one learns nothing', async () => {
    const { user, codeAt } = await enroll()
    const needed = await signIn(user)
    expect(needed.problem()).toMatchObject({ status: 401, code: 'second_factor_needed' })
    expect(needed.cookie()).toBeNull()
    const plain = await auth.register()
    const withoutIds = ({ text }: { text: string }) => text.replace(/"request_id":"[^"]*"/, '')
    const wrong = { password: 'wrong' }
    const refused = await signIn(plain, undefined, wrong)
    expect(refused.problem().code).toBe('wrong_credentials')
    for (const code of [undefined, WRONG, codeAt(0)]) {
      expect(withoutIds(await signIn(user, code, wrong))).toBe(withoutIds(refused))
    }
    // The correct code was not used up by the attempt with a wrong password.
    expect((await signIn(user, codeAt(0))).status).toBe(200)
  })

  test('accepts the codes of one step before and after, each once, and none older than the last', async () => {
    const { user, codeAt } = await enroll()
    pass(5)
    for (const steps of [-2, 2]) {
      expect((await signIn(user, codeAt(steps))).problem()).toMatchObject({ status: 401, code: 'wrong_code' })
    }
    expect((await signIn(user, codeAt(-1))).status).toBe(200)
    expect((await signIn(user, codeAt(-1))).problem()).toMatchObject({ code: 'wrong_code' })
    const both = await Promise.all([signIn(user, codeAt(1)), signIn(user, codeAt(1))])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await signIn(user, codeAt(0))).problem()).toMatchObject({ code: 'wrong_code' })
  })

  test('the code that confirmed the setup does not sign in', async () => {
    const { user, codeAt } = await enroll()
    expect((await signIn(user, codeAt(-1))).problem()).toMatchObject({ code: 'wrong_code' })
  })

  test('a recovery code signs in once, in any spelling', async () => {
    const { user, codes } = await enroll()
    const [first = '', second = ''] = codes
    const both = await Promise.all([signIn(user, first), signIn(user, first)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await signIn(user, ` ${second.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200)
    expect((await readStatus(user)).recovery_codes_left).toBe(8)
    expect((await readKinds(user)).filter((kind) => kind === 'recovery_code_used')).toHaveLength(2)
    const other = await enroll()
    expect((await signIn(other.user, codes[2])).problem()).toMatchObject({ code: 'wrong_code' })
  })

  test('wrong codes and wrong passwords share one limit, which the password alone does not reset', async () => {
    const { user, codeAt } = await enroll()
    const address = randomAddress()
    for (const code of [WRONG, '111111', 'aaaa-bbbb']) {
      expect((await signIn(user, code, { address })).status).toBe(401)
      expect((await signIn(user, undefined, { address })).problem().code).toBe('second_factor_needed')
      expect((await begin(user, PASSWORD, { address })).problem().code).toBe('second_factor_on')
    }
    expect((await signIn(user, undefined, { address, password: 'wrong' })).status).toBe(401)
    expect((await turnOff(user, WRONG, PASSWORD, { address })).status).toBe(403)
    expect((await signIn(user, codeAt(0), { address })).status).toBe(429)
    expect((await readKinds(user)).filter((kind) => kind === 'sign_in_failed')).toHaveLength(4)
    // From elsewhere, the owner signs in, which forgets the failures of that address only.
    expect((await signIn(user, codeAt(0))).status).toBe(200)
  })

  test('guesses of a setup code are limited as well', async () => {
    const user = await auth.register()
    await begin(user)
    const address = randomAddress()
    const statuses: number[] = []
    for (let guess = 0; guess < 6; guess += 1) statuses.push((await confirm(user, WRONG, { address })).status)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
  })

  test('is turned off with the password and a code, also a recovery code; its recovery codes end with it', async () => {
    const { user, codeAt, codes } = await enroll()
    expect((await turnOff(user, codeAt(0), 'wrong')).problem()).toMatchObject({ code: 'wrong_current_password' })
    expect((await turnOff(user, WRONG)).problem()).toMatchObject({ status: 403, code: 'wrong_code' })
    expect((await turnOff(user, codes[0] ?? '')).status).toBe(204)
    expect((await signIn(user)).status).toBe(200)
    expect(await readStatus(user)).toMatchObject({ confirmed_at: null, recovery_codes_left: 0 })
    expect((await turnOff(user, codes[1] ?? '')).problem()).toMatchObject({ status: 409, code: 'second_factor_off' })
    expect((await readKinds(user)).slice(0, 3)).toEqual(['signed_in', 'second_factor_off', 'recovery_code_used'])
    const again = await enroll()
    expect((await turnOff(again.user, again.codeAt(0))).status).toBe(204)
  })

  test('the password can be changed without it, and the new one needs a code as well', async () => {
    const { user, codeAt } = await enroll()
    const next = 'another good phrase'
    const changed = await auth.call('auth.password', {
      as: asUser(user),
      body: { current_password: PASSWORD, new_password: next },
    })
    expect(changed.status).toBe(200)
    expect((await signIn(user, undefined, { password: next })).problem().code).toBe('second_factor_needed')
    expect((await signIn(user, codeAt(0), { password: next })).status).toBe(200)
  })

  test('the operator removes it for a user who lost the app and the codes', async () => {
    const { user } = await enroll()
    const operator = openOperatorAccounts({ ...auth.config, logLevel: 'silent' })
    const run = (...args: string[]) => runOperatorCommand(args, operator.deps)
    expect(await run('remove-second-factor', user.email)).toEqual([
      `Turned off two-factor sign-in of ${user.username}. Their password alone signs in.`,
    ])
    await expect(run('remove-second-factor', user.username)).rejects.toThrow('Two-factor sign-in is already off.')
    await operator.close()
    expect((await signIn(user)).status).toBe(200)
    expect(await readKinds(user)).toContain('second_factor_off')
  })

  test('secrets are encrypted for one account, codes are hashed, and none is in the log', async () => {
    const { user, secret, codes } = await enroll()
    await signIn(user, codes[0])
    const { rows } = await database.query(
      `select sealed_secret, (select string_agg(encode(code_hash, 'hex'), ' ') from recovery_code c
        where c.account_id = f.account_id) as hashes from second_factor f where account_id = $1`,
      [user.id],
    )
    const sealed: Buffer = rows[0].sealed_secret
    const bytes = Buffer.from(Secret.fromBase32(secret).bytes)
    expect(sealed.includes(bytes)).toBe(false)
    expect(rows[0].hashes.split(' ')).toHaveLength(9)
    for (const text of [secret, ...codes]) expect(auth.log.text()).not.toContain(text)

    const { privateKey } = createKeyPair()
    const seal = createSecretSeal(privateKey)
    const own = seal.seal(bytes, user.id)
    expect(seal.open(own, user.id)).toEqual(bytes)
    expect(seal.open(own, 'another account')).toBeNull()
    expect(createSecretSeal(createKeyPair().privateKey).open(own, user.id)).toBeNull()
    // After the token key was replaced, the stored secret is unreadable, but recovery codes work.
    await database.query('update second_factor set sealed_secret = $2 where account_id = $1', [user.id, own])
    expect((await signIn(user, '123456')).problem()).toMatchObject({ code: 'wrong_code' })
    expect(auth.log.lines()).toContainEqual(
      expect.objectContaining({ event: 'second_factor.unreadable', account_id: user.id }),
    )
    expect((await signIn(user, codes[1])).status).toBe(200)
  })

  test('a session that began before stays signed in, and demo accounts have none', async () => {
    const { user } = await enroll()
    const refreshed = await auth.call('auth.refresh', { cookie: user.cookie })
    expect(refreshed.status).toBe(200)
    expect(cookieHeader(refreshed)).not.toBe(user.cookie)
    const demo = await auth.openDemo()
    const answers = [
      await auth.call('auth.secondFactor', { as: asUser(demo) }),
      await auth.call('auth.beginSecondFactor', { as: asUser(demo), body: { current_password: 'x' } }),
      await auth.call('auth.confirmSecondFactor', { as: asUser(demo), body: { code: WRONG } }),
      await auth.call('auth.removeSecondFactor', { as: asUser(demo), body: { current_password: 'x', code: WRONG } }),
    ]
    expect(answers.map((answer) => answer.problem().code)).toEqual(Array(4).fill('demo_account'))
  })
})
