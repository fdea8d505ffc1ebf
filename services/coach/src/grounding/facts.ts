import { newYorkDate } from '@callwright/scoring'
import { type DayFigure, findDays, findTimes, findWeekdays, weekdayOf } from './dates.ts'
import { displayText, INSTANT, type LedgerUnit } from './display.ts'
import { type Figure, findFigures } from './figures.ts'
import type { Ledger } from './ledger.ts'
import type { MoneyPer } from './neighbours.ts'
import { findNumberWords } from './number-words.ts'
import { marketMinutes } from './product-constants.ts'

/** A number that may be said. One the user wrote without a sign may be anything: `said`. */
export interface Fact {
  readonly value: number
  readonly unit: LedgerUnit | 'said'
  /** Whose it is; null of nobody in particular. */
  readonly symbol: string | null
  /** What money is counted for; null where that is not known. */
  readonly per: MoneyPer | null
  /** A value of a result, whose sign says which way it goes; what a result says in words; what the user wrote. */
  readonly origin: 'value' | 'words' | 'user'
}

export interface DayFact {
  readonly day: DayFigure
  readonly symbol: string | null
}

export interface Facts {
  readonly numbers: readonly Fact[]
  readonly days: readonly DayFact[]
  /** Days of the week that a known day falls on, or that somebody named; 0 is Sunday. */
  readonly weekdays: ReadonlySet<number>
  /** The stocks whose figures these are. */
  readonly symbols: ReadonlySet<string>
  readonly minutes: ReadonlySet<number>
  /** Words with digits in them that a result holds as text: a contract's symbol, `3M`. */
  readonly words: ReadonlySet<string>
}

/** Not behind a sign or a point: in `$1.3M` no company is named. */
const WORD_WITH_DIGITS = /(?<![\p{L}\d$€£¥]|[.,])(?=[\p{L}\d]*\p{L})(?=[\p{L}\d]*\d)[\p{L}\d]+/gu

/** Words that are no name of a stock where they stand in a sentence, though stocks are listed under them. */
const notNames = new Set(['CC', 'DTE', 'ET', 'IV'])

const units: Readonly<Record<Exclude<Figure['kind'], 'foreign'>, readonly LedgerUnit[]>> = {
  usd: ['usd'],
  pct: ['pct'],
  days: ['days'],
  count: ['count'],
  // The 90 call, 3 calls.
  strike: ['usd', 'count'],
  delta: ['delta'],
  multiple: ['ratio'],
  plain: ['plain'],
}

/** All that an answer may rest on: the results of its turn, the user's own words, and what day it is. */
export function collectFacts(ledger: Ledger, userWords: readonly string[], asOf: string): Facts {
  const entries = [...ledger.values()]
  const texts = entries.flatMap(({ value, symbol, isForeign }) =>
    typeof value === 'string' ? [{ text: value, symbol, isForeign }] : [],
  )
  const own = texts.filter(({ text, isForeign }) => !isForeign && !INSTANT.test(text))
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

/** A chain says the same of many rows. */
const distinct = (facts: readonly Fact[]): Fact[] => [
  ...new Map(
    facts.map((fact) => [`${fact.unit} ${fact.value} ${fact.symbol} ${fact.per} ${fact.origin}`, fact]),
  ).values(),
]

/** The figures of a text, those of its dates and times left out. */
function findNumbers(text: string): Figure[] {
  const rest = blank(text, [...findDays(text), ...findTimes(text)])
  return [...findFigures(rest), ...findNumberWords(rest)]
}

function readNumbers(text: string, symbol: string | null, origin: Fact['origin']): Fact[] {
  return findNumbers(text).flatMap(({ mantissa, scale, kind }) =>
    kind === 'foreign' ? [] : units[kind].map((unit) => ({ value: mantissa * scale, unit, symbol, per: null, origin })),
  )
}

/** What the user wrote: with a sign it is what the sign says, without one it may be anything. */
function readSaid(text: string): Fact[] {
  return readNumbers(text, null, 'user').map((fact): Fact => {
    if (fact.unit === 'plain') return { ...fact, unit: 'said' }
    return fact.unit === 'delta' && fact.value > 1 ? { ...fact, value: fact.value / 100 } : fact
  })
}

/** The text with the given parts as blanks, so that every place in it stays where it was. */
export function blank(text: string, parts: readonly { readonly start: number; readonly end: number }[]): string {
  let blanked = text
  for (const { start, end } of parts) {
    blanked = blanked.slice(0, start) + ' '.repeat(end - start) + blanked.slice(end)
  }
  return blanked
}

/** Where the words of results stand in a text. */
export function findKnownWords(text: string, words: ReadonlySet<string>): { start: number; end: number }[] {
  return [...text.matchAll(WORD_WITH_DIGITS)]
    .filter(([word]) => words.has(word))
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
}
