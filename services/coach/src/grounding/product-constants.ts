import { POSITION_LIMITS } from '@callwright/scoring'
import type { LedgerUnit } from './display.ts'

/** A figure defined by the product. A sentence about its subject may state it without a result. */
export interface ProductConstant {
  readonly value: number
  readonly unit: LedgerUnit
  readonly about: RegExp
  /** True for the terms of option contracts. Other constants are thresholds, which never describe a stock. */
  readonly appliesToAllStocks: boolean
}

const constants = (unit: LedgerUnit, about: RegExp, ...values: number[]): ProductConstant[] =>
  values.map((value) => ({ value, unit, about, appliesToAllStocks: false }))
const always = (...given: Parameters<typeof constants>): ProductConstant[] =>
  constants(...given).map((constant) => ({ ...constant, appliesToAllStocks: true }))

const {
  assignmentDelta,
  lastDays,
  letAssignHeadroomPct,
  profitCapturedPct,
  timeElapsedPct,
  minHeadroomEm,
  minStaticYieldPct,
} = POSITION_LIMITS

/** The thresholds in SPEC section 9 and the terms of option contracts. */
export const productConstants: readonly ProductConstant[] = [
  ...always('count', /\bshares?\b|\bcontracts?\b|\bmultipl/iu, 100),
  ...always('count', /\bcontracts?\b/iu, 1),
  ...constants('delta', /\bdelta\b/iu, 0.15, 0.2, 0.25, 0.3, assignmentDelta),
  ...constants('days', /\bdays?\b|\bdte\b|\bexpir/iu, lastDays, 30, 45),
  ...constants('days', /\bannuali[sz]|\byear\b/iu, 365),
  ...constants('points', /\brating\b|\bscore\b/iu, 0, 19, 26, 36, 40, 60),
  ...constants('pct', /\bprofit\b|\bcaptured\b|\bpremium\b/iu, profitCapturedPct),
  ...constants('pct', /\btime\b|\belapsed\b/iu, timeElapsedPct),
  ...constants('pct', /\bheadroom\b|\bat[ -]the[ -]money\b/iu, letAssignHeadroomPct),
  ...constants('pct', /\byield\b/iu, minStaticYieldPct, 20),
  ...constants('ratio', /\bexpected move\b|\bheadroom\b/iu, minHeadroomEm, 1),
  ...constants('points', /\brsi\b/iu, 14, 30, 70),
  ...constants('days', /\brsi\b/iu, 14),
  ...constants('plain', /\bstandard deviation/iu, 1, 2),
  ...always('usd', /\bworthless/iu, 0),
  ...constants('pct', /\bcovered\b|\bfully\b/iu, 100),
  ...constants('pct', /\biv\b|\bimplied volatility\b/iu, 15, 30, 70),
  ...constants('points', /\bstochastic/iu, 3, 14, 20, 80),
  ...constants('days', /\bsma\b|\bmoving average\b|\bbollinger\b/iu, 2, 20, 50),
]

/** Names with a number that is not a figure. */
export const namesWithNumbers =
  /\b(?:[1-9]|1\d|20)(?:st|nd|rd|th)\b(?!\s+percentile)|\b52[- ]week\b|\bT\+[12]\b|\b(?:Form|Section)\s\d{3,4}\b|\bS&P\s?500\b|\b401\s?\(?k\)?|\b12[- ]months?\b|\bfifty-two[- ]week\b|\bRule\s1[04]4\b|\bRussell\s[12]000\b|\bNasdaq[- ]100\b/giu

/** Market open and close in minutes since midnight, New York time. */
export const marketMinutes: readonly number[] = [9 * 60 + 30, 16 * 60]

/** Close of a half day. Allowed only in sentences about half days. */
export const earlyClose = { minute: 13 * 60, about: /\bearly\b|\bearlier\b|\bhalf\b|\bshort/iu } as const
