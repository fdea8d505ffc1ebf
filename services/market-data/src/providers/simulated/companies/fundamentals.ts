import type { Fundamentals } from '../../provider.ts'
import type { MarketMoment } from '../moment.ts'
import { lastPrice } from '../paths/bars.ts'
import type { Share } from '../paths/share.ts'
import { round } from './company.ts'

const MILLION = 1e6
/** Any company that pays dividends has its next one within this many days. */
const MAX_DAYS_BETWEEN_DIVIDENDS = 200

/** Fundamentals at a given moment: market cap and dividend yield move with the price, and the rest is fixed. */
export function readFundamentals(share: Share, moment: MarketMoment): Fundamentals {
  const { company, units, dividends } = share
  const price = lastPrice(share, moment)
  const usualPrice = company.levelUsd * Math.exp(units.growthLog(moment.day, units.splitsUntil(moment.day)))
  const next = dividends.listExDates(moment.day, moment.day + MAX_DAYS_BETWEEN_DIVIDENDS)[0]
  const shares = next === undefined ? 1 : units.sharesFor(units.splitsUntil(moment.day), units.splitsUntil(next.exDay))
  const yearlyCash = (next?.cashUsd ?? 0) * shares * (company.dividend?.perYear ?? 0)
  return {
    marketCapUsd: Math.round((company.marketCapUsd * price) / usualPrice / MILLION) * MILLION,
    netMarginPct: company.netMarginPct,
    debtToEquity: company.debtToEquity,
    negativeEquity: company.debtToEquity === null,
    dividendYieldPct: round((yearlyCash / price) * 100, 2),
    creditRating: company.creditRating,
    shares: null,
  }
}
