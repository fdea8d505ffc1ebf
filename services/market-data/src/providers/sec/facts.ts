import { addDays, daysBetween, type IsoDate, isCalendarDay } from '@callwright/scoring'

/** Days since 1970-01-01: facts are many, and are compared and subtracted far more often than shown. */
export type Day = number

/** One reported figure: of a span of days, or of one day where there is no start. */
export interface Fact {
  readonly startDay: Day | null
  readonly endDay: Day
  readonly valueUsd: number
}

/** What a company reported, by the name of the US-GAAP taxonomy; one fact a span or day, the last one filed. */
export type FactsByTag = ReadonlyMap<string, readonly Fact[]>

const EPOCH: IsoDate = '1970-01-01'

export const toDay = (date: IsoDate): Day => daysBetween(EPOCH, date)
export const toDate = (day: Day): IsoDate => addDays(EPOCH, day)

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A row of companyfacts or of a frame; null where it makes no sense. The SEC writes figures as JSON numbers: one that
 * comes as a string is not trusted.
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
