import type { CandidateRequest, ChainRow, Expiration, RankedCandidate, Success } from '@callwright/contracts'
import { type Domain, toDomain } from '@callwright/contracts/domain-names'
import { choosePremium, type PositionQuote, UNKNOWN_QUOTE } from '@callwright/scoring'
import type { UnknownAction } from '@reduxjs/toolkit'
import { api } from './api.ts'
import { type ChainQuery, requestChain, requestExpirations } from './early-requests.ts'
import { request } from './http.ts'
import { type Freshness, readFreshness } from './market.ts'
import { stockApi } from './stocks.ts'

export type Moneyness = ChainRow['moneyness']
export type ContractFlag = ChainRow['flags'][number]

const contractNames = { type: 'side', implied_volatility: 'vol' } as const

/**
 * One contract in a chain (D19). Prices are in dollars per share, volatility is an annualized decimal, `…Pct` fields
 * are 0-100, and probabilities are 0-1.
 */
export interface OptionContract extends Domain<ChainRow, typeof contractNames> {
  /** Premium for selling the call: the bid. Null if a bid of 0 does not count as a price (D55). */
  readonly premium: number | null
}

export interface CashDividend {
  readonly exDate: string
  readonly cash: number
  /** True if the dividend has not been declared yet. It is used to price options, but is not counted as income. */
  readonly estimated: boolean
}

const chainNames = {
  expiration_date: 'expiration',
  days_to_expiration: 'days',
  current_price: 'price',
  quote_time: 'quotedAt',
} as const

/**
 * Contracts for one expiration, by ascending strike, with the inputs that they were priced with. The expiration and its
 * days are null if the stock has no expirations.
 */
export interface OptionChain
  extends Omit<Domain<Success<'options.chain'>, typeof chainNames>, 'dividends' | 'options'> {
  /** Dividends that will lower the stock price before expiration. */
  readonly dividends: readonly CashDividend[]
  readonly contracts: readonly OptionContract[]
  readonly freshness: Freshness
}

const expirationNames = { days_to_expiration: 'days', type: 'kind' } as const

export type OptionExpiration = Domain<Expiration, typeof expirationNames>

export interface OptionExpirations {
  /** The symbol as the market spells it. */
  readonly symbol: string
  readonly expirations: readonly OptionExpiration[]
  readonly message: string | null
  readonly freshness: Freshness
}

const readPremium = ({ bid, annualized_yield_pct }: ChainRow) =>
  bid === 0 && annualized_yield_pct === null ? null : bid

export const readContract = (wire: ChainRow): OptionContract =>
  Object.assign(toDomain(wire, contractNames), { premium: readPremium(wire) })

export function readChain(wire: Success<'options.chain'>): OptionChain {
  return {
    ...toDomain(wire, chainNames),
    dividends: wire.dividends.map((dividend) => toDomain(dividend, { cash_amount: 'cash' })),
    contracts: wire.options.map(readContract),
    freshness: readFreshness(wire),
  }
}

export function readExpirations(wire: Success<'options.expirations'>): OptionExpirations {
  const expirations = wire.expirations.map((row) => toDomain(row, expirationNames))
  return { symbol: wire.symbol, expirations, message: wire.message, freshness: readFreshness(wire) }
}

/** How long expirations and chains are cached. */
export const OPTIONS_KEPT_SECONDS = 300

/** At-the-money implied volatility of a stock, 30 days out. */
export interface AtmVolatility {
  readonly symbol: string
  /** Volatility as an annualized decimal. */
  readonly vol: number | null
  readonly message: string | null
  readonly freshness: Freshness
}

export type CallWishes = CandidateRequest

const callNames = { ...contractNames, expiration_date: 'expiration', days_to_expiration: 'days' } as const

/** A ranked call and the reasons for its rank. */
export interface RecommendedCall
  extends Omit<Domain<RankedCandidate, typeof callNames>, 'preview'>,
    Pick<OptionContract, 'premium'> {
  /** Recommendation that the portfolio would show for a position in this call. */
  readonly preview: Domain<RankedCandidate['preview']>
}

/** How the calls at one expiration trade. */
export interface ExpirationLiquidity {
  /** Sums over all strikes, in contracts. */
  readonly openInterest: number | null
  readonly volume: number | null
  /** Median spread near the money, as a percent of the mid. */
  readonly spreadPct: number | null
}

export interface Recommendations {
  readonly calls: readonly RecommendedCall[]
  /** `best_call`: the stock's best call comes first, then the others by score. */
  readonly rankedBy: Success<'options.recommendations'>['ranked_by']
  /** By rule, the number of calls that it rejected. */
  readonly rejected: Readonly<Record<string, number>>
  /** Keyed by expiration; only expirations that were searched. */
  readonly liquidity: Readonly<Record<string, ExpirationLiquidity>>
  readonly message: string | null
  readonly freshness: Freshness
}

const readCall = (wire: RankedCandidate): RecommendedCall =>
  Object.assign(toDomain(wire, callNames), { premium: readPremium(wire), preview: toDomain(wire.preview) })

function readRecommendations(wire: Success<'options.recommendations'>): Recommendations {
  const { recommendations, ranked_by: rankedBy, rejected, message } = wire
  const liquidity = Object.fromEntries(
    wire.liquidity.map((row) => [
      row.expiration_date,
      { openInterest: row.open_interest, volume: row.volume, spreadPct: row.near_spread_pct },
    ]),
  )
  return {
    calls: recommendations.map(readCall),
    rankedBy,
    rejected,
    liquidity,
    message,
    freshness: readFreshness(wire),
  }
}

