import type { Fundamentals } from './provider.ts'

/** What a source says of a company it knows nothing about. */
export const UNKNOWN_FUNDAMENTALS: Fundamentals = {
  marketCapUsd: null,
  netMarginPct: null,
  debtToEquity: null,
  negativeEquity: false,
  dividendYieldPct: null,
  creditRating: null,
}
