import { createHash } from 'node:crypto'
import type { ChainFilter } from '../../providers/provider.ts'
import type { Question } from '../../providers/questions.ts'
import { RATE_TENORS } from '../../providers/rate-curve.ts'

/** From one session's close to the day of the next: a chain kept over a weekend still reaches as far as it must. */
const LONGEST_PAUSE_DAYS = 4
const STRIKE_DIGITS = 2
/** Longer texts, and those with other signs, are told apart by their digest. */
const PLAIN_KEY = /^[\w.,:=-]{1,160}$/

/** What needs no quotes to be told from its surroundings. */
const PLAIN_WORD = /^[\w.-]+$/

/** A question as it is asked of the sources, and the key that its answer is kept under. */
export interface NamedQuestion {
  readonly args: readonly unknown[]
  readonly key: string
}

/**
 * Questions that differ by less than their answers do are asked, and kept, as one: a chain is asked for a little wider
 * than it is wanted, a rate for the nearest tenor there is. A source may always answer with more than was asked for.
 */
export function nameQuestion(question: Question, args: readonly unknown[]): NamedQuestion {
  const given = args.filter((argument) => argument !== undefined)
  const asked = widen(question.endpoint, given)
  const text = asked.map(write).join(',')
  const isPlain = text === '' || PLAIN_KEY.test(text)
  const name = isPlain ? text : createHash('sha256').update(text).digest('hex').slice(0, 32)
  return { args: asked, key: `${question.endpoint}:${name}` }
}

function widen(endpoint: string, args: readonly unknown[]): readonly unknown[] {
  const [first, filter] = args
  if (endpoint === 'rate') return [findTenor(Number(first))]
  // The store answers with the whole series, whatever day it is wanted from.
  if (endpoint === 'bars') return [first]
  return endpoint === 'chain' && filter !== undefined ? [first, widenFilter(filter as ChainFilter)] : args
}

function findTenor(days: number): number {
  const byDistance = RATE_TENORS.toSorted((a, b) => Math.abs(a.days - days) - Math.abs(b.days - days))
  return byDistance[0]?.days ?? days
}

/** Days reach over the longest pause between sessions, strikes to round figures. */
function widenFilter({ maxDays, minStrike, maxStrike, ...filter }: ChainFilter): ChainFilter {
  return {
    ...filter,
    ...(maxDays === undefined ? {} : { maxDays: maxDays + LONGEST_PAUSE_DAYS }),
    ...(minStrike === undefined ? {} : { minStrike: roundTo(minStrike, Math.floor) }),
    ...(maxStrike === undefined ? {} : { maxStrike: roundTo(maxStrike, Math.ceil) }),
  }
}

function roundTo(strike: number, round: (value: number) => number): number {
  if (!(strike > 0)) return strike
  const unit = 10 ** (Math.floor(Math.log10(strike)) + 1 - STRIKE_DIGITS)
  return Number((round(strike / unit) * unit).toPrecision(STRIKE_DIGITS + 1))
}

/** The same text for the same question, however the parts of its filter are ordered. */
function write(argument: unknown): string {
  if (typeof argument !== 'object' || argument === null) return String(argument)
  const parts = Object.entries(argument).filter(([, value]) => value !== undefined)
  return parts
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${PLAIN_WORD.test(String(value)) ? value : JSON.stringify(value)}`)
    .join(':')
}
