import { expect, test } from '@jest/globals'
import { inDays, MARKET, quoted } from '../../test/invented-chain.ts'
import { averageCallVolume, totalCallVolume } from './volume.ts'

const { asOfMs } = MARKET

test('calls from today to 60 days count, unknown volumes do not', () => {
  const rows = [
    quoted({ expiration: inDays(0), volume: 10 }),
    quoted({ expiration: inDays(60), volume: 0 }),
    quoted({ expiration: inDays(30), volume: 80 }),
    quoted({ expiration: inDays(30), volume: null }),
    quoted({ expiration: inDays(61), volume: 1000 }),
    quoted({ expiration: inDays(-1), volume: 1000 }),
    quoted({ expiration: inDays(30), volume: 1000, type: 'put' }),
  ]
  expect(totalCallVolume(rows, asOfMs)).toBe(90)
  expect(averageCallVolume(rows, asOfMs)).toBe(30)
})

test('nothing known is null, not zero', () => {
  for (const rows of [[], [quoted({ volume: null })], [quoted({ expiration: inDays(90) })]]) {
    expect(totalCallVolume(rows, asOfMs)).toBeNull()
    expect(averageCallVolume(rows, asOfMs)).toBeNull()
  }
  expect(totalCallVolume([quoted({ volume: 0 })], asOfMs)).toBe(0)
})
