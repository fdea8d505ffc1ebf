import { findNearWord } from './edits.ts'

/** What the user wrote, in one spelling: `original` keeps its capitals, `text` is lower case with typos mended. */
export interface Message {
  readonly original: string
  readonly text: string
}

/** Words that say what is wanted: a misspelt one is taken for the one it is near to. */
const vocabulary = new Set(
  (
    'options option calls strike strikes delta theta gamma expiration expirations expiry premium premiums yield yields ' +
    'portfolio position positions holdings covered stock stocks shares contracts compare analyze analyse explain dividend ' +
    'earnings holiday market assignment assigned volatility recommendation breakeven rolling screener between annualized ' +
    'monthly weekly moneyness intrinsic headroom liquidity calculate profit ' +
    'attention upcoming technology financial healthcare interest spread credit winners losers'
  ).split(' '),
)
/** Ordinary words next to one of the vocabulary. */
const neverMended = new Set([
  'stork',
  'stroke',
  'striker',
  'called',
  'callers',
  'scored',
  'spreads',
  'optional',
  'stocked',
  'marked',
])
const SHORTEST_MENDED = 5

const wordNumbers: Readonly<Record<string, string>> = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  fifteen: '15',
  twenty: '20',
  thirty: '30',
  forty: '40',
  fifty: '50',
}

export function normalise(message: string): Message {
  const original = message
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/gu, '-')
    .replace(/[\u2018\u2019\u02bc]/gu, "'")
    .replace(/[\u201c\u201d]/gu, '"')
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  const text = original
    .toLowerCase()
    .replace(/\bwhats\b/gu, "what's")
    .replace(/\b(?:an?|one) hundred\b/gu, '100')
    .replace(/\b(two|three|five) hundred\b/gu, (_all, word: string) => `${wordNumbers[word]}00`)
    .replace(/[a-z]+/gu, (word) => wordNumbers[word] ?? mend(word))
  return { original, text }
}

function mend(word: string): string {
  if (word.length < SHORTEST_MENDED || vocabulary.has(word) || neverMended.has(word)) return word
  const near = findNearWord(word, vocabulary)
  // Another form of the word, and no mistake.
  return near === null || near === `${word}s` || /^[ds]$/u.test(word.replace(near, '')) ? word : near
}
