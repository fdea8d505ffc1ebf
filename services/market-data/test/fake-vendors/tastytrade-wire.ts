import type { EarningsSource, OptionQuote } from '../../src/providers/provider.ts'
import { memoizeRecent } from '../../src/providers/simulated/recent.ts'
import { type Route, routeTo, type WireMarket, type WireRouter } from '../fake-provider/wire-market.ts'
import type { StubAnswer, StubRequest } from '../providers/stub-server.ts'
import { answer, toInstant, type Wire } from './wire-page.ts'

export const ACCESS_TOKEN = 'access-t0ken-of-a-test'
const CHAINS_KEPT = 16
const MOST_SYMBOLS = 100

const items = (list: readonly Wire[]) => answer({ data: { items: list }, context: 'test' })
const fromVendor = (symbol: string) => symbol.replace('/', '.')
const toVendor = (symbol: string) => symbol.replace('.', '/')
const text = (value: number | null) => (value === null ? null : String(value))

/** Renders a market in tastytrade's format, which has decimals as text, no bars, no greeks and no splits. */
export function renderAsTastytrade(market: WireMarket & { readonly earnings: EarningsSource }): WireRouter {
  const chainOf = memoizeRecent(CHAINS_KEPT, async (symbol: string) => {
    const chain = await market.chains.findChain(symbol)
    const byName = new Map((chain.value?.contracts ?? []).map((row) => [row.contractSymbol, row]))
    return { ...chain, byName }
  })
  /** A class of shares has its point in the symbol, but not in the root of its options. */
  const symbolOfRoot = new Map<string, string>()
  const token = { access_token: ACCESS_TOKEN, token_type: 'Bearer', expires_in: 900 }
  const routes: readonly Route[] = [
    [/^\/oauth\/token$/, async () => answer(token)],
    [/^\/market-metrics$/, (_path, { query }) => renderMetrics(market, query.symbols ?? '')],
    [
      /^\/market-metrics\/historic-corporate-events\/dividends\/(.+)$/,
      ([symbol = '']) => renderDividends(market, symbol),
    ],
    [/^\/option-chains\/(.+)\/nested$/, ([symbol = '']) => renderNested(symbol)],
    [/^\/market-data\/by-type$/, (_path, request) => renderByType(request)],
    [/^\/symbols\/search\/(.+)$/, ([wanted = '']) => renderSearch(market, wanted)],
  ]

  async function renderNested(symbol: string): Promise<StubAnswer> {
    const contracts = (await chainOf(fromVendor(symbol))).value?.contracts ?? []
    if (contracts.length === 0) return { status: 404, body: '{"error":{"code":"not_found","message":"Not found"}}' }
    const expirations = [...Map.groupBy(contracts, ({ expiration }) => expiration)].map(([date, rows]) => ({
      'expiration-date': date,
      strikes: [...Map.groupBy(rows, ({ strike }) => strike)].map(([strike, pair]) => ({
        'strike-price': String(strike),
        ...Object.fromEntries(pair.map((row) => [row.type, padded(row)])),
      })),
    }))
    const root = fromVendor(symbol).replace('.', '')
    symbolOfRoot.set(root, fromVendor(symbol))
    const chain = { 'underlying-symbol': symbol, 'root-symbol': root, 'shares-per-contract': 100, expirations }
    const adjusted = { ...chain, 'root-symbol': `${root}1`, 'shares-per-contract': 117 }
    return items([adjusted, chain])
  }

  async function renderByType({ query }: StubRequest): Promise<StubAnswer> {
    const stocks = query.equity?.split(',') ?? []
    const options = query['equity-option']?.split(',') ?? []
    if (stocks.length + options.length > MOST_SYMBOLS) return { status: 400, body: '{"error":{"message":"too many"}}' }
    const quotes = await Promise.all(stocks.map((symbol) => renderQuote(market, symbol)))
    const rows = await Promise.all(options.map(renderOption))
    return items([...rows.flat(), ...quotes.flat()].reverse())
  }

  async function renderOption(symbol: string): Promise<Wire[]> {
    const name = symbol.replaceAll(' ', '')
    const root = name.slice(0, -15)
    const chain = await chainOf(symbolOfRoot.get(root) ?? root)
    const row = chain.byName.get(name)
    if (row === undefined) return []
    const { bid, ask, last, volume, openInterest } = row
    const figures = { bid: text(bid), ask: text(ask), last: text(last), volume: text(volume) }
    const updated = toInstant(chain.value?.quotedAtMs ?? chain.asOfMs)
    return [{ symbol, ...figures, 'open-interest': text(openInterest), 'updated-at': updated }]
  }

  return (request) => {
    const isLogin = request.path === '/oauth/token'
    const isAuthorized = request.headers.authorization === `Bearer ${ACCESS_TOKEN}`
    if (!isLogin && !isAuthorized) return Promise.resolve({ status: 401, body: '<html>Unauthorized</html>' })
    return routeTo(routes)(request)
  }
}

const padded = ({ contractSymbol }: OptionQuote) =>
  `${contractSymbol.slice(0, -15).padEnd(6)}${contractSymbol.slice(-15)}`

async function renderQuote(market: WireMarket, symbol: string): Promise<Wire[]> {
  const { value, asOfMs } = await market.quotes.findQuote(fromVendor(symbol))
  if (value === null) return []
  const { lastPrice, previousClose, bid, ask, volume } = value
  const figures = { last: text(lastPrice), bid: text(bid), ask: text(ask), volume: text(volume) }
  return [{ symbol, ...figures, 'prev-close': text(previousClose), 'updated-at': toInstant(asOfMs) }]
}

async function renderMetrics(market: WireMarket & { readonly earnings: EarningsSource }, symbols: string) {
  const rows = symbols.split(',').map(async (symbol): Promise<Wire[]> => {
    const listed = await market.reference.findSymbol(fromVendor(symbol))
    if (listed === null && symbol !== 'SPY') return []
    const { value } = await market.fundamentals.findFundamentals(fromVendor(symbol))
    const report = (await market.earnings.findNextEarnings(fromVendor(symbol))).value
    return [
      {
        symbol,
        'implied-volatility-index': '0.2242',
        'implied-volatility-index-rank': '0.42',
        'implied-volatility-percentile': '0.55',
        'market-cap': text(value.marketCapUsd),
        'dividend-yield': value.dividendYieldPct === null ? null : String(value.dividendYieldPct / 100),
        earnings: report === null ? {} : { 'expected-report-date': report.date, 'time-of-day': 'AMC' },
      },
    ]
  })
  return items((await Promise.all(rows)).flat())
}

async function renderDividends(market: WireMarket, symbol: string): Promise<StubAnswer> {
  const paid = (await market.dividends.listDividends(fromVendor(symbol))).value ?? []
  return items(paid.map(({ exDate, cashUsd }) => ({ 'occurred-date': exDate, amount: String(cashUsd) })).reverse())
}

async function renderSearch(market: WireMarket, wanted: string): Promise<StubAnswer> {
  const { value } = await market.search.searchSymbols({ text: fromVendor(wanted), limit: 10 })
  return items(value.map(({ symbol, name }) => ({ symbol: toVendor(symbol), description: name, options: true })))
}
