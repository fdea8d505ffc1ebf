import { globSync } from 'node:fs'
import { basename, matchesGlob } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import config from '../jest.config.mjs'
import { root } from './lib/root.mjs'
import { divide, divideProject, formatPart } from './lib/test-parts.mjs'

const notOurs = new Set(['node_modules', '.git', '.data', '.nx', 'dist', 'coverage'])
const files = globSync('**/*.test.*', { cwd: root, exclude: (path: string) => notOurs.has(basename(path)) })

const projectsOf = (file: string) =>
  config.projects
    .filter(({ testMatch }) => testMatch.some((glob) => matchesGlob(file, glob.replace('<rootDir>/', ''))))
    .map(({ displayName }) => displayName)

describe('every test file of the tree', () => {
  test('is run by exactly one jest project', () => {
    const wrong = files.map((file) => [file, projectsOf(file)]).filter(([, projects]) => projects?.length !== 1)
    expect(files.length).toBeGreaterThan(0)
    expect(wrong).toEqual([])
  })

  test('a file outside the known folders would be found', () => {
    expect(projectsOf('services/auth/lost.test.ts')).toEqual([])
    expect(projectsOf('services/auth/test/login.test.ts')).toEqual([])
    expect(projectsOf('services/auth/src/a/b.test.ts')).toEqual(['unit'])
    expect(projectsOf('services/auth/test/login.int.test.ts')).toEqual(['int'])
  })
})

describe('the parts of a whole run', () => {
  test('every test file is in exactly one, all of one environment', () => {
    const parts = config.projects.flatMap(divideProject)
    expect(parts.flatMap((part) => part.files).sort()).toEqual([...files].sort())
    const pages = parts.filter(({ pragma }) => pragma.includes('@jest-environment'))
    expect(pages.flatMap((part) => part.files)).toContain('apps/gateway/src/ops/page.test.ts')
    expect(pages.flatMap((part) => part.files)).not.toContain('apps/gateway/src/ops/observatory.test.ts')
  })

  test('a folder of many files runs by its folders, one without any as it is', () => {
    const many = (folder: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${folder}/${index}.test.ts`)
    const [direct, inner, flat] = [many('libs/a/src', 20), many('libs/a/src/inner', 11), many('libs/b/src', 31)]
    expect(divide([...direct, ...inner, ...flat])).toEqual([
      ['libs/a/src', direct],
      ['libs/a/src/inner', inner],
      ['libs/b/src', flat],
    ])
    expect(divide([...direct, ...inner.slice(1)])).toEqual([['libs/a/src', [...direct, ...inner.slice(1)]]])
  })

  test('are modules that load each file under its name, in the environment it asks for', () => {
    const part = { name: 'a', pragma: '/** @jest-environment jsdom */\n', files: ["a/b's.test.ts"] }
    const text = formatPart(part, { opening: "import 'c'", first: 'prepare()' })
    expect(text.split('\n').slice(0, 2)).toEqual(['/** @jest-environment jsdom */', "import 'c'"])
    expect(text).toContain('prepare()')
    expect(text).toContain(`run("a/b's.test.ts", ${JSON.stringify(`${root}/a/b's.test.ts`)})`)
  })
})
