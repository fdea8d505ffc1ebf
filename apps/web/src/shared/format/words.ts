/** The same words with one full stop at their end, whoever wrote them. */
export function toSentence(words: string): string {
  const text = words.trimEnd()
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** Figures within a sentence with a true minus sign: `is −5.2 %`. */
export const typesetMinus = (words: string) => words.replace(/(?<=^|\s)-(?=\d)/g, '\u2212')

/** Foreign words cut to a length that cannot push the page apart. */
export function cutWords(words: string, most: number): string {
  const characters = [...words]
  return characters.length <= most ? words : `${characters.slice(0, most).join('')}…`
}

/** With a capital letter, as a title or a line begins. */
export const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
