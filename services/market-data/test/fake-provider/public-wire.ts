import { addDays, newYorkDate } from '@callwright/scoring'
import { RATE_TENORS } from '../../src/providers/rate-curve.ts'
import type { StubAnswer } from '../providers/stub-server.ts'
import { type Route, routeTo, type WireMarket, type WireRouter } from './wire-market.ts'

const REVENUE_USD = 1_000_000_000
const EQUITY_USD = 500_000_000
const SHARES = 1_000_000_000
/** Age of the last reported quarter. */
const REPORTED_DAYS_AGO = 60

/**
 * Renders a market in the formats of the SEC and the Treasury: the list of companies with their numbers, facts that
 * yield net margin and debt to equity, and the year's yield file.
 */
export function renderAsPublicSources(market: WireMarket): WireRouter {
  const listCompanies = async () => (await market.reference.listUniverse()).value
  async function renderTickers(): Promise<StubAnswer> {
    const rows = (await listCompanies()).map(({ symbol, name }, index) => ({
      cik_str: index + 1,
      ticker: symbol.replace('.', '-'),
      title: name,
    }))
    return { body: JSON.stringify(Object.fromEntries(rows.entries())) }
  }
  async function renderExchangeList(): Promise<StubAnswer> {
    const data = (await listCompanies()).map(({ symbol, name }, index) => [
      ...[index + 1, name, symbol.replace('.', '-'), 'NYSE'],
    ])
    return { body: JSON.stringify({ fields: ['cik', 'name', 'ticker', 'exchange'], data }) }
  }
  const routes: readonly Route[] = [
    [/^\/files\/company_tickers\.json$/, renderTickers],
    [/^\/files\/company_tickers_exchange\.json$/, renderExchangeList],
    [
      /^\/api\/xbrl\/companyfacts\/CIK(\d{10})\.json$/,
      async ([cik]) => renderFacts(market, (await listCompanies())[Number(cik) - 1]?.symbol ?? ''),
    ],
    [
      /^\/resource-center\/data-chart-center\/interest-rates\/daily-treasury-rates\.csv\/(\d{4})\/all$/,
      ([year = '']) => renderYear(market, year),
    ],
  ]
  return routeTo(routes)
}

async function renderFacts(market: WireMarket, symbol: string): Promise<StubAnswer> {
  const { netMarginPct, debtToEquity, negativeEquity } = (await market.fundamentals.findFundamentals(symbol)).value
  const end = addDays(newYorkDate(market.clock.now()), -REPORTED_DAYS_AGO)
  const start = addDays(end, -364)
  const ofYear = (val: number) => ({ units: { USD: [{ start, end, val, form: '10-K', filed: end }] } })
  const ofDay = (val: number) => ({ units: { USD: [{ end, val, form: '10-K', filed: end }] } })
  const facts = {
    Revenues: ofYear(REVENUE_USD),
    ...(netMarginPct === null ? {} : { NetIncomeLoss: ofYear((netMarginPct / 100) * REVENUE_USD) }),
    StockholdersEquity: ofDay(negativeEquity ? -EQUITY_USD : EQUITY_USD),
    ...(debtToEquity === null ? {} : { LongTermDebt: ofDay(debtToEquity * EQUITY_USD) }),
  }
  const dei = {
    EntityCommonStockSharesOutstanding: { units: { shares: [{ end, val: SHARES, form: '10-K', filed: end }] } },
  }
  return { body: JSON.stringify({ entityName: symbol, facts: { dei, 'us-gaap': facts } }) }
}

async function renderYear(market: WireMarket, year: string): Promise<StubAnswer> {
  const columns = RATE_TENORS.map(({ name }) => name.replace('M', ' Mo').replace('Y', ' Yr'))
  const curves = (await market.listCurves()).filter(({ date }) => date.startsWith(year))
  const lines = curves.map(({ date, yields }) => {
    const [, month, day] = date.split('-')
    const cells = RATE_TENORS.map(({ name }) => yields.find((tenor) => tenor.name === name)?.yieldPct ?? 'N/A')
    return [`${month}/${day}/${year}`, ...cells].join(',')
  })
  const header = ['Date', ...columns.map((column) => `"${column}"`)].join(',')
  return { headers: { 'content-type': 'text/csv' }, body: [header, ...lines].join('\n') }
}
