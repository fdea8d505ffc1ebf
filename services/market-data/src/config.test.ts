import { isAbsolute } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { readMarketDataConfig } from './config.ts'

const base = { REDIS_CACHE_URL: 'redis://localhost:6379' }

describe('the configuration', () => {
  test('a recorded market needs its folder, made absolute', () => {
    const config = readMarketDataConfig({ ...base, MARKET_DATA_PROVIDER: 'recorded', RECORDED_DATA_DIR: 'packs/one' })
    expect(config.provider.name).toBe('recorded')
    expect(isAbsolute(config.provider.folder)).toBe(true)
  })

  test('REDIS_URL serves where no cache of its own is named', () => {
    const env = { REDIS_URL: 'redis://localhost:1', MARKET_DATA_PROVIDER: 'recorded', RECORDED_DATA_DIR: 'p' }
    expect(readMarketDataConfig(env).redisCacheUrl).toBe('redis://localhost:1')
  })

  test.each([
    [{}, /MARKET_DATA_PROVIDER is not set; choose one of: recorded/],
    [{ MARKET_DATA_PROVIDER: 'simulatd' }, /MARKET_DATA_PROVIDER is simulatd; it must be one of: recorded/],
    [{ MARKET_DATA_PROVIDER: 'recorded' }, /RECORDED_DATA_DIR is not set/],
    [{ MARKET_DATA_PROVIDER: 'recorded', RECORDED_DATA_DIR: '  ' }, /RECORDED_DATA_DIR is not set/],
  ])('%j is an error that says what to do, never another source', (env, message) => {
    expect(() => readMarketDataConfig({ ...base, ...env })).toThrow(message)
  })

  test('every problem is in one message', () => {
    expect(() => readMarketDataConfig({ PORT: 'x' })).toThrow(/PORT[\s\S]*REDIS_CACHE_URL[\s\S]*MARKET_DATA_PROVIDER/)
  })
})
