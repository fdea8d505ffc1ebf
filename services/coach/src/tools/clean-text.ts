const MAX_CHARACTERS = 80

/**
 * Makes text from providers and users (company names, notes) safe for models and answers: one line of limited length,
 * without control and format characters, markup, placeholders or links.
 */
export function cleanText(text: string, most = MAX_CHARACTERS): string {
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
