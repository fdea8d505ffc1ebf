/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { isApiAddressSound } from './api-address.ts'

const pageOrigin = 'https://callwright.example'

test.each([
  ['nothing is named', undefined, pageOrigin, true],
  ['the page itself is named', 'https://callwright.example/api', pageOrigin, true],
  ['a stack on this machine is its own origin', undefined, 'http://localhost:8080', true],
  ['localhost is named for a page elsewhere', 'http://localhost:8080', pageOrigin, false],
  ['another host is named', 'https://api.example', pageOrigin, false],
  ['no address is named', 'api', pageOrigin, false],
  ['the page is a file', undefined, 'null', false],
])('in production, when %s', (_name, configured, origin, sound) => {
  expect(isApiAddressSound({ production: true, configured, pageOrigin: origin })).toBe(sound)
})

test('elsewhere any address will do', () => {
  expect(isApiAddressSound({ production: false, configured: 'http://localhost:8080', pageOrigin })).toBe(true)
})
