import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { inRoot, root } from './tool.mjs'
import {
  judgeRows,
  needsBrowser,
  parseRows,
  planRuns,
  projectsOf,
  readRows,
  renderRows,
  selectRows,
} from './verify.mjs'

const unit = 'scripts/lib/verify.test.ts'
const journeys = 'apps/web/e2e/journeys-stocks.e2e.test.ts'
const outages = 'apps/web/e2e/outages.nightly.test.ts'
const document = [
  '# Faults',
  '',
  '| | fault | test | not tested |',
  '|---|---|---|---|',
  `| F01 | the \`disk\` is full. More | \`${unit}\` "counts", \`${journeys}\` "a (b)" | a real one |`,
  `| F02 | a \\| b | \`${unit}\` | |`,
  '| F03 | a flood | no test: needs two hosts | |',
  `| F04 | a stop | \`${outages}\` "it stops", \`${journeys}\` "a (b)" | |`,
].join('\n')
const rows = parseRows(document)

const report = (file: string, tests: Record<string, string>) => ({
  name: inRoot(file),
  assertionResults: Object.entries(tests).map(([fullName, status]) => ({ fullName, status })),
})

describe('the table of a document', () => {
  test('is read by its column names', () => {
    expect(rows.slice(0, 3)).toEqual([
      {
        id: 'F01',
        name: 'the disk is full',
        reason: null,
        tests: [
          { file: unit, title: 'counts' },
          { file: journeys, title: 'a (b)' },
        ],
      },
      { id: 'F02', name: 'a | b', reason: null, tests: [{ file: unit, title: null }] },
      { id: 'F03', name: 'a flood', reason: 'needs two hosts', tests: [] },
    ])
  })

  test.each(['', '| | fault |\n|---|---|\n| F01 | a |'])('is required, with a column of tests: %j', (text) => {
    expect(() => parseRows(text)).toThrow(/^The (document|table) has no/)
  })

  test('can be limited to some identifiers', () => {
    expect(selectRows(rows, [])).toHaveLength(4)
    expect(selectRows(rows, ['F02']).map(({ id }: { id: string }) => id)).toEqual(['F02'])
    expect(() => selectRows(rows, ['F02', 'F99'])).toThrow('Unknown: F99. Use F01 to F04.')
  })
})

describe('the runs', () => {
  test('leave out browser tests unless asked for', () => {
    expect(planRuns(rows, { browser: false })).toEqual([{ project: 'unit', files: [unit], pattern: null }])
  })

  test('select only browser tests by title', () => {
    expect(planRuns(rows, { browser: true })).toEqual([
      { project: 'unit', files: [unit], pattern: null },
      { project: 'e2e', files: [journeys], pattern: expect.stringMatching(/\\\(/) },
      { project: 'nightly', files: [outages], pattern: expect.anything() },
    ])
  })
})

describe('the result', () => {
  test('counts the named tests of each row, and a name or file without a test as a failure', () => {
    const reports = [
      report(unit, { 'a counts': 'passed', 'b counts': 'failed', c: 'passed' }),
      report(journeys, { 'x a (b)': 'passed', 'left out': 'pending' }),
      report(outages, { 'it goes on': 'passed' }),
    ]
    const judged = judgeRows(rows, reports, { browser: true })
    expect(judged.map(({ passed, failed, left }) => [passed, failed, left])).toEqual([
      [2, 1, 0],
      [2, 1, 0],
      [0, 0, 0],
      [1, 1, 0],
    ])
    expect(judgeRows(rows, [], { browser: true })[1]).toMatchObject({ passed: 0, failed: 1 })
  })

  test('is a table, followed by the rows without a test', () => {
    const judged = judgeRows(rows, [report(unit, { counts: 'passed' })], { browser: false })
    expect(renderRows(judged).split('\n').slice(2)).toEqual([
      '| F01 the disk is full | 1 | 0 | 1 of 2 need --browser |',
      '| F02 a | b | 1 | 0 |  |',
      '| F03 a flood | 0 | 0 | no test |',
      '| F04 a stop | 0 | 0 | 2 of 2 need --browser |',
      'No test: F03: needs two hosts',
    ])
  })
})

describe.each(['faults', 'security'] as const)('docs/%s.md', (subject) => {
  const tests = readRows(subject).flatMap((row) => row.tests.map((each) => ({ id: row.id, ...each })))

  /** Browser tests are in the folders beside their file. */
  const readSource = (file: string) =>
    (needsBrowser(file) ? [file, ...globSync('apps/web/e2e/*/*.ts', { cwd: root })] : [file])
      .map((each) => readFileSync(inRoot(each), 'utf8'))
      .join('\n')

  test('names only test files of one Jest project', () => {
    expect(tests.length).toBeGreaterThan(40)
    expect(tests.filter(({ file }) => !existsSync(inRoot(file)) || projectsOf(file).length !== 1)).toEqual([])
  })

  test('names only titles in these files', () => {
    // Titles of repeated tests contain a parameter in the source.
    const inSource = (title: string) => title.replace(/^while \S+ is/, 'while $part is')
    const lost = tests.filter(({ file, title }) => title !== null && !readSource(file).includes(inSource(title)))
    expect(lost).toEqual([])
  })
})

test('docs/faults.md has each fault once', () => {
  const ids = readRows('faults').map(({ id }) => id)
  expect(ids).toEqual(Array.from({ length: 46 }, (_, index) => `F${String(index + 1).padStart(2, '0')}`))
})
