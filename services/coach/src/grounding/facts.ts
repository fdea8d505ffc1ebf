import { newYorkDate, POSITION_LIMITS } from '@callwright/scoring'
import { type DayFigure, findDays, findTimes, findWeekdays, weekdayOf } from './dates.ts'
import { type Figure, findFigures, findNumberWords, type MoneyPer } from './figures.ts'
import { displayText, INSTANT, type ResultValues, type ValueUnit } from './result-values.ts'

/**
 * A number that an answer may use. The unit is `said` if the user wrote no unit; the answer may then give it any unit.
 */
export interface Fact {
  readonly value: number
  readonly unit: ValueUnit | 'said'
  readonly symbol: string | null
  /** Whether an amount is per share, contract or position; null if unknown. */
  readonly per: MoneyPer | null
  /** A signed value in a result, the text of a result, or a message from the user. */
  readonly origin: 'value' | 'words' | 'user'
}

interface DayFact {
  readonly day: DayFigure
  readonly symbol: string | null
}

export interface Facts {
  readonly numbers: readonly Fact[]
  readonly days: readonly DayFact[]
  /** Days of the week (0 is Sunday) of known dates or mentioned by name. */
  readonly weekdays: ReadonlySet<number>
  readonly symbols: ReadonlySet<string>
  readonly minutes: ReadonlySet<number>
  /** Words in results that contain digits, such as a contract symbol or `3M`. */
  readonly words: ReadonlySet<string>
}

/** A match must not follow a currency sign or decimal point: `$1.3M` doesn't mention 3M. */
const WORD_WITH_DIGITS = /(?<![\p{L}\d$€£¥]|[.,])(?=[\p{L}\d]*\p{L})(?=[\p{L}\d]*\d)[\p{L}\d]+/gu

/** Tickers that usually mean something else in a sentence. */
export const notNames: ReadonlySet<string> = new Set(['CC', 'DTE', 'ET', 'IV'])

const units: Readonly<Record<Exclude<Figure['kind'], 'foreign'>, readonly ValueUnit[]>> = {
  usd: ['usd'],
  pct: ['pct'],
  days: ['days'],
  count: ['count'],
  // A price in "the 90 call", a count in "3 calls".
  strike: ['usd', 'count'],
  delta: ['delta'],
  multiple: ['ratio'],
  plain: ['plain'],
}

