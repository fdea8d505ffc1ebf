import type { CashDividend, DailyBar, EarningsReport, IvHistoryPoint, StockSplit } from '../../provider.ts'
import { buildCurve } from '../../rate-curve.ts'
import { formatCsv, formatSharedFiles, type PackContract, type PackSymbol } from '../pack-format.ts'
import { type InventedContract, round } from './chains.ts'
import { INVENTED_AS_OF, type InventedCompany, inventedDefects, inventedOthers } from './companies.ts'

/** All data on one fictional company, as a vendor would deliver it. */
export interface InventedSymbol {
  readonly company: InventedCompany
  readonly bars: readonly DailyBar[]
  readonly contracts: readonly InventedContract[]
  readonly dividends: readonly CashDividend[]
  readonly earnings: EarningsReport
  readonly splits: readonly StockSplit[]
  readonly ivHistory: readonly IvHistoryPoint[]
}

/** Par yields in percent, in the order of `RATE_TENORS`. */
const RATES = [
  ['2026-07-08', [3.6, 3.65, 3.7, 3.75, 3.8, 3.85]],
  ['2026-07-10', [3.62, 3.66, 3.71, 3.76, 3.82, 3.88]],
] as const
/** Files that some packs from other sources keep in a subfolder. */
const APART = new Set(['fundamentals.csv', 'earnings.csv', 'iv_history.csv.gz'])

export function toPackContract({ contract, type, greeks, bid, ...row }: InventedContract): PackContract {
  return {
    ...row,
    contractSymbol: contract,
    type: type === 'C' ? 'call' : 'put',
    // Some vendors leave a missing bid empty; others write 0.
    bid: bid === 0 && type === 'P' ? null : bid,
    vendorGreeks:
      greeks === null
        ? null
        : {
            delta: round(greeks.delta, 4),
            gamma: round(greeks.gamma, 6),
            theta: round(greeks.thetaPerDay, 4),
            vega: round(greeks.vegaPerPoint, 4),
            rho: round(greeks.rhoPerPoint, 4),
          },
  }
}

export function formatInventedFiles(symbols: readonly InventedSymbol[]): Readonly<Record<string, string>> {
  const curves = RATES.flatMap(([date, yieldsPct]) => buildCurve(date, yieldsPct) ?? [])
  const shared = formatSharedFiles(symbols.map(toPackSymbol), { asOfDate: INVENTED_AS_OF, curves })
  const files = Object.entries(shared).map(([name, text]) => [APART.has(name) ? `tier-c/${name}` : name, text])
  return {
    ...Object.fromEntries(files),
    'tier-c/listings.csv.gz': formatCsv(
      'symbol,name,exchange,market_cap',
      symbols.map(({ company: { symbol, name, marketCapBillions } }) => [
        symbol,
        name,
        'Invented Exchange',
        Math.round(marketCapBillions * 1e9),
      ]),
    ),
    'extended/symbols.csv.gz': formatCsv('symbol,name,optionable,index_member', [
      ...symbols.map(({ company: { symbol, name } }) => [symbol, name.toUpperCase(), 1, 1]),
      ...inventedOthers.map(([symbol, name, optionable]) => [symbol, name, optionable, 0]),
    ]),
  }
}

function toPackSymbol({ company, bars, contracts, ...facts }: InventedSymbol): PackSymbol {
  const { symbol, name, sector, priceUsd, debtToEquity } = company
  const isNightCapture = symbol === inventedDefects.noGreeks
  return {
    symbol,
    name,
    sector,
    closeUsd: priceUsd,
    volume: bars.at(-1)?.volume ?? null,
    bars: bars.length,
    firstBar: bars[0]?.date ?? null,
    chain:
      contracts.length === 0
        ? null
        : {
            contracts: contracts.length,
            capturedAt: isNightCapture ? '2026-07-11T01:40:00-04:00' : '2026-07-10T18:30:00-04:00',
            underlyingPriceUsd: priceUsd,
          },
    dividends: facts.dividends,
    splits: facts.splits,
    earnings: symbol === inventedDefects.noEarnings ? null : facts.earnings,
    fundamentals:
      symbol === inventedDefects.noFundamentals
        ? null
        : {
            marketCapUsd: Math.round(company.marketCapBillions * 1e9),
            netMarginPct: company.netMarginPct,
            debtToEquity,
            negativeEquity: debtToEquity === null,
            dividendYieldPct: company.dividendYieldPct,
            creditRating: null,
            shares: null,
          },
    ivHistory: facts.ivHistory,
  }
}
