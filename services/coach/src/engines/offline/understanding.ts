import { newYorkDate } from '@callwright/scoring'
import { findTerm, type GlossaryTerm } from '@callwright/scoring/glossary'
import { type Preferences, readPreferences } from './entities/preferences.ts'
import { readSlots, type Slots } from './entities/slots.ts'
import { findSymbols } from './entities/symbols.ts'
import { type Message, normalize } from './language/normalize.ts'
import type { StockDirectory } from './stock-directory.ts'

/** A parsed message before its intent is chosen. */
export interface Understanding extends Message {
  readonly symbols: readonly string[]
  /** Text that is probably a company name. Only a search can tell. */
  readonly unknownName: string | null
  /** Stocks that the user may have meant. Until the user chooses one, the coach uses no other stock. */
  readonly candidates: readonly string[]
  /** The message in lower case, with its symbols removed. */
  readonly rest: string
  /** The message in lower case, with each symbol replaced by `§`. */
  readonly marked: string
  readonly slots: Slots
  readonly preferences: Preferences
  readonly term: GlossaryTerm | null
  readonly today: string
}

export function understand(message: string, asOf: string, directory: StockDirectory): Understanding {
  const today = newYorkDate(Date.parse(asOf))
  const normalized = normalize(message, (word) => directory.findName(word).length > 0)
  const { symbols, leftOut, candidates, unknown, rest, marked } = findSymbols(normalized, directory)
  const preferences = readPreferences(rest)
  return {
    ...normalized,
    symbols,
    unknownName: unknown,
    candidates,
    rest,
    marked,
    slots: readSlots(marked, today),
    preferences: {
      ...preferences,
      unsupported: [...preferences.unsupported, ...leftOut.map((symbol) => `without ${symbol}`)],
    },
    term: findFirstTerm(rest),
    today,
  }
}

const MAX_TERM_WORDS = 5
/** Common names for terms that the glossary lists under another name. */
const otherWords: Readonly<Record<string, string>> = {
  'covered calls': 'covered call',
  'theta decay': 'theta',
  'time decay': 'theta',
  'ideal delta': 'delta',
  'delta range': 'delta',
  assigned: 'exercise and assignment',
  assignment: 'exercise and assignment',
  rolling: 'roll',
  'break even': 'breakeven',
  'break-even': 'breakeven',
  'ex-dividend date': 'ex-date',
  'ex dividend date': 'ex-date',
  'annualised yield': 'annualized yield',
  iv: 'implied volatility',
  itm: 'moneyness',
  otm: 'moneyness',
  atm: 'moneyness',
  'in the money': 'moneyness',
  'out of the money': 'moneyness',
  'at the money': 'moneyness',
  rating: 'Callwright Rating',
  score: 'Callwright Rating',
  'cc score': 'Callwright Rating',
  'covered call score': 'Callwright Rating',
  rate: 'Callwright Rating',
  rank: 'Callwright Rating',
  extrinsic: 'time value',
  intrinsic: 'intrinsic value',
  scores: 'Callwright Rating',
  ratings: 'Callwright Rating',
  'called away': 'exercise and assignment',
  'get assigned': 'exercise and assignment',
  exercised: 'exercise and assignment',
  'deep itm': 'moneyness',
  'deep in the money': 'moneyness',
  'iv crush': 'implied volatility',
  vol: 'implied volatility',
  volatility: 'implied volatility',
  oi: 'open interest',
  'break evens': 'breakeven',
  ivr: 'IV rank',
  'iv rank': 'IV rank',
  'ex div': 'ex-date',
  'ex dividend': 'ex-date',
  'ex-div': 'ex-date',
  'annual yield': 'annualized yield',
  'annualized return': 'annualized yield',
  yield: 'annualized yield',
  'called early': 'early assignment',
  'assigned early': 'early assignment',
  'early exercise': 'early assignment',
  pinned: 'pin risk',
  'buy write': 'covered call',
  'buy-write': 'covered call',
  'rolling out': 'roll',
  'roll out': 'roll',
  'rolling up': 'roll',
  'max gain': 'max profit',
  'odds of assignment': 'chance assigned',
  'chance of assignment': 'chance assigned',
  'chance of being assigned': 'chance assigned',
  'probability of assignment': 'chance assigned',
  'downside protection': 'cushion',
  'profit taken': 'profit captured',
  'p&l': 'covered-call P&L',
}

/** Glossary terms that are rarely the subject of a question. */
const weakTerms = new Set([
  'company',
  'price',
  'symbol',
  'sector',
  'position',
  'contracts',
  'options_available',
  'market_cap',
])

const tooCommon = new Set(['options', 'option', 'calls', 'call', 'stock', 'stocks'])

/** Finds the first term in a text. Longer phrases take precedence. A weak term counts only if it is the only one. */
export function findFirstTerm(text: string): GlossaryTerm | null {
  const words = text.split(/[^\p{L}\p{N}%&'-]+/u).filter((word) => word !== '')
  let weak: GlossaryTerm | null = null
  for (let from = 0; from < words.length; from += 1) {
    const found = findTermAt(words, from)
    if (found === null || tooCommon.has(words[from] ?? '')) continue
    if (!weakTerms.has(found.id)) return found
    weak ??= found
  }
  return weak
}

function findTermAt(words: readonly string[], from: number): GlossaryTerm | null {
  for (let length = Math.min(MAX_TERM_WORDS, words.length - from); length > 0; length -= 1) {
    const phrase = words.slice(from, from + length).join(' ')
    const found =
      phrase.length < 2 ? null : findTerm((Object.hasOwn(otherWords, phrase) ? otherWords[phrase] : null) ?? phrase)
    if (found !== null) return found
  }
  return null
}