/** Collects every fact that an answer may use, from the turn's results, the user's messages and today's date. */
export function collectFacts(results: ResultValues, userWords: readonly string[], asOf: string): Facts {
  const entries = [...results.values()]
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

/** The rows of a chain repeat many values. */
const distinct = (facts: readonly Fact[]): Fact[] => [
  ...new Map(
    facts.map((fact) => [`${fact.unit} ${fact.value} ${fact.symbol} ${fact.per} ${fact.origin}`, fact]),
  ).values(),
]

/** Excludes figures that are part of a date or time. */
function findNumbers(text: string): Figure[] {
  const rest = blank(text, [...findDays(text), ...findTimes(text)])
  return [...findFigures(rest), ...findNumberWords(rest)]
}

function readNumbers(text: string, symbol: string | null, origin: Fact['origin']): Fact[] {
  return findNumbers(text).flatMap(({ mantissa, scale, kind }) =>
    kind === 'foreign' ? [] : units[kind].map((unit) => ({ value: mantissa * scale, unit, symbol, per: null, origin })),
  )
}

/** A number in a user's message keeps its unit; without one, it fits any unit. */
function readSaid(text: string): Fact[] {
  return readNumbers(text, null, 'user').map((fact): Fact => {
    if (fact.unit === 'plain') return { ...fact, unit: 'said' }
    return fact.unit === 'delta' && fact.value > 1 ? { ...fact, value: fact.value / 100 } : fact
  })
}

/** Replaces parts of a text with spaces to preserve the offsets of the rest. */
export function blank(text: string, parts: readonly { readonly start: number; readonly end: number }[]): string {
  let blanked = text
  for (const { start, end } of parts) {
    blanked = blanked.slice(0, start) + ' '.repeat(end - start) + blanked.slice(end)
  }
  return blanked
}

/** Finds words with digits that also appear in a result. */
export function findKnownWords(text: string, words: ReadonlySet<string>): { start: number; end: number }[] {
  return [...text.matchAll(WORD_WITH_DIGITS)]
    .filter(([word]) => words.has(word))
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
}

/** A figure defined by the product. A sentence about its subject may state it without a result. */
export interface ProductConstant {
  readonly value: number
  readonly unit: ValueUnit
  readonly about: RegExp
  /** True for the terms of option contracts. Other constants are thresholds, which never describe a stock. */
  readonly appliesToAllStocks: boolean
}

const constants = (unit: ValueUnit, about: RegExp, ...values: number[]): ProductConstant[] =>
  values.map((value) => ({ value, unit, about, appliesToAllStocks: false }))
const always = (...given: Parameters<typeof constants>): ProductConstant[] =>
  constants(...given).map((constant) => ({ ...constant, appliesToAllStocks: true }))

const {
  assignmentDelta,
  lastDays,
  letAssignHeadroomPct,
  profitCapturedPct,
  timeElapsedPct,
  minHeadroomEm,
  minStaticYieldPct,
} = POSITION_LIMITS

/** The thresholds in SPEC section 9 and the terms of option contracts. */
export const productConstants: readonly ProductConstant[] = [
  ...always('count', /\bshares?\b|\bcontracts?\b|\bmultipl/iu, 100),
  ...always('count', /\bcontracts?\b/iu, 1),
  ...constants('delta', /\bdelta\b/iu, 0.15, 0.2, 0.25, 0.3, assignmentDelta),
  ...constants('days', /\bdays?\b|\bdte\b|\bexpir/iu, lastDays, 30, 45),
  ...constants('days', /\bannuali[sz]|\byear\b/iu, 365),
  ...constants('points', /\brating\b|\bscore\b/iu, 0, 19, 26, 36, 40, 60),
  ...constants('pct', /\bprofit\b|\bcaptured\b|\bpremium\b/iu, profitCapturedPct),
  ...constants('pct', /\btime\b|\belapsed\b/iu, timeElapsedPct),
  ...constants('pct', /\bheadroom\b|\bat[ -]the[ -]money\b/iu, letAssignHeadroomPct),
  ...constants('pct', /\byield\b/iu, minStaticYieldPct, 20),
  ...constants('ratio', /\bexpected move\b|\bheadroom\b/iu, minHeadroomEm, 1),
  ...constants('points', /\brsi\b/iu, 14, 30, 70),
  ...constants('days', /\brsi\b/iu, 14),
  ...constants('plain', /\bstandard deviation/iu, 1, 2),
  ...always('usd', /\bworthless/iu, 0),
  ...constants('pct', /\bcovered\b|\bfully\b/iu, 100),
  ...constants('pct', /\biv\b|\bimplied volatility\b/iu, 15, 30, 70),
  ...constants('points', /\bstochastic/iu, 3, 14, 20, 80),
  ...constants('days', /\bsma\b|\bmoving average\b|\bbollinger\b/iu, 2, 20, 50),
]

/** Names with a number that is not a figure. */
export const namesWithNumbers =
  /\b(?:[1-9]|1\d|20)(?:st|nd|rd|th)\b(?!\s+percentile)|\b52[- ]week\b|\bT\+[12]\b|\b(?:Form|Section)\s\d{3,4}\b|\bS&P\s?500\b|\b401\s?\(?k\)?|\b12[- ]months?\b|\bfifty-two[- ]week\b|\bRule\s1[04]4\b|\bRussell\s[12]000\b|\bNasdaq[- ]100\b/giu

/** Market open and close in minutes since midnight, New York time. */
const marketMinutes: readonly number[] = [9 * 60 + 30, 16 * 60]

/** Close of a half day. Allowed only in sentences about half days. */
export const earlyClose = { minute: 13 * 60, about: /\bearly\b|\bearlier\b|\bhalf\b|\bshort/iu } as const
