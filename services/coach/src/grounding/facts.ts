import { newYorkDate } from '@callwright/scoring'
import { type DayFigure, findDays, findTimes } from './dates.ts'
import { displayText, INSTANT, type LedgerUnit } from './display.ts'
import { findFigures } from './figures.ts'
import type { Ledger } from './ledger.ts'
import { findNumberWords } from './number-words.ts'
import { marketMinutes } from './product-constants.ts'

/** A number that may be said. What the user named may be anything: `said`. */
export interface Fact {
  readonly value: number
  readonly unit: LedgerUnit | 'said'
}

export interface Facts {
  readonly numbers: readonly Fact[]
  readonly days: readonly DayFigure[]
  readonly minutes: ReadonlySet<number>
  /** Words with digits in them that a result holds as text: a contract's symbol, `3M`. */
  readonly words: ReadonlySet<string>
}

const WORD_WITH_DIGITS = /(?<![\p{L}\d])(?=[\p{L}\d]*\p{L})(?=[\p{L}\d]*\d)[\p{L}\d]+/gu
const unitOfKind = {
  usd: 'usd',
  pct: 'pct',
  days: 'days',
  count: 'count',
  strike: 'plain',
  delta: 'delta',
  plain: 'plain',
} as const

/** All that an answer may rest on: the results of its turn, the user's own words, and what day it is. */
export function collectFacts(ledger: Ledger, userWords: readonly string[], asOf: string): Facts {
  const entries = [...ledger.values()]
  const texts = entries.flatMap(({ value }) => (typeof value === 'string' ? [value, displayText(value)] : []))
  const own = entries.flatMap(({ value, isForeign }) =>
    typeof value === 'string' && !isForeign && !INSTANT.test(value) ? [value] : [],
  )
  const today = newYorkDate(Date.parse(asOf))
  const spoken = [...texts.filter((text) => !INSTANT.test(text)), ...userWords, today]
  return {
    numbers: distinct([
      ...entries.flatMap(({ value, unit }) => (typeof value === 'number' && unit !== 'text' ? [{ value, unit }] : [])),
      ...own.flatMap(readNumbers),
      ...userWords.flatMap(readNumbers).map(({ value }): Fact => ({ value, unit: 'said' })),
    ]),
    days: spoken.flatMap(findDays).map(({ found }) => found),
    minutes: new Set([...marketMinutes, ...[...texts, ...userWords].flatMap(findTimes).flatMap(({ found }) => found)]),
    words: new Set(texts.flatMap((text) => text.match(WORD_WITH_DIGITS) ?? [])),
  }
}

/** A chain says the same of many rows. */
const distinct = (facts: readonly Fact[]): Fact[] => [
  ...new Map(facts.map((fact) => [`${fact.unit} ${fact.value}`, fact])).values(),
]

/** Numbers of a text, those of its dates and times left out. */
function readNumbers(text: string): Fact[] {
  const rest = blank(text, [...findDays(text), ...findTimes(text)])
  return [...findFigures(rest), ...findNumberWords(rest)].flatMap(({ mantissa, scale, kind }) =>
    kind === 'foreign' ? [] : [{ value: mantissa * scale, unit: unitOfKind[kind] }],
  )
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
