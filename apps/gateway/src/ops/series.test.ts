import { describe, expect, test } from '@jest/globals'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { createCounterReader } from './counters.ts'
import { createMetricsParser } from './parse-metrics.ts'
import { computeQuantile, countWithin, toBuckets } from './quantile.ts'
import { createSeries } from './series.ts'

describe('series', () => {
  const SECOND = 1_000
  const MINUTE = 60 * SECOND
  const HOUR = 60 * MINUTE
  const START = Date.UTC(2026, 6, 10, 14)

  describe('one day of a figure', () => {
    test('sums short windows with a resolution of ten seconds', () => {
      const series = createSeries('sum')
      for (let index = 0; index < 360; index += 1) series.push(START + index * 10 * SECOND, 1)
      const now = START + 3_590 * SECOND
      expect(series.sum(now, 5 * MINUTE)).toBe(30)
      expect(series.sum(now, 30 * MINUTE)).toBe(180)
      expect(series.sum(now, HOUR)).toBe(360)
      expect(series.sum(now, 6 * HOUR)).toBe(360)
    })

    test('after an hour, short windows no longer contain a value but the day still does', () => {
      const series = createSeries('sum')
      series.push(START, 7)
      expect(series.sum(START + HOUR + MINUTE, HOUR)).toBe(0)
      expect(series.sum(START + HOUR + MINUTE, 6 * HOUR)).toBe(7)
      expect(series.sum(START + 23 * HOUR, 24 * HOUR)).toBe(7)
      expect(series.sum(START + 25 * HOUR, 24 * HOUR)).toBe(0)
    })

    test('a reused slot does not keep its value from the day before', () => {
      const series = createSeries('sum')
      series.push(START, 100)
      series.push(START + 24 * HOUR, 1)
      expect(series.sum(START + 24 * HOUR, 24 * HOUR)).toBe(1)
    })

    test('merges the values in one minute into their mean or maximum', () => {
      const means = createSeries('mean')
      const most = createSeries('max')
      for (const [index, value] of [1, 2, 6].entries()) {
        means.push(START + index * 10 * SECOND, value)
        most.push(START + index * 10 * SECOND, value)
      }
      expect(means.read(START, 24 * HOUR, 1_440).at(-1)).toBe(3)
      expect(most.max(START)).toBe(6)
      expect(createSeries('max').max(START)).toBeNull()
    })

    test('a missing value is null, never 0', () => {
      const series = createSeries('mean')
      series.push(START, 4)
      series.push(START + 40 * SECOND, 0)
      const points = series.read(START + 50 * SECOND, HOUR, 360)
      expect(points).toHaveLength(360)
      expect(points.slice(-6)).toEqual([4, null, null, null, 0, null])
    })

    test('reduces a day to fewer points, each the mean of the values it covers', () => {
      const series = createSeries('mean')
      for (let minute = 0; minute < 8; minute += 1) series.push(START + minute * MINUTE, minute)
      expect(series.read(START + 7 * MINUTE, 24 * HOUR, 360).slice(-3)).toEqual([null, 1.5, 5.5])
    })

    test('ignores values older than the newest slot, and values that are not numbers', () => {
      const series = createSeries('sum')
      series.push(START + MINUTE, 1)
      series.push(START, 5)
      series.push(START + MINUTE, Number.NaN)
      series.push(START + MINUTE, Number.POSITIVE_INFINITY)
      expect(series.sum(START + MINUTE, HOUR)).toBe(1)
    })
  })
})

describe('counters', () => {
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

  describe('counter increases', () => {
    test('are differences from the previous scrape, by series', () => {
      const read = openReader()
      read(5, 'requests_total{s="a"} 10', 'requests_total{s="b"} 3')
      expect(read(5, 'requests_total{s="a"} 14', 'requests_total{s="b"} 3')).toEqual({ 's="a"': 4 })
    })

    test('are unknown at first for a process that started before monitoring', () => {
      const read = openReader()
      expect(read(5, 'requests_total 1000')).toEqual({})
      expect(read(5, 'requests_total 1001')).toEqual({ '': 1 })
    })

    test('are the full value for a process that started during monitoring', () => {
      expect(openReader()(1_005, 'requests_total 12')).toEqual({ '': 12 })
    })

    test('are the full value for a new series', () => {
      const read = openReader()
      read(5, 'requests_total{s="a"} 10')
      expect(read(5, 'requests_total{s="a"} 10', 'requests_total{s="500"} 2')).toEqual({ 's="500"': 2 })
    })

    test('are the full value for a counter that was reset', () => {
      const read = openReader()
      read(5, 'requests_total 100')
      expect(read(5, 'requests_total 4')).toEqual({ '': 4 })
    })

    test('are the full value after a restart, even if the counter exceeds its old value', () => {
      const read = openReader()
      read(5, 'requests_total 100')
      expect(read(9, 'requests_total 150')).toEqual({ '': 150 })
    })
  })
})

