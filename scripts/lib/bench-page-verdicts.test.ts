import { describe, expect, test } from '@jest/globals'
import { compare, driftOf, helloOf, isDiscarded, listPageBars, renderRounds } from './bench-page-verdicts.mjs'
import { judge } from './bench-verdicts.mjs'

const round = (rps: number, cpu: readonly number[], isServerBound = true) => ({
  ...{ rps, cpu, isServerBound, p50: 0.5, p99: 2, bytes: 25_600 },
})
const loaded = {
  bare: round(80_000, [12]),
  gatewayBare: round(15_000, [48, 15]),
  before: round(49_000, [20]),
  page: round(20_000, [50]),
  newPage: round(18_000, [55]),
  gatewayHello: round(10_000, [60, 25]),
  gatewayPage: round(6_000, [90, 55]),
  after: round(51_000, [20]),
}
const query = { name: 'state', milliseconds: 0.02, sortsAll: false, isRepeated: true, scans: [] }
const measured = {
  loaded,
  unloaded: { hello: { p50: 0.05 }, page: { p50: 0.06 }, newPage: { p50: 0.065 }, gatewayPage: { p50: 0.14 } },
  statements: { loaded: 12, idle: 11 },
  queries: [query],
}
const linesOf = (changes: Partial<typeof measured> = {}) => judge(listPageBars({ ...measured, ...changes }), null)

describe('two rounds', () => {
  test('are compared by throughput if the servers were the bottleneck', () => {
    expect(compare(loaded.page, loaded.before)).toEqual({ value: 20_000 / 49_000, basis: 'requests per second' })
  })

  test('are compared by CPU time per request otherwise', () => {
    const waiting = { ...loaded.page, isServerBound: false }
    expect(compare(waiting, loaded.before).value).toBe(20 / 50)
    expect(compare(loaded.before, { ...loaded.gatewayHello, isServerBound: false }).value).toBe(85 / 20)
    expect(compare(waiting, loaded.before).basis).toContain('CPU')
  })
})

test('a run is discarded if its hello rounds differ by more than a fifth', () => {
  expect([isDiscarded(loaded), helloOf(loaded).rps]).toEqual([false, 50_000])
  const uneven = { ...loaded, after: round(35_000, [20]) }
  expect(isDiscarded(uneven)).toBe(true)
  expect(driftOf(uneven)).toBeCloseTo(0.4)
})

describe('the bars', () => {
  test('are met', () => {
    const { lines, isMissed } = linesOf()
    expect(isMissed).toBe(false)
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'S1 page vs. Fastify hello',
      'S1 uncached page vs. Fastify hello',
      'S2 gateway page vs. gateway hello',
      'S3 gateway hello vs. Fastify hello',
      'S3 gateway bare hello vs. bare Fastify hello',
      'S4 unloaded page vs. hello',
      'S4 unloaded uncached page vs. hello',
      'S4 unloaded gateway page vs. hello',
      'S5 12 statements while serving pages, 11 while idle for as long',
      'S5 state',
    ])
  })

  test.each([
    ['an expensive page', { loaded: { ...loaded, page: round(16_000, [62]) } }, 'S1'],
    ['an expensive gateway', { loaded: { ...loaded, gatewayHello: round(8_000, [100, 25]) } }, 'S3'],
    ['a slow page', { unloaded: { ...measured.unloaded, page: { p50: 0.08 } } }, 'S4'],
    ['a query for each page', { statements: { loaded: 20_012, idle: 11 } }, 'S5'],
    ['a slow query', { queries: [{ ...query, milliseconds: 0.3 }] }, 'S5'],
    ['a query that sorts the whole table', { queries: [{ ...query, sortsAll: true }] }, 'S5'],
  ])('are missed by %s', (_name, changes, bar) => {
    const missed = linesOf(changes).lines.filter((line) => line.endsWith('MISSED'))
    expect(missed).toEqual([expect.stringMatching(`^${bar}`)])
  })

  test('are never excused if a page causes a query or the whole table is sorted', () => {
    const statements = { loaded: 20_012, idle: 11 }
    const bars = listPageBars({ ...measured, statements, queries: [{ ...query, sortsAll: true }] })
    expect(judge(bars, 'other work').lines.filter((line) => line.endsWith('MISSED'))).toHaveLength(2)
  })
})

test('compares each round with hello in the table, by throughput and CPU time', () => {
  const lines = renderRounds([['gateway, page', loaded.gatewayPage]], helloOf(loaded)).split('\n')
  expect(lines[2]).toBe('| gateway, page | 6000 | 0.12 | 0.5 / 2.0 | 90.0 + 55.0 | 0.14 | 25.6 | servers |')
})
