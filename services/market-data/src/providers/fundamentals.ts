import type { Fundamentals } from './provider.ts'

/** Fundamentals of a company for which the source has no data. */
export const UNKNOWN_FUNDAMENTALS: Fundamentals = {
  marketCapUsd: null,
  netMarginPct: null,
  debtToEquity: null,
  negativeEquity: false,
  dividendYieldPct: null,
  creditRating: null,
}
