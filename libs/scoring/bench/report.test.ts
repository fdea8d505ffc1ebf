import { describe, expect, test } from '@jest/globals'
import { GOALS, type Goal, judge, ROW_NAMES } from './goals.ts'
import { timingOf } from './measure.ts'
import { type BenchRow, betterOf, failed, type Measurement, rowOf, toJson, toMarkdown } from './report.ts'

const measured = (change: Partial<Measurement>): Measurement => ({
  name: 'K1 European IV',
  timing: { minimum: 280, median: 300 },
  note: 'exact',
  wrong: null,
  ...change,
})

describe('verdict', () => {
  const atMost: Goal = { one: null, bar: 2, text: '' }
  const atLeast: Goal = { one: null, bar: 1.8, atLeast: true, text: '' }

  test.each([
    [atMost, 2, 'pass'],
    [atMost, 2.001, 'within 15%'],
    [atMost, 2.299, 'within 15%'],
    [atMost, 2.301, 'MISS'],
    [atMost, Number.NaN, 'MISS'],
    [atLeast, 1.8, 'pass'],
    [atLeast, 1.799, 'within 15%'],
    [atLeast, 1.566, 'within 15%'],
    [atLeast, 1.565, 'MISS'],
    [atLeast, Number.NaN, 'MISS'],
  ] as const)('%j at %p: %s', (goal, ratio, verdict) => {
    expect(judge(goal, ratio)).toBe(verdict)
  })

  test('wrong results never pass, however fast; a kernel that throws fails', () => {
    expect(rowOf(measured({ timing: { minimum: 1, median: 1 }, wrong: 'off by 1' }), 4)).toMatchObject({
      verdict: 'WRONG',
      note: 'off by 1; exact',
    })
    const thrown = measured({ timing: { minimum: Number.NaN, median: Number.NaN }, note: '', thrown: 'no root' })
    expect(rowOf(thrown, 4)).toMatchObject({ verdict: 'FAILED', note: 'no root' })
  })

  test('an excuse applies to a missed goal, never to a wrong result', () => {
    const excused = (change: Partial<Measurement>) =>
      rowOf(measured({ excuse: 'cores busy with other work', ...change }), 4).verdict
    expect(excused({ timing: { minimum: 9e9, median: 9e9 } })).toBe('not judged: cores busy with other work')
    expect(excused({})).toBe('pass')
    expect(excused({ timing: { minimum: 300, median: 300 } })).toBe('within 15%')
    expect(excused({ wrong: 'off' })).toBe('WRONG')
    expect(excused({ thrown: 'no root' })).toBe('FAILED')
  })
})

describe('figures of a row', () => {
  test('K1 at 280 ns with u = 4 ns is 70 u, 1.5 times C++', () => {
    expect(rowOf(measured({}), 4)).toMatchObject({ ns: 280, medianNs: 300, u: 70, ratio: 1.5, verdict: 'pass' })
  })

  test.each([
    ['K2 price + 5 greeks', 84, 2],
    ['K3 8 indicator columns, per bar', 100, 2.5],
    ['K4 whole universe, one thread', 0.9e9, 2],
    ['K6 one dividend, price', 3600, 1],
    ['K6 one dividend, IV', 22_000, 1],
    ['K8 one full chain, American', 150e6, 1],
  ] as const)('%s at its bar of %p ns: ratio %p', (name, minimum, ratio) => {
    const row = rowOf(measured({ name, timing: { minimum, median: minimum } }), 4)
    expect(row.ratio).toBeCloseTo(ratio, 12)
    expect(row.ratio).toBeCloseTo(GOALS[name].bar, 12)
  })

  test("goals that compare two times use the kernel's ratio", () => {
    const name = 'K7 scoring set, American-correct'
    expect(rowOf(measured({ name, ratio: 8.7 }), 4)).toMatchObject({ ratio: 8.7, verdict: 'pass' })
    expect(rowOf(measured({ name }), 4)).toMatchObject({ verdict: 'MISS' })
  })

  test('computes minimum and median of the repetitions', () => {
    expect(timingOf([5, 1, 9, 3, 7])).toEqual({ minimum: 1, median: 5 })
  })

  test('chooses the correct run, then the better one', () => {
    const slow = measured({ timing: { minimum: 300, median: 300 } })
    const wrong = measured({ wrong: 'off' })
    expect(betterOf(undefined, slow)).toBe(slow)
    expect(betterOf(slow, measured({})).timing.minimum).toBe(280)
    expect(betterOf(measured({}), slow).timing.minimum).toBe(280)
    expect(betterOf(slow, wrong)).toBe(slow)
    expect(betterOf(wrong, slow)).toBe(slow)
    const [less, more] = [1.5, 1.9].map((ratio) => measured({ name: 'K5 IV + greeks, two workers', ratio }))
    const thrown = measured({ timing: { minimum: Number.NaN, median: Number.NaN }, thrown: 'no root' })
    expect([betterOf(thrown, wrong), betterOf(wrong, thrown)]).toEqual([wrong, wrong])
    expect([betterOf(less, more as Measurement), betterOf(more, less as Measurement)]).toEqual([more, more])
  })
})

