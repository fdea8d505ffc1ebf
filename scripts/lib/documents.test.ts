import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { type EndpointId, endpointTable } from '../../libs/contracts/src/endpoint-table.ts'
import { commonProblems, otherProblems, specificProblems } from '../../libs/contracts/src/openapi/problem-examples.ts'
import type { Owner } from '../../libs/contracts/src/public-endpoints.ts'
import { writeGlossary, writeOpenApi } from './documents.mjs'

const root = resolve(import.meta.dirname, '../..')

test('docs/openapi.json is up to date (npm run generate)', async () => {
  const written = await readFile(resolve(root, 'docs/openapi.json'), 'utf8')
  expect(written === writeOpenApi()).toBe(true)
})

async function readSources(folder: string): Promise<string> {
  const names = await readdir(resolve(root, folder), { recursive: true })
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const texts = await Promise.all(files.map((name) => readFile(resolve(root, folder, name), 'utf8')))
  return texts.join('\n')
}

const folderOf = (owner: Owner) => (owner === 'gateway' ? 'apps/gateway/src' : `services/${owner}/src`)

/** Fraction of a sentence's words that appear in a source as literal text. Template values do not count. */
function literalShare(source: string, sentence: string): number {
  const words = sentence.split(' ')
  let matched = 0
  for (let from = 0; from < words.length; ) {
    let to = from
    while (to < words.length && source.includes(words.slice(from, to + 1).join(' '))) to += 1
    // Single words appear everywhere, so count only runs of two or more.
    if (to - from >= 2) matched += to - from
    from = Math.max(to, from + 1)
  }
  return matched / words.length
}

test('every example error uses a message from its service', async () => {
  const shared = `${await readSources('libs/service/src')}\n${await readSources('apps/gateway/src')}`
  const everywhere = (
    await Promise.all(
      (['auth', 'market-data', 'screener', 'portfolio', 'coach'] as const).map((owner) => readSources(folderOf(owner))),
    )
  ).join('\n')
  const missing: string[] = []
  const check = (source: string, name: string, { code, detail }: { code: string; detail: string }) => {
    if (!source.includes(`'${code}'`)) missing.push(`${name}: code ${code}`)
    if (literalShare(source, detail) < 0.6) missing.push(`${name}: ${detail}`)
  }
  for (const [id, examples] of Object.entries(specificProblems)) {
    const own = await readSources(folderOf(endpointTable[id as EndpointId].owner))
    for (const example of Object.values(examples).flat()) check(`${own}\n${shared}`, id, example)
  }
  for (const example of [...Object.values(commonProblems).flat(), ...otherProblems]) {
    check(`${everywhere}\n${shared}`, 'common', example)
  }
  expect(missing).toEqual([])
})

const path = resolve(root, 'docs/glossary.md')

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
