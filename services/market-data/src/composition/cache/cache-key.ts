import { createHash } from 'node:crypto'
import type { ChainFilter } from '../../providers/provider.ts'
import { RATE_TENORS } from '../../providers/rate-curve.ts'
import type { SourceRequest } from '../../providers/source-requests.ts'

/** Longest gap between a close and the next session's day: a chain cached over a weekend must still reach as far. */
const LONGEST_PAUSE_DAYS = 4
const STRIKE_DIGITS = 2
/** Longer texts, and those with other characters, are replaced by their digest. */
const PLAIN_KEY = /^[\w.,:=-]{1,160}$/

/** Values that need no quotes to be unambiguous in a key. */
const PLAIN_WORD = /^[\w.-]+$/

/** Normalized arguments of a request and its cache key. */
export interface NamedRequest {
  readonly args: readonly unknown[]
  readonly key: string
}

/**
 * Normalizes similar requests so that they share a cache entry: chain filters are widened and rates use the nearest
 * tenor. Sources may always return more than was requested.
 */
export function nameRequest(request: SourceRequest, args: readonly unknown[]): NamedRequest {
  const given = args.filter((argument) => argument !== undefined)
  const asked = widen(request.endpoint, given)
  const text = asked.map(write).join(',')
  const isPlain = text === '' || PLAIN_KEY.test(text)
  const name = isPlain ? text : createHash('sha256').update(text).digest('hex').slice(0, 32)
  return { args: asked, key: `${request.endpoint}:${name}` }
}

function widen(endpoint: string, args: readonly unknown[]): readonly unknown[] {
  const [first, filter] = args
  if (endpoint === 'rate') return [findTenor(Number(first))]
  // The store returns the whole series, whatever the start day.
  if (endpoint === 'bars') return [first]
  return endpoint === 'chain' && filter !== undefined ? [first, widenFilter(filter as ChainFilter)] : args
}

function findTenor(days: number): number {
  const byDistance = RATE_TENORS.toSorted((a, b) => Math.abs(a.days - days) - Math.abs(b.days - days))
  return byDistance[0]?.days ?? days
}

/** Extends the days by the longest pause between sessions, and rounds strikes outward. */
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

/** Serializes an argument; the order of filter properties does not matter. */
function write(argument: unknown): string {
  if (typeof argument !== 'object' || argument === null) return String(argument)
  const parts = Object.entries(argument).filter(([, value]) => value !== undefined)
  return parts
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${PLAIN_WORD.test(String(value)) ? value : JSON.stringify(value)}`)
    .join(':')
}
