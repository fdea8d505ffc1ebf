import { isCalendarDay } from '@callwright/scoring'
import { readNumber } from '../parsing/read-number.ts'
import type { IsoDate } from '../provider.ts'

/** How a parsed JSON body is read: nothing in it is trusted to be of the type it should have. */

export type JsonObject = Readonly<Record<string, unknown>>

/** Words that providers write where they have no number. */
const NO_VALUE = new Set(['', '-', '--', 'n/a', 'na', 'nan', 'none', 'null'])
const EARLIEST_MS = Date.UTC(1970, 0, 2)
const LATEST_MS = Date.UTC(2200, 0, 1)

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object, an empty one where it is anything else: `{}`, null and absent all mean that nothing is known. */
export function readObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** The objects of a list; one object instead of a list is a list of one, anything else an empty one. */
export function readObjects(value: unknown): readonly JsonObject[] {
  if (Array.isArray(value)) return value.filter(isObject)
  return isObject(value) ? [value] : []
}

/**
 * A number, also one written as a string. Null where there is none: absent, null, an empty object, "", "N/A". NaN where
 * there is something that is no number, for the caller to count.
 */
export function readJsonNumber(value: unknown): number | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number') return Number.isFinite(value) ? value : Number.NaN
  if (typeof value === 'string') {
    const text = value.trim()
    return NO_VALUE.has(text.toLowerCase()) ? null : readNumber(text)
  }
  return isObject(value) && Object.keys(value).length === 0 ? null : Number.NaN
}

/** The same, with everything that is not a usable number unknown. */
export function readKnownJsonNumber(value: unknown): number | null {
  const number = readJsonNumber(value)
  return number === null || Number.isNaN(number) ? null : number
}

/** A number above zero; null otherwise: 0 is how many an answer says that there is none. */
export function readPositiveNumber(value: unknown): number | null {
  const number = readKnownJsonNumber(value)
  return number !== null && number > 0 ? number : null
}

/** A text that says something, trimmed; null otherwise. */
export function readText(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? null : text
}

/** A calendar day, also one with a time behind it; null otherwise. */
export function readDay(value: unknown): IsoDate | null {
  const day = readText(value)?.slice(0, 10) ?? ''
  return isCalendarDay(day) ? day : null
}

/**
 * An instant in UTC milliseconds from seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by their
 * size (each of them is a date of this age in one unit only), or from an ISO 8601 text with its zone. Nanoseconds are
 * past what a double holds exactly, but by less than a microsecond. Null where it is none.
 */
export function readInstantMs(value: unknown): number | null {
  const number = readKnownJsonNumber(value)
  const instantMs = number === null ? readIsoInstantMs(value) : scaleToMs(number)
  return instantMs > EARLIEST_MS && instantMs < LATEST_MS ? instantMs : null
}

function scaleToMs(number: number): number {
  if (number < 1e11) return Math.round(number * 1e3)
  if (number < 1e14) return Math.round(number)
  return Math.round(number / (number < 1e17 ? 1e3 : 1e6))
}

function readIsoInstantMs(value: unknown): number {
  const text = readText(value) ?? ''
  return /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(text) ? Date.parse(text) : Number.NaN
}
