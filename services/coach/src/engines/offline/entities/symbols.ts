import { isOneEditAway } from '../language/edits.ts'
import type { Message } from '../language/normalize.ts'
import { isShortForm } from '../language/slang.ts'
import { type StockDirectory, toKey } from '../stock-directory.ts'
import { acronyms, companyNames, ordinaryNames, ordinaryWords } from './company-names.ts'
import { judgePlace, judgeWordPlace } from './stock-places.ts'
import { findUnknown } from './unknown-names.ts'

interface FoundSymbols {
  /** In the message's order, without duplicates. */
  readonly symbols: readonly string[]
  /** Excluded symbols, as in "anything but TSLA". */
  readonly leftOut: readonly string[]
  /** Stocks that the user may have meant. The coach asks which one. */
  readonly candidates: readonly string[]
  /** Text that is probably a company name. Only a search can tell which one. */
  readonly unknown: string | null
  /** The message in lower case, with its symbols removed. */
  readonly rest: string
  /** The message in lower case, with each symbol replaced by `§`. */
  readonly marked: string
}

const TRADING_CUE =
  /\b(?:options?|calls?|stocks?|shares?|strikes?|price|chain|covered|ticker|symbol|expir\w*|earnings|dividends?|quote|analy[sz]e|roll|rsi|rating|rated|score|doing|iv|volatil\w+|rank\w*|yields?|delta|ex-?div\w*|reports?|pays?|weekl\w+|looking|trading|premiums?|quote)\b/u
