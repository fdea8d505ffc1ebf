import { describe, expect, test } from '@jest/globals'
import { readCoachConfig } from './config.ts'

const env = {
  DATABASE_URL: 'postgres://localhost/coach',
  REDIS_CACHE_URL: 'redis://localhost',
  MARKET_DATA_URL: 'http://localhost:1',
  SCREENER_URL: 'http://localhost:2',
  PORTFOLIO_URL: 'http://localhost:3',
}

describe('the configured provider', () => {
  test('is null without a key', () => {
    expect(readCoachConfig(env).provider).toBeNull()
  })

  test.each([
    [{ OPENAI_API_KEY: 'k' }, { api: 'responses', apiKey: 'k', baseUrl: 'https://api.openai.com/v1' }],
    [
      { OPENAI_API_KEY: 'k', COACH_API: 'chat', COACH_MODEL: 'm' },
      { api: 'chat', model: 'm' },
    ],
    [
      { OPENAI_BASE_URL: 'http://localhost:11434/v1/', COACH_MODEL: 'qwen' },
      { api: 'chat', apiKey: 'none', baseUrl: 'http://localhost:11434/v1', model: 'qwen' },
    ],
    [{ OPENAI_BASE_URL: 'http://localhost/v1', COACH_MODEL: 'm', COACH_API: 'responses' }, { api: 'responses' }],
  ])('from %j is %j', (given, provider) => {
    expect(readCoachConfig({ ...env, ...given }).provider).toMatchObject(provider)
  })

  test.each([
    [{ COACH_MODEL: 'm' }, 'COACH_MODEL needs OPENAI_API_KEY'],
    [{ OPENAI_BASE_URL: 'http://localhost/v1' }, 'COACH_MODEL must name a model'],
    [{ OPENAI_BASE_URL: 'https://api.openai.com/v1' }, 'OPENAI_API_KEY is not set'],
    [{ OPENAI_BASE_URL: 'localhost', OPENAI_API_KEY: 'k' }, 'OPENAI_BASE_URL must be a URL'],
    [{ OPENAI_API_KEY: 'k', COACH_API: 'grpc' }, 'COACH_API must be one of'],
    [{ COACH_COST_USD_PER_DAY: '-1' }, 'COACH_COST_USD_PER_DAY must be an amount in dollars'],
  ])('from %j is rejected: %s', (given, problem) => {
    expect(() => readCoachConfig({ ...env, ...given })).toThrow(problem)
  })
})
