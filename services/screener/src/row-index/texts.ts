const BEYOND_BASIC_PLANE = /[\ud800-\uffff]/
const FIRST_SURROGATE = 0xd800
const AFTER_SURROGATES = 0xe000

/**
 * Lower-cases a text and encodes it so that `<` sorts by code point (D16). Unencoded, `<` compares UTF-16 units, so the
 * surrogates of characters beyond U+FFFF (D800-DFFF) would sort before E000-FFFF; the encoding swaps the two ranges.
 */
export function toSortText(text: string): string {
  const lower = text.toLowerCase()
  if (!BEYOND_BASIC_PLANE.test(lower)) return lower
  const units = Array.from({ length: lower.length }, (_, index) => {
    const unit = lower.charCodeAt(index)
    if (unit < FIRST_SURROGATE) return unit
    return unit < AFTER_SURROGATES ? unit + 0x2000 : unit - 0x800
  })
  return String.fromCharCode(...units)
}

const MARKS = /\p{M}/gu

/** Normalizes text for comparison: no case, accents or extra spaces. Blank text becomes empty. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(/\s+/g, ' ').trim()
}
