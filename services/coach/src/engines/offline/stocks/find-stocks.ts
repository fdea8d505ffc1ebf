import { findTerm } from '@callwright/scoring/glossary'
import { isShortForm } from '../reading/normalize.ts'
import { isOneEditAway, vocabulary } from '../reading/words/spelling.ts'
import { type StockDirectory, toKey } from './directory.ts'
import { acronyms, likeNames, neverBeside, ordinaryNames, ordinaryWords, plainInCapitals } from './names.ts'
import { judgePlace, judgeWordPlace } from './places.ts'

export interface FoundStocks {
  /** In the message's order, without duplicates. */
  readonly symbols: readonly string[]
  /** Excluded stocks, as in "anything but TSLA". */
  readonly leftOut: readonly string[]
  /** Stocks that the message may mean: the coach asks which one. */
  readonly candidates: readonly string[]
  /** Words in the place of a stock that name no listed one. Only a search can tell. */
  readonly unknown: string | null
  /** The message with each stock replaced by `§`. */
  readonly marked: string
}

interface Hit {
  readonly symbols: readonly string[]
  readonly isSure: boolean
  readonly start: number
  readonly end: number
}

export const STOCK_MARK = '§'
const UPPER = /(?<![\p{L}\d$.])([A-Z]{1,5}(?:[./-][A-Z])?)(?![\p{L}\d])/gu
const LOWER = /(?<![\p{L}\d$.'])([a-z]{1,5}(?:[./-][ab])?)(?![\p{L}\d]|'(?!s\b))/gu
const CASHTAG = /\$([a-z]{1,6}(?:[./-][a-z])?)(?![a-z\d])/giu
const OWNED = /(?<![\p{L}\d$.'])([a-z]{3,12})s(?![\p{L}\d])/gu
const LONG = /(?<![\p{L}\d])([a-z]{5,})(?![\p{L}\d])/gu
const LEFT_OUT =
  /(?<!\bwhy )\b(?:not|no|except(?: for)?|excluding|besides|other than|anything but|but not|without|remove|skip|exclude|leave out|take out|minus)\s+$/u

/** Finds the stocks in a message: cashtags, company names, listed symbols in any case, and words in a stock's place. */
export function findStocks(original: string, directory: StockDirectory): FoundStocks {
  const lower = original.toLowerCase()
  const hits: Hit[] = []
  const add = (found: readonly Hit[]) => {
    for (const hit of found) {
      const others = hits.filter(({ start, end }) => hit.start < end && start < hit.end)
      if (others.some(({ isSure }) => isSure || !hit.isSure)) continue
      for (const other of others) hits.splice(hits.indexOf(other), 1)
      hits.push(hit)
    }
  }
  add(matchAll(original, CASHTAG, (word) => directory.findSymbol(word) ?? word.toUpperCase()))
  add(findNames(lower, directory))
  add(findUpper(original, lower, directory))
  add(findLower(lower, directory))
  add(matchAll(lower, OWNED, (word) => readOwner(word, directory)))
  add(matchAll(lower, LONG, (word) => readMisspelled(word, directory)))
  add(findNeighbors(original, lower, hits, directory))
  const unknown = hits.some(({ isSure }) => isSure) ? null : findUnknown(original, lower)
  add(unknown === null ? [] : lookUp(unknown, lower, directory))
  const ordered = hits.filter(({ isSure }) => isSure).toSorted((a, b) => a.start - b.start)
  // "Berkshire B" names a class of shares, not the stock B.
  const isClass = ({ symbols }: Hit) =>
    symbols.every((one) => ordered.some((other) => other.symbols.some((name) => name.endsWith(`.${one}`))))
  // "But not Nvidia or AMD" leaves both out.
  const unwanted: Hit[] = []
  for (const hit of ordered) {
    const last = unwanted.at(-1)
    const isListed = last !== undefined && LISTED.test(lower.slice(last.end, hit.start))
    if (isListed || LEFT_OUT.test(lower.slice(0, hit.start))) unwanted.push(hit)
  }
  const isUnwanted = (hit: Hit) => unwanted.includes(hit)
  return {
    symbols: unique(ordered.filter((hit) => !isUnwanted(hit) && !isClass(hit))),
    leftOut: unique(ordered.filter(isUnwanted)),
    candidates: ordered.length > 0 ? [] : unique(hits),
    unknown: hits.length > 0 ? null : unknown,
    marked: mark(original, ordered.length > 0 ? ordered : hits.length > 0 ? hits : locate(unknown, lower)),
  }
}

const LISTED = /^(?: ?[,/&] ?| or | nor | and |, (?:or|and|nor) )$/u
const JOINS = String.raw`\s(?:and|or|vs\.?|versus|against|over)\s|,\s?(?:and |or )?|\s?\/\s?`
const NEIGHBOR_AFTER = new RegExp(String.raw`^(?:${JOINS})([a-z]{1,12})(?![\p{L}\d'])`, 'u')
const NEIGHBOR_BEFORE = new RegExp(String.raw`(?<![\p{L}\d$.'])([a-z]{1,12})(?:${JOINS})$`, 'u')

/** Words that are symbols beside a stock: "verizon or t", "V and C". Articles and verbs are never meant. */
function findNeighbors(original: string, lower: string, hits: readonly Hit[], directory: StockDirectory): Hit[] {
  return hits.flatMap((hit) => {
    if (!hit.isSure) return []
    const before = NEIGHBOR_BEFORE.exec(lower.slice(0, hit.start))
    const after = NEIGHBOR_AFTER.exec(lower.slice(hit.end))
    const places: readonly (readonly [string | undefined, number])[] = [
      [before?.[1], before?.index ?? 0],
      [after?.[1], hit.end + (after?.[0].length ?? 0) - (after?.[1]?.length ?? 0)],
    ]
    return places.flatMap(([word, start]): Hit[] => {
      const [named = null, ...rest] = directory.findName(word ?? '')
      const symbol = directory.findSymbol(word ?? '') ?? (rest.length === 0 ? named : null)
      // In capitals beside a stock, "LOW" is a symbol.
      const isUpper = word !== undefined && original.slice(start, start + word.length) === word.toUpperCase()
      const isOrdinary =
        word === undefined ||
        (neverBeside.has(word) &&
          !(isUpper && word.length > 1 && !acronyms.has(word.toUpperCase()) && original !== original.toUpperCase()))
      const listed = isOrdinary ? null : symbol
      return listed === null ? [] : [{ symbols: [listed], isSure: true, start, end: start + (word?.length ?? 0) }]
    })
  })
}

const unique = (hits: readonly Hit[]) => [...new Set(hits.flatMap(({ symbols }) => symbols))]

const mark = (text: string, hits: readonly Hit[]) =>
  hits
    .toSorted((a, b) => b.start - a.start)
    .reduce((left, { start, end }) => `${left.slice(0, start)} ${STOCK_MARK} ${left.slice(end)}`, text)
    .replace(/§\s+(?='s\b)/gu, STOCK_MARK)

/** An unknown name is read as a stock too, so that the question is understood although the stock is not. */
const locate = (unknown: string | null, lower: string): Hit[] => {
  const start = unknown === null ? -1 : lower.indexOf(unknown.toLowerCase())
  return start < 0 ? [] : [{ symbols: [], isSure: false, start, end: start + (unknown ?? '').length }]
}

const matchAll = (text: string, pattern: RegExp, read: (word: string) => string | null): Hit[] =>
  [...text.matchAll(pattern)].flatMap((match) => {
    const symbol = read(match[1] ?? match[0])
    const end = match.index + match[0].length
    return symbol === null ? [] : [{ symbols: [symbol], isSure: true, start: match.index, end }]
  })

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)?|&/gu

/** Longer names win. A name that is also an ordinary word needs the place of a stock in its sentence. */
function findNames(lower: string, directory: StockDirectory): Hit[] {
  const words = [...lower.matchAll(WORD)].map(({ 0: word, index }) => ({ start: index, end: index + word.length }))
  const hits: Hit[] = []
  for (let from = 0; from < words.length; from += 1) {
    for (let length = Math.min(directory.longestName, words.length - from); length > 0; length -= 1) {
      const [start, end] = [words[from]?.start ?? 0, words[from + length - 1]?.end ?? 0]
      const hit = readName(lower, start, end, directory)
      if (hit === null) continue
      hits.push(hit)
      from += length - 1
      break
    }
  }
  return hits
}

function readName(lower: string, start: number, wholeEnd: number, directory: StockDirectory): Hit | null {
  const whole = toKey(lower.slice(start, wholeEnd))
  const isUnlisted = directory.findName(whole).length === 0
  const isOwned = isUnlisted && /['’]s$/u.test(lower.slice(start, wholeEnd))
  // "home depots earnings": a name of several words is hardly an ordinary plural.
  const isPlural = isUnlisted && !isOwned && /\w \w+s$/u.test(whole)
  const key = isOwned || isPlural ? whole.slice(0, -1) : whole
  const end = isOwned ? wholeEnd - 2 : wholeEnd
  const symbols = key === '' ? [] : directory.findName(key)
  if (symbols.length === 0) return null
  const upper = key.toUpperCase()
  if (!ordinaryNames.has(key) && !ordinaryWords.has(upper) && !acronyms.has(upper)) {
    return { symbols, isSure: symbols.length === 1, start, end }
  }
  const place = judgeWordPlace(lower.slice(0, start), lower.slice(end), key)
  return place === 'none' ? null : { symbols, isSure: place === 'sure' && symbols.length === 1, start, end }
}

/** Words after a capitalized word that is merely emphasized, as in "ALL my positions". */
const HOLDS_A_SENTENCE = /^\s(?:the|my|an?|this|that|these|those|all|is|are|and|of|i|you|it|to)\b/iu

/** "A call on GE": an article, since a stock's calls would be in the plural. */
const ARTICLE_BEFORE = /^ (?:[a-z]+ )?(?:call|put|strike|position|roll|option|trade)\b/u

/** At the start of a sentence, "A" before a small word is an article, unless the word follows a symbol. */
const OPENS_SENTENCE = /(?:^|[.!?:"] ?)$/u
const FOLLOWS_SYMBOL =
  /^ (?:calls|options|price|stock|shares|earnings|dividends?|rating|chain|premiums?|quote|strikes|expirations|is|at|or|and|vs|versus|for|with|in)\b/u

const isArticle = (before: string, after: string) =>
  ARTICLE_BEFORE.test(after) ||
  (OPENS_SENTENCE.test(before) && /^ [a-z]{2,}/u.test(after) && !FOLLOWS_SYMBOL.test(after))

function findUpper(original: string, lower: string, directory: StockDirectory): Hit[] {
  if (original === original.toUpperCase() && original.includes(' ')) return []
  return [...original.matchAll(UPPER)].flatMap(({ 0: word, index: start }): Hit[] => {
    const end = start + word.length
    const listed = directory.findSymbol(word)
    const found = (isSure: boolean) => [{ symbols: [listed ?? word], isSure, start, end }]
    if (word === 'I' || (word === 'A' && isArticle(original.slice(0, start), original.slice(end)))) return []
    const isWord = acronyms.has(word) || ordinaryWords.has(word)
    if (!isWord || (listed !== null && plainInCapitals.has(word))) return found(true)
    if (acronyms.has(word) && listed === null) return []
    if (listed !== null && isDeliberate(word, original, start, end)) return found(true)
    if (judgePlace(lower.slice(0, start), lower.slice(end)) === 'sure') return found(true)
    return listed === null || acronyms.has(word) || HOLDS_A_SENTENCE.test(original.slice(end)) ? [] : found(false)
  })
}

/** A single capital letter in a sentence of small ones is a symbol, unless a strike or a grade comes before it. */
const isDeliberate = (word: string, original: string, start: number, end: number) =>
  word.length === 1 &&
  start > 0 &&
  /[a-z]{3}/u.test(original) &&
  !/(?:[\d$.]|\b(?:plan|option|grade|type|class|series|part|vitamin|point|section|form|schedule|box|code))\s$/iu.test(
    original.slice(0, start),
  ) &&
  !/^(?:[.)]\s?\S|\+)/u.test(original.slice(end))

function findLower(lower: string, directory: StockDirectory): Hit[] {
  return [...lower.matchAll(LOWER)].flatMap(({ 0: word, index: start }): Hit[] => {
    const listed = directory.findSymbol(word)
    if (listed === null) return []
    const end = start + word.length
    const found = (isSure: boolean) => [{ symbols: [listed], isSure, start, end }]
    const place = () => judgeWordPlace(lower.slice(0, start), lower.slice(end), word)
    // A common abbreviation counts only where nothing but a stock fits.
    if (isShortForm(word)) return place() === 'none' ? [] : found(false)
    const upper = word.toUpperCase()
    const isWord = word.length === 1 || ordinaryWords.has(upper) || acronyms.has(upper)
    if (!isWord) return found(true)
    return place() === 'none' ? [] : found(place() === 'sure')
  })
}

/** Possessives without an apostrophe, as in `teslas earnings`. */
function readOwner(word: string, directory: StockDirectory): string | null {
  const [only, ...others] = ordinaryNames.has(word) ? [] : directory.findName(word)
  if (only !== undefined && others.length === 0) return only
  const isWord = ordinaryWords.has(word.toUpperCase()) || isShortForm(word) || vocabulary().has(`${word}s`)
  return isWord ? null : directory.findSymbol(word)
}

function readMisspelled(word: string, { famous }: StockDirectory): string | null {
  if (likeNames.has(word) || vocabulary().has(word)) return null
  for (const [name, symbol] of famous) if (word[0] === name[0] && isOneEditAway(word, name)) return symbol
  return null
}

const PHRASE = String.raw`([a-z][\p{L}\d&.'-]*(?: [a-z&][\p{L}\d&.'-]*){0,3}?)`
const NAMED =
  /\b(?:for|on|of|about|in|with|write|sell|analy[sz]e|symbol for|ticker (?:for|of)|price of|compare|is|what about|meant?)\s+((?:[A-Z][\p{L}&.'-]+)(?:\s+[A-Z][\p{L}&.'-]+)?)/u
const PLACES = [
  String.raw`\b(?:options?|calls?|price|snapshot|expirations|chain|ticker|symbol|quote|stock|shares|rating|score|earnings|dividends?|premiums?|strikes?|rsi|iv) (?:for|on|of) ${PHRASE}(?=$|[?!.,;]| (?:with|expiring|for|that|in|over|under|delta|between|please|stock|around|about|next|this|today|now|at)\b)`,
  String.raw`\b(?:how(?:'s|s| is| are| does)|what(?:'s|s| is| does)|where(?:'s|s| is)) ${PHRASE} (?:doing|trading|looking|pay|paying|going for|worth|at)\b`,
  String.raw`\bi (?:meant?|was thinking of) ${PHRASE}(?=$|[?!.,;])`,
  String.raw`\b(?:tell me about|analy[sz]e|look up|what about|how about) ${PHRASE}(?=$|[?!.,;])`,
  `^(?:and|also|same for|same with|the same for|or|try) ${PHRASE}(?=[?!. ]*$)`,
  `^${PHRASE}(?:'s)? (?:price|stock price|share price|stock|quote|calls|options|chain)(?=[?!. ]*$)`,
].map((pattern) => new RegExp(pattern, 'u'))

const HAS_OPTIONS =
  /(?<![.?!] )(?<!^)\b([A-Z][\p{L}&.'-]{2,30})(?:'s)? (?:calls|options|shares|stock|earnings|dividends?)\b/u

/** Finds a capitalized name, or unfamiliar words in the place of a stock. */
function findUnknown(original: string, lower: string): string | null {
  const named = NAMED.exec(original)?.[1] ?? HAS_OPTIONS.exec(original)?.[1] ?? null
  if (named?.toLowerCase().split(' ').every(isUnfamiliar)) return named.replace(/['.]s?$/u, '')
  for (const pattern of PLACES) {
    const typed = pattern.exec(lower)?.[1]?.replace(/'s$/u, '') ?? null
    if (typed !== null && typed.length > 1 && typed.split(' ').every(isUnfamiliar)) return typed
  }
  return null
}

const isUnfamiliar = (word: string) =>
  word.length > 1 &&
  !/\d/u.test(word) &&
  !vocabulary().has(word) &&
  !acronyms.has(word.toUpperCase()) &&
  findTerm(word) === null

const MAX_CANDIDATES = 4

/** A phrase in the place of a stock may be the beginning of a name. A single match is certain. */
function lookUp(unknown: string, lower: string, directory: StockDirectory): Hit[] {
  const start = lower.indexOf(unknown.toLowerCase())
  const whole = directory.findName(toKey(unknown))
  const found = whole.length > 0 ? whole : directory.findBeginning(toKey(unknown))
  return found.length === 0 || start < 0
    ? []
    : [{ symbols: found.slice(0, MAX_CANDIDATES), isSure: found.length === 1, start, end: start + unknown.length }]
}
