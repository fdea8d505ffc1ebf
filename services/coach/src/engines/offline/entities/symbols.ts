import { isOneEditAway } from '../language/edits.ts'
import type { Message } from '../language/normalise.ts'
import { isShortForm } from '../language/slang.ts'
import { acronyms, companyNames, knownSymbols, ordinaryWords } from './company-names.ts'

export interface FoundSymbols {
  /** In the order they are named, each once. */
  readonly symbols: readonly string[]
  /** Those that are not wanted: "anything but TSLA". */
  readonly leftOut: readonly string[]
  /** Something that is probably a company, and that only a search can tell. */
  readonly unknown: string | null
  /** The message without them, in lower case. */
  readonly rest: string
  /** The message with `§` in place of each, in lower case. */
  readonly marked: string
}

const TRADING_CUE =
  /\b(?:options?|calls?|stocks?|shares?|strikes?|price|chain|covered|ticker|symbol|expir\w*|earnings|dividends?|quote|analy[sz]e|roll|rsi|rating|rated|score|doing|iv|volatil\w+|rank\w*|yields?|delta|ex-?div\w*|reports?|pays?|weekl\w+|looking|trading|premiums?|quote)\b/u
const TICKER = /(?<![\p{L}\d$.])([A-Z]{1,5}(?:\.[A-Z])?)(?![\p{L}\d])/gu
const CASHTAG = /\$([a-z]{1,6}(?:\.[a-z])?)(?![a-z\d])/giu
const LOWER_WORD = /(?<![\p{L}\d$.'])([a-z]{2,5}(?:\.b)?)(?![\p{L}\d]|'(?!s\b))/gu
/** Tickers that are words or letters, in small letters where only a ticker can stand. */
const SHORT_TICKER =
  /(?<![\p{L}\d$.']|\d\s)(cat|f|t|v|c|ma|mo|coin|ba)(?=\s(?:\$?\d|(?:calls?|options?|stock|shares|chain|earnings|covered|strikes?)\b))|(?<=\b(?:on|for|of|about|my)\s)(cat|f|t|v|c|ma|mo|coin|ba)(?=$|[?.!,;])|(?<=(?:^|\s)(?:is|or|vs|versus|than|compare)\s)(f|t|v|c|ma|mo|ba)(?=$|[?.!,;]|\s(?:or|vs|versus|a|any|good|better|than|and)\b)|(?<=\b(?:own|have|hold|holding|got|bought|long) \d{2,6} (?:shares of )?)(cat|f|t|v|c|ma|mo|coin|ba)(?=\s(?:from|at|@|shares|in|bought|stock)|$|[?.!,;])/gu
/** `teslas earnings`, `amds rsi`. */
const OWNING = /(?<![\p{L}\d$.'])([a-z]{2,12})s(?![\p{L}\d])/gu
const SHORTEST_MENDED_NAME = 5
export const SYMBOL_MARK = '§'

interface Hit {
  readonly symbol: string
  readonly start: number
  readonly end: number
}

/** Symbols by `$`, by capitals, by well-known tickers in lower case and by the names of companies. */
export function findSymbols({ original, text }: Message): FoundSymbols {
  // The two differ in length where a word was mended, so each is searched for itself.
  const lower = original.toLowerCase()
  const hits: Hit[] = []
  const add = (found: readonly Hit[]) => {
    for (const hit of found) if (!hits.some(({ start, end }) => hit.start < end && start < hit.end)) hits.push(hit)
  }
  add(matchAll(original, CASHTAG, (word) => word.toUpperCase()))
  add(findNames(lower))
  add(findTickers(original, lower))
  add(matchAll(lower, LOWER_WORD, (word) => readLowerTicker(word.toUpperCase())))
  add(matchAll(lower, SHORT_TICKER, (word) => word.toUpperCase()))
  if (TRADING_CUE.test(lower)) add(matchAll(lower, OWNING, readOwner))
  const ordered = hits.toSorted((a, b) => a.start - b.start)
  const isUnwanted = ({ start }: Hit) => LEFT_OUT.test(lower.slice(0, start))
  const wanted = ordered.filter((hit) => !isUnwanted(hit))
  const symbols = [...new Set(wanted.map(({ symbol }) => symbol))]
  const words = ordered.map(({ start, end }) => lower.slice(start, end))
  const marked = words.reduce(
    (left, word) =>
      left.replace(new RegExp(`(?<![\\p{L}\\d])${quotePattern(word)}(?![\\p{L}\\d])`, 'u'), ` ${SYMBOL_MARK} `),
    text,
  )
  return {
    symbols,
    leftOut: ordered.filter(isUnwanted).map(({ symbol }) => symbol),
    unknown: ordered.length > 0 ? null : findUnknown(original),
    rest: tidy(marked.replaceAll(SYMBOL_MARK, ' ').replace(/(?<![\p{L}])'s\b/gu, ' ')),
    marked: tidy(marked),
  }
}

const LEFT_OUT =
  /(?<!\bwhy )\b(?:not|no|except(?: for)?|excluding|besides|other than|anything but|but not|without)\s+$/u

const tidy = (text: string) => text.replace(/\s+/gu, ' ').trim()

function quotePattern(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
}

const namePatterns = companyNames.map(([name, symbol]) => ({
  name,
  symbol,
  exact: new RegExp(`(?<![\\p{L}\\d])${quotePattern(name)}(?![\\p{L}\\d])`, 'gu'),
  canBeMended: name.length >= SHORTEST_MENDED_NAME && /^[a-z]+$/u.test(name),
}))
const LONG_WORD = /(?<![\p{L}\d])([a-z]{5,})(?![\p{L}\d])/gu

function findNames(lower: string): Hit[] {
  return namePatterns.flatMap(({ name, symbol, exact, canBeMended }) => {
    const found = matchAll(lower, exact, () => symbol)
    if (found.length > 0 || !canBeMended) return found
    return matchAll(lower, LONG_WORD, (word) =>
      word !== name && word[0] === name[0] && isOneEditAway(word, name) && !likeNames.has(word) ? symbol : null,
    )
  })
}

/** Words one letter from a company. */
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

function findTickers(original: string, lower: string): Hit[] {
  const isShouting = original === original.toUpperCase() && original.includes(' ')
  return matchAll(original, TICKER, (word) => {
    if (acronyms.has(word)) return null
    if (isShouting && !knownSymbols.has(word)) return null
    if (ordinaryWords.has(word) && (isShouting || !TRADING_CUE.test(lower) || !standsAsTicker(original, word)))
      return null
    return word
  })
}

/** A letter alone is a ticker only where a ticker belongs; `I` is the speaker. */
function standsAsTicker(original: string, word: string): boolean {
  if (new RegExp(`\\b${word} (?:the|my|an?|this|that|all|is|and|of)\\b`, 'u').test(original)) return false
  if (word.length > 1)
    return (
      !original.startsWith(`${word} `) || /^(?:calls?|options?|stock|shares)/iu.test(original.slice(word.length + 1))
    )
  return (
    word !== 'I' &&
    new RegExp(
      `(?:\\b(?:on|of|for|ticker|symbol|about|analy[sz]e)\\s${word}(?=$|[?.!,;]|\\s(?:with|expiring|that|under|over|in|at|between|delta|please|calls?|options?|stock|shares|and|or|for|now|next|this|today)\\b)|\\b${word}\\s(?:calls?|options?|stock|shares|chain)\\b)`,
      'iu',
    ).test(original)
  )
}

const byName = new Map(companyNames)
const readOwner = (word: string) => byName.get(word) ?? readLowerTicker(word.toUpperCase())

const readLowerTicker = (word: string) =>
  knownSymbols.has(word) && !ordinaryWords.has(word) && !isShortForm(word.toLowerCase()) ? word : null

function matchAll(text: string, pattern: RegExp, read: (word: string) => string | null): Hit[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const symbol = read(match.slice(1).find((group) => group !== undefined) ?? match[0])
    return symbol === null ? [] : [{ symbol, start: match.index, end: match.index + match[0].length }]
  })
}

const NAMED =
  /\b(?:for|on|of|about|in|with|write|sell|analy[sz]e|symbol for|ticker (?:for|of)|price of|compare|is|what about)\s+((?:[A-Z][\p{L}&.'-]+)(?:\s+[A-Z][\p{L}&.'-]+)?)/u
const TYPED =
  /\b(?:options|calls|call options|covered calls?|price|snapshot|expirations|chain|ticker|quote) (?:for|on|of) ([a-z]{3,12})(?=$|[?!.,;]| (?:with|expiring|for|that|in|over|under|delta|between|please|stock|around|about|next|this)\b)/u

/** A name in capitals, or a word where a stock is expected, that nothing here knows. */
function findUnknown(original: string): string | null {
  const named = NAMED.exec(original)?.[1] ?? null
  if (named !== null && !common.has(named.toLowerCase().split(' ')[0] ?? '')) return named.replace(/['.]s?$/u, '')
  const typed = TYPED.exec(original.toLowerCase())?.[1] ?? null
  return typed === null || common.has(typed) ? null : typed
}

/** What follows `for` and its like without being a company. */
const common = new Set(
  (
    'the this that my me a an it its all any some each every next today tomorrow monday tuesday wednesday thursday friday ' +
    'saturday sunday january february march april may june july august september october november december jan feb mar apr jun ' +
    'jul aug sep oct nov dec covered call calls option options stock stocks income risk tech technology health healthcare energy ' +
    'financial financials delta theta gamma iv rsi what which how thanks thanksgiving christmas new good black cash high low max ' +
    'min least most dte expiration expiry these those them one same another premium yield roll strategy beginners earnings ' +
    'dividends portfolio position positions about around between under over callwright rating greeks ' +
    'consumer industrials industrial materials utilities real communication information labor memorial independence juneteenth ' +
    'right now here anything something margin everything companies sale expiration ' +
    'easter halloween wall street sma bollinger macd stochastic assignment early itm otm atm ex-dividend'
  ).split(' '),
)
