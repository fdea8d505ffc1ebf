import { describe, expect, test } from '@jest/globals'
import { readAuthConfig } from './config.ts'

const env = {
  DATABASE_URL: 'postgresql://auth@localhost/callwright',
  REDIS_CACHE_URL: 'redis://localhost:6379',
  PORTFOLIO_URL: 'http://127.0.0.1:8084',
  SCREENER_URL: 'http://127.0.0.1:8083',
  COACH_URL: 'http://127.0.0.1:8085',
}

describe('readAuthConfig', () => {
  test('development keeps to SPEC and to plain HTTP', () => {
    expect(readAuthConfig(env)).toMatchObject({
      cookieSecure: false,
      passwordMinLength: 6,
      refuseCommonPasswords: false,
      registrationsPerHour: 5,
      demosPerHour: 10,
      accessTokenPrivateKey: null,
    })
  })

  test('production is stricter, and an operator may lift each rule', () => {
    const production = { ...env, PROFILE: 'production' }
    expect(readAuthConfig(production)).toMatchObject({
      cookieSecure: true,
      passwordMinLength: 8,
      refuseCommonPasswords: true,
    })
    const lifted = {
      ...production,
      COOKIE_SECURE: 'false',
      PASSWORD_MIN_LENGTH: '6',
      REFUSE_COMMON_PASSWORDS: 'false',
    }
    expect(readAuthConfig(lifted)).toMatchObject({
      cookieSecure: false,
      passwordMinLength: 6,
      refuseCommonPasswords: false,
    })
  })

  test('one Redis for all roles is enough', () => {
    const { REDIS_CACHE_URL, ...rest } = env
    expect(readAuthConfig({ ...rest, REDIS_URL: REDIS_CACHE_URL }).redisCacheUrl).toBe('redis://localhost:6379')
  })

  test('every problem stands in one message', () => {
    const wrong = { COOKIE_SECURE: 'maybe', PASSWORD_MIN_LENGTH: '5' }
    const read = () => readAuthConfig(wrong)
    const missing = ['DATABASE_URL', 'REDIS_CACHE_URL', 'PORTFOLIO_URL', 'SCREENER_URL']
    for (const name of [...missing, ...Object.keys(wrong)]) expect(read).toThrow(name)
  })
})
