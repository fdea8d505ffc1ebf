import type { Fundamentals } from './provider.ts'

export const UNKNOWN_FUNDAMENTALS: Fundamentals = {
  marketCapUsd: null,
  netMarginPct: null,
  debtToEquity: null,
  negativeEquity: false,
  dividendYieldPct: null,
  creditRating: null,
  shares: null,
}
