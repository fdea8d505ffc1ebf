import { PRICE_DECIMALS } from '@callwright/contracts'
import { newYorkDate } from '@callwright/scoring'
import { getUser, type Handlers } from '@callwright/service'
import Papa from 'papaparse'
import { unclearCsv } from '../errors.ts'
import { RUNS_AS_FORMULA } from '../import/reader.ts'
import { type createIdempotentWrite, toWirePosition } from '../positions/routes.ts'
import type { PrepareCheck } from '../positions/stock-names.ts'
import { toWireMarket } from '../valuation/routes.ts'
import type { ReadPortfolio, ValuedPortfolio } from '../valuation/valuation.ts'
import { findFileForm, readCsv, termColumns } from './csv-file.ts'
import { importPositions } from './import-positions.ts'

type TransferId = 'portfolio.export' | 'portfolio.import'

export function transferRoutes(deps: {
  readonly readPortfolio: ReadPortfolio
  readonly writeIdempotently: ReturnType<typeof createIdempotentWrite>
  readonly prepareCheck: PrepareCheck
}): Pick<Handlers<'portfolio'>, TransferId> {
  const { readPortfolio, writeIdempotently, prepareCheck } = deps
  return {
    async 'portfolio.export'({ identity, request, reply }) {
      const { fileName, text } = writeCsv(await readPortfolio(getUser(identity).userId, request.id))
      return reply
        .headers({ 'cache-control': 'no-store', 'content-disposition': `attachment; filename="${fileName}"` })
        .type('text/csv; charset=utf-8')
        .send(text)
    },
    async 'portfolio.import'(call) {
      const { csv, separator, decimal, dates, ...choices } = call.body
      const isDryRun = call.query.dry_run ?? false
      const table = readCsv(csv, separator)
      const form = findFileForm(table, { decimal, dates })
      const [question] = form.questions
      if (question !== undefined && !isDryRun) throw unclearCsv(question)
      const check = await prepareCheck(
        table.rows.map(({ cells }) => cells.ticker),
        call.request.id,
      )
      return writeIdempotently('portfolio.import', call, (book) =>
        importPositions(book, table, form, { ...choices, isDryRun, check }),
      )
    },
  }
}

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
    const { as_of, data_class, source } = portfolio.quotes.get(stored.symbol)?.answer ?? UNREAD
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
