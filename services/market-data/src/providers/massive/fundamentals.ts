import { daysBetween } from '@callwright/scoring'
import {
  type JsonObject,
  readDay,
  readKnownJsonNumber,
  readObject,
  readObjects,
  readPositiveNumber,
} from '../http/json-values.ts'
import { ProviderFailure } from '../http/provider-failure.ts'
import type { Fundamentals, FundamentalsSource, Missing } from '../provider.ts'
import { lacks, type MassiveContext, withPartial } from './massive-client.ts'

/** Number of days in an annual statement: 52 or 53 weeks, or twelve months. */
const YEAR_DAYS = { min: 357, max: 378 }

/**
 * Reads market cap from the symbol's details. If the plan includes them, also reads debt to equity and dividend yield
 * from the ratios, and net margin from the statement for the trailing twelve months. Requests that the plan rejects are
 * not repeated.
 */
export function createFundamentals(context: MassiveContext): FundamentalsSource {
  const listRatios = createOptionalList(context, '/stocks/financials/v1/ratios', { limit: 1 })
  const listStatements = createOptionalList(context, '/vX/reference/financials', { timeframe: 'ttm', limit: 1 })
  const { client, stamps } = context

  return {
    async findFundamentals(symbol) {
      const [details, ratios, statements] = await Promise.all([
        client.get(`/v3/reference/tickers/${encodeURIComponent(symbol)}`),
        listRatios(symbol),
        listStatements(symbol),
      ])
      const value = joinFundamentals(readObject(details.results), readObject(ratios.rows[0]), statements.rows[0] ?? {})
      const answer = stamps.facts(value, describeMissing(value, symbol))
      const brokenBy = ratios.brokenBy ?? statements.brokenBy
      if (brokenBy === null) return answer
      const incomplete = { field: 'fundamentals', reason: `The fundamentals are incomplete: ${brokenBy.detail}` }
      throw withPartial(brokenBy, { ...answer, missing: [incomplete, ...answer.missing] })
    },
  }
}

interface OptionalRows {
  readonly rows: readonly JsonObject[]
  readonly brokenBy: ProviderFailure | null
}

/**
 * Creates a function that lists data only some plans include. Once the plan rejects the request, the list is empty and
 * the request is not sent again.
 */
function createOptionalList(
  { client }: MassiveContext,
  path: string,
  query: Readonly<Record<string, string | number>>,
) {
  let entitled = true
  return async (symbol: string): Promise<OptionalRows> => {
    if (!entitled) return { rows: [], brokenBy: null }
    try {
      const { results } = await client.get(path, { ticker: symbol, ...query })
      return { rows: readObjects(results), brokenBy: null }
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      if (error.kind === 'not_entitled') entitled = false
      const isAbsent = error.kind === 'not_entitled' || error.kind === 'not_found'
      return { rows: [], brokenBy: isAbsent ? null : error }
    }
  }
}

function joinFundamentals(details: JsonObject, ratios: JsonObject, statement: JsonObject): Fundamentals {
  const debtToEquity = readKnownJsonNumber(ratios.debt_to_equity)
  const dividendYieldFrac = readKnownJsonNumber(ratios.dividend_yield)
  const equityUsd = readStatementValue(statement, 'balance_sheet', 'equity')
  const negativeEquity = (equityUsd ?? 0) < 0 || (debtToEquity ?? 0) < 0
  return {
    marketCapUsd: readPositiveNumber(details.market_cap) ?? readPositiveNumber(ratios.market_cap),
    netMarginPct: readNetMarginPct(statement),
    debtToEquity: negativeEquity ? null : debtToEquity,
    negativeEquity,
    dividendYieldPct: dividendYieldFrac === null ? null : toPercent(dividendYieldFrac),
    creditRating: null,
    shares: null,
  }
}

/** Net income over revenue for a whole year; null for a quarterly statement, which reflects only one season. */
function readNetMarginPct(statement: JsonObject): number | null {
  const from = readDay(statement.start_date)
  const to = readDay(statement.end_date)
  const days = from === null || to === null ? 0 : daysBetween(from, to)
  if (days < YEAR_DAYS.min || days > YEAR_DAYS.max) return null
  const income = readStatementValue(statement, 'income_statement', 'net_income_loss')
  const revenue = readStatementValue(statement, 'income_statement', 'revenues')
  return income === null || revenue === null || !(revenue > 0) ? null : toPercent(income / revenue)
}

function readStatementValue({ financials }: JsonObject, sheet: string, line: string): number | null {
  return readKnownJsonNumber(readObject(readObject(readObject(financials)[sheet])[line]).value)
}

/** Converts a fraction to percent, rounded to remove floating-point noise. */
function toPercent(fraction: number): number {
  return Number((fraction * 100).toPrecision(12))
}

function describeMissing(value: Fundamentals, symbol: string): Missing[] {
  const missing = [lacks('credit_rating', 'credit ratings')]
  if (value.marketCapUsd === null) missing.push(lacks('market_cap', `market capitalization for ${symbol}`))
  if (value.netMarginPct === null)
    missing.push(lacks('net_margin', `twelve-month net margin for ${symbol} on this plan`))
  if (value.debtToEquity === null && !value.negativeEquity) {
    missing.push(lacks('debt_to_equity', `debt to equity for ${symbol} on this plan`))
  }
  return missing
}
