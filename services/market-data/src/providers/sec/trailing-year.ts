import type { Day, Fact } from './facts.ts'

interface Span {
  readonly startDay: Day
  /** Last day of the span, inclusive. */
  readonly endDay: Day
  readonly valueUsd: number
}

/** Range of lengths of a fiscal year in days: 52 or 53 weeks, or 12 months. */
const SHORTEST_YEAR = 350
const LONGEST_YEAR = 385
/** Range of lengths of a quarter in days: 12 to 17 weeks. */
const SHORTEST_QUARTER = 75
const LONGEST_QUARTER = 125
/** Maximum number of days between the reported starts of a fiscal year that was reported twice. */
const SAME_START = 3
/** Maximum difference in days between the lengths of the same part of two years, since one may contain a 53rd week. */
const SAME_LENGTH = 10

const lengthOf = ({ startDay, endDay }: Span) => endDay - startDay + 1
const isYear = (span: Span) => lengthOf(span) >= SHORTEST_YEAR && lengthOf(span) <= LONGEST_YEAR
const isQuarter = (span: Span) => lengthOf(span) >= SHORTEST_QUARTER && lengthOf(span) <= LONGEST_QUARTER

/** Lists a tag's spans, plus sums of up to four consecutive quarters where the sum itself is not reported. */
export function listSpans(facts: readonly Fact[]): readonly Span[] {
  const spans = facts.flatMap(({ startDay, endDay, valueUsd }) =>
    startDay === null ? [] : [{ startDay, endDay, valueUsd }],
  )
  const byStart = new Map(spans.filter(isQuarter).map((quarter) => [quarter.startDay, quarter]))
  const known = new Set(spans.map(({ startDay, endDay }) => `${startDay}:${endDay}`))
  const sums: Span[] = []
  for (const first of byStart.values()) {
    let sum: Span = first
    for (let quarters = 2; quarters <= 4; quarters += 1) {
      const next = byStart.get(sum.endDay + 1)
      if (next === undefined) break
      sum = { startDay: first.startDay, endDay: next.endDay, valueUsd: sum.valueUsd + next.valueUsd }
      if (!known.has(`${sum.startDay}:${sum.endDay}`)) sums.push(sum)
    }
  }
  return [...spans, ...sums]
}

/**
 * Adds up the twelve months up to and including `endDay`: a year that ends on that day or, failing that, last year +
 * year to date - the same span a year ago. Null if the spans are not enough.
 */
export function sumTrailingYear(spans: readonly Span[], endDay: Day): number | null {
  const ending = spans.filter((span) => span.endDay === endDay).sort((a, b) => lengthOf(b) - lengthOf(a))
  const year = ending.find(isYear)
  if (year !== undefined) return year.valueUsd
  for (const toDate of ending) {
    if (lengthOf(toDate) >= SHORTEST_YEAR) continue
    const lastYear = spans.find((span) => isYear(span) && Math.abs(span.endDay + 1 - toDate.startDay) <= SAME_START)
    if (lastYear === undefined) continue
    const yearAgo = spans.find(
      (span) =>
        Math.abs(span.startDay - lastYear.startDay) <= SAME_START &&
        Math.abs(lengthOf(span) - lengthOf(toDate)) <= SAME_LENGTH,
    )
    if (yearAgo !== undefined) return lastYear.valueUsd + toDate.valueUsd - yearAgo.valueUsd
  }
  return null
}
