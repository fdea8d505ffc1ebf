import { describe, expect, test } from '@jest/globals'
import { readRegistration } from './registration.ts'

const policy = { minLength: 6, refuseCommon: false }
const form = { username: 'Ada.L', email: 'Ada@Example.com', password: 'analytical' }

function refuse(changes: Partial<typeof form> & { full_name?: string | null }) {
  try {
    readRegistration({ ...form, ...changes }, policy)
  } catch (error) {
    return error
  }
  throw new Error('The form was accepted')
}

describe('readRegistration', () => {
  test('keeps what was typed and derives the keys', () => {
    expect(readRegistration({ ...form, full_name: '  Ada Lovelace ' }, policy)).toEqual({
      username: 'Ada.L',
      usernameKey: 'ada.l',
      email: 'Ada@Example.com',
      emailKey: 'ada@example.com',
      password: 'analytical',
      fullName: 'Ada Lovelace',
    })
  })

  test.each([undefined, null, '', '   '])('a full name of %j is none', (fullName) => {
    const given = fullName === undefined ? form : { ...form, full_name: fullName }
    expect(readRegistration(given, policy).fullName).toBeNull()
  })

  test.each([
    ['   ', 'Username is required'],
    ['ab', 'Username must be at least 3 characters'],
    ['a'.repeat(33), 'Username must be at most 32 characters'],
    ['ada lovelace', 'Username may contain only letters, digits, dots, underscores and hyphens'],
    ['ada@home', 'Username may contain only letters, digits, dots, underscores and hyphens'],
    ['ａｄａ', 'Username may contain only letters, digits, dots, underscores and hyphens'],
    ["ada'--", 'Username may contain only letters, digits, dots, underscores and hyphens'],
    ['ada\u0000', 'Username may contain only letters, digits, dots, underscores and hyphens'],
  ])('username %j: %s', (username, detail) => {
    expect(refuse({ username })).toMatchObject({
      status: 400,
      code: 'validation',
      detail,
      fields: [{ field: 'username', detail }],
    })
  })

  test.each(['abc', 'a.b-c_d', '123', 'a'.repeat(32)])('username %j is accepted', (username) => {
    expect(readRegistration({ ...form, username }, policy).username).toBe(username)
  })

  test.each(['ada', 'ada@', '@home', 'a da@home', 'ada@ho me', ' ada@home', 'ada@home\u0000', 'ada@home\n'])(
    'email %j is refused',
    (email) => {
      expect(refuse({ email })).toMatchObject({ detail: 'Please enter a valid email address' })
    },
  )

  test.each(['a@b', 'ada@localhost', 'ада@пример.рф', '"a@b"@c'])('email %j is accepted', (email) => {
    expect(readRegistration({ ...form, email }, policy).email).toBe(email)
  })

  test('every refused field is named, and all sentences stand in the detail', () => {
    expect(refuse({ username: 'ab', email: 'x', password: '12345', full_name: 'a\u0007b' })).toMatchObject({
      detail:
        'Username must be at least 3 characters. Please enter a valid email address. ' +
        'Password must be at least 6 characters. Full name must be plain text on one line',
      fields: [{ field: 'username' }, { field: 'email' }, { field: 'password' }, { field: 'full_name' }],
    })
  })
})
