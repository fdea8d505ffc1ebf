import { isCalendarDay } from '@callwright/scoring'
import { readNumber } from '../parsing/read-number.ts'
import type { IsoDate } from '../provider.ts'

/** Readers for parsed JSON. They do not trust any value to have the expected type. */

export type JsonObject = Readonly<Record<string, unknown>>

/** Strings that providers send in place of a missing number. */
const NO_VALUE = new Set(['', '-', '--', 'n/a', 'na', 'nan', 'none', 'null'])
const EARLIEST_MS = Date.UTC(1970, 0, 2)
const LATEST_MS = Date.UTC(2200, 0, 1)

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object, or an empty one in place of any other value: `{}`, null and absent all mean unknown. */
export function readObject(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** The objects in a list. A single object is treated as a list of one, and any other value as an empty list. */
export function readObjects(value: unknown): readonly JsonObject[] {
  if (Array.isArray(value)) return value.filter(isObject)
  return isObject(value) ? [value] : []
}

/**
 * A number, or a string that contains one. Null if there is no value: absent, null, an empty object, "", "N/A". NaN for
 * anything else, so that the caller can count it.
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

/** Like `readJsonNumber`, but returns null for anything that is not a usable number. */
export function readKnownJsonNumber(value: unknown): number | null {
  const number = readJsonNumber(value)
  return number === null || Number.isNaN(number) ? null : number
}

/** A positive number, or null, since many responses use 0 for a missing value. */
export function readPositiveNumber(value: unknown): number | null {
  const number = readKnownJsonNumber(value)
  return number !== null && number > 0 ? number : null
}

/** A string that is not blank, trimmed; otherwise null. */
export function readText(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' ? null : text
}

/** The calendar day at the start of a string, which may continue with a time; otherwise null. */
export function readDay(value: unknown): IsoDate | null {
  const day = readText(value)?.slice(0, 10) ?? ''
  return isCalendarDay(day) ? day : null
}

/**
 * An instant in UTC milliseconds, read from an ISO 8601 string with a time zone, or from seconds, milliseconds,
 * microseconds or nanoseconds since 1970. The unit is inferred from the number's size, since only one unit makes it a
 * present-day time. Nanoseconds are too large for a double to hold exactly, but the error is less than a microsecond.
 * Null if invalid.
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

const QUOTE = 34
const BACKSLASH = 92
const OPEN_ARRAY = 91
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** Whether a JSON text nests deeper than `limit`. Runs before parsing; brackets inside strings are ignored. */
export function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) index = findStringEnd(text, index)
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth += 1
      if (depth > limit) return true
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1
  }
  return false
}

/** Index of the quote that ends the string opened at `start`, or the end of the text if nothing ends it. */
export function findStringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, index: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(index - 1 - backslashes) === BACKSLASH) backslashes += 1
  return backslashes % 2 === 1
}
