import Type from 'typebox'
import { maybeLimit } from './arguments.ts'
import { cleanText } from './clean-text.ts'
import { readStamp } from './stamp.ts'
import { defineTool } from './tool.ts'

const DEFAULT_LIMIT = 10

export const searchSymbols = defineTool({
  name: 'search_symbols',
  description: 'Finds listed symbols by ticker or part of a company name. Names are text from the data source.',
  args: { query: Type.String({ minLength: 1, maxLength: 64 }), limit: maybeLimit },
  result: {
    rows: Type.Array(Type.Object({ symbol: Type.String(), name: Type.String(), options_available: Type.Boolean() })),
  },
  run: async ({ query, limit }, { ask }) => {
    const found = await ask('stocks.search', { query: { q: query } })
    const rows = found.results.slice(0, limit ?? DEFAULT_LIMIT).map(({ symbol, name, options_available }) => ({
      symbol: cleanText(symbol),
      name: cleanText(name),
      options_available,
    }))
    return { rows, ...readStamp([found]) }
  },
})
