import { UNKNOWN_FUNDAMENTALS } from './fundamentals.ts'
import type { Capabilities, CapabilityName } from './provider-definition.ts'

/** A request that the port supports, described as data, so that generic code can handle any request. */
export interface SourceRequest {
  /** Name of the request in metrics and cache keys. */
  readonly endpoint: string
  readonly capability: CapabilityName
  readonly method: string
  /** User-facing name of the data, and the field of its `missing` entries. */
  readonly what: string
  readonly field: string
  /** Value if no source has an answer. */
  readonly unknown: unknown
  /** A `bare` answer is just the value, without a stamp. */
  readonly shape?: 'bare'
  /** Set if a market need not support the request. */
  readonly isOptional?: true
}

export type Ask = (...args: readonly unknown[]) => Promise<unknown>

export const sourceRequests: readonly SourceRequest[] = [
  { ...ask('bars', 'bars', 'listDailyBars'), ...about('bars', 'daily bars'), unknown: null },
  { ...ask('market_bars', 'bars', 'listMarketBars'), ...about('bars', 'bars of the whole market'), ...optional(null) },
  { ...ask('latest_bar', 'bars', 'findLatestBar'), ...about('bars', 'bars of the session'), ...optional(null) },
  {
    ...ask('intraday_bars', 'intradayBars', 'listIntradayBars'),
    ...about('intraday_bars', 'intraday bars'),
    ...optional(null),
  },
  { ...ask('quote', 'quotes', 'findQuote'), ...about('price', 'stock prices'), unknown: null },
  { ...ask('expirations', 'expirations', 'listExpirations'), ...about('chain', 'option expirations'), unknown: [] },
  { ...ask('chain', 'chains', 'findChain'), ...about('chain', 'option chains'), unknown: null },
  { ...ask('past_chain', 'chains', 'findPastChain'), ...about('chain', 'past option chains'), ...optional(null) },
  { ...ask('search', 'search', 'searchSymbols'), ...about('symbols', 'symbol search'), unknown: [] },
  { ...ask('universe', 'reference', 'listUniverse'), ...about('universe', 'symbols'), unknown: [] },
  { ...ask('symbol', 'reference', 'findSymbol'), ...about('symbol', 'symbols'), unknown: null, shape: 'bare' },
  {
    ...ask('fundamentals', 'fundamentals', 'findFundamentals'),
    ...about('fundamentals', 'fundamentals'),
    unknown: UNKNOWN_FUNDAMENTALS,
  },
  {
    ...ask('market_fundamentals', 'fundamentals', 'listMarketFundamentals'),
    ...about('fundamentals', 'fundamentals of the whole market'),
    ...optional(new Map()),
    shape: 'bare',
  },
  { ...ask('dividends', 'dividends', 'listDividends'), ...about('dividends', 'dividends'), unknown: null },
  {
    ...ask('market_dividends', 'dividends', 'listMarketDividends'),
    ...about('dividends', 'dividends of the whole market'),
    ...optional(new Map()),
  },
  { ...ask('splits', 'splits', 'listSplits'), ...about('splits', 'splits'), unknown: null },
  {
    ...ask('market_splits', 'splits', 'listMarketSplits'),
    ...about('splits', 'splits of the whole market'),
    ...optional(new Map()),
  },
  { ...ask('earnings', 'earnings', 'findNextEarnings'), ...about('earnings_date', 'earnings dates'), unknown: null },
  {
    ...ask('past_earnings', 'earnings', 'listPastEarnings'),
    ...about('earnings_date', 'past earnings dates'),
    ...optional([]),
  },
  {
    ...ask('market_earnings', 'earnings', 'listMarketEarnings'),
    ...about('earnings_date', 'earnings dates of the whole market'),
    ...optional(new Map()),
  },
  { ...ask('rate', 'rates', 'findRate'), ...about('rate', 'interest rates'), unknown: null },
  {
    ...ask('iv_history', 'ivHistory', 'listIvHistory'),
    ...about('iv_history', 'implied-volatility history'),
    unknown: [],
  },
  { ...ask('iv_rank', 'ivRank', 'findIvRank'), ...about('iv_rank', 'IV ranks'), ...optional(null) },
  { ...ask('market_status', 'clock', 'findStatus'), ...about('market_status', 'market status'), ...optional(null) },
  { ...ask('special_days', 'clock', 'listSpecialDays'), ...about('special_days', 'holidays'), ...optional([]) },
]

function ask(endpoint: string, capability: CapabilityName, method: string) {
  return { endpoint, capability, method }
}

function about(field: string, what: string) {
  return { field, what }
}

function optional(unknown: unknown) {
  return { unknown, isOptional: true } as const
}

/** The method that answers the request, bound to its source; null if the source does not have it. */
export function findAsk(sources: Partial<Capabilities>, { capability, method }: SourceRequest): Ask | null {
  const source = sources[capability] as Readonly<Record<string, Ask | undefined>> | undefined
  return source?.[method]?.bind(source) ?? null
}

/** Builds sources from one function per request. If `answer` returns null, the request is left out. */
export function buildSources(answer: (request: SourceRequest) => Ask | null): Partial<Capabilities> {
  const sources: Record<string, Record<string, Ask>> = {}
  for (const request of sourceRequests) {
    const answering = answer(request)
    if (answering === null) continue
    sources[request.capability] = { ...sources[request.capability], [request.method]: answering }
  }
  return sources as Partial<Capabilities>
}

/** Wraps every request to the sources. `clock.now()` is synchronous and does not count as a request. */
export function wrapSources(
  sources: Partial<Capabilities>,
  wrap: (request: SourceRequest, ask: Ask) => Ask,
): Partial<Capabilities> {
  return buildSources((request) => {
    const asked = findAsk(sources, request)
    return asked === null ? null : wrap(request, asked)
  })
}
