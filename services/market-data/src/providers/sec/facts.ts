import { addDays, daysBetween, type IsoDate, isCalendarDay } from '@callwright/scoring'

/**
 * Days since 1970-01-01. A number, since the days of many facts are compared and subtracted, and few are ever
 * displayed.
 */
export type Day = number

/** One reported figure, for a span of days or, if it has no start, for a single day. */
export interface Fact {
  readonly startDay: Day | null
  readonly endDay: Day
  readonly valueUsd: number
}

/** A company's reported facts by US-GAAP tag. Each span or day has one fact, the last one filed. */
export type FactsByTag = ReadonlyMap<string, readonly Fact[]>

const EPOCH: IsoDate = '1970-01-01'

export const toDay = (date: IsoDate): Day => daysBetween(EPOCH, date)
export const toDate = (day: Day): IsoDate => addDays(EPOCH, day)

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Parses a row of companyfacts or of a frame; null if it is invalid. The SEC writes figures as JSON numbers, so strings
 * are not accepted.
 */
export function readFact(row: unknown): Fact | null {
  if (!isRecord(row)) return null
  const { start, end, val } = row
  if (typeof val !== 'number' || !Number.isFinite(val)) return null
  if (typeof end !== 'string' || !isCalendarDay(end)) return null
  if (start === undefined) return { startDay: null, endDay: toDay(end), valueUsd: val }
  if (typeof start !== 'string' || !isCalendarDay(start) || start > end) return null
  return { startDay: toDay(start), endDay: toDay(end), valueUsd: val }
}
