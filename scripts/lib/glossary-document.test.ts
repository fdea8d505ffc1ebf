import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { writeGlossary } from './glossary-document.mjs'

const path = resolve(import.meta.dirname, '../../docs/glossary.md')

test('docs/glossary.md says what the product says: else run npm run generate', async () => {
  const document = await readFile(path, 'utf8')
  expect(document).toBe(writeGlossary(document))
})

test('no term stands in the document twice', async () => {
  const terms = [...(await readFile(path, 'utf8')).matchAll(/^\| ([^|]+) \|/gm)].map(([, term]) => term?.toLowerCase())
  const named = terms.filter((term) => term !== 'term')
  expect(named.filter((term, index) => named.indexOf(term) !== index)).toEqual([])
})

test('a document without its marks is refused', () => {
  expect(() => writeGlossary('# Glossary')).toThrow(/must hold/)
})
