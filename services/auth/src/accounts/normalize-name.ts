const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu

/**
 * Converts names and emails to the form in which they are compared (D31): NFKC with full case folding, without invisible
 * characters. Upper-casing first also folds pairs that lower-casing alone keeps distinct (`ß` and `SS`, both Greek sigmas).
 */
export function normalizeName(text: string): string {
  const folded = text.normalize('NFKC').replace(invisible, '').toUpperCase().toLowerCase()
  return folded.normalize('NFKC').trim()
}
