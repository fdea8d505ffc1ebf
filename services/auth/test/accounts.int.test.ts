import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type AuthUnderTest, asUser, openAuth, PASSWORD, randomName, readClaims } from './support.ts'

let auth: AuthUnderTest
beforeAll(async () => {
  auth = await openAuth()
})
afterAll(() => auth.close())

const encodings = {
  JSON: (fields: Record<string, string>) => fields,
  urlencoded: (fields: Record<string, string>) => new URLSearchParams(fields),
  multipart: (fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    return form
  },
}

describe.each(Object.entries(encodings))('in %s', (_name, encode) => {
  test('a new user registers, is signed in, and can sign in again by name and by email', async () => {
    const username = randomName()
    const email = `${username}@Example.com`
    const password = 'p\u00e4ss & w=rd \u{1F511}'
    const form = encode({ username, email, password, full_name: 'Ada Lovelace' })
    const registered = await auth.call('auth.register', { body: form })
    expect(registered.status).toBe(201)
    const names = { username, email, full_name: 'Ada Lovelace' }
    const user = { id: expect.any(String), ...names, is_demo: false, demo_ends_at: null }
    expect(registered.read()).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 900, user })

    for (const name of [username, email, username.toUpperCase(), ` ${email.toLowerCase()} `]) {
      const answer = await auth.call('auth.login', { body: encode({ username: name, password }) })
      expect(answer.status).toBe(200)
      const { access_token: token, user: found } = answer.read<{ access_token: string; user: { id: string } }>()
      expect(found).toEqual(user)
      const claims = readClaims(token)
      expect(claims.sub).toBe(found.id)
      const me = await auth.call('auth.me', { as: asUser({ id: claims.sub, sid: claims.sid }) })
      expect(me.read()).toEqual(found)
    }
  })

  test("every missing field is reported with SPEC's sentence", async () => {
    const registration = (await auth.call('auth.register', { body: encode({ full_name: 'x' }) })).problem()
    expect(registration).toMatchObject({
      status: 400,
      code: 'validation',
      detail: 'Username is required. Email is required. Password is required',
      errors: [
        { field: 'username', detail: 'Username is required' },
        { field: 'email', detail: 'Email is required' },
        { field: 'password', detail: 'Password is required' },
      ],
    })
    const login = (await auth.call('auth.login', { body: encode({ username: '', password: '' }) })).problem()
    expect(login).toMatchObject({ status: 400, detail: 'Username or email is required. Password is required' })
  })

  test('unknown keys are rejected', async () => {
    const fields = { username: randomName(), email: 'a@b', password: PASSWORD, role: 'admin' }
    const answer = (await auth.call('auth.register', { body: encode(fields) })).problem()
    expect(answer).toMatchObject({ status: 400, errors: [{ field: 'role', detail: 'role is not a known field' }] })
  })
})

describe('an invalid body', () => {
  test('files, repeated fields, other types and other media types are rejected', async () => {
    const file = new FormData()
    file.append('username', new Blob(['ada']), 'ada.txt')
    const repeated = new URLSearchParams([
      ['username', 'a'],
      ['username', 'b'],
      ['password', 'c'],
    ])
    for (const body of [
      file,
      repeated,
      { username: 1, password: 'c' },
      { username: 'a', password: { $ne: '' } },
      '[]',
      '"text"',
      '7',
      '{"username":"a","password":"b","__proto__":{"x":1}}',
      '{"username":"a","password":"b","constructor":{"prototype":{"x":1}}}',
      '{"username":"a"',
    ]) {
      expect((await auth.call('auth.login', { body })).problem()).toMatchObject({ status: 400 })
    }
    const text = await auth.call('auth.login', { body: '{}', headers: { 'content-type': 'text/plain' } })
    expect(text.problem()).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    // Its contract allows JSON only.
    const form = await auth.call('auth.requestReset', { body: new URLSearchParams({ username: 'a' }) })
    expect(form.problem()).toMatchObject({ status: 415, code: 'unsupported_media_type' })
  })

  test.each(Object.entries(encodings))(
    'a one-megabyte password in %s is a 413 without hashing',
    async (_name, encode) => {
      const before = await auth.readMetric('password_hash_duration_seconds_count')
      const body = encode({ username: 'ada', password: 'x'.repeat(1_000_000) })
      expect((await auth.call('auth.login', { body })).problem()).toMatchObject({ status: 413, code: 'body_too_large' })
      expect(await auth.readMetric('password_hash_duration_seconds_count')).toBe(before)
    },
  )

  test('a password of 1,025 characters is a 400; one of 1,024 astral characters is accepted', async () => {
    const tooLong = await auth.call('auth.login', { body: { username: 'ada', password: 'x'.repeat(1_025) } })
    expect(tooLong.problem()).toMatchObject({ status: 400, detail: 'Password must be at most 1024 characters' })
    const long = await auth.call('auth.login', { body: { username: 'ada', password: '\u{1F511}'.repeat(1_024) } })
    expect(long.problem()).toMatchObject({ status: 401 })
  })
})

