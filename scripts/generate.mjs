/**
 * `npm run generate`: writes every document that is made of the code: docs/glossary.md, docs/openapi.json, and the rules
 * and dashboards of deploy/observability.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { writeGlossary } from './lib/glossary-document.mjs'
import { OBSERVABILITY, writeObservability } from './lib/observability-documents.mjs'
import { writeOpenApi } from './lib/openapi-document.mjs'
import { inRoot } from './lib/root.mjs'

const glossary = inRoot('docs', 'glossary.md')
await writeFile(glossary, writeGlossary(await readFile(glossary, 'utf8')))
await writeFile(inRoot('docs', 'openapi.json'), writeOpenApi())
for (const [path, text] of writeObservability()) await writeFile(inRoot(OBSERVABILITY, path), text)
