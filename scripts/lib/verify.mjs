import { readFileSync } from 'node:fs'
import path from 'node:path'
import config from '../../jest.config.mjs'
import { renderTable } from '../bench/report.mjs'
import { inRoot } from './tool.mjs'

export const documents = { faults: 'docs/faults.md', security: 'docs/security.md' }

const ROW = /^\| [A-Z]\d\d \|/
const TEST = /`([\w./-]+\.test\.tsx?)`(?: "([^"]+)")?/g
const NAME_LENGTH = 72

const splitCells = (line) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

/** The first part of a text, at most NAME_LENGTH characters. */
function shorten(text) {
  const [first] = text.replaceAll('`', '').split(/[:;.] /)
  return first.length > NAME_LENGTH ? `${first.slice(0, NAME_LENGTH - 1)}…` : first
}

/**
 * The rows of a document's table: the identifier is in the first column, the name in the second, and the tests are
 * under "test": a file in backquotes, optionally followed by part of a test's full name in quotation marks. A cell
 * without a file contains "no test" and the reason.
 */
export function parseRows(text) {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => ROW.test(line))
  if (first < 2) throw new Error('The document has no table of identifiers')
  const column = splitCells(lines[first - 2]).indexOf('test')
  if (column < 0) throw new Error('The table has no column "test"')
  return lines
    .filter((line) => ROW.test(line))
    .map((line) => {
      const cells = splitCells(line)
      const cell = cells[column] ?? ''
      const tests = [...cell.matchAll(TEST)].map(([, file, title = null]) => ({ file, title }))
      const reason = tests.length > 0 ? null : cell.replace(/^no test: /, '')
      return { id: cells[0], name: shorten(cells[1]), tests, reason }
    })
}

export const readRows = (subject) => parseRows(readFileSync(inRoot(documents[subject]), 'utf8'))

/** The rows with these identifiers, or all rows without identifiers. */
export function selectRows(rows, ids) {
  const unknown = ids.filter((id) => !rows.some((row) => row.id === id))
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. Use ${rows[0].id} to ${rows.at(-1).id}.`)
  return ids.length === 0 ? rows : rows.filter(({ id }) => ids.includes(id))
}

/** Names of the Jest projects that run a file. It should be one. */
export const projectsOf = (file) =>
  config.projects
    .filter(({ testMatch }) => testMatch.some((glob) => path.matchesGlob(file, glob.replace('<rootDir>/', ''))))
    .filter(({ testPathIgnorePatterns = [] }) => !testPathIgnorePatterns.some((each) => new RegExp(each).test(file)))
    .map(({ displayName }) => displayName)

export const needsBrowser = (file) => file.startsWith('apps/web/e2e/')

/**
 * Jest runs for these rows: { project, files, pattern }. Whole files run, because tests of a file may depend on earlier
 * ones. Only browser tests are selected by name, if every row names part of a title.
 */
export function planRuns(rows, { browser }) {
  const tests = rows.flatMap((row) => row.tests).filter(({ file }) => browser || !needsBrowser(file))
  const groups = Map.groupBy(tests, ({ file }) => `${projectsOf(file)[0]} ${needsBrowser(file)}`)
  return [...groups.values()].map((named) => {
    const [{ file: first }] = named
    const titles = [...new Set(named.map(({ title }) => title))]
    return {
      project: projectsOf(first)[0],
      files: [...new Set(named.map(({ file }) => file))],
      pattern:
        needsBrowser(first) && !titles.includes(null) ? titles.map((title) => RegExp.escape(title)).join('|') : null,
    }
  })
}

/** Passed and failed tests of one entry. A file that did not run, and a name without a test, count as a failure. */
function judgeTest({ file, title }, reports) {
  const report = reports.find(({ name }) => name.endsWith(`/${file}`))
  const ran = (report?.assertionResults ?? []).filter(
    ({ fullName, status }) => ['passed', 'failed'].includes(status) && fullName.includes(title ?? ''),
  )
  const failed = ran.filter(({ status }) => status === 'failed').length
  return ran.length === 0 ? { passed: 0, failed: 1 } : { passed: ran.length - failed, failed }
}

/** Adds the counts to each row. `reports` are the files of Jest's JSON reports. */
export const judgeRows = (rows, reports, { browser }) =>
  rows.map((row) => {
    const left = browser ? [] : row.tests.filter(({ file }) => needsBrowser(file))
    const counts = row.tests.filter((test) => !left.includes(test)).map((test) => judgeTest(test, reports))
    const sum = (key) => counts.reduce((total, count) => total + count[key], 0)
    return { ...row, passed: sum('passed'), failed: sum('failed'), left: left.length }
  })

const describeLeft = ({ tests, left }) => {
  if (tests.length === 0) return 'no test'
  return left > 0 ? `${left} of ${tests.length} need --browser` : ''
}

/** The table, then the rows without a test and the reasons. */
export function renderRows(rows) {
  const table = renderTable(
    ['', 'passed', 'failed', ''],
    rows.map((row) => [`${row.id} ${row.name}`, row.passed, row.failed, describeLeft(row)]),
  )
  const without = rows.filter(({ tests }) => tests.length === 0).map(({ id, reason }) => `No test: ${id}: ${reason}`)
  return [table, ...without].join('\n')
}
