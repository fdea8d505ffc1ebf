import { expect, test } from '@jest/globals'
import { noteCookieSecurity } from './refresh-cookie.ts'

const noteOf = (cookieSecure: boolean, profile: 'development' | 'production' | 'test') => {
  const notes: string[] = []
  const write = (level: string) => (_fields: unknown, event?: string) => void notes.push(`${level} ${event}`)
  noteCookieSecurity({ info: write('info'), warn: write('warn') }, { cookieSecure, profile })
  return notes
}

test('a cookie without Secure is a warning in production only', () => {
  expect(noteOf(false, 'production')).toEqual(['warn cookie.not_secure'])
  expect(noteOf(false, 'development')).toEqual(['info cookie.not_secure'])
  expect(noteOf(true, 'production')).toEqual([])
})