interface Started {
  readonly dispatch: (action: UnknownAction) => unknown
  readonly queryFulfilled: Promise<{ readonly data: OptionChain }>
}

/** If the query left the expiration to the server, also caches the chain under the date that the server chose. */
async function cacheByDate(asked: ChainQuery, { dispatch, queryFulfilled }: Started): Promise<void> {
  try {
    const { data } = await queryFulfilled
    if (asked.expiration === null && data.expiration !== null) dispatch(buildChainEntry(asked, data))
  } catch {
    // The consumer shows the error.
  }
}

function buildChainEntry(asked: ChainQuery, value: OptionChain): UnknownAction {
  const arg = { ...asked, expiration: value.expiration }
  return optionApi.util.upsertQueryEntries([{ endpointName: 'chain', arg, value }])
}

export const optionApi = api.injectEndpoints({
  endpoints: (build) => ({
    expirations: build.query<OptionExpirations, string>({
      query: requestExpirations,
      transformResponse: readExpirations,
      keepUnusedDataFor: OPTIONS_KEPT_SECONDS,
    }),
    chain: build.query<OptionChain, ChainQuery>({
      query: requestChain,
      transformResponse: readChain,
      keepUnusedDataFor: OPTIONS_KEPT_SECONDS,
      onQueryStarted: cacheByDate,
    }),
    atmVolatility: build.query<AtmVolatility, string>({
      query: (symbol) => request('options.iv', { params: { symbol } }),
      transformResponse: (wire: Success<'options.iv'>) => ({
        symbol: wire.symbol,
        vol: wire.implied_volatility,
        message: wire.message,
        freshness: readFreshness(wire),
      }),
    }),
    customRecommendations: build.query<Recommendations, { readonly symbol: string; readonly wishes: CallWishes }>({
      query: ({ symbol, wishes }) => request('options.customRecommendations', { params: { symbol }, body: wishes }),
      transformResponse: readRecommendations,
      keepUnusedDataFor: OPTIONS_KEPT_SECONDS,
    }),
  }),
})

/** A position's short call. */
export interface ShortCall {
  readonly symbol: string
  readonly expiration: string
  readonly strike: number
}

/** Quotes for a call and its stock, as far as they are available. */
export interface CallQuote {
  readonly call: ShortCall
  readonly quote: PositionQuote
  readonly bid: number | null
  /** Current market time (ISO); null if the call has no chain. */
  readonly marketTime: string | null
}

/** How many unsynced positions get a quote. There are usually only a few; any beyond this show their entry price. */
const MAX_CALLS = 40

/** Quotes for positions that the server does not list yet. Uses cached responses if possible. */
export const positionQuoteApi = api.injectEndpoints({
  endpoints: (build) => ({
    callQuotes: build.query<readonly CallQuote[], readonly ShortCall[]>({
      queryFn: async (calls, { dispatch }) => {
        const quotes: CallQuote[] = []
        for (const call of calls.slice(0, MAX_CALLS)) {
          const { symbol, expiration } = call
          const { data: listed } = await dispatch(askExpirations(symbol))
          // An expired call has no chain; requesting one would be an error.
          const isListed = listed?.expirations.some(({ date }) => date === expiration) ?? false
          const chain = isListed ? ((await dispatch(askChain(symbol, expiration))).data ?? null) : null
          const price = chain?.price ?? (await dispatch(askPrice(symbol))).data?.lastPriceUsd ?? null
          quotes.push(readCallQuote(call, chain, price))
        }
        return { data: quotes }
      },
    }),
  }),
})

const askExpirations = (symbol: string) => optionApi.endpoints.expirations.initiate(symbol, { subscribe: false })

const askChain = (symbol: string, expiration: string) =>
  optionApi.endpoints.chain.initiate({ symbol, expiration, side: 'call' }, { subscribe: false })

const askPrice = (symbol: string) => stockApi.endpoints.quote.initiate(symbol, { subscribe: false })

function readCallQuote(call: ShortCall, chain: OptionChain | null, price: number | null): CallQuote {
  const contract = chain?.contracts.find(({ strike }) => strike === call.strike) ?? null
  return {
    call,
    quote: readQuote(contract, { price, strike: call.strike }),
    bid: contract?.bid ?? null,
    marketTime: chain?.marketTime ?? null,
  }
}

/** Builds the quote for a position's short call from the contract in the chain and this stock price. */
export function readQuote(
  contract: OptionContract | null,
  { price, strike }: { readonly price: number | null; readonly strike: number },
): PositionQuote {
  if (contract === null) return { ...UNKNOWN_QUOTE, price }
  const { premium, source } = choosePremium(contract, Math.max(0, (price ?? 0) - strike))
  return {
    ...UNKNOWN_QUOTE,
    price,
    currentPremium: premium,
    premiumIsFallback: source !== 'quote',
    premiumSource: source,
    ask: contract.ask,
    delta: contract.delta,
    impliedVolatility: contract.vol,
  }
}

export const { useExpirationsQuery, useChainQuery, useAtmVolatilityQuery, useCustomRecommendationsQuery } = optionApi
export const { useCallQuotesQuery } = positionQuoteApi
