import type { IsoDate } from '@callwright/scoring'
import { type Fact, isRecord, readFact } from './facts.ts'
import { unreadable } from './sec-failure.ts'
import { BALANCE_TAGS, FLOW_TAGS, LEASE_TAGS } from './tags.ts'
import { type Cik, readCik } from './tickers.ts'

/** One tag over all companies: `CY2025` is a year, `CY2025Q4` a quarter, `CY2025Q4I` the day of a balance sheet. */
export interface FrameName {
  readonly tag: string
  readonly period: string
}

/** The quarter under way holds the fiscal quarters that end off the calendar; the oldest one is a year before the third. */
const FLOW_QUARTERS = 8
const FLOW_YEARS = 3
/** Balance sheets arrive up to three months after their day. */
const BALANCE_QUARTERS = 3
/** Leases are often told in the annual report only. */
const LEASE_QUARTERS = 6

/** Every frame that the ratios of the whole market need: one call each. */
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

/** Hands over each company's fact of a frame; rows that make no sense are left out. Throws `unreadable`. */
export function readFrame(body: unknown, take: (cik: Cik, fact: Fact) => void): void {
  const rows = isRecord(body) ? body.data : null
  if (!Array.isArray(rows)) throw unreadable('answered no rows where a frame was asked for')
  let taken = 0
  for (const row of rows) {
    const fact = readFact(row)
    const cik = isRecord(row) ? readCik(row.cik) : null
    if (fact === null || cik === null) continue
    taken += 1
    take(cik, fact)
  }
  if (rows.length > 0 && taken === 0) throw unreadable('answered a frame without a usable row')
}
