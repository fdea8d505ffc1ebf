const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu

/**
 * Converts a name or email to the form in which they are compared (D31): NFKC with full case folding, without invisible
 * characters. It upper-cases first, because lower-casing alone keeps some pairs distinct (`ß` and `SS`, both Greek
 * sigmas).
 */
export function normalizeName(text: string): string {
  const folded = text.normalize('NFKC').replace(invisible, '').toUpperCase().toLowerCase()
  return folded.normalize('NFKC').trim()
}
