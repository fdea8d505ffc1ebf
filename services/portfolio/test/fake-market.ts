import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { CallQuote, CallTerms, ContractQuotes, ResolvedSymbol, Success } from '@callwright/contracts'

export const MARKET_TIME = '2026-07-10T15:00:00.000Z'

/** Default quote for every call: bid 1.20, ask 1.30, with the stock at 62. */
const CALL = {
  ...{ listed: true, bid: 1.2, ask: 1.3, premium: 1.25, premium_source: 'quote', premium_is_quote: true, delta: 0.3 },
  ...{ delta_at_most: null, implied_volatility: 0.2, implied_volatility_at_most: null, put_mid: 2.1, flags: [] },
} satisfies Omit<CallQuote, keyof CallTerms>

const UNIVERSE = {
  symbols: [],
  refresh_seconds: null,
  as_of: MARKET_TIME,
  data_class: 'recorded',
  source: 'fake',
  cache_status: 'miss',
} satisfies Success<'marketData.universe'>

/** A class of shares written without the dot, a former ticker, and a symbol that isn't listed. */
const RESOLVED = new Map<string, Partial<ResolvedSymbol>>([
  ['BRKB', { symbol: 'BRK.B' }],
  ['FB', { symbol: 'META', note: 'FB is now META.' }],
  ['ZZZZQ', { symbol: null }],
])

const resolve = (typed: string): ResolvedSymbol => ({
  ...{ typed, symbol: typed, name: null, note: null },
  ...RESOLVED.get(typed),
})

interface Asked {
  readonly symbol: string
  readonly contracts: readonly CallTerms[]
}

export async function startFakeMarket() {
  const asked: Asked[] = []
  const resolved: (readonly string[])[] = []
  const answers = new Map<string, Partial<ContractQuotes>>()
  const calls = new Map<string, Partial<CallQuote>>()
  const broken = new Map<string, 'refuses' | 'hangs' | 'garbles' | 'unknown'>()

  const quote = (symbol: string, contracts: readonly CallTerms[]): ContractQuotes => ({
    symbol,
    current_price: 62,
    contracts: contracts.map((terms) => ({
      ...{ ...CALL, ...terms, ...calls.get(symbol), ...calls.get(`${symbol} ${terms.strike}`) },
    })),
    atm_iv: 0.22,
    ...{ earnings_date: null, earnings_session: null, dividends: [], past_dividends: [], pays_no_dividend: true },
    ...{ splits: [], closes: [] },
    ...{ quoted_at: MARKET_TIME, market_time: MARKET_TIME, message: null },
    ...{ as_of: MARKET_TIME, data_class: 'recorded', source: 'fake', cache_status: 'miss' },
    ...answers.get(symbol),
  })

  const server = createServer(async (request, response) => {
    const symbol = decodeURIComponent(request.url?.split('/').at(-1) ?? '')
    const isUniverse = symbol === 'universe'
    const isSymbols = symbol === 'symbols'
    const { contracts = [], symbols = [] } = isUniverse ? {} : await readBody(request)
    if (isSymbols) resolved.push(symbols)
    else if (!isUniverse) asked.push({ symbol, contracts })
    const mode = broken.get(symbol) ?? broken.get('*')
    if (mode === 'hangs') return
    const [status, body] =
      mode === 'refuses'
        ? [503, { code: 'provider_unavailable', detail: 'The provider is down.' }]
        : mode === 'unknown'
          ? [404, { code: 'unknown_symbol', detail: `Unknown symbol: ${symbol}` }]
          : [200, isUniverse ? UNIVERSE : isSymbols ? { symbols: symbols.map(resolve) } : quote(symbol, contracts)]
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(mode === 'garbles' ? '{"symbol":' : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    resolved,
    override: (symbol: string, answer: Partial<ContractQuotes>) => void answers.set(symbol, answer),
    /** Changes the quotes of all calls on a stock, or of those with one strike. */
    overrideCalls: (symbol: string, call: Partial<CallQuote>, strike?: number) =>
      void calls.set(strike === undefined ? symbol : `${symbol} ${strike}`, call),
    /** Makes requests for a stock fail; `*` means every stock. */
    breakFor: (symbol: string, how: 'refuses' | 'hangs' | 'garbles' | 'unknown') => void broken.set(symbol, how),
    mend: () => broken.clear(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readBody(request: IncomingMessage): Promise<{ contracts?: CallTerms[]; symbols?: string[] }> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return JSON.parse(text)
}
