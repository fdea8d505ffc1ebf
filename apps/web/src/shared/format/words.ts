/** The same words with one full stop at their end, whoever wrote them. */
export function toSentence(words: string): string {
  const text = words.trimEnd()
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** Foreign words cut to a length that cannot push the page apart. */
export function cutWords(words: string, most: number): string {
  const characters = [...words]
  return characters.length <= most ? words : `${characters.slice(0, most).join('')}…`
}