describe('parse metrics', () => {
  const parse = (text: string, ...wanted: string[]) => createMetricsParser()(text, new Set(wanted))

  describe('the Prometheus text format', () => {
    test('returns samples of the requested metrics only', () => {
      const text = [
        '# HELP up_total Things',
        '# TYPE up_total counter',
        'up_total{a="1",b="two"} 3',
        'up_total 4.5e-3',
        'up_total_more 9',
        'other{a="1"} 1',
      ].join('\n')
      const samples = parse(text, 'up_total')
      expect([...samples.keys()]).toEqual(['up_total'])
      expect(samples.get('up_total')?.map(({ labels, value }) => [{ ...labels }, value])).toEqual([
        [{ a: '1', b: 'two' }, 3],
        [{}, 0.0045],
      ])
    })

    test('reads escapes, braces and commas in labels, infinite values and timestamps', () => {
      const [odd, endless] =
        parse('m{a="say \\"hi\\"\\n{x},y=\\\\",b=""} 1 1700000000000\nm{a="<b>"} +Inf', 'm').get('m') ?? []
      expect({ ...odd?.labels }).toEqual({ a: 'say "hi"\n{x},y=\\', b: '' })
      expect([endless?.labels.a, endless?.value]).toEqual(['<b>', Number.POSITIVE_INFINITY])
    })

    test.each([
      ['a page', '<!doctype html><title>m</title>'],
      ['a truncated line', 'm{a="1"'],
      ['a value that is not numeric', 'm{a="1"} many'],
      ['NaN', 'm NaN'],
      ['an empty text', ''],
    ])('%s has no samples', (_name, text) => {
      expect(parse(text, 'm', '<!doctype').size).toBe(0)
    })

    test('labels cannot change prototypes, and long values are truncated', () => {
      const [sample] = parse(`m{__proto__="x",long="${'y'.repeat(5_000)}"} 1`, 'm').get('m') ?? []
      expect(Object.getPrototypeOf(sample?.labels)).toBeNull()
      expect(sample?.labels.long).toHaveLength(200)
    })

    test('reads the output of prom-client', async () => {
      const registry = new Registry()
      registry.setDefaultLabels({ service: 'auth' })
      const registers = [registry]
      new Counter({ name: 'c_total', help: 'c', labelNames: ['x'], registers }).inc({ x: 'a"b\\c' }, 7)
      new Gauge({ name: 'g', help: 'g', registers }).set(-1.5)
      new Histogram({ name: 'h', help: 'h', buckets: [0.1, 1], registers }).observe(0.5)
      const samples = parse(await registry.metrics(), 'c_total', 'g', 'h_bucket', 'h_count')
      expect(samples.get('c_total')?.[0]).toMatchObject({ labels: { x: 'a"b\\c', service: 'auth' }, value: 7 })
      expect(samples.get('g')?.[0]?.value).toBe(-1.5)
      expect(samples.get('h_bucket')?.map(({ labels, value }) => [labels.le, value])).toEqual([
        ['0.1', 0],
        ['1', 1],
        ['+Inf', 1],
      ])
      expect(samples.get('h_count')?.[0]?.value).toBe(1)
    })
  })
})

describe('quantile', () => {
  const buckets = (...pairs: [string, number][]) =>
    toBuckets(pairs.map(([le, value], index) => ({ key: String(index), labels: { le }, value })))

  describe('quantiles of a histogram', () => {
    test('assumes that events are evenly distributed within their bucket', () => {
      const hundred = buckets(['0.1', 50], ['0.5', 90], ['1', 100], ['+Inf', 100])
      expect(computeQuantile(hundred, 0.5)).toBeCloseTo(0.1, 9)
      expect(computeQuantile(hundred, 0.7)).toBeCloseTo(0.3, 9)
      expect(computeQuantile(hundred, 0.95)).toBeCloseTo(0.75, 9)
    })

    test('counts events above the last bound as that bound', () => {
      expect(computeQuantile(buckets(['1', 10], ['10', 12], ['+Inf', 100]), 0.99)).toBe(10)
    })

    test('is null without events', () => {
      expect(computeQuantile([], 0.5)).toBeNull()
      expect(computeQuantile(buckets(['1', 0], ['+Inf', 0]), 0.5)).toBeNull()
    })

    test('sums series with the same bound in any order', () => {
      expect(buckets(['+Inf', 3], ['0.5', 1], ['0.5', 2], ['+Inf', 1])).toEqual([
        { bound: 0.5, count: 3 },
        { bound: Number.POSITIVE_INFINITY, count: 4 },
      ])
    })

    test('counts events up to a bound and interpolates between two', () => {
      const hundred = buckets(['0.25', 60], ['0.5', 100], ['+Inf', 110])
      expect(countWithin(hundred, 0.25, [0.25, 0.25])).toBe(60)
      expect(countWithin(hundred, 0.4, [0.25, 0.5])).toBeCloseTo(84, 9)
    })
  })
})
