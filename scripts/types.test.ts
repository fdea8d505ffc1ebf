import { existsSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, test } from '@jest/globals'
import { workspaceFolders } from './lib/services.mjs'
import { inRoot } from './lib/tool.mjs'

const readIncluded = (path: string): string[] => JSON.parse(readFileSync(inRoot(path), 'utf8')).include

test('the root tsconfig includes every file that the packages type-check', () => {
  const included = readIncluded('tsconfig.json')
  const folders = workspaceFolders().filter(
    (folder) => folder !== 'apps/web' && existsSync(inRoot(folder, 'tsconfig.json')),
  )
  const parts = folders.flatMap((folder) => readIncluded(`${folder}/tsconfig.json`).map((part) => `${folder}/${part}`))
  expect(parts.length).toBeGreaterThan(20)
  expect(parts.filter((part) => !included.some((pattern) => matchesGlob(part, pattern)))).toEqual([])
})