const TICKER = /(?<![\p{L}\d$.])([A-Z]{1,5}(?:[./-][A-Z])?)(?![\p{L}\d])/gu
const CASHTAG = /\$([a-z]{1,6}(?:[./-][a-z])?)(?![a-z\d])/giu
const LOWER_WORD = /(?<![\p{L}\d$.'])([a-z]{1,5}(?:[./-][ab])?)(?![\p{L}\d]|'(?!s\b))/gu
/** Possessives without an apostrophe, as in `teslas earnings` and `amds rsi`. */
const OWNING = /(?<![\p{L}\d$.'])([a-z]{2,12})s(?![\p{L}\d])/gu
const MIN_CORRECTED_NAME_LENGTH = 5
const SYMBOL_MARK = '§'

interface Hit {
  /** An ambiguous name has several. */
  readonly symbols: readonly string[]
  readonly isSure: boolean
  readonly start: number
  readonly end: number
}

/** Finds symbols written with `$` or in capitals, lower-case tickers where the context is clear, and company names. */
export function findSymbols({ original, text }: Message, directory: StockDirectory): FoundSymbols {
  // Corrected spelling can change the length, so `original` and `text` are searched separately.
  const lower = original.toLowerCase()
  const hits: Hit[] = []
  const add = (found: readonly Hit[]) => {
    for (const hit of found) if (!hits.some(({ start, end }) => hit.start < end && start < hit.end)) hits.push(hit)
  }
  add(matchAll(original, CASHTAG, (word) => directory.findSymbol(word) ?? word.toUpperCase()))
  add(findNames(lower, directory))
  add(findMisspelled(lower))
  add(findUpperSymbols(original, lower, directory))
  add(findLowerSymbols(lower, directory))
  if (TRADING_CUE.test(lower)) add(matchAll(lower, OWNING, (word) => readPossessive(word, directory)))
  const unknown = hits.some(({ isSure }) => isSure) ? null : findUnknown(original)
  const named = unknown === null ? [] : lookUp(unknown, lower, directory)
  add(named)
  const ordered = hits.filter(({ isSure }) => isSure).toSorted((a, b) => a.start - b.start)
  const isUnwanted = ({ start }: Hit) => LEFT_OUT.test(lower.slice(0, start))
  const wanted = ordered.filter((hit) => !isUnwanted(hit))
  const symbols = unique(wanted.flatMap((hit) => hit.symbols))
  const words = ordered.map(({ start, end }) => lower.slice(start, end))
  const marked = words.reduce(
    (left, word) =>
      left.replace(new RegExp(`(?<![\\p{L}\\d])${quotePattern(word)}(?![\\p{L}\\d])`, 'u'), ` ${SYMBOL_MARK} `),
    text,
  )
  return {
    symbols,
    leftOut: ordered.filter(isUnwanted).flatMap((hit) => hit.symbols),
    candidates: ordered.length > 0 ? [] : unique(hits.flatMap((hit) => hit.symbols)),
    unknown: ordered.length > 0 || hits.length > 0 ? null : unknown,
    rest: tidy(marked.replaceAll(SYMBOL_MARK, ' ').replace(/(?<![\p{L}])'s\b/gu, ' ')),
    marked: tidy(marked),
  }
}

const unique = (symbols: readonly string[]) => [...new Set(symbols)]

const LEFT_OUT =
  /(?<!\bwhy )\b(?:not|no|except(?: for)?|excluding|besides|other than|anything but|but not|without)\s+$/u

const tidy = (text: string) => text.replace(/\s+/gu, ' ').trim()

function quotePattern(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
}

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?|&/gu

/** Finds company names and variant spellings of tickers. Longer matches win. */
function findNames(lower: string, directory: StockDirectory): Hit[] {
  const words = [...lower.matchAll(WORD)].map(({ 0: word, index }) => ({
    word,
    start: index,
    end: index + word.length,
  }))
  const hits: Hit[] = []
  for (let from = 0; from < words.length; from += 1) {
    for (let length = Math.min(directory.longestName, words.length - from); length > 0; length -= 1) {
      const run = words.slice(from, from + length)
      const hit = readName(lower, run, directory)
      if (hit === null) continue
      hits.push(hit)
      from += length - 1
      break
    }
  }
  return hits
}

interface Word {
  readonly word: string
  readonly start: number
  readonly end: number
}

function readName(lower: string, run: readonly Word[], directory: StockDirectory): Hit | null {
  const [first, last] = [run[0], run.at(-1)]
  if (first === undefined || last === undefined) return null
  const whole = toKey(lower.slice(first.start, last.end))
  // "apple's" is a possessive, but "lowe's" is the company's name.
  const owned = whole !== '' && last.word.endsWith("'s") ? whole.slice(0, -1) : null
  const key = directory.findName(whole).length > 0 ? whole : owned
  const symbols = key === null ? [] : directory.findName(key)
  if (key === null || symbols.length === 0) return null
  const end = key === whole ? last.end : last.end - 2
  const upper = key.toUpperCase()
  if (ordinaryNames.has(key) || ordinaryWords.has(upper) || acronyms.has(upper)) {
    const place = judgeWordPlace(lower.slice(0, first.start), lower.slice(end), key)
    return place === 'none'
      ? null
      : { symbols, isSure: place === 'sure' && symbols.length === 1, start: first.start, end }
  }
  return { symbols, isSure: symbols.length === 1, start: first.start, end }
}

const correctableNames = companyNames.filter(
  ([name]) => name.length >= MIN_CORRECTED_NAME_LENGTH && /^[a-z]+$/u.test(name),
)
const LONG_WORD = /(?<![\p{L}\d])([a-z]{5,})(?![\p{L}\d])/gu

/** Finds well-known names with one wrong letter. */
const findMisspelled = (lower: string): Hit[] =>
  matchAll(lower, LONG_WORD, (word) =>
    likeNames.has(word)
      ? null
      : (correctableNames.find(([name]) => word !== name && word[0] === name[0] && isOneEditAway(word, name))?.[1] ??
        null),
  )

/** Ordinary words that are one letter away from a company name. */
const likeNames = new Set([
  'apples',
  'being',
  'boing',
  'boring',
  'intent',
  'abode',
  'lilies',
  'costs',
  'micros',
  'pepsis',
  'googled',
  'orange',
  'visas',
  'fords',
  'cokes',
  'merch',
  'micro',
  'inter',
  'until',
  'index',
  'ample',
  'apply',
  'maple',
])

function findUpperSymbols(original: string, lower: string, directory: StockDirectory): Hit[] {
  const isShouting = original === original.toUpperCase() && original.includes(' ')
  if (isShouting) return []
  return [...original.matchAll(TICKER)].flatMap((match): Hit[] => {
    const [word] = match
    const [start, end] = [match.index, match.index + word.length]
    const listed = directory.findSymbol(word)
    const found = (isSure: boolean) => [{ symbols: [listed ?? word], isSure, start, end }]
    if (word === 'I') return []
    const isWord = acronyms.has(word) || ordinaryWords.has(word)
    if (!isWord) return found(true)
    if (acronyms.has(word) && listed === null) return []
    if (judgePlace(lower.slice(0, start), lower.slice(end)) === 'sure') return found(true)
    return listed === null || acronyms.has(word) || HOLDS_A_SENTENCE.test(original.slice(end)) ? [] : found(false)
  })
}

/** Words after a capitalized word that is merely emphasized, as in "ALL my positions". */
const HOLDS_A_SENTENCE = /^\s(?:the|my|an?|this|that|these|those|all|is|are|and|of|i|you|it|to)\b/iu

function findLowerSymbols(lower: string, directory: StockDirectory): Hit[] {
  return [...lower.matchAll(LOWER_WORD)].flatMap((match): Hit[] => {
    const [word] = match
    const listed = directory.findSymbol(word)
    if (listed === null) return []
    const [start, end] = [match.index, match.index + word.length]
    const [before, after] = [lower.slice(0, start), lower.slice(end)]
    const found = (isSure: boolean) => [{ symbols: [listed], isSure, start, end }]
    // A common abbreviation counts as a ticker only where nothing but a stock fits.
    if (isShortForm(word)) return judgeWordPlace(before, after, word) === 'none' ? [] : found(false)
    const isWord = word.length === 1 || ordinaryWords.has(word.toUpperCase()) || acronyms.has(word.toUpperCase())
    const place = isWord ? judgeWordPlace(before, after, word) : 'sure'
    return place === 'none' ? [] : found(place === 'sure')
  })
}

function readPossessive(word: string, directory: StockDirectory): string | null {
  const [only, ...others] = ordinaryNames.has(word) ? [] : directory.findName(word)
  if (only !== undefined && others.length === 0) return only
  return word.length < 3 || ordinaryWords.has(word.toUpperCase()) || isShortForm(word)
    ? null
    : directory.findSymbol(word)
}

function matchAll(text: string, pattern: RegExp, read: (word: string) => string | null): Hit[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const symbol = read(match.slice(1).find((group) => group !== undefined) ?? match[0])
    return symbol === null
      ? []
      : [{ symbols: [symbol], isSure: true, start: match.index, end: match.index + match[0].length }]
  })
}

/**
 * Looks up a phrase in a stock's position as the beginning of a name. A single match is certain; several are
 * candidates.
 */
function lookUp(unknown: string, lower: string, directory: StockDirectory): Hit[] {
  const start = lower.indexOf(unknown.toLowerCase())
  const key = toKey(unknown)
  const whole = directory.findName(key)
  const found = whole.length > 0 ? whole : directory.findBeginning(key)
  return found.length === 0 || start < 0
    ? []
    : [{ symbols: found.slice(0, MAX_CANDIDATES), isSure: found.length === 1, start, end: start + unknown.length }]
}

const MAX_CANDIDATES = 4
