import { describe, expect, test } from '@jest/globals'
import {
  createRefreshToken,
  hashRefreshToken,
  openSuccessor,
  readRefreshToken,
  sealSuccessor,
  writeRefreshToken,
} from './refresh-token.ts'

describe('a refresh token', () => {
  test('is 256 bits that survive the cookie', () => {
    const token = createRefreshToken()
    expect(token).toHaveLength(32)
    expect(createRefreshToken().equals(token)).toBe(false)
    expect(readRefreshToken(writeRefreshToken(token))?.equals(token)).toBe(true)
  })

  test.each([undefined, '', 'short', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}=`, `${'a'.repeat(42)}/`])(
    'is not %j',
    (text) => {
      expect(readRefreshToken(text)).toBeNull()
    },
  )

  test('opens its sealed successor; the hash of the token does not', () => {
    const token = createRefreshToken()
    const successor = createRefreshToken()
    const sealed = sealSuccessor(token, successor)
    expect(openSuccessor(token, sealed).equals(successor)).toBe(true)
    for (const other of [hashRefreshToken(token), createRefreshToken()]) {
      expect(openSuccessor(other, sealed).equals(successor)).toBe(false)
    }
    expect(sealed.equals(successor)).toBe(false)
  })
})
