/** `node scripts/write-glossary.mjs`: writes the product's terms into docs/glossary.md. */
import { readFile, writeFile } from 'node:fs/promises'
import { writeGlossary } from './lib/glossary-document.mjs'
import { inRoot } from './lib/root.mjs'

const path = inRoot('docs', 'glossary.md')
await writeFile(path, writeGlossary(await readFile(path, 'utf8')))
