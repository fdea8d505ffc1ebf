import { parse } from 'fast-querystring'

export type ParsedQuery = Readonly<Record<string, unknown>>

const MAX_CACHED_CHARACTERS = 256 * 1_024
const MAX_CACHED_QUERY_LENGTH = 1_000

/**
 * Parses query strings into text values. Results are cached, because the same few queries keep coming in, and frozen,
 * so that validation can skip a query that it has already accepted.
 */
export function createQueryReader(): (text: string) => ParsedQuery {
  const cached = new Map<string, ParsedQuery>()
  let characters = 0
  return (text) => {
    const known = cached.get(text)
    if (known !== undefined) return known
    const query = Object.freeze(parse(text))
    for (const value of Object.values(query)) Object.freeze(value)
    if (text.length > MAX_CACHED_QUERY_LENGTH) return query
    characters += text.length
    if (characters > MAX_CACHED_CHARACTERS) {
      cached.clear()
      characters = text.length
    }
    cached.set(text, query)
    return query
  }
}
