import { describe, expect, test } from '@jest/globals'
import { findPasswordProblem } from './password-policy.ts'

const specified = { minLength: 6, refuseCommon: false }
const strict = { minLength: 8, refuseCommon: true }

describe('length', () => {
  test.each([
    ['12345', 'Password must be at least 6 characters'],
    ['123456', null],
    ['\u{1F511}'.repeat(5), 'Password must be at least 6 characters'],
    ['\u{1F511}'.repeat(6), null],
    [' '.repeat(6), null],
  ])('%j', (password, problem) => {
    expect(findPasswordProblem(password, specified)).toBe(problem)
  })

  test('the setting stands in the sentence', () => {
    expect(findPasswordProblem('Tr7-kp2', strict)).toBe('Password must be at least 8 characters')
  })
})

describe('the deny-list', () => {
  const refused = [
    'password',
    'PASSWORD123',
    'P4$$w0rd!',
    'passw0rd2026',
    '12345678',
    '87654321',
    'qwertyuiop',
    'poiuytrewq',
    '1qaz2wsx',
    'aaaaaaaa',
    '12121212',
    'abcabcabc',
    '19840521',
    '21051984',
    'iloveyou1',
    'letmein!!',
    'Welcome1234',
    'callwright1',
    'ｐａｓｓｗｏｒｄ',
  ]
  test.each(refused)('refuses %s', (password) => {
    expect(findPasswordProblem(password, strict)).toBe('This password is too common. Please choose another')
    expect(findPasswordProblem(password, specified)).toBeNull()
  })

  test.each(['correct horse battery staple', 'vK9#tLqz', 'passwordless-otter-41', 'mel0n-gravel', '73910284'])(
    'accepts %s',
    (password) => {
      expect(findPasswordProblem(password, strict)).toBeNull()
    },
  )

  test('refuses the own name in any spelling', () => {
    const names = ['Margaret.H', 'margaret@example.com']
    expect(findPasswordProblem('margaret.h', strict, names)).toBe('Password must not be your username or email')
    expect(findPasswordProblem('MARGARET@EXAMPLE.COM', strict, names)).toBe(
      'Password must not be your username or email',
    )
  })
})
