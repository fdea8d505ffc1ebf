import { parse } from 'fast-querystring'

export type AddressQuery = Readonly<Record<string, unknown>>

const KEPT_CHARACTERS = 256 * 1_024
const LONGEST_KEPT = 1_000

/**
 * Reads what stands after the question mark of an address, all of it as text. People ask for the same few addresses over
 * and over: what was read of one is given again, frozen, so that what was found right need not be checked again either.
 */
export function createQueryReader(): (text: string) => AddressQuery {
  const kept = new Map<string, AddressQuery>()
  let characters = 0
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const query = Object.freeze(parse(text))
    for (const value of Object.values(query)) Object.freeze(value)
    if (text.length > LONGEST_KEPT) return query
    characters += text.length
    if (characters > KEPT_CHARACTERS) {
      kept.clear()
      characters = text.length
    }
    kept.set(text, query)
    return query
  }
}
