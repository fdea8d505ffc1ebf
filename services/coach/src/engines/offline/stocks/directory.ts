import { formerSymbols } from '@callwright/contracts'
import { vocabulary } from '../reading/words/spelling.ts'
import { alsoKnown, nicknames, ordinaryNames } from './names.ts'

/** A stock that the market lists. */
interface NamedStock {
  readonly symbol: string
  readonly name: string
}

/** Stocks that a message can name: everything that the market lists, with common names and variant spellings. */
export interface StockDirectory {
  /** Ticker in the exchange's spelling; null if the market does not list it. */
  readonly findSymbol: (written: string) => string | null
  /** Stocks whose full name, nickname or spelling matches. Several if companies share a name. */
  readonly findName: (key: string) => readonly string[]
  readonly findBeginning: (key: string) => readonly string[]
  readonly describe: (symbol: string) => string
  /** Well-known one-word names, which may be misspelled. */
  readonly famous: ReadonlyMap<string, string>
  /** Number of words in the longest name. */
  readonly longestName: number
}

/** Normalizes a name to lower case without punctuation or accents, and with "and" for `&`. */
export const toKey = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .replaceAll('&', ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const LEGAL = /\s(?:inc|incorporated|corporation|corp|company|companies|co|plc|ltd|limited|llc|the|and)$/u
const SOFT =
  /\s(?:holdings?|group|technologies|technology|international|industries|enterprises|systems|brands|energy|pharmaceuticals|laboratories|platforms|communications|solutions|resorts|airlines|trust|com)$/u

/** Shortens a name: `Agilent Technologies, Inc.` also yields `agilent technologies` and `agilent`. */
function listVariants(name: string): string[] {
  const whole = toKey(name)
  const plain = toKey(name.replace(/\([^()]*\)/gu, ' '))
  const variants = [whole, plain]
  let left = plain
  while (LEGAL.test(left)) {
    left = left.replace(LEGAL, '')
    variants.push(left)
  }
  const short = left.replace(SOFT, '')
  if (short !== left && !ordinaryNames.has(short)) variants.push(short)
  const joined = left.replace(/^(?:\p{L} )+(?=\p{L}{2})/u, (initials) => `${initials.replaceAll(' ', '')} `)
  return [...variants, joined].filter((variant) => variant.length > 1)
}

const MIN_FIRST_WORD = 6

/** First words that begin the name of one company only: "fastenal", "hormel". Ordinary words are left out. */
function listUniqueBeginnings(listed: readonly NamedStock[]): Map<string, string> {
  const found = new Map<string, string | null>()
  for (const { symbol, name } of listed) {
    const [first = ''] = toKey(name).split(' ')
    if (first.length < MIN_FIRST_WORD || ordinaryNames.has(first) || vocabulary().has(first)) continue
    found.set(first, found.has(first) ? null : symbol)
  }
  return new Map([...found].filter((entry): entry is [string, string] => entry[1] !== null))
}

const opened = new WeakMap<readonly NamedStock[], StockDirectory>()

/** Returns the directory for a list of stocks, cached per list object. */
export function openDirectory(listed: readonly NamedStock[]): StockDirectory {
  const known = opened.get(listed) ?? buildDirectory(listed)
  opened.set(listed, known)
  return known
}

function buildDirectory(listed: readonly NamedStock[]): StockDirectory {
  const names = new Map(listed.map(({ symbol, name }) => [symbol, name]))
  const symbols = new Map([...alsoKnown, ...names.keys()].map((one) => [one, one]))
  for (const symbol of names.keys()) if (symbol.includes('.')) symbols.set(symbol.replace('.', ''), symbol)
  const byName = new Map<string, string[]>()
  const add = (key: string, symbol: string) => {
    const before = byName.get(key) ?? []
    if (!before.includes(symbol)) byName.set(key, [...before, symbol])
  }
  for (const { symbol, name } of listed) {
    for (const variant of listVariants(name)) add(variant, symbol)
    if (symbol.includes('.')) add(toKey(symbol), symbol)
  }
  for (const [first, symbol] of listUniqueBeginnings(listed)) if (!byName.has(first)) add(first, symbol)
  // A nickname takes precedence over a name shared by several companies.
  for (const [symbol, all] of nicknames)
    if (symbols.has(symbol)) for (const one of all) byName.set(toKey(one), [symbol])
  for (const [former, symbol] of formerSymbols) if (!names.has(former) && names.has(symbol)) symbols.set(former, symbol)
  const keys = [...byName.keys()]
  return {
    findSymbol: (written) => symbols.get(written.toUpperCase().replace(/[-/ ]/u, '.')) ?? null,
    findName: (key) => byName.get(key) ?? [],
    findBeginning: (key) =>
      key.length < MIN_PREFIX_LENGTH
        ? []
        : [...new Set(keys.filter((name) => name.startsWith(`${key} `)).flatMap((name) => byName.get(name) ?? []))],
    describe: (symbol) => {
      const name = names.get(symbol)
      return name === undefined ? symbol : `${symbol} (${name})`
    },
    famous: new Map(
      [...nicknames].flatMap(([symbol, all]) =>
        symbols.has(symbol) ? all.flatMap((name) => (/^[a-z]{5,}$/u.test(name) ? [[name, symbol] as const] : [])) : [],
      ),
    ),
    longestName: Math.max(...keys.map((key) => key.split(' ').length)),
  }
}

/** A shorter prefix matches too many names. */
const MIN_PREFIX_LENGTH = 4

const CAPITALS = /(?<![\p{L}\d])[A-Z]{2,5}(?![\p{L}\d])/gu

/** "FB is now META." if the message used a former symbol of one of `symbols`, else null (D62). */
export function describeFormerSymbols(message: string, symbols: readonly string[]): string | null {
  const words = new Set([...message.matchAll(CAPITALS)].map(([word]) => word))
  const notes = [...words].flatMap((word) => {
    const today = formerSymbols.get(word)
    return today !== undefined && symbols.includes(today) && !symbols.includes(word) ? [`${word} is now ${today}.`] : []
  })
  return notes.length === 0 ? null : notes.join(' ')
}
