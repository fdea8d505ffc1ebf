import { formatInteger } from './numbers.ts'

/** Makes the text end with exactly one period. */
export function toSentence(words: string): string {
  const text = words.trimEnd()
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** Replaces the hyphen in negative numbers with a minus sign: `is −5.2 %`. */
export const typesetMinus = (words: string) => words.replace(/(?<=^|\s)-(?=\d)/g, '\u2212')

/** Shortens text that comes from outside the app, so that it cannot break the layout. */
export function cutWords(words: string, most: number): string {
  const characters = [...words]
  return characters.length <= most ? words : `${characters.slice(0, most).join('')}…`
}

/** Capitalizes the first letter. */
export const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** `1 position`, `3 positions`. */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${formatInteger(count)} ${count === 1 ? one : many}`

const MOST_NAMED = 5

/** Lists the first few names: `KO, PEP and 3 more`. */
export function listSome(names: readonly string[]): string {
  const others = names.length - MOST_NAMED
  // One name is as short as the number of names.
  return others <= 1 ? names.join(', ') : `${names.slice(0, MOST_NAMED).join(', ')} and ${others} more`
}
