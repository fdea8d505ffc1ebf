import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { parseSync } from '@swc/core'
import { analyse } from 'scslre'
import { inRoot, root } from './lib/tool.mjs'

const ignoredFolders = new Set(['node_modules', 'dist'])
const TESTS = /\.test\.tsx?$|(?:^|\/)(?:test|testing|e2e|eval|bench|golden)\//

interface Pattern {
  readonly pattern: string
  readonly flags: string
}

/** Regular expression literals in a source file, without patterns built at runtime. */
function listPatterns(source: string, tsx: boolean): Pattern[] {
  const found: Pattern[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && node.type === 'RegExpLiteral') found.push(node as unknown as Pattern)
    for (const part of Object.values(node)) walk(part)
  }
  walk(parseSync(source, { syntax: 'typescript', tsx }))
  return found
}

/** Reasons why a pattern can take quadratic or exponential time. */
const findSlowness = ({ pattern, flags }: Pattern): string[] =>
  analyse(new RegExp(pattern, flags), { maxReports: 3 }).reports.map(
    ({ type, exponential }) => `${type}${exponential ? ', exponential' : ''}`,
  )

describe('regular expressions in the sources (S25)', () => {
  test('all run in linear time', () => {
    const files = globSync(['*.mjs', '{apps,libs,scripts,services}/**/*.{ts,tsx,mjs,js}'], {
      cwd: root,
      exclude: (path: string) => ignoredFolders.has(basename(path)),
    })
    const slow: Record<string, string[]> = {}
    let checked = 0
    for (const file of files) {
      if (TESTS.test(file)) continue
      for (const found of listPatterns(readFileSync(inRoot(file), 'utf8'), file.endsWith('.tsx'))) {
        checked += 1
        const slowness = findSlowness(found)
        if (slowness.length > 0) slow[`${file}: /${found.pattern}/${found.flags}`] = slowness
      }
    }
    expect(slow).toEqual({})
    expect(checked).toBeGreaterThan(500)
  })

  test.each([
    ['/^(a+)+$/', ['Self, exponential']],
    ['/x+$/', ['Move']],
    [String.raw`/^\s*\$?\s*\d/`, ['Trade']],
    [String.raw`/^\d{1,9}$/`, []],
  ])('classifies %s as %j', (source, slowness) => {
    const [found] = listPatterns(`const pattern = ${source}`, false)
    expect(found && findSlowness(found)).toEqual(slowness)
  })
})