describe('uniqueness', () => {
  test('a taken name or email gets the same generic 409 in every spelling', async () => {
    const { username, email } = await auth.register()
    const variants = [
      { username: username.toUpperCase(), email: `${randomName()}@x.org` },
      { username: randomName(), email: email.toUpperCase() },
      { username: randomName(), email: email.replace('example', '\uFF45xample') },
      { username: randomName(), email: email.replace('user', 'u\u00ADser') },
    ]
    const answers = await Promise.all(
      variants.map((names) => auth.call('auth.register', { body: { ...names, password: PASSWORD } })),
    )
    const details = answers.map((answer) => ({ ...answer.problem(), request_id: '' }))
    expect(new Set(details.map((detail) => JSON.stringify(detail))).size).toBe(1)
    expect(details[0]).toMatchObject({ status: 409, code: 'account_taken' })
    for (const answer of answers) expect(answer.cookie()).toBeNull()
  })

  test('exactly one of ten concurrent registrations of a name succeeds', async () => {
    const username = randomName()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        auth.call('auth.register', { body: { username, email: `${username}@${index}.example`, password: PASSWORD } }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)])
  })
})

describe('no user enumeration', () => {
  test('an unknown name and a wrong password get the same body and cost one hash each', async () => {
    const { username } = await auth.register()
    const countHashes = () => auth.readMetric('password_hash_duration_seconds_count', { operation: 'verify' })
    const bodies = new Set<string>()
    for (const name of [username, randomName(), `${randomName()}@nowhere.example`]) {
      const before = await countHashes()
      const answer = await auth.signIn(name, 'wrong password')
      expect(await countHashes()).toBe(before + 1)
      expect(answer.status).toBe(401)
      expect(answer.cookie()).toBeNull()
      bodies.add(JSON.stringify({ ...answer.problem(), request_id: '' }))
    }
    expect([...bodies]).toHaveLength(1)
    expect([...bodies][0]).toContain('"code":"wrong_credentials"')
  })

  test('SQL in a name is treated as text', async () => {
    const { username } = await auth.register()
    for (const name of [
      `${username}' or '1'='1`,
      `${username}'--`,
      '%',
      '_',
      `x'; select pg_sleep(5);--`,
      'a\u0000b',
    ]) {
      expect((await auth.signIn(name, PASSWORD)).problem()).toMatchObject({ status: 401, code: 'wrong_credentials' })
    }
  })
})

describe('me', () => {
  test('is a 404 for a deleted account, and a 401 without a signed-in user', async () => {
    const unknownUser = { id: '00000000-0000-4000-8000-000000000000', sid: 'x' }
    for (const id of [unknownUser.id, 'not-a-uuid', "1' or '1'='1"]) {
      const answer = await auth.call('auth.me', { as: asUser({ ...unknownUser, id }) })
      expect(answer.problem()).toMatchObject({ status: 404, code: 'account_not_found' })
    }
    expect((await auth.call('auth.me')).problem()).toMatchObject({ status: 401, code: 'sign_in_required' })
  })
})

test('the production rules reject short and common passwords', async () => {
  const strict = await openAuth({ passwordMinLength: 8, refuseCommonPasswords: true })
  const username = randomName()
  const answerTo = async (password: string) =>
    strict.call('auth.register', { body: { username, email: `${username}@x.org`, password } })
  expect((await answerTo('short77')).problem().detail).toBe('Password must be at least 8 characters')
  expect((await answerTo('Passw0rd!')).problem().detail).toBe('This password is too common. Please choose another')
  expect((await answerTo(username)).problem().detail).toBe('Password must not be your username or email')
  expect((await answerTo('vK9#tLqz')).status).toBe(201)
  await strict.close()
})
