import { describe, expect, test } from '@jest/globals'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { createMetricsParser } from './parse-metrics.ts'

const parse = (text: string, ...wanted: string[]) => createMetricsParser()(text, new Set(wanted))

describe('the Prometheus text format', () => {
  test('samples of the metrics that are wanted, and of no others', () => {
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

  test('escapes, braces and commas within a label, endless values, and a time at the end', () => {
    const [odd, endless] =
      parse('m{a="say \\"hi\\"\\n{x},y=\\\\",b=""} 1 1700000000000\nm{a="<b>"} +Inf', 'm').get('m') ?? []
    expect({ ...odd?.labels }).toEqual({ a: 'say "hi"\n{x},y=\\', b: '' })
    expect([endless?.labels.a, endless?.value]).toEqual(['<b>', Number.POSITIVE_INFINITY])
  })

  test.each([
    ['a page', '<!doctype html><title>m</title>'],
    ['half a line', 'm{a="1"'],
    ['no number', 'm{a="1"} many'],
    ['not a number', 'm NaN'],
    ['nothing', ''],
  ])('%s holds no samples', (_name, text) => {
    expect(parse(text, 'm', '<!doctype').size).toBe(0)
  })

  test('a label cannot reach the prototype, and a long one is cut', () => {
    const [sample] = parse(`m{__proto__="x",long="${'y'.repeat(5_000)}"} 1`, 'm').get('m') ?? []
    expect(Object.getPrototypeOf(sample?.labels)).toBeNull()
    expect(sample?.labels.long).toHaveLength(200)
  })

  test('what prom-client writes is read back', async () => {
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
