import { readFileSync } from 'node:fs'

interface Industry {
  readonly name: string
  readonly words: RegExp
  readonly symbols: readonly string[]
}

/** Market data has sectors only, so the stocks of an industry are listed in a file. */
const industries: readonly Industry[] = readFileSync(new URL('./industries.txt', import.meta.url), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [name, words, symbols] = line.split(' | ')
    if (name === undefined || words === undefined || symbols === undefined) return []
    return [
      { name, words: new RegExp(`\\b(?:${words.split(', ').join('|')})\\b(?! of)`, 'u'), symbols: symbols.split(' ') },
    ]
  })

/** Words of the list, for the check of the spelling. */
export const industryWords = (): string[] =>
  industries.flatMap(({ words: { source } }) =>
    [source.replaceAll('?', ''), source.replace(/[a-z]\?/gu, '')].flatMap((text) => text.match(/[a-z]{3,}/gu) ?? []),
  )

export const industryNames = industries.map(({ name }) => name)

interface Named {
  readonly name: string
  readonly index: number
  readonly length: number
}

/** The industries that a text names, in order. One inside a longer name is not meant. */
export function findIndustries(text: string): readonly Named[] {
  let left = text
  return industries
    .flatMap(({ name, words }): Named[] => {
      const match = words.exec(left)
      if (match === null) return []
      left = `${left.slice(0, match.index)}${'¤'.repeat(match[0].length)}${left.slice(match.index + match[0].length)}`
      return [{ name, index: match.index, length: match[0].length }]
    })
    .toSorted((a, b) => a.index - b.index)
}

/** The symbols of all these industries. */
export const listMembers = (names: readonly string[]): readonly string[] => [
  ...new Set(industries.flatMap(({ name, symbols }) => (names.includes(name) ? symbols : []))),
]
