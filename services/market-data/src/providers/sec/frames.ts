import type { IsoDate } from '@callwright/scoring'
import { type Fact, isRecord, readFact } from './facts.ts'
import { unreadable } from './sec-failure.ts'
import { BALANCE_TAGS, FLOW_TAGS, LEASE_TAGS } from './tags.ts'
import { type Cik, readCik } from './tickers.ts'

/**
 * Name of a frame, which holds all companies' figures for one tag and period: `CY2025` is a year, `CY2025Q4` a quarter,
 * and `CY2025Q4I` a balance sheet date.
 */
export interface FrameName {
  readonly tag: string
  readonly period: string
}

/**
 * Number of quarters to load: the current one, in which some fiscal quarters end, the three before it, and the same
 * four a year earlier.
 */
const FLOW_QUARTERS = 8
const FLOW_YEARS = 3
/** Number of quarters to load, since balance sheets are filed up to three months after their date. */
const BALANCE_QUARTERS = 3
/** Number of quarters to load, since leases are often reported only in the annual report. */
const LEASE_QUARTERS = 6

/** Lists every frame needed for the ratios of the whole market. Each frame takes one call. */
export function listFrames(asOfDate: IsoDate): readonly FrameName[] {
  const year = Number(asOfDate.slice(0, 4))
  const quarter = year * 4 + Math.floor((Number(asOfDate.slice(5, 7)) - 1) / 3)
  const years = Array.from({ length: FLOW_YEARS }, (_, back) => `CY${year - back}`)
  const quarters = (count: number) =>
    Array.from({ length: count }, (_, back) => `CY${Math.floor((quarter - back) / 4)}Q${((quarter - back) % 4) + 1}`)
  const instants = (count: number) => quarters(count).map((period) => `${period}I`)
  const combine = (tags: readonly string[], periods: readonly string[]) =>
    tags.flatMap((tag) => periods.map((period) => ({ tag, period })))
  return [
    ...combine(FLOW_TAGS, [...years, ...quarters(FLOW_QUARTERS)]),
    ...combine(BALANCE_TAGS, instants(BALANCE_QUARTERS)),
    ...combine(LEASE_TAGS, instants(LEASE_QUARTERS)),
  ]
}

/** Calls `take` with each company's fact in a frame, skipping invalid rows. Throws `unreadable`. */
export function readFrame(body: unknown, take: (cik: Cik, fact: Fact) => void): void {
  const rows = isRecord(body) ? body.data : null
  if (!Array.isArray(rows)) throw unreadable('returned no rows of a frame')
  let taken = 0
  for (const row of rows) {
    const fact = readFact(row)
    const cik = isRecord(row) ? readCik(row.cik) : null
    if (fact === null || cik === null) continue
    taken += 1
    take(cik, fact)
  }
  if (rows.length > 0 && taken === 0) throw unreadable('returned a frame without a usable row')
}
