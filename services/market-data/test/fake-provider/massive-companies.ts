import { addDays, newYorkDate } from '@callwright/scoring'
import type { CashDividend, ListedSymbol, StockSplit } from '../../src/providers/provider.ts'
import type { StubRequest } from '../providers/stub-server.ts'
import {
  answer,
  answerPage,
  isWithin,
  known,
  type MassivePlan,
  NOT_FOUND,
  type Query,
  readQuestion,
  type Wire,
} from './massive-page.ts'
import type { Render, Route, WireMarket } from './wire-market.ts'

const EVENTS_PAGE = 1_000
const SEARCH_PAGE = 1_000
/** Revenue assumed for every company, because an invented market has only ratios. */
const REVENUE_USD = 1_000_000_000
const EQUITY_USD = 500_000_000

export function createCompanyRoutes(market: WireMarket, plan: MassivePlan): readonly Route[] {
  const elsewhere = async () => NOT_FOUND
  const [newPlace, oldPlace] = plan.events === 'new' ? [renderEvents, elsewhere] : [elsewhere, renderEvents]

  async function renderEvents([list = '']: readonly string[], request: StubRequest) {
    const question = readQuestion(request)
    const { ticker } = question
    const symbols =
      ticker === undefined ? (await market.reference.listUniverse()).value.map(({ symbol }) => symbol) : [ticker]
    const listEvents = list === 'splits' ? listSplits : listDividends
    const rows = (await Promise.all(symbols.map((symbol) => listEvents(market, symbol, plan)))).flat()
    const dateField = list === 'splits' ? 'execution_date' : 'ex_dividend_date'
    const wanted = rows.filter((row) => isWithin(question, dateField, String(row[dateField])))
    return answerPage(request, question, { items: wanted.reverse(), most: EVENTS_PAGE, render: (row) => row })
  }

  return [
    [/^\/stocks\/v1\/(dividends|splits)$/, newPlace],
    [/^\/v3\/reference\/(dividends|splits)$/, oldPlace],
    [/^\/v3\/reference\/tickers$/, (_path, request) => renderSearch(market, request)],
    [/^\/v3\/reference\/tickers\/([^/]+)$/, ([symbol = '']) => renderDetails(market, symbol)],
    [/^\/stocks\/financials\/v1\/ratios$/, renderRatios(market)],
    [/^\/vX\/reference\/financials$/, renderStatements(market)],
  ]
}

async function listSplits(market: WireMarket, symbol: string): Promise<Wire[]> {
  const splits = (await market.splits.listSplits(symbol)).value ?? []
  return splits.filter(({ kind }) => kind === 'split').map((split) => renderSplit(symbol, split))
}

function renderSplit(symbol: string, { executionDate, ratio }: StockSplit): Wire {
  const shares = Array.from({ length: 100 }, (_, index) => index + 1)
  const from = shares.find((count) => Math.abs(count * ratio - Math.round(count * ratio)) < 1e-6) ?? 1
  return { ticker: symbol, execution_date: executionDate, split_from: from, split_to: Math.round(from * ratio) }
}

async function listDividends(market: WireMarket, symbol: string, { events }: MassivePlan): Promise<Wire[]> {
  const [dividends, splits] = await Promise.all([
    market.dividends.listDividends(symbol),
    market.splits.listSplits(symbol),
  ])
  const today = newYorkDate(market.clock.now())
  const done = (splits.value ?? []).filter(({ kind, executionDate }) => kind === 'split' && executionDate <= today)
  return (dividends.value ?? []).map((dividend) => renderDividend(symbol, dividend, { splits: done, events }))
}

/** The market has amounts per current share; the vendor's old endpoint has them as paid, per share at the time. */
function renderDividend(
  symbol: string,
  { exDate, cashUsd, kind }: CashDividend,
  { splits, events }: { readonly splits: readonly StockSplit[]; readonly events: MassivePlan['events'] },
): Wire {
  const since = splits.filter(({ executionDate }) => executionDate > exDate)
  return {
    ticker: symbol,
    ex_dividend_date: exDate,
    cash_amount: since.reduce((cash, { ratio }) => cash * ratio, cashUsd),
    currency: 'USD',
    ...(events === 'new'
      ? { split_adjusted_cash_amount: cashUsd, distribution_type: kind === 'special' ? 'special' : 'recurring' }
      : { dividend_type: kind === 'special' ? 'SC' : 'CD' }),
  }
}

async function renderSearch(market: WireMarket, request: StubRequest) {
  const question = readQuestion(request)
  const limit = Number(question.limit ?? 10)
  const found = (await market.search.searchSymbols({ text: question.search ?? '', limit })).value
  return answerPage(request, question, { items: found, most: SEARCH_PAGE, render: renderTicker })
}

function renderTicker({ symbol, name, type }: ListedSymbol): Wire {
  return {
    ticker: symbol,
    name,
    market: 'stocks',
    locale: 'us',
    primary_exchange: 'XNYS',
    type: type === 'etf' ? 'ETF' : 'CS',
    active: true,
    currency_name: 'usd',
  }
}

async function renderDetails(market: WireMarket, symbol: string) {
  const listed = await market.reference.findSymbol(symbol)
  if (listed === null) return NOT_FOUND
  const { marketCapUsd } = (await market.fundamentals.findFundamentals(symbol)).value
  return answer({ status: 'OK', results: { ...renderTicker(listed), ...known('market_cap', marketCapUsd) } })
}

function renderRatios({ fundamentals }: WireMarket): Render {
  return async (_path, { query: { ticker = '' } }) => {
    const { debtToEquity, dividendYieldPct, marketCapUsd } = (await fundamentals.findFundamentals(ticker)).value
    const row = {
      ticker,
      ...known('debt_to_equity', debtToEquity),
      ...known('dividend_yield', dividendYieldPct === null ? null : dividendYieldPct / 100),
      ...known('market_cap', marketCapUsd),
    }
    return answer({ status: 'OK', results: [row] })
  }
}

/** Renders a statement for the last twelve months whose figures yield the market's ratios. */
function renderStatements({ fundamentals, clock }: WireMarket): Render {
  return async (_path, { query }: { readonly query: Query }) => {
    const { netMarginPct, negativeEquity } = (await fundamentals.findFundamentals(query.ticker ?? '')).value
    const end = addDays(newYorkDate(clock.now()), -1)
    const income = {
      revenues: { value: REVENUE_USD },
      ...(netMarginPct === null ? {} : { net_income_loss: { value: (netMarginPct / 100) * REVENUE_USD } }),
    }
    const equity = { value: negativeEquity ? -EQUITY_USD : EQUITY_USD }
    const financials = { income_statement: income, balance_sheet: { equity } }
    return answer({ status: 'OK', results: [{ start_date: addDays(end, -364), end_date: end, financials }] })
  }
}
