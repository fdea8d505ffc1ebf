import { expect, test } from '@jest/globals'
import { toClaims } from './provider.ts'

const read = (changes: object) =>
  toClaims({ iss: 'https://id.example.com', sub: '1', email_verified: true, ...changes })

test.each([
  ['a@example.com', 'a@example.com'],
  ['a b@example.com', null],
  ['a@exam\u0000ple.com', null],
  ['example.com', null],
])('the email %j is read as %j', (email, kept) => {
  expect(read({ email }).email).toBe(kept)
})

test.each([
  [' A User ', 'A User'],
  ['A\nUser', null],
  [' ', null],
])('the name %j is read as %j', (name, kept) => {
  expect(read({ name }).fullName).toBe(kept)
})
