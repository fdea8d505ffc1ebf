import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { root } from './lib/tool.mjs'
import { projectsOf } from './lib/verify.mjs'

const ignoredFolders = new Set(['node_modules', '.git', '.data', '.nx', 'dist', 'coverage'])
const files = globSync('**/*.test.{ts,tsx,mjs,js}', {
  cwd: root,
  exclude: (path: string) => ignoredFolders.has(basename(path)),
})

describe('every test file', () => {
  test('is run by exactly one Jest project', () => {
    const wrong = files.map((file) => [file, projectsOf(file)]).filter(([, projects]) => projects?.length !== 1)
    expect(files.length).toBeGreaterThan(0)
    expect(wrong).toEqual([])
  })

  test('detects files outside the known folders', () => {
    expect(projectsOf('services/auth/lost.test.ts')).toEqual([])
    expect(projectsOf('services/auth/test/login.test.ts')).toEqual([])
    expect(projectsOf('services/auth/src/a/b.test.ts')).toEqual(['unit'])
    expect(projectsOf('services/auth/test/login.int.test.ts')).toEqual(['int'])
    expect(projectsOf('services/auth/test/login.nightly.test.ts')).toEqual(['nightly'])
    expect(projectsOf('services/auth/src/login.nightly.test.ts')).toEqual(['nightly'])
  })
})

describe('requirement marks', () => {
  const mark = /(?<![\w-])(?:D\d{1,2}|[FS]\d{2}|T\d{1,2})(?![\w:.,]?\d)/g
  const readMarks = (path: string) => readFileSync(join(root, path), 'utf8').match(mark) ?? []

  test('every mark in docs/measurements/test-marks.md appears in a test title or comment', () => {
    const listed = readMarks('docs/measurements/test-marks.md')
    const journeys = globSync('apps/web/e2e/**/*.ts', { cwd: root })
    const carried = new Set([...files, ...journeys].flatMap(readMarks))
    expect(listed.length).toBeGreaterThan(50)
    expect(listed.filter((each) => !carried.has(each))).toEqual([])
  })
})
