import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { CallQuote, CallTerms, ChainRow, ContractQuotes, ResolvedSymbol, Success } from '@callwright/contracts'
import { daysBetween } from '@callwright/scoring'

export const MARKET_TIME = '2026-07-10T15:00:00.000Z'

/** Default quote for every call: bid 1.20, ask 1.30, with the stock at 62. */
const CALL = {
  listed: true,
  bid: 1.2,
  ask: 1.3,
  premium: 1.25,
  premium_source: 'quote',
  premium_is_quote: true,
  delta: 0.3,
  delta_at_most: null,
  implied_volatility: 0.2,
  implied_volatility_at_most: null,
  put_mid: 2.1,
  flags: [],
} satisfies Omit<CallQuote, keyof CallTerms>

const UNIVERSE = {
  symbols: [],
  refresh_seconds: null,
  separate_iv_ranks: false,
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
  typed,
  symbol: typed,
  name: null,
  note: null,
  ...RESOLVED.get(typed),
})

const STAMP = { as_of: MARKET_TIME, data_class: 'recorded', source: 'fake', cache_status: 'miss' } as const

/** A listed call; the service reads its terms and its quote, and computes the rest. */
export interface ListedCall {
  readonly expiration: string
  readonly strike: number
  readonly bid: number | null
  readonly ask: number | null
  readonly flags?: ChainRow['flags']
}

const toChainRow = (symbol: string, { expiration, strike, bid, ask, flags = [] }: ListedCall): ChainRow => ({
  contract_symbol: `${symbol} ${expiration} ${strike}`,
  type: 'call',
  strike,
  expiration_date: expiration,
  days_to_expiration: daysBetween(TODAY, expiration),
  bid,
  ask,
  mid: bid === null || ask === null ? null : (bid + ask) / 2,
  last: null,
  volume: 10,
  open_interest: 500,
  implied_volatility: null,
  delta: null,
  gamma: null,
  theta: null,
  vega: null,
  rho: null,
  greeks_source: null,
  moneyness: 'OTM',
  in_target: false,
  best_call_liquidity: null,
  flags,
  annualized_yield_pct: null,
  time_value: null,
  time_value_yield_pct: null,
  breakeven: null,
  annualized_time_value_yield_pct: null,
  if_called_return_pct: null,
  probability_itm: null,
  probability_profit: null,
  probability_touch: null,
})
const TODAY = MARKET_TIME.slice(0, 'YYYY-MM-DD'.length)

/** Answers to the three requests for a stock's option chain. */
function answerChain(symbol: string, price: number | null, calls: readonly ListedCall[]) {
  const dates = [...new Set(calls.map(({ expiration }) => expiration))].toSorted()
  const common = { status: 'success', symbol, message: null, ...STAMP } as const
  const expirations = dates.map((date) => ({
    date,
    display: date,
    days_to_expiration: daysBetween(TODAY, date),
    type: 'monthly' as const,
    earnings_before: false,
    ex_dividend_before: null,
    note: null,
  }))
  return {
    expirations: { ...common, expirations } satisfies Success<'options.expirations'>,
    chain: {
      ...common,
      expiration_date: dates.at(-1) ?? null,
      days_to_expiration: null,
      current_price: price,
      expected_move: null,
      model: null,
      rate: 0.04,
      rate_source: 'fake',
      quote_time: MARKET_TIME,
      market_time: MARKET_TIME,
      earnings_date: '2026-07-30',
      ex_dividend_date: null,
      dividends: [{ ex_date: '2026-08-14', cash_amount: 0.4, estimated: false }],
      options: [],
    } satisfies Success<'options.chain'>,
    snapshot: {
      ...common,
      current_price: price,
      options: calls.map((call) => toChainRow(symbol, call)),
    } satisfies Success<'options.snapshot'>,
  }
}

interface Asked {
  readonly symbol: string
  readonly contracts: readonly CallTerms[]
}

export async function startFakeMarket() {
  const asked: Asked[] = []
  const resolved: (readonly string[])[] = []
  const answers = new Map<string, Partial<ContractQuotes>>()
  const calls = new Map<string, Partial<CallQuote>>()
  const chains = new Map<string, readonly ListedCall[]>()
  const broken = new Map<string, 'refuses' | 'hangs' | 'garbles' | 'unknown'>()

  const quote = (symbol: string, contracts: readonly CallTerms[]): ContractQuotes => ({
    symbol,
    current_price: 62,
    contracts: contracts.map((terms) => ({
      ...CALL,
      ...terms,
      ...calls.get(symbol),
      ...calls.get(`${symbol} ${terms.strike}`),
    })),
    atm_iv: 0.22,
    earnings_date: null,
    earnings_session: null,
    dividends: [],
    past_dividends: [],
    pays_no_dividend: true,
    splits: [],
    closes: [],
    quoted_at: MARKET_TIME,
    market_time: MARKET_TIME,
    message: null,
    as_of: MARKET_TIME,
    data_class: 'recorded',
    source: 'fake',
    cache_status: 'miss',
    ...answers.get(symbol),
  })

  const server = createServer(async (request, response) => {
    const symbol = decodeURIComponent(request.url?.split('/').at(-1) ?? '')
    const [, part] = /\/api\/options\/(expirations|chain|snapshot)\//.exec(request.url ?? '') ?? []
    if (part === 'expirations' || part === 'chain' || part === 'snapshot') {
      const name = symbol.split('?')[0] ?? ''
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answerChain(name, quote(name, []).current_price, chains.get(name) ?? [])[part]))
      return
    }
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
          : [
              200,
              isUniverse
                ? { ...UNIVERSE, ...answers.get(symbol) }
                : isSymbols
                  ? { symbols: symbols.map(resolve) }
                  : quote(symbol, contracts),
            ]
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
    /** Changes the quotes of a stock, or the stamp of the list of stocks (`universe`). */
    override: (symbol: string, answer: Partial<ContractQuotes>) => void answers.set(symbol, answer),
    /** Lists calls on a stock. */
    list: (symbol: string, calls: readonly ListedCall[]) => void chains.set(symbol, calls),
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
