import { endpointTable, type SymbolFacts } from '@callwright/contracts'
import {
  AppError,
  buildHttpApp,
  createIdentityVerifier,
  createRuntime,
  IDENTITY_HEADER,
  listen,
} from '@callwright/service'
import { buildTestConfig } from '@callwright/service/testing'
import { INVENTED_AS_OF, INVENTED_SOURCE, inventFacts } from './invented-facts.ts'

type Answer = (facts: SymbolFacts, calls: number) => SymbolFacts

const factsPath = endpointTable['marketData.facts'].path
export const NO_CHAIN_REASON = 'This source lists no options for NOCHN'

const special: Readonly<Record<string, Answer>> = {
  NOCHN: (facts) => ({ ...facts, chain: null, missing: [{ field: 'chain', reason: NO_CHAIN_REASON }] }),
  NOBAR: (facts) => ({ ...facts, price: null, bars: { date: [], high: [], low: [], close: [], volume: [] } }),
  FLAKY: (facts, calls) => {
    if (calls <= 2) throw new AppError(503, 'provider_failed', 'The source had a hiccup.')
    return facts
  },
  CRASH: () => {
    throw new Error('always broken')
  },
  GONE: () => {
    throw new AppError(404, 'unknown_symbol', 'Unknown symbol: GONE')
  },
}
/** Symbol that is in the market only if a test adds it; requests for its facts with the chain return a 404. */
export const FAILS_WITH_CHAIN = 'FAILC'

export const ordinarySymbols = Array.from(
  { length: 36 },
  (_, index) => `Q${String.fromCharCode(65 + Math.floor(index / 6), 65 + (index % 6))}`,
)
export const allSymbols = [...ordinarySymbols, 'BRK.B', ...Object.keys(special)].sort()

/**
 * Fakes the market-data endpoints that the screener uses, over HTTP, with signed identities and invented facts.
 * `holdAfter` lets a number of responses through and holds the rest until `release`.
 */
export async function startFakeMarket(dataDir: string) {
  const config = buildTestConfig({ dataDir, logLevel: 'silent' })
  const runtime = createRuntime(config, 'market-data')
  const app = buildHttpApp(runtime)
  const verify = createIdentityVerifier(config, 'market-data', ['screener'])
  const calls = new Map<string, number>()
  const surveys = new Map<string, number>()
  let market = {
    source: INVENTED_SOURCE,
    data_class: 'recorded',
    as_of: INVENTED_AS_OF,
    cache_status: 'miss',
    symbols: allSymbols,
    refresh_seconds: 0,
    separate_iv_ranks: false,
  }
  let passes = Number.POSITIVE_INFINITY
  let gate = Promise.withResolvers<void>()
  let chainGate = Promise.withResolvers<void>()
  chainGate.resolve()
  let universeCalls = 0
  let limit = { passes: Number.POSITIVE_INFINITY, seconds: 0 }
  let limitedUntilMs: number | null = null
  let refusals = 0

  /** Simulates a provider's rate limit until the window is over. */
  function enforceRateLimit(): void {
    limit.passes -= 1
    if (limit.passes >= 0) return
    limitedUntilMs ??= Date.now() + limit.seconds * 1_000
    const leftMs = limitedUntilMs - Date.now()
    if (leftMs <= 0) return
    refusals += 1
    throw new AppError(503, 'provider_rate_limited', 'Too many requests to the market data provider.', {
      retryAfterSeconds: Math.ceil(leftMs / 1_000),
    })
  }

  app.addHook('onRequest', async (request) => {
    verify(String(request.headers[IDENTITY_HEADER]))
  })
  app.get(endpointTable['marketData.universe'].path, async () => {
    universeCalls += 1
    return {
      ...market,
      symbols: market.symbols.map((symbol) => ({ symbol, name: `${symbol} Invented`, sector: null })),
    }
  })
  app.get<{ Params: { symbol: string }; Querystring: { chain?: string } }>(factsPath, async (request) => {
    const { symbol } = request.params
    const withChain = request.query.chain !== 'none'
    const counts = withChain ? calls : surveys
    const count = (counts.get(symbol) ?? 0) + 1
    counts.set(symbol, count)
    passes -= 1
    if (passes < 0) await gate.promise
    if (withChain) await chainGate.promise
    enforceRateLimit()
    const { source, as_of } = market
    const facts = { ...inventFacts(symbol), source, as_of, market_time: as_of, quoted_at: as_of }
    if (withChain && symbol === FAILS_WITH_CHAIN) throw new AppError(404, 'unknown_symbol', 'No such chain.')
    const answer = (special[symbol] ?? ((same) => same))(facts, count)
    return withChain ? answer : { ...answer, chain: null, quoted_at: null, iv_history: [] }
  })
  const port = await listen(app, runtime)

  return {
    url: `http://127.0.0.1:${port}`,
    /** Number of requests for a symbol's facts with its chain. */
    callsOf: (symbol: string) => calls.get(symbol) ?? 0,
    /** Number of requests for a symbol's facts without its chain. */
    surveysOf: (symbol: string) => surveys.get(symbol) ?? 0,
    universeCalls: () => universeCalls,
    totalCalls: () => [...calls.values(), ...surveys.values()].reduce((sum, count) => sum + count, 0),
    holdAfter(answers: number) {
      gate = Promise.withResolvers()
      passes = answers
    },
    /** Holds every response with a chain until `release`. */
    holdChains() {
      chainGate = Promise.withResolvers()
    },
    release() {
      passes = Number.POSITIVE_INFINITY
      gate.resolve()
      chainGate.resolve()
    },
    /**
     * After this many responses, rejects calls with a rate limit for `seconds`, counted from the first rejected call.
     */
    limitAfter(answers: number, seconds: number) {
      limit = { passes: answers, seconds }
    },
    refusals: () => refusals,
    become(change: Partial<typeof market>) {
      market = { ...market, ...change }
    },
    close: () => runtime.close(),
  }
}
