/** `npm run generate` writes the documents that are generated from code: docs/glossary.md and docs/openapi.json. */
import { readFile, writeFile } from 'node:fs/promises'
import { writeGlossary } from './lib/glossary-document.mjs'
import { writeOpenApi } from './lib/openapi-document.mjs'
import { inRoot } from './lib/root.mjs'

const glossary = inRoot('docs', 'glossary.md')
await writeFile(glossary, writeGlossary(await readFile(glossary, 'utf8')))
await writeFile(inRoot('docs', 'openapi.json'), writeOpenApi())
