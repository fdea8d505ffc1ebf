import { describe, expect, test } from '@jest/globals'
import { checkFile } from '../golden/check-folder.ts'
import { failureLines } from '../golden/report-lines.ts'
import { testShared } from '../test/shared-data.ts'

/** Golden files, each with the fraction of the README's tolerance that its worst row may use. */
const FILES = [
  { file: 'european.csv', rows: 667, part: 0.5 },
  { file: 'implied_vol.csv', rows: 824, part: 0.1 },
  { file: 'american_yield.csv', rows: 350, part: 1 },
  { file: 'american_discrete.csv', rows: 322, part: 1 },
  { file: 'american_iv.csv', rows: 120, part: 1 },
  { file: 'edges.json', rows: 64, part: 1 },
  { file: 'iv_rank.csv', rows: 1005, part: 1e-3 },
] as const

const MADE = [
  ...['bigprice', 'biotech', 'down', 'exact15', 'exact20', 'flat', 'halts', 'largecap', 'midcap', 'penny', 'short10'],
  ...['splitadj', 'up', 'utility', 'zigzag'],
]
const REAL = ['AAPL', 'KO', 'NVR', 'TSLA']

function expectAllRows(path: string, rows: number, part = 1): void {
  const report = checkFile(path)
  expect(report.failures.flatMap(failureLines)).toEqual([])
  expect(report).toMatchObject({ state: 'checked', note: '' })
  expect(report.passed).toBeGreaterThanOrEqual(rows)
  expect(report.worst?.ratio).toBeLessThanOrEqual(part)
}

describe('golden numbers', () => {
  for (const { file, rows, part } of FILES) {
    testShared(`golden/${file}`, [`golden/${file}`], (path) => expectAllRows(path, rows, part))
  }

  for (const name of MADE) {
    testShared(`golden/indicators/${name}.csv`, [`golden/indicators/${name}.csv`], (path) =>
      expectAllRows(path, 10, 1e-3),
    )
  }

  for (const symbol of REAL) {
    const files = [`golden/indicators-real/${symbol}.csv`, `market-data/us-2026-07-10/bars/${symbol}.csv.gz`] as const
    testShared(files[0], files, (path) => expectAllRows(path, 600, 1e-3))
  }

  test('rejects a file that is not in the format', () => {
    expect(checkFile('golden/other.csv')).toMatchObject({ state: 'unreadable', rows: 0 })
  })
})
