import { usDate } from '@callwright/scoring'
import { type Day, type FactsByTag, toDate } from './facts.ts'
import {
  BANK_REVENUE_TAG,
  CURRENT_DEBT_TAG,
  EQUITY_TAGS,
  INCOME_TAGS,
  LEASE_PART_TAGS,
  LEASE_TAG,
  LEASE_TAGS,
  LONG_TERM_DEBT_TAG,
  MATURING_DEBT_TAGS,
  NONCURRENT_DEBT_TAGS,
  REVENUE_TAGS,
  SHORT_TERM_DEBT_TAGS,
} from './tags.ts'
import { listSpans, sumTrailingYear } from './trailing-year.ts'

/** A ratio and the last day it covers, or the reason it could not be computed. */
export type Ratio =
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
