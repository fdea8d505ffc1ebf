const MOST_CHARACTERS = 80

/**
 * What providers and users wrote (a company, a note), as data for a model and words for a sentence: one line, capped,
 * without control and format characters, and without the signs that mark up text or stand for a figure.
 */
export function cleanText(text: string, most = MOST_CHARACTERS): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cn}<>{}[\]`\\]/gu, '')
    .replace(/[a-z][a-z0-9+.-]{0,20}:\/\/\S*/giu, '')
    .replace(/\s+/gu, ' ')
    .trim()
  const characters = [...plain]
  return characters.length <= most
    ? plain
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}
