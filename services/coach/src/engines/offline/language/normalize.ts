import { findNearWord } from './edits.ts'
import { lexicon, neverCorrected } from './lexicon.ts'
import { writeOut } from './slang.ts'

/** `original` keeps its capitals. `text` is in lower case, with corrected spelling and expanded abbreviations. */
export interface Message {
  readonly original: string
  readonly text: string
}

/** Contract symbol in the format of brokers and exchanges. */
const CONTRACT_SYMBOL = /(?<![\p{L}\d])(?:O:)?([A-Z]{1,6})\s*(\d{2})(\d{2})(\d{2})([CP])(\d{5})(\d{3})(?!\d)/giu

/** Contract symbol in the short format of trading platforms: `.AAPL261218C600`. */
const SHORT_CONTRACT_SYMBOL =
  /(?<![\p{L}\d])\.?([A-Z]{1,6})(\d{2})(\d{2})(\d{2})([CP])(\d{1,5})(\.\d{1,3})?(?![\p{L}\d])/giu

const writeContract = (...[, symbol = '', year, month, day, right = '', dollars, thousandths]: string[]) =>
  `${symbol.toUpperCase()} 20${year}-${month}-${day} $${Number(`${dollars}.${thousandths?.replace('.', '') ?? 0}`)} ${right.toUpperCase() === 'P' ? 'put' : 'call'}`

const MIN_CORRECTED_LENGTH = 5

/** `isName` recognizes company names, which must not be corrected to trading terms. */
export function normalize(message: string, isName: (word: string) => boolean = () => false): Message {
  const original = message
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/gu, '-')
    .replace(/[\u2018\u2019\u02bc`]/gu, "'")
    .replace(/[\u201c\u201d]/gu, '"')
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(CONTRACT_SYMBOL, writeContract)
    .replace(SHORT_CONTRACT_SYMBOL, writeContract)
    .replace(/\s+/gu, ' ')
    .trim()
  const text = writeOut(original.toLowerCase().replaceAll('≥', '>=').replaceAll('≤', '<='))
    .replace(/(?<=\d)[- ]?ish\b/gu, '')
    .replace(/(?<![\p{L}'])[a-z]+(?![\p{L}'])/gu, (word) => (isName(word) ? word : correctSpelling(word)))
    .replace(/\s+/gu, ' ')
  return { original, text }
}

function correctSpelling(word: string): string {
  if (word.length < MIN_CORRECTED_LENGTH || lexicon.has(word) || neverCorrected.has(word)) return word
  const near = findNearWord(word, lexicon)
  // Plurals and other forms of a word are not misspellings.
  return near === null || near === `${word}s` || isOtherForm(word, near) ? word : near
}

const isOtherForm = (word: string, near: string) => word.startsWith(near) && /^[dsry]$/u.test(word.slice(near.length))
