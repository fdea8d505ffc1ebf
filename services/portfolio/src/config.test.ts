import { describe, expect, test } from '@jest/globals'
import { readMigrationConfig, readPortfolioConfig } from './config.ts'

const env = {
  DATABASE_URL: 'postgres://localhost/x',
  MARKET_DATA_URL: 'http://localhost:8082',
  SCREENER_URL: 'http://localhost:8083',
  REDIS_QUEUE_URL: 'redis://localhost',
}

describe('the configuration', () => {
  test('has default ports and requires the database and market-data URLs', () => {
    expect(readPortfolioConfig(env)).toMatchObject({
      port: 8084,
      opsPort: 8104,
      marketData: [{ url: 'http://localhost:8082', opsUrl: 'http://localhost:8102' }],
    })
    expect(() => readPortfolioConfig({})).toThrow(/DATABASE_URL is not set[\s\S]*MARKET_DATA_URL is not set/)
  })

  test('needs only the database URL for the migration step', () => {
    expect(readMigrationConfig({ DATABASE_URL: env.DATABASE_URL })).toEqual({ databaseUrl: env.DATABASE_URL })
  })
})
