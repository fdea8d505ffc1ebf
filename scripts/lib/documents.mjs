import { buildOpenApi } from '../../libs/contracts/src/openapi/build-openapi.ts'
import { glossary } from '../../libs/scoring/src/glossary/glossary.ts'

const BEGIN = '<!-- written by npm run generate -->'
const END = '<!-- end -->'

/** Inserts the table of glossary terms between the document's two markers. Throws if they are missing. */
export function writeGlossary(document) {
  const [before, rest] = document.split(BEGIN)
  const after = rest?.split(END)[1]
  if (after === undefined) throw new Error(`The document must contain ${BEGIN} and ${END}`)
  const rows = glossary.map(({ term, sentence }) => `| ${term} | ${sentence.replaceAll('|', '\\|')} |`)
  return `${before}${BEGIN}\n\n| term | meaning |\n|---|---|\n${rows.join('\n')}\n\n${END}${after}`
}

/** Text of docs/openapi.json: the document that the gateway serves, indented. */
export const writeOpenApi = () => `${JSON.stringify(buildOpenApi(), null, 2)}\n`
