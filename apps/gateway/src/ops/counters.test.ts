import { describe, expect, test } from '@jest/globals'
import { createCounterReader } from './counters.ts'
import { createMetricsParser } from './parse-metrics.ts'

const WATCHED_SINCE_MS = 1_000_000
const names = new Set(['requests_total', 'process_start_time_seconds'])

function openReader() {
  const reader = createCounterReader(new Set(['requests_total']), WATCHED_SINCE_MS)
  return (startSeconds: number, ...lines: string[]) => {
    const text = [`process_start_time_seconds ${startSeconds}`, ...lines].join('\n')
    const gained = reader.read(createMetricsParser()(text, names)).get('requests_total') ?? []
    return Object.fromEntries(gained.map(({ key, value }) => [key, value]))
  }
}

describe('what counters gained', () => {
  test('is the difference to the last look, by series', () => {
    const read = openReader()
    read(5, 'requests_total{s="a"} 10', 'requests_total{s="b"} 3')
    expect(read(5, 'requests_total{s="a"} 14', 'requests_total{s="b"} 3')).toEqual({ 's="a"': 4 })
  })

  test('of a process that ran before anybody watched nothing is gained at first', () => {
    const read = openReader()
    expect(read(5, 'requests_total 1000')).toEqual({})
    expect(read(5, 'requests_total 1001')).toEqual({ '': 1 })
  })

  test('one that began while it was watched has gained all that it has', () => {
    expect(openReader()(1_005, 'requests_total 12')).toEqual({ '': 12 })
  })

  test('a series that was not there before has gained its whole value', () => {
    const read = openReader()
    read(5, 'requests_total{s="a"} 10')
    expect(read(5, 'requests_total{s="a"} 10', 'requests_total{s="500"} 2')).toEqual({ 's="500"': 2 })
  })

  test('a counter that fell has begun anew', () => {
    const read = openReader()
    read(5, 'requests_total 100')
    expect(read(5, 'requests_total 4')).toEqual({ '': 4 })
  })

  test('a process that was started anew has, even where its counters have passed the old ones', () => {
    const read = openReader()
    read(5, 'requests_total 100')
    expect(read(9, 'requests_total 150')).toEqual({ '': 150 })
  })
})
