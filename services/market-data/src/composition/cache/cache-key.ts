import { createHash } from 'node:crypto'
import type { ChainFilter } from '../../providers/provider.ts'
import { RATE_TENORS } from '../../providers/rate-curve.ts'
import type { SourceRequest } from '../../providers/source-requests.ts'

/**
 * Longest gap between a close and the next session. A chain cached before a weekend must still cover the requested days
 * after it.
 */
const LONGEST_PAUSE_DAYS = 4
const STRIKE_DIGITS = 2
/** A key that does not match is replaced with its digest. */
const PLAIN_KEY = /^[\w.,:=-]{1,160}$/

/** Values that can appear in a key unquoted without ambiguity. */
const PLAIN_WORD = /^[\w.-]+$/

export interface NamedRequest {
  readonly args: readonly unknown[]
  readonly key: string
}

/**
 * Normalizes a request so that similar requests share a cache entry: chain filters are widened, and rates use the
 * nearest tenor. That is safe because callers already expect a source to return more than was requested.
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
  // The store returns the whole series regardless of the start day.
  if (endpoint === 'bars') return [first]
  return endpoint === 'chain' && filter !== undefined ? [first, widenFilter(filter as ChainFilter)] : args
}

function findTenor(days: number): number {
  const byDistance = RATE_TENORS.toSorted((a, b) => Math.abs(a.days - days) - Math.abs(b.days - days))
  return byDistance[0]?.days ?? days
}

/** Widens the range of days by the longest gap between sessions, and rounds the strikes outward. */
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

/** Serializes an argument; the order of a filter's properties does not matter. */
function write(argument: unknown): string {
  if (typeof argument !== 'object' || argument === null) return String(argument)
  const parts = Object.entries(argument).filter(([, value]) => value !== undefined)
  return parts
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${PLAIN_WORD.test(String(value)) ? value : JSON.stringify(value)}`)
    .join(':')
}
