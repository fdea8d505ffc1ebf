import { newYorkDate } from '@callwright/scoring'
import { type DayFigure, findDays, findTimes, findWeekdays, weekdayOf } from './dates.ts'
import { displayText, INSTANT, type LedgerUnit } from './display.ts'
import { type Figure, findFigures } from './figures.ts'
import type { Ledger } from './ledger.ts'
import type { MoneyPer } from './neighbors.ts'
import { findNumberWords } from './number-words.ts'
import { marketMinutes } from './product-constants.ts'

/**
 * A number that an answer may use. If the user wrote it without a unit, its unit is `said`, and an answer may give it
 * any unit.
 */
export interface Fact {
  readonly value: number
  readonly unit: LedgerUnit | 'said'
  /** The stock that the number is about; null if it isn't about one. */
  readonly symbol: string | null
  /** Whether an amount is per share, contract or position; null if unknown. */
  readonly per: MoneyPer | null
  /** Where the number comes from: a signed value in a result, the text of a result, or a message from the user. */
  readonly origin: 'value' | 'words' | 'user'
}

export interface DayFact {
  readonly day: DayFigure
  readonly symbol: string | null
}

export interface Facts {
  readonly numbers: readonly Fact[]
  readonly days: readonly DayFact[]
  /** Days of the week (0 is Sunday) on which known dates fall, or that are mentioned by name. */
  readonly weekdays: ReadonlySet<number>
  /** Stocks that the figures belong to. */
  readonly symbols: ReadonlySet<string>
  readonly minutes: ReadonlySet<number>
  /** Words in results that contain digits, such as a contract symbol or `3M`. */
  readonly words: ReadonlySet<string>
}

/** Must not follow a currency sign or a decimal point: `$1.3M` doesn't mention 3M. */
const WORD_WITH_DIGITS = /(?<![\p{L}\d$€£¥]|[.,])(?=[\p{L}\d]*\p{L})(?=[\p{L}\d]*\d)[\p{L}\d]+/gu

/** Tickers that usually mean something else when they appear in a sentence. */
const notNames = new Set(['CC', 'DTE', 'ET', 'IV'])

const units: Readonly<Record<Exclude<Figure['kind'], 'foreign'>, readonly LedgerUnit[]>> = {
  usd: ['usd'],
  pct: ['pct'],
  days: ['days'],
  count: ['count'],
  // The number is a price in "the 90 call", but a count in "3 calls".
  strike: ['usd', 'count'],
  delta: ['delta'],
  multiple: ['ratio'],
  plain: ['plain'],
}

/** Collects everything an answer may use, from the turn's results, the user's messages and today's date. */
export function collectFacts(ledger: Ledger, userWords: readonly string[], asOf: string): Facts {
  const entries = [...ledger.values()]
  const texts = entries.flatMap(({ value, symbol, isExternal }) =>
    typeof value === 'string' ? [{ text: value, symbol, isExternal }] : [],
  )
  const own = texts.filter(({ text, isExternal }) => !isExternal && !INSTANT.test(text))
  const instants = texts.flatMap(({ text }) => (INSTANT.test(text) ? [displayText(text)] : []))
  const said = [...userWords, newYorkDate(Date.parse(asOf)), ...instants].map((text) => ({ text, symbol: null }))
  const days = [...own, ...said].flatMap(({ text, symbol }) =>
    findDays(text).map(({ found: day }) => ({ day, symbol })),
  )
  return {
    weekdays: new Set([
      ...days.flatMap(({ day }) => weekdayOf(day) ?? []),
      ...[...own, ...said].flatMap(({ text }) => findWeekdays(text, 'any')).map(({ found }) => found),
    ]),
    days,
    numbers: distinct([
      ...entries.flatMap(({ value, unit, symbol, per }) =>
        typeof value === 'number' && unit !== 'text' ? [{ value, unit, symbol, per, origin: 'value' } as const] : [],
      ),
      ...own.flatMap(({ text, symbol }) => readNumbers(text, symbol, 'words')),
      ...userWords.flatMap(readSaid),
    ]),
    symbols: new Set(
      entries.flatMap(({ symbol }) => (symbol !== null && symbol.length > 1 && !notNames.has(symbol) ? [symbol] : [])),
    ),
    minutes: new Set([
      ...marketMinutes,
      ...[...own.map(({ text }) => text), ...instants, ...userWords].flatMap(findTimes).flatMap(({ found }) => found),
    ]),
    words: new Set(texts.flatMap(({ text }) => text.match(WORD_WITH_DIGITS) ?? [])),
  }
}

/** Removes duplicates, because the rows of a chain repeat many values. */
const distinct = (facts: readonly Fact[]): Fact[] => [
  ...new Map(
    facts.map((fact) => [`${fact.unit} ${fact.value} ${fact.symbol} ${fact.per} ${fact.origin}`, fact]),
  ).values(),
]

/** Finds the figures in a text, except those that are part of a date or time. */
function findNumbers(text: string): Figure[] {
  const rest = blank(text, [...findDays(text), ...findTimes(text)])
  return [...findFigures(rest), ...findNumberWords(rest)]
}

function readNumbers(text: string, symbol: string | null, origin: Fact['origin']): Fact[] {
  return findNumbers(text).flatMap(({ mantissa, scale, kind }) =>
    kind === 'foreign' ? [] : units[kind].map((unit) => ({ value: mantissa * scale, unit, symbol, per: null, origin })),
  )
}

/** Finds the numbers in a user's message. A number keeps its unit; if it has none, it may take on any. */
function readSaid(text: string): Fact[] {
  return readNumbers(text, null, 'user').map((fact): Fact => {
    if (fact.unit === 'plain') return { ...fact, unit: 'said' }
    return fact.unit === 'delta' && fact.value > 1 ? { ...fact, value: fact.value / 100 } : fact
  })
}

/** Replaces parts of a text with spaces, so that the offsets of the rest stay the same. */
export function blank(text: string, parts: readonly { readonly start: number; readonly end: number }[]): string {
  let blanked = text
  for (const { start, end } of parts) {
    blanked = blanked.slice(0, start) + ' '.repeat(end - start) + blanked.slice(end)
  }
  return blanked
}

/** Finds the words with digits in a text that also appear in a result. */
export function findKnownWords(text: string, words: ReadonlySet<string>): { start: number; end: number }[] {
  return [...text.matchAll(WORD_WITH_DIGITS)]
    .filter(([word]) => words.has(word))
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
}
