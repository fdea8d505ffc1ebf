import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { writeGlossary } from './glossary-document.mjs'

const path = resolve(import.meta.dirname, '../../docs/glossary.md')

test('docs/glossary.md is up to date (npm run generate)', async () => {
  const document = await readFile(path, 'utf8')
  expect(document).toBe(writeGlossary(document))
})

test('each term is listed once', async () => {
  const terms = [...(await readFile(path, 'utf8')).matchAll(/^\| ([^|]+) \|/gm)].map(([, term]) => term?.toLowerCase())
  const named = terms.filter((term) => term !== 'term')
  expect(named.filter((term, index) => named.indexOf(term) !== index)).toEqual([])
})

test('rejects a document without markers', () => {
  expect(() => writeGlossary('# Glossary')).toThrow(/must contain/)
})
