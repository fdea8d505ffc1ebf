import { newYorkCloseMs, usDate } from '@callwright/scoring'
import { UNKNOWN_FUNDAMENTALS } from '../fundamentals.ts'
import { lacks } from '../missing.ts'
import type { Answer, Fundamentals, Missing, SharesOutstanding, Stamp } from '../provider.ts'
import {
  BANK_REVENUE_TAG,
  CURRENT_DEBT_TAG,
  type Day,
  EQUITY_TAGS,
  type Fact,
  type FactsByTag,
  INCOME_TAGS,
  LEASE_PART_TAGS,
  LEASE_TAG,
  LEASE_TAGS,
  LONG_TERM_DEBT_TAG,
  MATURING_DEBT_TAGS,
  NONCURRENT_DEBT_TAGS,
  REVENUE_TAGS,
  SHORT_TERM_DEBT_TAGS,
  toDate,
} from './facts.ts'

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
function listSpans(facts: readonly Fact[]): readonly Span[] {
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
function sumTrailingYear(spans: readonly Span[], endDay: Day): number | null {
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

/** A ratio and the last day it covers, or the reason it could not be computed. */
type Ratio =
  | { readonly value: number; readonly endDay: Day; readonly reason: null }
  | { readonly value: null; readonly endDay: Day | null; readonly reason: string }

/** If a company files only annually, its figures are up to 18 months old just before the next report. */
const MAX_AGE_DAYS = 550
/** Leases may be this old, since many companies report them only in the annual report. */
const MAX_LEASE_AGE_DAYS = 400

const none = (reason: string, endDay: Day | null = null): Ratio => ({ value: null, endDay, reason })
const isRecent = (day: Day, today: Day) => day <= today && day >= today - MAX_AGE_DAYS

/** Computes net income over revenue, as a fraction, for the latest twelve months that have both. */
export function computeNetMargin(facts: FactsByTag, today: Day): Ratio {
  const spansOf = (tag: string) => listSpans(facts.get(tag) ?? [])
  const incomes = INCOME_TAGS.map(spansOf)
  const bankRevenue = spansOf(BANK_REVENUE_TAG)
  const revenues = REVENUE_TAGS.map(spansOf)
  const ends = new Set(incomes.flat().map(({ endDay }) => endDay))
  for (const endDay of [...ends].filter((day) => isRecent(day, today)).sort((a, b) => b - a)) {
    const netIncome = firstKnown(incomes, (spans) => sumTrailingYear(spans, endDay))
    if (netIncome === null) continue
    // If a company reports several revenues, revenue from contracts with customers is only part of the total.
    const known = revenues.map((spans) => sumTrailingYear(spans, endDay)).filter((revenue) => revenue !== null)
    const revenue = sumTrailingYear(bankRevenue, endDay) ?? (known.length === 0 ? null : Math.max(...known))
    if (revenue === null) continue
    if (revenue <= 0) return none(`No revenue in the twelve months to ${usDate(toDate(endDay))}`, endDay)
    return { value: netIncome / revenue, endDay, reason: null }
  }
  return none('The SEC has no net income and revenue for the same twelve months within the last 18')
}

/** Computes long-term debt, current debt and operating leases over equity, from the latest balance sheet. */
export function computeDebtToEquity(facts: FactsByTag, today: Day): Ratio & { readonly negativeEquity: boolean } {
  const found = findEquity(facts, today)
  if (found === null) return { ...none('The SEC has no equity figure from the last 18 months'), negativeEquity: false }
  const { endDay, equity } = found
  if (equity <= 0) {
    const reason = `Equity was ${equity < 0 ? 'negative' : 'zero'} on ${usDate(toDate(endDay))}`
    return { ...none(reason, endDay), negativeEquity: equity < 0 }
  }
  const debt = sumDebt((tag) => readBalance(facts, tag, endDay))
  if (debt === null) {
    return { ...none(`The SEC has no debt figure for ${usDate(toDate(endDay))}`, endDay), negativeEquity: false }
  }
  return { value: (debt + sumLeases(facts, endDay)) / equity, endDay, reason: null, negativeEquity: false }
}

/** Finds the most recent equity; if both tags are equally recent, uses the parent's. */
function findEquity(facts: FactsByTag, today: Day): { readonly endDay: Day; readonly equity: number } | null {
  const days = EQUITY_TAGS.flatMap((tag) => facts.get(tag) ?? []).map(({ endDay }) => endDay)
  const endDay = Math.max(...days.filter((day) => isRecent(day, today)))
  const equity = firstKnown(EQUITY_TAGS, (tag) => readBalance(facts, tag, endDay))
  return equity === null ? null : { endDay, equity }
}

/**
 * Adds up debt without operating leases. Null without a long-term figure: if only short-term debt is reported, or no
 * debt at all, the company usually reports its debt under a custom tag.
 */
function sumDebt(balance: (tag: string) => number | null): number | null {
  const noncurrent = firstKnown(NONCURRENT_DEBT_TAGS, balance)
  const longTerm = balance(LONG_TERM_DEBT_TAG)
  const current = balance(CURRENT_DEBT_TAG)
  const maturing = firstKnown(MATURING_DEBT_TAGS, balance)
  const shortTerm = firstKnown(SHORT_TERM_DEBT_TAGS, balance) ?? 0
  if (noncurrent !== null && current !== null) return noncurrent + current
  if (noncurrent !== null && maturing !== null) return noncurrent + maturing + shortTerm
  if (longTerm !== null) return longTerm + shortTerm
  return noncurrent === null ? null : noncurrent + shortTerm
}

/** Operating leases as last reported on or before the balance sheet date; 0 if they never were. */
function sumLeases(facts: FactsByTag, endDay: Day): number {
  const days = LEASE_TAGS.flatMap((tag) => facts.get(tag) ?? []).map((fact) => fact.endDay)
  const leaseDay = Math.max(...days.filter((day) => day <= endDay && day >= endDay - MAX_LEASE_AGE_DAYS))
  const parts = LEASE_PART_TAGS.map((tag) => readBalance(facts, tag, leaseDay) ?? 0)
  return readBalance(facts, LEASE_TAG, leaseDay) ?? parts.reduce((sum, part) => sum + part, 0)
}

function readBalance(facts: FactsByTag, tag: string, day: Day): number | null {
  return facts.get(tag)?.find(({ startDay, endDay }) => startDay === null && endDay === day)?.valueUsd ?? null
}

function firstKnown<T>(items: readonly T[], read: (item: T) => number | null): number | null {
  for (const item of items) {
    const value = read(item)
    if (value !== null) return value
  }
  return null
}

/** Figures that no filing contains. */
const NEVER_REPORTED: readonly Missing[] = [
  lacks('market_cap', 'market capitalization'),
  lacks('dividend_yield', 'dividend yields'),
  lacks('credit_rating', 'credit ratings'),
]

/** Computes one company's ratios, as of the end of the last quarter they cover, and adds its number of shares. */
export function summarizeFacts(
  stamp: Stamp,
  facts: FactsByTag,
  today: Day,
  shares: SharesOutstanding | null = null,
): Answer<Fundamentals> {
  const margin = computeNetMargin(facts, today)
  const debt = computeDebtToEquity(facts, today)
  const endDays = [margin.endDay, debt.endDay].filter((day) => day !== null)
  const missing = [...NEVER_REPORTED]
  if (margin.reason !== null) missing.push({ field: 'net_margin', reason: margin.reason })
  if (debt.reason !== null) missing.push({ field: 'debt_to_equity', reason: debt.reason })
  return {
    ...stamp,
    asOfMs: endDays.length === 0 ? stamp.asOfMs : newYorkCloseMs(toDate(Math.max(...endDays))),
    value: {
      ...UNKNOWN_FUNDAMENTALS,
      netMarginPct: margin.value === null ? null : margin.value * 100,
      debtToEquity: debt.value,
      negativeEquity: debt.negativeEquity,
      shares,
    },
    missing,
  }
}

/** Answer for a company that files no US-GAAP facts: a fund, or a foreign company under other accounting rules. */
export function withoutFacts(stamp: Stamp, symbol: string): Answer<Fundamentals> {
  return {
    ...stamp,
    value: UNKNOWN_FUNDAMENTALS,
    missing: [...NEVER_REPORTED, lacks('fundamentals', `fundamentals for ${symbol}`)],
  }
}
