import { choosePremium, type PositionQuote, UNKNOWN_QUOTE } from '@callwright/scoring'
import { api } from './api.ts'
import type { OptionChain, OptionContract } from './option-chain.ts'
import { optionApi } from './option-endpoints.ts'
import { stockApi } from './stock-endpoints.ts'

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
          quotes.push(readCall(call, chain, price))
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

function readCall(call: ShortCall, chain: OptionChain | null, price: number | null): CallQuote {
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

export const { useCallQuotesQuery } = positionQuoteApi
