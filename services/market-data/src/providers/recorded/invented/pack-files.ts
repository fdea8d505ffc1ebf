import type { CashDividend, DailyBar, EarningsReport, StockSplit } from '../../provider.ts'
import type { InventedContract } from './chains.ts'
import { type InventedCompany, inventedDefects, inventedOthers } from './companies.ts'
import { INVENTED_AS_OF } from './timeline.ts'

/** Everything invented about one company, as the vendor of the pack would hand it over. */
export interface InventedSymbol {
  readonly company: InventedCompany
  readonly bars: readonly DailyBar[]
  readonly contracts: readonly InventedContract[]
  readonly dividends: readonly CashDividend[]
  readonly earnings: EarningsReport
  readonly splits: readonly StockSplit[]
  readonly ivHistory: readonly { readonly date: string; readonly iv30: number }[]
}

type Cell = string | number | null

/** A CSV text of a header and rows; null is an empty cell. */
export function formatCsv(header: string, rows: readonly (readonly Cell[])[]): string {
  return `${[header, ...rows.map((row) => row.map(formatCell).join(','))].join('\n')}\n`
}

function formatCell(cell: Cell): string {
  if (cell === null) return ''
  return typeof cell === 'string' && /[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : String(cell)
}

export function formatBars(bars: readonly DailyBar[]): string {
  return formatCsv(
    'date,open,high,low,close,volume',
    bars.map(({ date, open, high, low, close, volume }) => [date, open, high, low, close, volume]),
  )
}

export function formatChain(contracts: readonly InventedContract[]): string {
  const fixed = (value: number | undefined, digits: number) =>
    value === undefined ? null : Number(value.toFixed(digits))
  return formatCsv(
    'contract,expiration,type,strike,bid,ask,last,volume,open_interest,iv,delta,gamma,theta,vega,rho',
    contracts.map((row) => [
      row.contract,
      row.expiration,
      row.type,
      row.strike,
      // Some vendors leave out what nobody bids, some write 0.
      row.bid === 0 && row.type === 'P' ? null : row.bid,
      row.ask,
      row.last,
      row.volume,
      row.openInterest,
      row.iv,
      fixed(row.greeks?.delta, 4),
      fixed(row.greeks?.gamma, 6),
      fixed(row.greeks?.thetaPerDay, 4),
      fixed(row.greeks?.vegaPerPoint, 4),
      fixed(row.greeks?.rhoPerPoint, 4),
    ]),
  )
}

/** The files about all companies at once, by name. */
export function formatSharedFiles(symbols: readonly InventedSymbol[]): Readonly<Record<string, string>> {
  return {
    'universe.csv': formatCsv(
      'symbol,name,gics_sector,yahoo_symbol,occ_root,close,volume,bars,first_bar,contracts,has_chain',
      symbols.map(({ company: { symbol, name, sector, priceUsd }, bars, contracts }) => [
        symbol,
        name,
        sector,
        symbol.replace('.', '-'),
        symbol.replace('.', ''),
        priceUsd,
        bars.at(-1)?.volume ?? null,
        bars.length,
        bars[0]?.date ?? null,
        contracts.length,
        contracts.length > 0 ? 1 : 0,
      ]),
    ),
    'quality.csv': formatCsv(
      'symbol,captured_at,underlying_price,contracts',
      symbols
        .filter(({ contracts }) => contracts.length > 0)
        .map(({ company, contracts }) => [
          company.symbol,
          company.symbol === inventedDefects.noGreeks ? '2026-07-11T01:40:00-04:00' : '2026-07-10T18:30:00-04:00',
          company.priceUsd,
          contracts.length,
        ]),
    ),
    'dividends.csv': formatCsv(
      'symbol,ex_date,cash_amount,after_as_of',
      symbols.flatMap(({ company: { symbol }, dividends }) =>
        dividends.map(({ exDate, cashUsd }) => [symbol, exDate, cashUsd, exDate > INVENTED_AS_OF ? 1 : 0]),
      ),
    ),
    'splits.csv': formatCsv(
      'symbol,execution_date,ratio,kind,after_as_of',
      symbols.flatMap(({ company: { symbol }, splits }) =>
        splits.map(({ executionDate, ratio, kind }) => [symbol, executionDate, ratio, kind, 0]),
      ),
    ),
    'rates.csv': formatCsv('date,1M,3M,6M,1Y,2Y,3Y', [
      ['2026-07-08', 3.6, 3.65, 3.7, 3.75, 3.8, 3.85],
      ['2026-07-10', 3.62, 3.66, 3.71, 3.76, 3.82, 3.88],
    ]),
    'tier-c/fundamentals.csv': formatFundamentals(symbols),
    'tier-c/earnings.csv': formatCsv(
      'symbol,earnings_date,time_et,session',
      symbols
        .filter(({ company: { symbol } }) => symbol !== inventedDefects.noEarnings)
        .map(({ company: { symbol }, earnings: { date, session } }) => [symbol, date, null, session]),
    ),
    'tier-c/iv_history.csv.gz': formatCsv(
      'symbol,date,iv30,hv30',
      symbols.flatMap(({ company: { symbol }, ivHistory }) =>
        ivHistory.map(({ date, iv30 }) => [symbol, date, iv30, null]),
      ),
    ),
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

function formatFundamentals(symbols: readonly InventedSymbol[]): string {
  const known = symbols.filter(({ company: { symbol } }) => symbol !== inventedDefects.noFundamentals)
  return formatCsv(
    'symbol,market_cap,net_margin,debt_to_equity,dividend_yield,price_to_book',
    known.map(({ company }) => [
      company.symbol,
      Math.round(company.marketCapBillions * 1e9),
      company.netMarginPct / 100,
      company.debtToEquity,
      company.dividendYieldPct === 0 ? null : Number((company.dividendYieldPct / 100).toFixed(6)),
      company.debtToEquity === null ? -7.5 : 4.2,
    ]),
  )
}
