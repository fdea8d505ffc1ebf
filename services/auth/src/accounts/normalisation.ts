const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu

/**
 * The form in which names and emails are compared (D31): Unicode's NFKC with full case folding, and without characters
 * nobody can see. Upper before lower folds what lower alone leaves apart (`ß` and `SS`, both Greek sigmas).
 */
export function normaliseName(text: string): string {
  const folded = text.normalize('NFKC').replace(invisible, '').toUpperCase().toLowerCase()
  return folded.normalize('NFKC').trim()
}
