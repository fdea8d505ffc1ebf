import { PRICE_DECIMALS } from '@callwright/contracts'
import { newYorkDate } from '@callwright/scoring'
import Papa from 'papaparse'
import { toWirePosition } from '../positions/wire.ts'
import { toWireMarket } from '../valuation/market-stamp.ts'
import type { ValuedPortfolio } from '../valuation/portfolio.ts'
import { RUNS_AS_FORMULA, termColumns } from './columns.ts'

const figureColumns = [
  'shares',
  'state',
  'outcome',
  'days_to_expiration',
  'current_price',
  'current_premium',
  'premium_source',
  'delta',
  'stock_pnl',
  'option_pnl',
  'cc_pnl',
  'cc_pnl_percent',
  'pnl_gap',
  'static_yield_pct',
  'recommendation',
  'market_time',
  'as_of',
  'data_class',
  'source',
] as const

const SCALE = 10 ** PRICE_DECIMALS

const round = <V>(value: V) => (typeof value === 'number' ? Math.round(value * SCALE) / SCALE : value)

// Without a byte order mark, spreadsheets would assume a regional encoding.
const BYTE_ORDER_MARK = '\uFEFF'

/** Writes all positions with their values, data class and as-of time. An unknown value is an empty cell. */
export function writeCsv(portfolio: ValuedPortfolio): { readonly fileName: string; readonly text: string } {
  const { market_time } = toWireMarket(portfolio)
  const rows = portfolio.positions.map(({ stored, metrics, recommendation }) => {
    const { created_at: _added, updated_at: _changed, ...position } = toWirePosition(stored)
    const { as_of, data_class, source } = portfolio.quotes.get(stored.ticker)?.answer ?? UNREAD
    return {
      ...position,
      state: metrics.state,
      outcome: metrics.outcome?.state ?? null,
      days_to_expiration: metrics.daysToExpiration,
      current_price: metrics.price,
      current_premium: metrics.currentPremium,
      premium_source: metrics.premiumSource,
      delta: metrics.delta,
      stock_pnl: metrics.stockPnlUsd,
      option_pnl: metrics.optionPnlUsd,
      cc_pnl: metrics.coveredCallPnlUsd,
      cc_pnl_percent: metrics.coveredCallPnlPct,
      pnl_gap: metrics.pnlGap,
      static_yield_pct: metrics.staticYieldPct,
      recommendation: recommendation.label,
      ...{ market_time, as_of, data_class, source },
    }
  })
  const columns = [...termColumns, ...figureColumns]
  const table = { fields: columns, data: rows.map((row) => columns.map((column) => round(row[column]))) }
  const csv = Papa.unparse(table, { escapeFormulae: RUNS_AS_FORMULA })
  return {
    fileName: `callwright-positions-${newYorkDate(portfolio.asOfMs)}.csv`,
    text: `${BYTE_ORDER_MARK}${csv}\r\n`,
  }
}

const UNREAD = { as_of: null, data_class: 'none', source: '' } as const
