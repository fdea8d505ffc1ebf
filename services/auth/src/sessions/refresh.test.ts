import { describe, expect, test } from '@jest/globals'
import { logCookieSecurity } from './routes.ts'
import {
  createRefreshToken,
  hashRefreshToken,
  openSuccessor,
  readRefreshToken,
  sealSuccessor,
  writeRefreshToken,
} from './sessions.ts'

describe('refresh cookie', () => {
  const noteOf = (cookieSecure: boolean, profile: 'development' | 'production' | 'test') => {
    const notes: string[] = []
    const write = (level: string) => (_fields: unknown, event?: string) => void notes.push(`${level} ${event}`)
    logCookieSecurity({ info: write('info'), warn: write('warn') }, { cookieSecure, profile })
    return notes
  }

  test('a cookie without Secure is a warning only in production', () => {
    expect(noteOf(false, 'production')).toEqual(['warn cookie.not_secure'])
    expect(noteOf(false, 'development')).toEqual(['info cookie.not_secure'])
    expect(noteOf(true, 'production')).toEqual([])
  })
})

describe('a refresh token', () => {
  test('has 256 bits and can be read back from its cookie value', () => {
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

  test('decrypts its successor; the hash of the token does not', () => {
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