describe('output', () => {
  const rows: BenchRow[] = [
    rowOf(measured({ name: 'u', timing: { minimum: 4, median: 4.1 }, note: '' }), 4),
    rowOf(measured({}), 4),
    rowOf(measured({ name: 'K4 whole universe, one thread', timing: { minimum: 1_234_567_890, median: 2e9 } }), 4),
  ]

  test('prints a Markdown table with the machine above, u first, and a remark per row below', () => {
    expect(toMarkdown(rows, 'Some processor, 2 cores').split('\n')).toEqual([
      'Some processor, 2 cores',
      '',
      '| name | ns, minimum | ns, median | u | ratio | bar | verdict |',
      '|---|---:|---:|---:|---:|---|---|',
      '| u | 4 | 4.1 | 1 | 1 | one Math.exp |  |',
      '| K1 European IV | 280 | 300 | 70 | 1.5 | ≤ 1.5 × C++ = 70 u | pass |',
      '| K4 whole universe, one thread | 1,234,567,890 | 2,000,000,000 | 308,641,973 | 2.74 | ≤ 2 × C++ kernels | MISS |',
      '',
      '- K1 European IV: exact',
      '- K4 whole universe, one thread: exact',
      '',
    ])
  })

  test('prints JSON of exactly name, ns, u and ratio per kernel, without the unit', () => {
    expect(JSON.parse(toJson(rows.slice(0, 2)))).toEqual({
      rows: [{ name: 'K1 European IV', ns: 280, u: 70, ratio: 1.5 }],
    })
  })

  test('shows dashes in the table and nulls in JSON for a kernel that threw', () => {
    const thrown = rowOf(measured({ timing: timingOf([]), note: '', thrown: 'no root' }), 4)
    expect(toMarkdown([thrown], '')).toContain(
      '| K1 European IV | – | – | – | – | ≤ 1.5 × C++ = 70 u | FAILED |\n\n- K1 European IV: no root\n',
    )
    expect(JSON.parse(toJson([thrown])).rows).toEqual([{ name: 'K1 European IV', ns: null, u: null, ratio: null }])
  })

  test('names start with u, then K1 to K8', () => {
    const names = ROW_NAMES
    expect(names[0]).toBe('u')
    expect([...new Set(names.slice(1).map((name) => name.slice(0, 3)))]).toEqual(
      Array.from({ length: 8 }, (_, index) => `K${index + 1} `),
    )
  })

  test('only a miss and a wrong result fail', () => {
    const near = rowOf(measured({ timing: { minimum: 300, median: 300 } }), 4)
    const wrong = rowOf(measured({ wrong: 'off' }), 4)
    expect(near.verdict).toBe('within 15%')
    const thrown = rowOf(measured({ thrown: 'no root' }), 4)
    expect(failed([...rows, near, wrong, thrown]).map(({ verdict }) => verdict)).toEqual(['MISS', 'WRONG', 'FAILED'])
  })
})
