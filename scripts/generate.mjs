/** `npm run generate` writes the documents that are generated from code: docs/glossary.md and docs/openapi.json. */
import { readFile, writeFile } from 'node:fs/promises'
import { writeGlossary, writeOpenApi } from './lib/documents.mjs'
import { inRoot } from './lib/tool.mjs'

const glossary = inRoot('docs', 'glossary.md')
await writeFile(glossary, writeGlossary(await readFile(glossary, 'utf8')))
await writeFile(inRoot('docs', 'openapi.json'), writeOpenApi())
